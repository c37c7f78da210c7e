import { HOLE_MARK, flatten, sliceText, type Text } from "../../../facts/text.js";
import { computed } from "../../javascript/builtins/native.js";
import { concat } from "../../javascript/evaluation/coerce.js";
import type { Call } from "../../javascript/evaluation/callable.js";
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

/** What stands in a text between its places, and what is put there. */
type Piece = { readonly from: number; readonly to: number } | { readonly value: Value };

function joined(run: Run, text: Text, pieces: readonly Piece[]): Value {
  return concat(
    run,
    pieces.map((piece): Value =>
      "value" in piece ? piece.value : { kind: "text", text: sliceText(text, piece.from, piece.to) },
    ),
  );
}

/** `"…{}…{name}".format(…)`; https://docs.python.org/3/library/string.html#format-string-syntax */
export function formatBraces(run: Run, text: Text, call: Call): Value {
  const flat = flatten(text);
  const pieces: Piece[] = [];
  let from = 0;
  let next = 0;
  for (const match of flat.matchAll(/\{\{|\}\}|\{([^{}!:]*)(![rsa])?(:[^{}]*)?\}/g)) {
    const [all, field, conversion, format] = match;
    pieces.push({ from, to: match.index });
    from = match.index + all.length;
    if (field === undefined) {
      pieces.push({ value: computedText(all[0]!) });
      continue;
    }
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
    pieces.push({ value: printable(value, unknown) });
  }
  pieces.push({ from, to: flat.length });
  return joined(run, text, pieces);
}

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
  const pieces: Piece[] = [];
  let from = 0;
  let next = 0;
  for (const match of flat.matchAll(/%(?:\((\w+)\))?([-#0 +]*[\d*]*(?:\.[\d*]+)?)([a-zA-Z%])/g)) {
    const [all, name, flags, kind] = match;
    const unknown = opaque("computed", name ?? "%", place);
    pieces.push({ from, to: match.index });
    from = match.index + all.length;
    if (kind === "%") {
      pieces.push({ value: computedText("%") });
      continue;
    }
    const given =
      name !== undefined
        ? getMember(run, right, name, { node: site.node, key: site.node, environment: site.environment })
        : isList
          ? (values?.[next++] ?? unknown)
          : next++ === 0
            ? right
            : unknown;
    const isPlain = flags === "" && (kind === "s" || kind === "d" || kind === "i");
    pieces.push({
      value: isPlain
        ? mapAlternatives(given, (single) =>
            single === UNDEFINED || (single.kind === "object" && single.object.className !== "JSON text")
              ? unknown
              : single,
          )
        : unknown,
    });
  }
  pieces.push({ from, to: flat.length });
  return flat.includes(HOLE_MARK) && pieces.length === 1 ? { kind: "text", text } : joined(run, text, pieces);
}
