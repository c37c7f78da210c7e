import { someList } from "../../../analysis/evaluation/literals.js";
import {
  computed,
  callBackPerhaps,
  callBack,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { cutText } from "../../../analysis/builtins/cut-texts.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownNumber, knownString, knownStrings } from "../../../analysis/evaluation/coerce.js";
import { elementsOf, setMember, copiedSlot } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { copyMembers, makeList, makeObject } from "../../../analysis/evaluation/members.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import { siteOf } from "../../../analysis/builtins/native.js";
import { seekKeys } from "../../../analysis/recording/sought-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  UNDEFINED,
  choice,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";

export function isList(value: Value): boolean {
  return value.kind === "object" && value.object.className === "Array";
}

/**
 * Models `$list -contains $value` and `$value -in $list`, which ask for a name where the list has the keys of an answer.
 *
 * @param list the position of the list, and that of the value
 */
export const among =
  (list: number, sought: number): NativeFunction =>
  (run, call) => {
    const name = call.args.at(sought);
    if (knownStrings(run, name)) seekKeys(run, call.args.at(list), name, call);
    else run.recorder.escapes.shown(run, "a comparison", call);
    return computed(call, "contains");
  };

export function isRecord(value: Value): boolean {
  return value.kind === "object" && value.object.className === "Object" && !value.object.callable;
}

function elements(run: Run, value: Value): readonly Value[] | undefined {
  return value.kind === "object" && isList(value) ? elementsOf(run.store.read(value.object)) : undefined;
}

/** Converts a value to a text as PowerShell does. Elements of a list are separated by spaces. */
export function printed(run: Run, value: Value, call: Call): Value {
  return mapAlternatives(value, (single): Value => {
    if (nullishness(single) === true) return EMPTY;
    if (single.kind !== "object") return single.kind === "scalar" ? concat(run, [single]) : single;
    if (single.object.className === "JSON text") return single;
    const known = elements(run, single);
    return known ? joined(run, known, computedText(" "), call) : computed(call, "text");
  });
}

function joined(run: Run, values: readonly Value[], separator: Value, call: Call): Value {
  return concat(
    run,
    values.flatMap((one, index) =>
      index === 0 ? [printed(run, one, call)] : [separator, printed(run, one, call)],
    ),
  );
}

export const text: NativeFunction = (run, call) => printed(run, call.args.at(0), call);

/** Models `@(…)`: a list stays as it is, another value becomes a list of one. */
export const toArray: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    if (nullishness(single) === true) return makeList(run, []);
    return isList(single) || single.kind === "unknown" ? single : makeList(run, [single]);
  });

/** Returns the list that a loop iterates: the elements of a list, or a single value. */
export const each: NativeFunction = (run, call) => toArray(run, call);

/**
 * Returns an element of an unknown list. The response of a request is its own element, because a single object passes
 * through a pipeline as one.
 */
function elementOfUnknown(value: Value & { kind: "unknown" }): Value {
  return value.source.reason === "response" && value.path.length === 0 ? value : memberOfUnknown(value, "[]");
}

/**
 * Models `list | ForEach-Object { … }`: returns the output of the block for each element. A single result is not in a
 * list.
 */
export const forEach: NativeFunction = (run, call) => {
  const block = call.args.at(1);
  return mapAlternatives(call.args.at(0), (single): Value => {
    if (nullishness(single) === true) return UNDEFINED;
    if (single.kind === "unknown")
      return someList(
        run,
        [0, 1].map(() => callBackPerhaps(run, block, [elementOfUnknown(single)], call)),
        call,
      );
    if (!isList(single)) return callBack(run, block, [single], call);
    const { known } = iterate(run, single);
    if (!known) {
      const some = someOf(iterate(run, single));
      return some ? someList(run, [callBackPerhaps(run, block, [some], call)], call) : single;
    }
    const results = known.map((one) => callBack(run, block, [one], call));
    return results.length === 1 ? results[0]! : makeList(run, results);
  });
};

