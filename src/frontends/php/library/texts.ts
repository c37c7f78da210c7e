import { HOLE_MARK, flatten } from "../../../facts/text.js";
import { cutText } from "../../../analysis/builtins/cut-texts.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { concat, knownNumber, knownString } from "../../../analysis/evaluation/coerce.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import { findSlot, makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  FALSE,
  TRUE,
  computedText,
  mapAlternatives,
  nullishness,
  scalar,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import { strip } from "../../lowered/strip.js";
import { entriesOf } from "./arrays.js";

/** Returns a method of JavaScript strings as a function of the text. */
export function ofText(method: string, most = 0): NativeFunction {
  const native = asInJavaScript("String", method, most);
  return (run, call) => onFirst(run, call, native);
}

function onFirst(run: Run, call: Call, native: NativeFunction): Value {
  if (call.args.rest || call.args.keywords) return computed(call, "text");
  return mapAlternatives(call.args.at(0), (single) => {
    if (single.kind !== "text")
      return single.kind === "unknown" ? computed(call, "text") : computed(call, "text");
    return native(run, { ...call, this: single, args: call.args.from(1) });
  });
}

/** Models `trim` and `rtrim(text, "/")`. A range of characters such as `a..z` makes the result unknown. */
export function trimmed(atStart: boolean, atEnd: boolean): NativeFunction {
  const native = strip(atStart, atEnd);
  return (run, call) => {
    const characters = call.args.has(1) ? knownString(run, call.args.at(1)) : " \n\r\t\v\0";
    if (characters === undefined || characters.includes("..")) return computed(call, "trim");
    return mapAlternatives(call.args.at(0), (single): Value => {
      if (nullishness(single) === true) return EMPTY;
      // Other parts of a text do not matter where only its ends change.
      if (single.kind !== "text") return single;
      const args = new Arguments([computedText(characters)]);
      return native(run, { ...call, this: single, args });
    });
  };
}

/** `sprintf("%s/%d", …)`; https://www.php.net/manual/en/function.sprintf.php */
const CONVERSION = /%(?:(?<position>\d+)\$)?(?<flags>(?:'.|[-+ 0])*\d*(?:\.\d+)?)(?<kind>[a-zA-Z%])/g;

export function formatted(run: Run, format: Value, values: readonly Value[] | undefined, call: Call): Value {
  return mapAlternatives(format, (single): Value => {
    if (single.kind !== "text") return computed(call, "sprintf");
    let next = 0;
    const pieces = filledPieces(single.text, CONVERSION, ({ groups = {} }) => {
      const { position, flags = "", kind = "s" } = groups;
      if (kind === "%") return computedText("%");
      const value = values?.[position === undefined ? next++ : Number(position) - 1];
      if (!value || flags !== "") return computed(call, "%");
      if (kind === "s") return printed(run, value, call);
      return kind === "d" && Number.isInteger(knownNumber(value)) ? value : computed(call, "%");
    });
    return concat(run, pieces);
  });
}

/** Converts a value to a text. Objects use their own conversion. */
export function printed(run: Run, value: Value, call: Call): Value {
  return mapAlternatives(value, (single): Value => {
    switch (single.kind) {
      case "text":
      case "unknown":
        return single;
      case "scalar":
        return concat(run, [single]);
      case "object": {
        if (single.object.className === "JSON text") return single;
        const method = findSlot(run, single.object, "__toString");
        return method
          ? callValue(run, method.value, { ...call, this: single, args: new Arguments([]) })
          : computed(call, "string");
      }
    }
  });
}

/** Models `str_replace(from, to, text)`. */
export const replace: NativeFunction = (run, call) => {
  const [from, to, subject] = [0, 1, 2].map((at) => call.args.at(at)) as [Value, Value, Value];
  const searched = from.kind === "object" ? entriesOf(run, from, call).known : [{ value: from }];
  const given = to.kind === "object" ? entriesOf(run, to, call).known : undefined;
  if (!searched || (to.kind === "object" && !given)) return computed(call, "str_replace");
  const native = asInJavaScript("String", "replaceAll", 2);
  return searched.reduce<Value>((text, { value }, index) => {
    const other = given ? (given[index]?.value ?? EMPTY) : to;
    const known = knownString(run, value);
    if (known === undefined || known === "") return computed(call, "str_replace");
    return mapAlternatives(text, (single): Value => {
      if (single.kind !== "text" || other.kind === "object")
        return cutText(single, computed(call, "str_replace"));
      const isPlain = knownString(run, other)?.includes("$") !== true;
      return isPlain
        ? native(run, { ...call, this: single, args: new Arguments([value, printed(run, other, call)]) })
        : computed(call, "str_replace");
    });
  }, subject);
};

/** Models `substr(text, from, length)` of a known text. */
export const substr: NativeFunction = (run, call) => {
  const text = knownString(run, call.args.at(0));
  const [from, length] = [knownNumber(call.args.at(1)), knownNumber(call.args.at(2))];
  if (
    text === undefined ||
    !isAscii(text) ||
    from === undefined ||
    (call.args.has(2) && length === undefined)
  )
    return cutText(call.args.at(0), computed(call, "substr"));
  const start = from < 0 ? Math.max(0, text.length + from) : from;
  const end = length === undefined ? text.length : length < 0 ? text.length + length : start + length;
  return computedText(text.slice(start, Math.max(start, end)));
};

/** Other characters are several bytes, and functions of PHP count bytes. */
function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(text);
}

export const length: NativeFunction = (run, call) => {
  const text = knownString(run, call.args.at(0));
  return text !== undefined && isAscii(text) ? scalar(text.length) : computed(call, "strlen");
};

/** Models functions that change the case of ASCII texts. */
export const inCase =
  (change: (text: string) => string): NativeFunction =>
  (run, call) => {
    const text = knownString(run, call.args.at(0));
    return text !== undefined && isAscii(text) ? computedText(change(text)) : computed(call, "text");
  };

export const explode: NativeFunction = (run, call) => {
  const [separator, text] = [knownString(run, call.args.at(0)), call.args.at(1)];
  const known = knownString(run, text);
  if (!separator || known === undefined || call.args.length > 2)
    return cutText(text, computed(call, "explode"), "split()");
  return makeList(
    run,
    known.split(separator).map((one) => computedText(one)),
  );
};

/** Models a function of a pattern whose result is a part of the text that is the argument at a position. */
export const partBy =
  (name: string, pattern: number, text: number): NativeFunction =>
  (run, call) => {
    run.recorder.searches.inText(call.args.at(text), name, call.args.at(pattern), call);
    return cutText(call.args.at(text), computed(call, name), name === "preg_split" ? "split()" : undefined);
  };

/** Models tests whether a text contains, starts with or ends with another one. */
export const asks =
  (ask: (text: string, part: string) => boolean): NativeFunction =>
  (run, call) => {
    run.recorder.searches.inText(call.args.at(0), "a test", call.args.at(1), call);
    const [text, part] = [knownString(run, call.args.at(0)), knownString(run, call.args.at(1))];
    if (text === undefined || part === undefined) return computed(call, "contains");
    return ask(text, part) ? TRUE : FALSE;
  };

/** Escapes a known text; an unknown one is itself, for paths that are compared. */
export const encoded =
  (encode: (text: string) => string): NativeFunction =>
  (run, call) =>
    mapAlternatives(call.args.at(0), (single: Single): Value => {
      if (single.kind === "unknown") return single;
      if (single.kind !== "text") return printed(run, single, call);
      const flat = flatten(single.text);
      return flat.includes(HOLE_MARK) ? computed(call, "encoded") : computedText(encode(flat));
    });

/** Encodes a text like `rawurlencode`: https://www.php.net/manual/en/function.rawurlencode.php */
export function rawUrlEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes a text like `urlencode`: https://www.php.net/manual/en/function.urlencode.php */
export function urlEncode(text: string): string {
  return rawUrlEncode(text).replaceAll("%20", "+").replaceAll("~", "%7E");
}
