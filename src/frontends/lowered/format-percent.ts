import { recordParts } from "../../analysis/recording/made-texts.js";
import { HOLE_MARK, flatten } from "../../facts/text.js";
import { concat } from "../../analysis/evaluation/coerce.js";
import { filledPieces } from "../../analysis/evaluation/filled-text.js";
import { iterate } from "../../analysis/evaluation/iteration.js";
import type { Place } from "../../analysis/evaluation/language.js";
import { getMember } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  mapAlternatives,
  opaque,
  type Single,
  type TextValue,
  type Value,
} from "../../analysis/evaluation/value.js";

/** The conversions of a format in a language: groups `name` or `position`, `flags` and `kind`. */
export const PYTHON_CONVERSION =
  /%(?:\((?<name>\w+)\))?(?<flags>[-#0 +]*[\d*]*(?:\.[\d*]+)?)(?<kind>[a-zA-Z%])/g;

/**
 * Models `"…%s…" % (a, b)` and `"…%(name)s…" % values`. A placeholder that also formats its value is unknown.
 * https://docs.python.org/3/library/stdtypes.html#old-string-formatting
 */
export function formatPercent(
  run: Run,
  { text }: TextValue,
  right: Single,
  site: Place,
  conversion = PYTHON_CONVERSION,
): Value {
  const place = site.environment.locate(site.node);
  const flat = flatten(text);
  const isList = right.kind === "object" && right.object.className === "Array";
  const values = isList ? iterate(run, right).known : undefined;
  if (flat.search(conversion) < 0 && flat.includes(HOLE_MARK)) return { kind: "text", text };
  let next = 0;
  const pieces = filledPieces(text, conversion, ({ groups = {} }) => {
    const { name = groups["brace"], position, flags = "", kind = "s" } = groups;
    const unknown = opaque("computed", name ?? "%", place);
    if (kind === "%") return computedText("%");
    const index = position === undefined ? next++ : Number(position) - 1;
    const given =
      name !== undefined
        ? getMember(run, right, name, { node: site.node, key: site.node, environment: site.environment })
        : isList
          ? (values?.[index] ?? unknown)
          : index === 0
            ? right
            : unknown;
    recordParts(run, "%", [given], site);
    const isPlain = flags === "" && (kind === "s" || kind === "d" || kind === "i");
    if (!isPlain) return unknown;
    return mapAlternatives(given, (single) =>
      single === UNDEFINED || (single.kind === "object" && single.object.className !== "JSON text")
        ? unknown
        : single,
    );
  });
  return concat(run, pieces);
}
