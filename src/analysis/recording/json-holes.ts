import { createScanner } from "jsonc-parser";
import { HOLE_MARK } from "../../facts/text.js";

/** JSON whose unknown parts are replaced by text of the same length, so that a parser can read it. */
interface FilledJson {
  readonly text: string;
  /** Offsets of unknown parts that may add members or elements, by the offset of the object or list around them. */
  readonly adding: ReadonlyMap<number, readonly number[]>;
}

/** An object or a list that is not closed yet, and what may come next in it. */
interface Open {
  readonly start: number;
  readonly isObject: boolean;
  next: "member" | "comma after hole" | "value" | "end of value";
}

/**
 * Fills the holes of a text that is to be JSON. A hole where a value belongs (`{"n": ${N}}`) is one value, which may be
 * an object; programs that build JSON as text put a value there. A hole anywhere else (`{"name": "c", ${MORE}}`) may add
 * any members. A hole inside of a string stays: it cannot end the string without quotes of its own, which would break
 * the JSON of every value without them.
 */
export function fillHoles(flat: string): FilledJson {
  const characters = flat.split("");
  const adding = new Map<number, number[]>();
  const open: Open[] = [];
  const scanner = createScanner(flat, true);
  const written = (next: Open["next"]): void => {
    const inner = open.at(-1);
    if (inner) inner.next = next;
  };
  /** The end of the last number or hole: what follows it at once may belong to it. */
  let endOfNumber = -1;
  const fill = (offset: number): void => {
    const inner = open.at(-1);
    const isPart = offset === endOfNumber;
    if (isPart || inner?.next === "value") {
      characters[offset] = "1";
      written("end of value");
      endOfNumber = offset + 1;
      if (!isPart) return;
    } else {
      characters[offset] = " ";
      if (inner?.next === "member") inner.next = "comma after hole";
    }
    if (inner) adding.set(inner.start, [...(adding.get(inner.start) ?? []), offset]);
  };
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const inner = open.at(-1);
    switch (flat[start]) {
      case "{":
        open.push({ start, isObject: true, next: "member" });
        break;
      case "[":
        open.push({ start, isObject: false, next: "value" });
        break;
      case "}":
      case "]":
        open.pop();
        written("end of value");
        break;
      case ":":
        written("value");
        break;
      case ",":
        // The hole before it is blank, so nothing is left that the comma could follow.
        if (inner?.next === "comma after hole") characters[start] = " ";
        written(inner?.isObject ? "member" : "value");
        break;
      case '"':
        if (inner?.next === "value") written("end of value");
        break;
      default:
        if (flat.slice(start, end).includes(HOLE_MARK)) {
          for (let at = start; at < end; at++) if (flat[at] === HOLE_MARK) fill(at);
        } else if (/\d/.test(flat[end - 1]!)) {
          written("end of value");
          endOfNumber = end;
        } else if (flat[start] !== "-") written("end of value");
    }
  }
  return { text: characters.join(""), adding };
}
