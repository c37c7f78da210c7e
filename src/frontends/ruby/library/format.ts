import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { alternatives, mapAlternatives, type Value } from "../../../analysis/evaluation/value.js";
import { flatten } from "../../../facts/text.js";
import { formatPercent } from "../../lowered/format-percent.js";
import { RUBY_CONVERSION } from "../conversion.js";
import { namedArguments } from "./blocks.js";

/** A conversion that takes its value by name, from a hash: `%{name}`, `%<name>s`. */
const NAMED = /%[-+ 0#\d.]*[{<]/;

/** Models `format(text, …)`. https://docs.ruby-lang.org/en/master/format_specifications_rdoc.html */
export const format: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single) => {
    if (single.kind !== "text") return computed(call, "format");
    const second = call.args.at(1);
    const takesHash = call.args.length === 2 && (isHash(second) || NAMED.test(flatten(single.text)));
    const values = namedArguments(run, call) ?? makeList(run, call.args.list.slice(1));
    const [value] = alternatives(takesHash ? second : values);
    return formatPercent(run, single, value!, call, RUBY_CONVERSION);
  });

function isHash(value: Value): boolean {
  return value.kind === "object" && value.object.className === "Object";
}
