import { someList } from "../../../analysis/evaluation/literals.js";
import {
  callBack,
  callBackPerhaps,
  computed,
  siteOf,
  truth,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownStrings, knownNumber } from "../../../analysis/evaluation/coerce.js";
import { elementsOf } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { getMemberByKey, makeList, makeObject, namesWritten } from "../../../analysis/evaluation/members.js";
import { isAmong } from "../../../analysis/evaluation/operators.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  computedText,
  mapAlternatives,
  nullishness,
  scalar,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { fillFromPairs, siteOfArgument } from "../../lowered/records.js";
import { isList, isRecord, copyOf, entriesOf, type Entry } from "./arrays.js";

/** Models `array_map`. The result keeps the keys if the array has names as keys. */
export const arrayMap: NativeFunction = (run, call) => {
  const [callback, array] = [call.args.at(0), call.args.at(1)];
  if (call.args.length !== 2) return computed(call, "array_map");
  return mapAlternatives(array, (single): Value => {
    const { known, some } = entriesOf(run, single, call);
    if (!known)
      return some
        ? someList(
            run,
            [0, 1].map(() => callBackPerhaps(run, callback, [some.value], call)),
            call,
          )
        : computed(call, "array_map");
    const results = known.map(({ key, value }) => ({
      key,
      value: callBack(run, callback, [value], call),
    }));
    return isRecord(single)
      ? fromEntries(run, results, call)
      : makeList(
          run,
          results.map(({ value }) => value),
        );
  });
};

export function fromEntries(run: Run, entries: readonly Entry[], call: Call): Value {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const { key, value } of entries) {
    const keys = knownStrings(run, key);
    setMemberByKey(run, made, keys, value, siteOf(call));
  }
  return made;
}

/** Models `array_filter`: keeps the entries for which the callback, or the value itself, is true. */
export const arrayFilter: NativeFunction = (run, call) => {
  const callback = call.args.at(1);
  const mode = call.args.at(2);
  // `ARRAY_FILTER_USE_KEY` and `ARRAY_FILTER_USE_BOTH`.
  const number = knownNumber(mode);
  const given = ({ key, value }: Entry): Value[] =>
    number === 2 ? [key] : number === 1 ? [value, key] : [value];
  return mapAlternatives(call.args.at(0), (single): Value => {
    const { known, some } = entriesOf(run, single, call);
    if (call.args.length > 2 && knownNumber(mode) === undefined && nullishness(mode) !== true) {
      return some ? someList(run, [some.value], call) : computed(call, "array_filter");
    }
    if (!known) {
      if (some && call.args.has(1)) callBackPerhaps(run, callback, given(some), call);
      return single.kind === "unknown" || isRecord(single)
        ? single
        : some
          ? someList(run, [some.value], call)
          : single;
    }
    const kept = known.map((entry) => ({
      entry,
      truth: run.truthOf(call.args.has(1) ? callBack(run, callback, given(entry), call) : entry.value),
    }));
    if (kept.every(({ truth }) => truth !== undefined)) {
      const entries = kept.filter(({ truth }) => truth).map(({ entry }) => entry);
      return entries.length === known.length ? single : fromEntries(run, entries, call);
    }
    return isRecord(single)
      ? single
      : someList(
          run,
          known.map(({ value }) => value),
          call,
        );
  });
};

/** Models `in_array(value, array)`. */
export const isIn: NativeFunction = (run, call) => {
  const { known } = entriesOf(run, call.args.at(1), call);
  const values = known?.map(({ value }) => value);
  return truth(call, isAmong(run, call.args.at(1), values, call.args.at(0), call), "in_array");
};

/** Models `array_flip`: values are keys, and keys are values. */
export const flip: NativeFunction = (run, call) => {
  const { known } = entriesOf(run, call.args.at(0), call);
  if (!known) return computed(call, "array_flip");
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  const pairs = known.map(({ key, value }) => makeList(run, [value, key]));
  fillFromPairs(run, made, makeList(run, pairs), call);
  return made;
};

/** Models `array_intersect_key(array, names)` of an array that is not known: reads what is under the names. */
export const withKeysOf: NativeFunction = (run, call) => {
  const [from, { known }] = [call.args.at(0), entriesOf(run, call.args.at(1), call)];
  if (!known || call.args.length !== 2) return computed(call, "array_intersect_key");
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const { key } of known) {
    const names = namesWritten(run, key);
    const site = { ...siteOf(call), ...(names ? { names } : {}) };
    const keys = knownStrings(run, key);
    setMemberByKey(run, made, keys, getMemberByKey(run, from, keys, site), site);
  }
  return made;
};

