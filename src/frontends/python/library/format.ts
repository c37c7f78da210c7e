import { recordParts } from "../../../analysis/recording/made-texts.js";
import type { Text } from "../../../facts/text.js";
import { computed, siteOf } from "../../../analysis/builtins/native.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { getMember } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  computedText,
  mapAlternatives,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** Models `"…{}…{name}".format(…)`: https://docs.python.org/3/library/string.html#format-string-syntax */
export function formatBraces(run: Run, text: Text, call: Call): Value {
  let next = 0;
  const pieces = filledPieces(text, FIELD, ([all, field, conversion, format]) => {
    if (field === undefined) return computedText(all[0]!);
    const [, name = "", rest = ""] = /^([\w-]*)(.*)$/s.exec(field)!;
    const position = name === "" ? next++ : /^\d+$/.test(name) ? Number(name) : undefined;
    const given =
      position === undefined
        ? keyword(run, call.args.keywords, name, siteOf(call))
        : position < call.args.length || call.args.rest
          ? call.args.at(position)
          : computed(call, "format");
    const isPlain = rest === "" && (conversion ?? "!s") === "!s" && (format ?? ":") === ":";
    const unknown = computed(call, position === undefined && rest === "" ? name : "format");
    const value = isPlain ? given : rest === "" ? unknown : memberOf(run, given, rest, call);
    recordParts(run, "format", [value], call);
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
  return getMember(run, value, name, siteOf(call));
}

/** Replaces missing values, and objects with their own conversion to a text, by an unknown value. */
function printable(value: Value, unknown: UnknownValue): Value {
  return mapAlternatives(value, (single) =>
    (single.kind === "scalar" && single.value === undefined) ||
    (single.kind === "object" && single.object.className !== "JSON text")
      ? unknown
      : single,
  );
}
