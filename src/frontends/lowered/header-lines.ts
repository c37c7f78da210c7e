import { flatten, placesBetween, sliceText, type Text } from "../../facts/text.js";
import type { Location } from "../../core/span.js";
import { maybeSetMember, mergeUnknown, setMember } from "../../analysis/evaluation/heap.js";
import { Entry } from "../../analysis/evaluation/member-tables.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  choice,
  computedText,
  objectValue,
  opaque,
  textOf,
  type Value,
} from "../../analysis/evaluation/value.js";

interface Line {
  readonly name: string;
  readonly value: Value;
  readonly place?: Location;
  readonly isCertain: boolean;
}

/** The headers that a command is given as lines: `Accept: application/json`. */
export class HeaderLines {
  readonly #lines: Line[] = [];
  readonly #open: Value[] = [];
  readonly #defaults: Line[] = [];

  add(name: string, value: Value): void {
    this.#lines.push({ name, value, isCertain: true });
  }

  /** Adds a header that the command sends by default. */
  addDefault(name: string, value: string): void {
    this.#defaults.push({ name, value: computedText(value), isCertain: true });
  }

  /** Adds a value that may contain any header. */
  open(value: Value): void {
    this.#open.push(value);
  }

  addLine(text: Text, isCertain: boolean): void {
    this.addOneOf([text], isCertain);
  }

  /**
   * Adds one line that has several possible texts. A header that all of them set is sent for certain.
   *
   * @param isOneOfThem whether there is a line, and no other text is possible
   */
  addOneOf(texts: readonly Text[], isOneOfThem: boolean): void {
    const lines = texts.flatMap((text) => this.#lineOf(text) ?? []);
    for (const name of new Set(lines.map((line) => line.name))) {
      const same = lines.filter((line) => line.name === name);
      this.#lines.push({
        ...same[0]!,
        value: choice(same.map(({ value }) => value)),
        isCertain: isOneOfThem && same.length === texts.length,
      });
    }
  }

  /** Reads a line. Undefined if it certainly sets no header, or if it may be any. */
  #lineOf(text: Text): Omit<Line, "isCertain"> | undefined {
    const flat = flatten(text);
    const colon = flat.indexOf(":");
    const name = flat.slice(0, colon).trim().toLowerCase();
    if (colon < 0 || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) {
      // A header without a colon is not sent; one whose name is not known may be any.
      const hole = text.parts.find((part) => part.kind === "hole");
      if (hole?.kind === "hole") this.#open.push(opaque(hole.reason, hole.name, hole.place));
      return undefined;
    }
    const start = colon + 1 + /^[ \t]*/.exec(flat.slice(colon + 1))![0].length;
    const end = flat.trimEnd().length;
    // `Accept:` without a value takes out what would be sent by itself.
    if (start >= end) return undefined;
    const [place] = placesBetween(text, 0, colon);
    const value = textOf(sliceText(text, start, end).parts);
    return { name, value, ...(place ? { place } : {}) };
  }

  /** Returns the headers as layers of a request, the weakest first. */
  layers(run: Run): Value[] {
    const headers = run.make("Headers", undefined);
    for (const value of this.#open)
      mergeUnknown(run.store, headers, value.kind === "unknown" ? value : opaque("computed", "options"));
    const given = new Set(this.#lines.map(({ name }) => name));
    for (const { name, value, place, isCertain } of [
      ...this.#defaults.filter((one) => !given.has(one.name)),
      ...this.#lines,
    ]) {
      const write = isCertain ? setMember : maybeSetMember;
      write(run.store, headers, new Entry(name), {
        value,
        maybeAbsent: !isCertain,
        ...(place ? { keyPlace: place } : {}),
      });
    }
    return [objectValue(headers)];
  }
}