/** Models `array_keys` and `array_values`: returns one side of each entry as a list. */
export const sides =
  (side: keyof Entry): NativeFunction =>
  (run, call) =>
    mapAlternatives(call.args.at(0), (single): Value => {
      if (side === "value" && (single.kind === "unknown" || isList(single))) return single;
      if (side === "key") run.recorder.escapes.listed(run, single, "array_keys", call);
      const { known, some } = entriesOf(run, single, call);
      if (known)
        return makeList(
          run,
          known.map((one) => one[side]),
        );
      return some ? someList(run, [some[side]], call) : computed(call, side);
    });

/** Models `array_column(rows, "key")`. The keys of the result are unknown if a third argument names them. */
export const arrayColumn: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    const { known, some } = entriesOf(run, single, call);
    const site = siteOfArgument(run, call, 1);
    const of = ({ value }: Entry): Value =>
      nullishness(call.args.at(1)) === true
        ? value
        : getMemberByKey(run, value, knownStrings(run, call.args.at(1)), site);
    if (call.args.has(2)) {
      const any = known?.[0] ?? some;
      for (const one of known ?? (some ? [some] : [])) of(one);
      return any ? computed(call, "array_column") : makeList(run, []);
    }
    if (known) {
      const values = known.map(of);
      if (values.every((one) => nullishness(one) === false)) return makeList(run, values);
      return someList(
        run,
        values.filter((one) => nullishness(one) !== true),
        call,
      );
    }
    return some ? someList(run, [of(some)], call) : computed(call, "array_column");
  });

export const count: NativeFunction = (run, call) => {
  const [value] = [call.args.at(0)];
  if (value.kind !== "object") return computed(call, "count");
  const { known } = entriesOf(run, value, call);
  return known ? scalar(known.length) : computed(call, "count");
};

export const implode: NativeFunction = (run, call) => {
  const [first, second] = [call.args.at(0), call.args.at(1)];
  const [glue, array] =
    call.args.length === 1 ? [computedText(""), first] : isArray(first) ? [second, first] : [first, second];
  return mapAlternatives(array, (single): Value => {
    const { known } = entriesOf(run, single, call);
    if (!known) return computed(call, "implode");
    return concat(
      run,
      known.flatMap(({ value }, index) => (index === 0 ? [value] : [glue, value])),
    );
  });
};

function isArray(value: Value): boolean {
  return isList(value) || isRecord(value);
}

export const hasKey: NativeFunction = (run, call) => {
  const [key, array] = [knownStrings(run, call.args.at(0)), call.args.at(1)];
  // Asking for a key is reading it.
  getMemberByKey(run, array, key, siteOfArgument(run, call, 0));
  if (!isArray(array) || array.kind !== "object" || key?.length !== 1)
    return computed(call, "array_key_exists");
  const content = run.store.read(array.object);
  const slot = content.members.get(key[0]!);
  if (slot) return slot.maybeAbsent ? computed(call, "array_key_exists") : TRUE;
  return content.open.length + content.rest.length > 0 ? computed(call, "array_key_exists") : FALSE;
};

export const reversed: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    const elements = isList(single) ? elementsOf(run.store.read(single.object)) : undefined;
    return elements ? makeList(run, [...elements].reverse()) : single;
  });

export const slice: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    const elements = isList(single) ? elementsOf(run.store.read(single.object)) : undefined;
    const from = knownNumber(call.args.at(1));
    const length = call.args.has(2) ? knownNumber(call.args.at(2)) : Infinity;
    if (single.kind === "unknown") return single;
    const some = isList(single) ? someOf(iterate(run, single)) : undefined;
    if (!elements || from === undefined || length === undefined)
      return some ? someList(run, [some], call) : computed(call, "array_slice");
    const start = from < 0 ? Math.max(0, elements.length + from) : from;
    return makeList(run, elements.slice(start, length < 0 ? length : start + length));
  });

export const combine: NativeFunction = (run, call) => {
  const [keys, values] = [0, 1].map((at) => entriesOf(run, call.args.at(at), call).known);
  if (!keys || !values || keys.length !== values.length) return computed(call, "array_combine");
  return fromEntries(
    run,
    keys.map(({ value }, index) => ({ key: value, value: values[index]!.value })),
    call,
  );
};

/** Models `(array) $x`. */
export const toArray: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    if (nullishness(single) === true) return makeList(run, []);
    return single.kind === "text" || single.kind === "scalar" ? makeList(run, [single]) : single;
  });

/** Models `(object) $x`: an object with the members of an array. */
export const toObject: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    if (nullishness(single) === true)
      return makeObject(run, {}, "Object", call.environment.locate(call.node));
    return isArray(single) ? copyOf(run, single, call, true) : single;
  });

export const first: NativeFunction = (_run, call) => call.args.list[0] ?? UNDEFINED;
