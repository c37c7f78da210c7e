import { knownText } from "../../../facts/text.js";
import { computed, itself, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import { asTextOnly, concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { copyMembers, makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { EMPTY, alternatives, type Value } from "../../../analysis/evaluation/value.js";
import { formatBraces } from "./format.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import type { Methods } from "../../lowered/methods.js";
import { affix, onText, slice, strip } from "../../lowered/strip.js";

/** `",".join(list)` */
function join(run: Run, call: Call): Value {
  const { known } = iterate(run, call.args.at(0));
  if (!known) return computed(call, "join");
  const place = call.environment.locate(call.node);
  const texts = known.map((one) => asTextOnly(one, place));
  if (texts.some((one) => alternatives(one).some(({ kind }) => kind === "object")))
    return computed(call, "join");
  return concat(
    run,
    texts.flatMap((one, index) => (index > 0 ? [call.this, one] : [one])),
  );
}

/** `"{name}".format_map(cluster)` */
const formatMap: NativeFunction = (run, call) => {
  const keywords = makeObject(run, {});
  copyMembers(run, keywords.object, call.args.at(0), siteOf(call));
  const args = new Arguments([], undefined, keywords);
  return onText(call, (text) => formatBraces(run, text, { ...call, args }));
};

/** Without a separator, pieces between white space. */
function split(run: Run, call: Call): Value {
  if (call.args.length > 0) return asInJavaScript("String", "split", 1)(run, call);
  return onText(call, (text) => {
    const known = knownText(text);
    if (known === undefined) return computed(call, "split");
    const pieces = [...known.matchAll(/\S+/g)].map(({ 0: one, index }) =>
      slice(text, index, index + one.length),
    );
    return makeList(run, pieces);
  });
}

/** All are replaced; a dollar sign means itself. */
const replace: NativeFunction = (run, call) => {
  const by = call.args.at(1);
  const plain = knownString(run, by);
  return plain?.includes("$")
    ? computed(call, "replace")
    : asInJavaScript("String", "replaceAll", 2)(run, call);
};

export const TEXT_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    format: (run, call) => onText(call, (text) => formatBraces(run, text, call)),
    format_map: formatMap,
    join,
    strip: strip(true, true),
    lstrip: strip(true, false),
    rstrip: strip(false, true),
    removeprefix: affix(true),
    removesuffix: affix(false),
    replace,
    split,
    lower: asInJavaScript("String", "toLowerCase", 0),
    upper: asInJavaScript("String", "toUpperCase", 0),
    startswith: asInJavaScript("String", "startsWith", 1),
    endswith: asInJavaScript("String", "endsWith", 1),
    find: asInJavaScript("String", "indexOf", 1),
    encode: itself,
    decode: itself,
    read: itself,
    close: () => EMPTY,
  } satisfies Readonly<Record<string, NativeFunction>>),
);
