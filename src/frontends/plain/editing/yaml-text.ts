import { Scalar, type Document } from "yaml";
import type { SourceText } from "../../../core/source-text.js";
import type { Location } from "../../../core/span.js";
import type { EditResult, Refusal } from "../../editor.js";
import { aliasOf, scalarAt, yamlDocuments, type PlacedScalar } from "./yaml-document.js";

/** The functions that write a text in each kind of scalar that fits on one line. */
const WRITTEN: ReadonlyMap<string, (text: string) => string> = new Map(
  Object.entries<(text: string) => string>({
    [Scalar.PLAIN]: (text) => text,
    [Scalar.QUOTE_SINGLE]: (text) => text.replaceAll("'", "''"),
    [Scalar.QUOTE_DOUBLE]: (text) => JSON.stringify(text).slice(1, -1),
  }),
);

/** Replaces characters of a plain or quoted scalar that nothing else in the document takes over. */
export function replaceInYaml(
  { path, text }: SourceText,
  documents: readonly Document[],
  { start, end }: Location,
  replacement: string,
): EditResult {
  const place = scalarAt(documents, { start, end });
  const value = place?.scalar.value;
  if (!place || typeof value !== "string") return { refused: `there is no text at this place of ${path}` };
  const refusal = refusalOf(place, path);
  if (refusal) return refusal;
  const { scalar } = place;
  const [from, to] = scalar.range!;
  const quote = scalar.type === Scalar.PLAIN ? 0 : 1;
  const inside = { start: from + quote, end: to - quote };
  if (start < inside.start || inside.end < end || text.slice(inside.start, inside.end) !== value)
    return { refused: `${path} writes it with escapes or over several lines` };
  const written = WRITTEN.get(scalar.type!)!(replacement);
  const wanted = value.slice(0, start - inside.start) + replacement + value.slice(end - inside.start);
  const made = yamlDocuments(text.slice(0, start) + written + text.slice(end));
  const after = typeof made === "string" ? undefined : scalarAt(made, { start, end: start + written.length });
  if (after?.scalar.value !== wanted || after.scalar.type !== scalar.type)
    return { refused: `the text would be read as something else in ${path}` };
  return [{ path, start, end, text: written }];
}

/** Returns why a scalar cannot be changed, or not for one of its readers alone. Undefined if it can. */
function refusalOf({ scalar, isKey, around, document }: PlacedScalar, path: string): Refusal | undefined {
  if (isKey) return { refused: `it is the name of a setting in ${path}` };
  for (const node of [...around, scalar]) {
    const anchor = "anchor" in node ? node.anchor : undefined;
    const use = anchor === undefined ? undefined : aliasOf(document, anchor);
    if (use === "alias") return { refused: `an alias in ${path} uses it elsewhere (*${anchor})` };
    if (use === "merge") return { refused: `a merge key in ${path} uses it elsewhere (<<: *${anchor})` };
  }
  return WRITTEN.get(scalar.type ?? "")
    ? undefined
    : { refused: `it is written in a block scalar of ${path}` };
}