/** Returns the elements for which a block returns true. */
export function filtered(run: Run, value: Value, block: Value, call: Call): Value {
  return mapAlternatives(value, (single): Value => {
    if (single.kind === "unknown") {
      callBackPerhaps(run, block, [elementOfUnknown(single)], call);
      return single;
    }
    const known = elements(run, single);
    if (!known) return single;
    const truths = known.map((one) => run.truthOf(callBack(run, block, [one], call)));
    if (truths.some((one) => one === undefined)) return someList(run, known, call);
    const kept = known.filter((_, index) => truths[index] === true);
    return kept.length === 1 ? kept[0]! : makeList(run, kept);
  });
}

/** Returns the named arguments of a splatted hash table. A list has none. */
export const named: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    if (single.kind === "unknown") return single;
    const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
    if (single.kind !== "object" || !isRecord(single)) return made;
    const content = run.store.read(single.object);
    for (const open of content.open) copyMembers(run, made.object, open, siteOf(call));
    for (const [key, slot] of content.members)
      setMember(run.store, made.object, `$${key.toLowerCase()}`, copiedSlot(slot, slot.value));
    return made;
  });

/** Returns the positional arguments of a splatted list. A hash table has none. */
export const positions: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    if (isList(single)) return single;
    return single.kind === "unknown" || single.kind === "text" ? makeList(run, [single]) : makeList(run, []);
  });

/** Models `"{0}/{1}" -f $a, $b`. */
export const format: NativeFunction = (run, call) => {
  const given = call.args.at(1);
  const values = elements(run, given) ?? (isList(given) ? undefined : [given]);
  return formatted(run, call.args.at(0), values, call);
};

export function formatted(run: Run, pattern: Value, values: readonly Value[] | undefined, call: Call): Value {
  return mapAlternatives(pattern, (single: Single): Value => {
    if (single.kind !== "text") return computed(call, "-f");
    const pieces = filledPieces(single.text, /\{\{|\}\}|\{(\d+)([^}]*)\}/g, (match) => {
      if (match[0] === "{{" || match[0] === "}}") return computedText(match[0][0]!);
      const value = values?.[Number(match[1])];
      return value && match[2] === "" ? printed(run, value, call) : computed(call, "-f");
    });
    return concat(run, pieces);
  });
}

export const join: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    if (single.kind === "text") return single;
    const known = elements(run, single);
    return known ? joined(run, known, call.args.at(1), call) : computed(call, "-join");
  });

/** Models `text -replace pattern, with` if the pattern has no special characters. */
export const replace: NativeFunction = (run, call) => {
  const given = elements(run, call.args.at(1)) ?? [call.args.at(1)];
  const [pattern, other = EMPTY] = given;
  const from = pattern && knownString(run, pattern);
  const to = knownString(run, other);
  const cut = (single: Value): Value => cutText(single, computed(call, "-replace"), "replace()");
  if (from === undefined || to === undefined || to.includes("$") || !/^[\w/ -]+$/.test(from))
    return cut(call.args.at(0));
  return mapAlternatives(call.args.at(0), (single): Value => {
    const known = knownString(run, single);
    return known === undefined ? cut(single) : computedText(known.replace(new RegExp(from, "gi"), () => to));
  });
};

export const split: NativeFunction = (run, call) => {
  const [value, separator] = [knownString(run, call.args.at(0)), knownString(run, call.args.at(1))];
  return value === undefined || separator === undefined || !/^[\w/ ,:;-]$/.test(separator)
    ? cutText(call.args.at(0), computed(call, "-split"), "split()")
    : makeList(
        run,
        value.split(separator).map((one) => computedText(one)),
      );
};

/** Returns a method of JavaScript strings under another name. */
export function ofText(method: string, most: number): NativeFunction {
  return asInJavaScript("String", method, most);
}

export function firstOf(run: Run, value: Value, count: Value, call: Call): Value {
  return mapAlternatives(value, (single): Value => {
    if (single.kind === "unknown")
      return knownNumber(count) === 1
        ? choice([elementOfUnknown(single), memberOfUnknown(single, "[]")])
        : single;
    const known = elements(run, single);
    const number = knownNumber(count);
    if (!known || number === undefined) return isList(single) ? computed(call, "first") : single;
    return number === 1 ? (known[0] ?? UNDEFINED) : makeList(run, known.slice(0, number));
  });
}
