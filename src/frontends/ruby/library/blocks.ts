import { computed } from "../../../analysis/builtins/native.js";
import { Arguments, type Call, type Closure } from "../../../analysis/evaluation/callable.js";
import { callPerhaps, callValue } from "../../../analysis/evaluation/calls.js";
import { elementsOf } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { BLOCK, keyword, namesWithoutBlock } from "../../../analysis/evaluation/keywords.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  isFunction,
  memberOfUnknown,
  nullishness,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** Returns the block of a call. Undefined if it has none. */
export function blockOf(run: Run, call: Call): Value | undefined {
  const block = keyword(run, call.args.keywords, BLOCK);
  return nullishness(block) === true ? undefined : block;
}

/** Returns the named arguments in a record. Undefined if there are none. */
export function namedArguments(run: Run, call: Call): Value | undefined {
  return namesWithoutBlock(run, call.args.keywords);
}

/** Calls a block; a list that is its only argument is taken apart for one that has several parameters. */
export function yieldTo(run: Run, block: Value, given: readonly Value[], call: Call, isSure = true): Value {
  const [only] = given;
  const args =
    given.length === 1 && only && countOf(block) > 1 ? takenApart(run, only, countOf(block)) : given;
  const again: Call = { ...call, this: UNDEFINED, args: new Arguments(args), isNew: false };
  return isSure ? callValue(run, block, again) : callPerhaps(run, block, again);
}

/** Returns the number of parameters of a block. */
export function countOf(block: Value): number {
  return parametersOf(block)?.length ?? 1;
}

/** Returns whether a block takes a parameter apart, as the key and the value of a hash: `|(key, value), all|`. */
export function takesPair(block: Value, index: number): boolean {
  const parameter = parametersOf(block)?.[index];
  return parameter?.type === "ArrayPattern" && parameter.elements.length === 2;
}

function parametersOf(block: Value): Closure["node"]["params"] | undefined {
  const [single] = alternatives(block);
  const callable = single?.kind === "object" ? single.object.callable : undefined;
  return callable?.kind === "closure" ? callable.node.params : undefined;
}

function takenApart(run: Run, value: Value, count: number): readonly Value[] {
  if (value.kind === "unknown") return Array.from({ length: count }, () => memberOfUnknown(value, "[]"));
  if (value.kind !== "object" || value.object.className !== "Array") return [value];
  return elementsOf(run.store.read(value.object)) ?? [value];
}

/** Calls a block for each element of a list, or twice for one that is not known, and gives what it gave. */
export function yieldEach(
  run: Run,
  list: Value,
  block: Value,
  call: Call,
  others: readonly Value[] = [],
): {
  readonly known?: readonly { readonly element: Value; readonly result: Value }[];
  readonly some: readonly Value[];
} {
  const iteration = iterate(run, list);
  if (iteration.known)
    return {
      known: iteration.known.map((element) => ({
        element,
        result: yieldTo(run, block, [element, ...others], call),
      })),
      some: [],
    };
  const element = someOf(iteration) ?? computed(call, "element");
  // Twice, since the second call may find what the first one left behind.
  const some = [0, 1].map(() => yieldTo(run, block, [element, ...others], call, false));
  return { some };
}

/** Checks whether a value can be called. */
export function isCallable(value: Value): boolean {
  return alternatives(value).some(isFunction);
}
