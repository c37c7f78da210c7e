import type { HeapObject } from "../evaluation/heap.js";
import { knownNumber, knownString } from "../evaluation/coerce.js";
import type { Run } from "../evaluation/run.js";
import {
  alternatives,
  computedText,
  mapAlternatives,
  scalar,
  unknown,
  type ObjectValue,
  type Value,
} from "../evaluation/value.js";
import {
  computed,
  definePrototype,
  itself,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "./native.js";

export function defineNumberPrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    toString: printed((number, radix) => number.toString(radix)),
    toFixed: printed((number, digits) => number.toFixed(digits)),
    valueOf: itself,
  });
}

/** Converts a number to text; unknown if the argument is out of range. */
function printed(print: (number: number, argument: number | undefined) => string): NativeFunction {
  return (_run, call) => {
    const argument = call.args.length > 0 ? knownNumber(call.args.at(0)) : undefined;
    return mapAlternatives(call.this, (single) => {
      const number = knownNumber(single);
      if (number === undefined || (call.args.length > 0 && argument === undefined))
        return computed(call, "number");
      try {
        return computedText(print(number, argument));
      } catch {
        return computed(call, "number");
      }
    });
  };
}

/** Returns the result of `Number(value)` and `+value`, if it is known. */
export function toNumber(run: Run, value: Value): Value | undefined {
  const numbers = alternatives(value).map((single) => {
    if (single.kind === "scalar" && typeof single.value !== "bigint") return Number(single.value);
    const text = single.kind === "text" ? knownString(run, single) : undefined;
    return text === undefined ? undefined : Number(text);
  });
  const [first] = numbers;
  return numbers.every((number) => number !== undefined && Object.is(number, first))
    ? scalar(first)
    : undefined;
}

export function numberFunction(): ObjectValue {
  const parse = parsers();
  return nativeValue(
    "Number",
    (run, call) =>
      (call.args.length === 0 ? scalar(0) : toNumber(run, call.args.at(0))) ?? computed(call, "number"),
    { ...parse, MAX_SAFE_INTEGER: scalar(Number.MAX_SAFE_INTEGER), NaN: scalar(NaN) },
  );
}

/** Models `parseInt` and `parseFloat`. */
export function parsers(): { readonly parseInt: Value; readonly parseFloat: Value } {
  const parse = (read: (text: string, radix: number | undefined) => number): NativeFunction => {
    return (run, call) => {
      const text = call.args.at(0).kind === "unknown" ? undefined : knownString(run, call.args.at(0));
      const radix = call.args.length > 1 ? knownNumber(call.args.at(1)) : undefined;
      if (text === undefined || (call.args.length > 1 && radix === undefined))
        return computed(call, "number");
      return scalar(read(text, radix));
    };
  };
  return natives({
    parseInt: parse((text, radix) => parseInt(text, radix)),
    parseFloat: parse((text) => parseFloat(text)),
  }) as { parseInt: Value; parseFloat: Value };
}

const FUNCTIONS = ["max", "min", "floor", "ceil", "round", "abs", "trunc", "sign"] as const;

export function mathObject(): Value {
  const functions = FUNCTIONS.map((name): [string, NativeFunction] => [
    name,
    (_run, call) => {
      const numbers = call.args.list.map((value) => knownNumber(value));
      const known = numbers.filter((number) => number !== undefined);
      if (call.args.rest || known.length < numbers.length) return computed(call, name);
      return scalar((Math[name] as (...given: number[]) => number)(...known));
    },
  ]);
  return nativeObject(
    "Math",
    natives(Object.fromEntries(functions)),
    unknown({ reason: "global", name: "Math" }),
  );
}
