import { HOLE_MARK, flatten, type Text } from "../../../facts/text.js";
import { computed } from "../../javascript/builtins/native.js";
import { concat } from "../../javascript/evaluation/coerce.js";
import type { Call } from "../../javascript/evaluation/callable.js";
import { filledPieces } from "../../javascript/evaluation/filled-text.js";
import { keyword } from "../../javascript/evaluation/keywords.js";
import type { Place } from "../../javascript/evaluation/language.js";
import { iterate } from "../../javascript/evaluation/iteration.js";
import { getMember } from "../../javascript/evaluation/members.js";
import type { Run } from "../../javascript/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  mapAlternatives,
  opaque,
  type Single,
  type TextValue,
  type UnknownValue,
  type Value,
} from "../../javascript/evaluation/value.js";

/** `"…{}…{name}".format(…)`; https://docs.python.org/3/library/string.html#format-string-syntax */
export function formatBraces(run: Run, text: Text, call: Call): Value {
  let next = 0;
  const pieces = filledPieces(text, FIELD, ([all, field, conversion, format]) => {
    if (field === undefined) return computedText(all[0]!);
    const [, name = "", rest = ""] = /^([\w-]*)(.*)$/s.exec(field)!;
    const position = name === "" ? next++ : /^\d+$/.test(name) ? Number(name) : undefined;
    const given =
      position === undefined
        ? keyword(run, call.args.keywords, name)
        : position < call.args.length || call.args.rest
          ? call.args.at(position)
          : computed(call, "format");
    const isPlain = rest === "" && (conversion ?? "!s") === "!s" && (format ?? ":") === ":";
    const unknown = computed(call, position === undefined && rest === "" ? name : "format");
    const value = isPlain ? given : rest === "" ? unknown : memberOf(run, given, rest, call);
    return printable(value, unknown);
  });
  return concat(run, pieces);
}

const FIELD = /\{\{|\}\}|\{([^{}!:]*)(![rsa])?(:[^{}]*)?\}/g;

/** `{0[key]}` and `{cluster.name}` */
function memberOf(run: Run, value: Value, rest: string, call: Call): Value {
  const [, key, other] = /^(?:\[([^\]]+)\]|\.(\w+))$/.exec(rest) ?? [];
  const name = key ?? other;
  if (name === undefined) return computed(call, "format");
  return getMember(run, value, name, { node: call.node, key: call.node, environment: call.environment });
}

/** What is not given, or an object that prints in a way of its own, is not known. */
function printable(value: Value, unknown: UnknownValue): Value {
  return mapAlternatives(value, (single) =>
    (single.kind === "scalar" && single.value === undefined) ||
    (single.kind === "object" && single.object.className !== "JSON text")
      ? unknown
      : single,
  );
}

/** `"…%s…" % (a, b)`, `"…%(name)s…" % values`; https://docs.python.org/3/library/stdtypes.html#old-string-formatting */
export function formatPercent(run: Run, { text }: TextValue, right: Single, site: Place): Value {
  const place = site.environment.locate(site.node);
  const flat = flatten(text);
  const isList = right.kind === "object" && right.object.className === "Array";
  const values = isList ? iterate(run, right).known : undefined;
  if (flat.search(CONVERSION) < 0 && flat.includes(HOLE_MARK)) return { kind: "text", text };
  let next = 0;
  const pieces = filledPieces(text, CONVERSION, ([, name, flags, kind]) => {
    const unknown = opaque("computed", name ?? "%", place);
    if (kind === "%") return computedText("%");
    const given =
      name !== undefined
        ? getMember(run, right, name, { node: site.node, key: site.node, environment: site.environment })
        : isList
          ? (values?.[next++] ?? unknown)
          : next++ === 0
            ? right
            : unknown;
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

const CONVERSION = /%(?:\((\w+)\))?([-#0 +]*[\d*]*(?:\.[\d*]+)?)([a-zA-Z%])/g;
