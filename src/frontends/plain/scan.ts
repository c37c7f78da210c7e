import type { Location } from "../../core/span.js";
import type { StringFact, StringSetting } from "../../facts/string.js";
import { flatten, type Text } from "../../facts/text.js";
import type { StringMatch } from "../interest.js";

/**
 * Makes the fact for a string of interest that is written literally.
 *
 * @param offset of the text in its file, if it is a part of it
 */
export function writtenString(
  { path, text }: { readonly path: string; readonly text: string },
  { what, vocabulary, start, end }: StringMatch,
  setting: StringSetting,
  offset = 0,
): StringFact {
  return {
    kind: "string",
    what,
    vocabulary,
    value: text.slice(start, end),
    rest: restAfter(text, end),
    ...originBefore(text, start),
    place: { path, start: offset + start, end: offset + end },
    parts: [],
    trace: [],
    setting,
  };
}

/**
 * Makes the fact for a string of interest that is joined from parts. Its place is the version of a base path, and the
 * first known piece of other strings.
 *
 * @param known the places of the known pieces; if it is empty, there is no fact
 */
export function joinedString(
  text: Text,
  { what, vocabulary, start, end }: StringMatch,
  known: readonly Location[],
  { parts, trace, setting }: Pick<StringFact, "parts" | "trace" | "setting">,
): StringFact[] {
  const place = what === "base-path" ? known.at(-1) : known[0];
  if (!place) return [];
  const flat = flatten(text);
  const value = flat.slice(start, end);
  return [
    {
      ...({ kind: "string", what, vocabulary, value, rest: flat.slice(end), text } as const),
      ...{ ...originBefore(flat, start), place, parts, trace, setting },
    },
  ];
}

/** Returns the scheme and the host that are written directly before a match. */
export function originBefore(text: string, start: number): Pick<StringFact, "origin"> {
  const before = text.slice(Math.max(0, start - MAX_REST), start).replaceAll("\\/", "/");
  const origin = /https?:\/\/[\w.:@%-]+$/i.exec(before)?.[0];
  return origin === undefined ? {} : { origin };
}

/**
 * Returns the rest of the string or word after a match, such as the path after a base. Placeholders
 * (`${cluster["id"]}`, `{id}`, `<GROUP-ID>`) belong to it, and so do escaped slashes and dots. The colon of a key in YAML
 * and the full stop of a sentence do not.
 */
export function restAfter(text: string, end: number): string {
  const limit = Math.min(text.length, end + MAX_REST);
  let index = end;
  while (index < limit) {
    const character = text[index]!;
    if (character === "{" || character === "<") {
      const close = placeholderEnd(text, index, limit);
      if (close < 0) break;
      index = close;
    } else if (character === "\\") {
      const next = text[index + 1];
      if (next !== "/" && next !== "." && next !== "\\") break;
      index += 2;
    } else if (ENDS.test(character)) {
      break;
    } else {
      index++;
    }
  }
  return text.slice(end, index).replace(/(?<![:.])[:.]$/, "");
}

const MAX_REST = 300;
const ENDS = /[\s"'`>)\]|,;}]/;

/** Returns the end of a placeholder that opens at `start`, or a negative number if it is not one. */
function placeholderEnd(text: string, start: number, limit: number): number {
  if (text[start] === "<") {
    const close = /^<[A-Za-z][\w -]*>/.exec(text.slice(start, limit));
    return close ? start + close[0].length : -1;
  }
  let depth = 0;
  for (let index = start; index < limit && text[index] !== "\n"; index++) {
    if (text[index] === "{") depth++;
    else if (text[index] === "}" && --depth === 0) return index + 1;
  }
  return -1;
}
