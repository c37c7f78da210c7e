import { computed, itself, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import {
  clearMembers,
  lengthOf,
  pushElement,
  pushSomeElement,
  someElement,
} from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { appendAll, someList } from "../../../analysis/evaluation/literals.js";
import { makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  FALSE,
  NULL,
  TRUE,
  alternatives,
  choice,
  objectValue,
  scalar,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import { makeJsonText } from "../../lowered/json-text.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { fillFromPairs } from "../../lowered/records.js";
import { blockOf, yieldEach, yieldTo } from "./blocks.js";
import { elementOf } from "./elements.js";
import { compact, edge, flatten, includes, join, oneOf, someOrder } from "./list-parts.js";
import { dig, fetch } from "./fetch.js";

const push: NativeFunction = (run, call) => {
  for (const single of alternatives(call.this)) {
    if (single.kind !== "object") continue;
    for (const one of call.args.list) pushElement(run.store, single.object, one);
    if (call.args.rest) pushSomeElement(run.store, single.object, call.args.rest);
  }
  return call.this;
};

/** Elements stay, in an order and a number that are not known. */
const disorder: NativeFunction = (run, call) => {
  if (call.this.kind !== "object") return call.this;
  const { object } = call.this;
  const content = run.store.read(object);
  const some = someElement(content);
  clearMembers(run.store, object, content.open);
  if (some) pushSomeElement(run.store, object, some);
  return call.this;
};

const map: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (!block) return call.this;
  const { known, some } = yieldEach(run, call.this, block, call);
  return known
    ? makeList(
        run,
        known.map(({ result }) => result),
      )
    : someList(run, some, call);
};

/** Models `select` and `reject`: elements for which the block returns true, or false. */
function chosen(isWanted: boolean): NativeFunction {
  return (run, call) => {
    const block = blockOf(run, call);
    if (!block) return call.this;
    const { known } = yieldEach(run, call.this, block, call);
    const truths = known?.map(({ result }) => run.truthOf(result));
    if (known && truths?.every((one) => one !== undefined))
      return makeList(
        run,
        known.filter((_, index) => truths[index] === isWanted).map(({ element }) => element),
      );
    const some = someOf(iterate(run, call.this));
    return someList(run, some ? [some] : [], call);
  };
}

const find: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (!block) return computed(call, "find");
  const { known } = yieldEach(run, call.this, block, call);
  const found: Value[] = [];
  for (const { element, result } of known ?? []) {
    const truth = run.truthOf(result);
    if (truth !== false) found.push(element);
    if (truth === true) return choice(found);
  }
  const some = known ? undefined : someOf(iterate(run, call.this));
  return choice([...found, ...(some ? [some] : []), NULL]);
};

const asked: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (block) yieldEach(run, call.this, block, call);
  return computed(call, "asked");
};

const inject: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  const { known } = iterate(run, call.this);
  if (!block || !known || known.length === 0) {
    if (block) yieldEach(run, call.this, block, call, [computed(call, "element")]);
    return computed(call, "inject");
  }
  const elements = call.args.length > 0 ? [call.args.at(0), ...known] : known;
  return elements.slice(1).reduce((all, one) => yieldTo(run, block, [all, one], call), elements[0]!);
};

/** The block fills what it is given beside each element. */
const withObject: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (block) yieldEach(run, call.this, block, call, [call.args.at(0)]);
  return call.args.at(0);
};

const toHash: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  fillFromPairs(run, made, block ? map(run, call) : call.this, call);
  return made;
};

const flatMap: NativeFunction = (run, call) => {
  const lists = map(run, call);
  const list = run.make("Array", call.environment.locate(call.node));
  const { known } = iterate(run, lists);
  if (!known) return someOrder(run, { ...call, this: lists, args: call.args.from(call.args.length) });
  for (const one of known) {
    if (one.kind === "object" && one.object.className === "Array") appendAll(run, list, one);
    else if (one.kind === "unknown" || one.kind === "choice") pushSomeElement(run.store, list, one);
    else pushElement(run.store, list, one);
  }
  return objectValue(list);
};

const eachWith: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (!block) return call.this;
  yieldEach(run, call.this, block, call);
  return call.this;
};

/** Blocks that get the element and its index. */
const withIndex: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (!block) {
    const { known } = iterate(run, call.this);
    return known
      ? makeList(
          run,
          known.map((one, index) => makeList(run, [one, scalar(index)])),
        )
      : computed(call, "with_index");
  }
  const { known, some } = yieldEach(run, call.this, block, call, [computed(call, "index")]);
  return known
    ? makeList(
        run,
        known.map(({ result }) => result),
      )
    : someList(run, some, call);
};

