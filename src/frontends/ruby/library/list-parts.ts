import { computed, truth, type NativeFunction } from "../../../analysis/builtins/native.js";
import { concat, knownNumber } from "../../../analysis/evaluation/coerce.js";
import { elementsOf, pushElement } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { appendAll, someList } from "../../../analysis/evaluation/literals.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { isAmong } from "../../../analysis/evaluation/operators.js";
import {
  NULL,
  alternatives,
  choice,
  nullishness,
  objectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { blockOf, yieldEach } from "./blocks.js";

/** Models methods that return the elements in an unknown order. */
export const someOrder: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (block) yieldEach(run, call.this, block, call);
  const iteration = iterate(run, call.this);
  if (iteration.known && iteration.known.length < 2) return makeList(run, iteration.known);
  const some = someOf(iteration);
  return someList(run, some ? [some] : [], call);
};

export const oneOf: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (block) yieldEach(run, call.this, block, call);
  const some = someOf(iterate(run, call.this));
  return some ? choice([some, NULL]) : NULL;
};

export const includes: NativeFunction = (run, call) => {
  const { known } = iterate(run, call.this);
  const [sought] = alternatives(call.args.at(0));
  return truth(call, isAmong(run, call.this, known, sought!, call), "include?");
};

/** Models `list.join("/")`, which also joins nested lists. */
export const join: NativeFunction = (run, call) => {
  const { known } = iterate(run, call.this);
  if (!known || known.some((one) => alternatives(one).some(({ kind }) => kind === "object")))
    return computed(call, "join");
  const isGiven = nullishness(call.args.at(0)) !== true;
  return concat(
    run,
    known.flatMap((one, index) => (index > 0 && isGiven ? [call.args.at(0), one] : [one])),
  );
};

export const edge =
  (isFirst: boolean): NativeFunction =>
  (run, call) => {
    const elements = call.this.kind === "object" ? elementsOf(run.store.read(call.this.object)) : undefined;
    if (call.args.length > 0) {
      const count = knownNumber(call.args.at(0));
      if (!elements || count === undefined || count < 0) return someOrder(run, call);
      return makeList(
        run,
        isFirst ? elements.slice(0, count) : elements.slice(Math.max(0, elements.length - count)),
      );
    }
    if (elements) return elements.at(isFirst ? 0 : -1) ?? NULL;
    return oneOf(run, call);
  };

export const flatten: NativeFunction = (run, call) => {
  const { known } = iterate(run, call.this);
  const isFlat = (value: Value): boolean =>
    alternatives(value).every(
      (one) =>
        one.kind === "text" ||
        one.kind === "scalar" ||
        (one.kind === "object" && one.object.className === "Object"),
    );
  if (known?.every(isFlat)) return makeList(run, known);
  const list = run.make("Array", call.environment.locate(call.node));
  for (const one of known ?? []) {
    if (one.kind === "object" && one.object.className === "Array") {
      const inner = iterate(run, one).known;
      if (!inner?.every(isFlat)) return computed(call, "flatten");
      appendAll(run, list, one);
    } else if (isFlat(one)) pushElement(run.store, list, one);
    else return computed(call, "flatten");
  }
  return known ? objectValue(list) : call.this;
};

export const compact: NativeFunction = (run, call) => {
  const { known } = iterate(run, call.this);
  if (!known?.every((one) => nullishness(one) !== undefined)) return someOrder(run, call);
  return makeList(
    run,
    known.filter((one) => nullishness(one) === false),
  );
};
