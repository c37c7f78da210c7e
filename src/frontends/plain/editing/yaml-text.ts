import { isCollection, isMap, isScalar, parseDocument, Scalar } from "yaml";
import type { SourceText } from "../../../core/source-text.js";
import type { Location } from "../../../core/span.js";
import type { EditResult, Refusal } from "../../editor.js";
import type { PlacedScalar, YamlParts } from "./yaml-document.js";

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
  parts: YamlParts,
  { start, end }: Location,
  replacement: string,
): EditResult {
  const place = parts.scalarAt({ start, end });
  const value = place?.scalar.value;
  if (!place || typeof value !== "string") return { refused: `there is no text at this place of ${path}` };
  const refusal = refusalOf(place, parts, path);
  if (refusal) return refusal;
  const { scalar } = place;
  const [from, to] = scalar.range!;
  const quote = scalar.type === Scalar.PLAIN ? 0 : 1;
  const inside = { start: from + quote, end: to - quote };
  if (start < inside.start || inside.end < end || text.slice(inside.start, inside.end) !== value)
    return { refused: `${path} writes it with escapes or over several lines` };
  const written = WRITTEN.get(scalar.type!)!(replacement);
  const wanted = value.slice(0, start - inside.start) + replacement + value.slice(end - inside.start);
  const made = text.slice(from, start) + written + text.slice(end, to);
  if (!isReadAs(made, wanted, place))
    return { refused: `the text would be read as something else in ${path}` };
  return [{ path, start, end, text: written }];
}

/**
 * Checks whether a text is a scalar of the same kind with a value, in the same kind of collection. It is parsed alone,
 * because a file may have thousands of places. The whole file is compared before anything is written.
 */
function isReadAs(made: string, wanted: string, { scalar, around, document }: PlacedScalar): boolean {
  const isFlow = around.some((node) => isCollection(node) && node.flow === true);
  // A document of its own could begin with a mark that means nothing behind a key.
  if (!around.some(isCollection) && /^(?:---|\.\.\.|%)/.test(made)) return false;
  const version = document.directives?.yaml.version ?? "1.2";
  const { contents, errors } = parseDocument(isFlow ? `{ a: ${made} }` : `a: ${made}`, {
    logLevel: "silent",
    version: version === "next" ? "1.2" : version,
  });
  const { value: after } = (isMap(contents) && contents.items.length === 1 && contents.items[0]) || {};
  return errors.length === 0 && isScalar(after) && after.value === wanted && after.type === scalar.type;
}

/** Returns why a scalar cannot be changed, or not for one of its readers alone. Undefined if it can. */
function refusalOf(
  { scalar, isKey, around, document }: PlacedScalar,
  parts: YamlParts,
  path: string,
): Refusal | undefined {
  if (isKey) return { refused: `it is the name of a setting in ${path}` };
  for (const node of [...around, scalar]) {
    const anchor = "anchor" in node ? node.anchor : undefined;
    const use = anchor === undefined ? undefined : parts.aliasOf(document, anchor);
    if (use === "alias") return { refused: `an alias in ${path} uses it elsewhere (*${anchor})` };
    if (use === "merge") return { refused: `a merge key in ${path} uses it elsewhere (<<: *${anchor})` };
  }
  return WRITTEN.get(scalar.type ?? "")
    ? undefined
    : { refused: `it is written in a block scalar of ${path}` };
}