const count: NativeFunction = (run, call) => {
  if (call.args.length > 0 || blockOf(run, call)) return asked(run, call);
  const length = call.this.kind === "object" ? lengthOf(run.store.read(call.this.object)) : undefined;
  return length === undefined ? computed(call, "length") : scalar(length);
};

const pop =
  (isLast: boolean): NativeFunction =>
  (run, call) => {
    if (call.args.length > 0) {
      const taken = someOrder(run, call);
      disorder(run, call);
      return taken;
    }
    return asInJavaScript("Array", isLast ? "pop" : "shift", 0)(run, call);
  };

/** Methods that give the list in another order, or a part of it, and change the list where their name ends with `!`. */
const BOTH = {
  map,
  collect: map,
  select: chosen(true),
  filter: chosen(true),
  reject: chosen(false),
  sort: someOrder,
  sort_by: someOrder,
  uniq: someOrder,
  shuffle: someOrder,
  compact,
  flatten,
  reverse: (run: Run, call: Call): Value => {
    const { known } = iterate(run, call.this);
    return known ? makeList(run, [...known].reverse()) : someOrder(run, call);
  },
} satisfies Readonly<Record<string, NativeFunction>>;

/** The list becomes what the method without `!` gives. */
const changing =
  (method: NativeFunction): NativeFunction =>
  (run, call) => {
    const given = method(run, call);
    if (call.this.kind === "object") {
      clearMembers(run.store, call.this.object);
      appendAll(run, call.this.object, given);
    }
    return call.this;
  };

export const LIST_METHODS: Methods = methodsOf({
  ...BOTH,
  ...Object.fromEntries(
    Object.entries<NativeFunction>(BOTH).map(([name, method]) => [`${name}!`, changing(method)]),
  ),
  each: eachWith,
  each_entry: eachWith,
  each_slice: asked,
  each_cons: asked,
  each_with_index: withIndex,
  map_with_index: withIndex,
  with_index: withIndex,
  each_with_object: withObject,
  with_object: withObject,
  push,
  append: push,
  "<<": push,
  unshift: (run, call) => {
    disorder(run, call);
    for (const one of call.args.list)
      if (call.this.kind === "object") pushSomeElement(run.store, call.this.object, one);
    return call.this;
  },
  concat: (run, call) => {
    for (const one of call.args.list) if (call.this.kind === "object") appendAll(run, call.this.object, one);
    return call.this;
  },
  pop: pop(true),
  shift: pop(false),
  delete: disorder,
  delete_at: disorder,
  delete_if: disorder,
  keep_if: disorder,
  insert: disorder,
  clear: (run, call) => {
    if (call.this.kind === "object") clearMembers(run.store, call.this.object);
    return call.this;
  },
  first: edge(true),
  last: edge(false),
  find,
  detect: find,
  max: oneOf,
  min: oneOf,
  max_by: oneOf,
  min_by: oneOf,
  sample: oneOf,
  filter_map: (run, call) => compact(run, { ...call, this: map(run, call) }),
  flat_map: flatMap,
  collect_concat: flatMap,
  inject,
  reduce: inject,
  "any?": asked,
  "all?": asked,
  "none?": asked,
  "one?": asked,
  "include?": includes,
  "member?": includes,
  index: asked,
  find_index: asked,
  count,
  size: count,
  length: count,
  "empty?": (run, call) => {
    const length = call.this.kind === "object" ? lengthOf(run.store.read(call.this.object)) : undefined;
    return length === undefined ? computed(call, "empty?") : length === 0 ? TRUE : FALSE;
  },
  sum: asked,
  join,
  to_a: itself,
  entries: itself,
  lazy: itself,
  force: itself,
  to_h: toHash,
  to_json: (run, call) => makeJsonText(run, call.this, call),
  group_by: asked,
  partition: asked,
  zip: asked,
  fetch,
  dig,
  take: edge(true),
  slice: (run, call) => {
    const { node, environment } = call;
    const [single] = alternatives(call.this);
    if (call.args.length !== 1 || !single) return someOrder(run, call);
    return elementOf(run, single, call.args.at(0), { node, key: node, environment }) ?? someOrder(run, call);
  },
  drop: someOrder,
  dup: (run, call) => {
    const list = run.make("Array", call.environment.locate(call.node));
    appendAll(run, list, call.this);
    return objectValue(list);
  },
});
