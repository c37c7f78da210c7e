import type { Unchecked } from "../core/unchecked.js";
import { count } from "./counts.js";
import { SHOW_ALL, most, type Context } from "./finding-lines.js";
import { visibleWords, wrap } from "./wrap.js";
import { oneLine, visiblePath } from "../core/visible.js";

/** Places of one entry that are named; the rest is counted. */
const PLACES_NAMED = 3;

/**
 * Lists under a heading what was not checked: the kind and the places, then the reason and what is not checked there.
 */
export function uncheckedBlock(
  unchecked: readonly Unchecked[],
  { style, wrapAt, showsAll }: Pick<Context, "style" | "wrapAt" | "showsAll">,
): string[] {
  if (unchecked.length === 0) return [];
  const columns = Math.max(...unchecked.map(({ kind }) => kind.length));
  return [
    style.strong("Not checked"),
    ...unchecked.flatMap((entry) => {
      const places = placesOf(entry, { mark: style.path, showsAll, hint: `; ${SHOW_ALL}` });
      const texts = [...(places === "" ? [] : [places]), uncheckedMessage(entry)];
      return texts.flatMap((text, index) => {
        const kind = (index === 0 ? entry.kind : "").padEnd(columns);
        const lead = `  ${style.faint(kind)}  `;
        return wrap(visibleWords(text), { lead, columns: columns + 4, width: wrapAt });
      });
    }),
  ];
}

/** Writes the reason and what is missing: `is minified; not checked: everything in it`. */
export function uncheckedMessage({ reason, missing, module }: Unchecked): string {
  const named = module ? `: ${visiblePath(module.path)}` : "";
  return `${oneLine(reason)}${named}; not checked: ${oneLine(missing)}`;
}

/** Writes `3 files (a.py, b.py:2, c.py)`, or `a.py` for one place. Empty if the entry is about the run as a whole. */
export function placesOf(
  { count: number, places }: Unchecked,
  {
    mark = (path) => path,
    showsAll = false,
    hint = "",
  }: { mark?: (path: string) => string; showsAll?: boolean; hint?: string } = {},
): string {
  const named = places
    .slice(0, most(PLACES_NAMED, { showsAll }))
    .map(({ path, line }) => mark(line === undefined ? visiblePath(path) : `${visiblePath(path)}:${line}`));
  if (number === 1) return named[0] ?? "";
  const more = number - named.length;
  const listed = [...named, ...(more > 0 && named.length > 0 ? [`and ${more} more${hint}`] : [])].join(", ");
  return listed === "" ? "" : `${count(number, "file")} (${listed})`;
}
