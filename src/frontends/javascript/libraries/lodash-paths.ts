import type { Node } from "@oxc-project/types";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { getMember, makeObject, type Site } from "../../../analysis/evaluation/members.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, alternatives, choice, type Value } from "../../../analysis/evaluation/value.js";
import { computed } from "../../../analysis/builtins/native.js";

/** Models `get(object, "a.b[0].c", standby)`. */
export function get(run: Run, call: Call): Value {
  const value = getPath(run, call, call.args.at(0), call.args.at(1));
  return call.args.length < 3 ? value : choice([value, call.args.at(2)]);
}

/** Returns the value under a path, which is a string or a list of keys; each step is a read. */
export function getPath(run: Run, call: Call, from: Value, path: Value): Value {
  const steps = stepsOf(run, path);
  if (!steps) {
    run.recorder.escapes.readUnnamed(run, from, call);
    return computed(call, "get");
  }
  const site = siteOfPath(call);
  let value = from;
  for (const step of steps) value = getMember(run, value, step, site);
  return value;
}

/** Models `set(object, "a.b[0].c", value)`, which creates missing objects on the path. */
export function set(run: Run, call: Call): Value {
  const [object, path, value] = [call.args.at(0), call.args.at(1), call.args.at(2)];
  const steps = stepsOf(run, path);
  const site = siteOfPath(call);
  if (!steps || steps.length === 0) {
    setMemberByKey(run, object, undefined, value, site);
    return object;
  }
  let holder = object;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const present = getMember(run, holder, step, site);
    const isThere = alternatives(present).every(({ kind }) => kind === "object" || kind === "unknown");
    const inner = isThere ? present : made(run, call, steps[index + 1]!);
    if (!isThere) setMemberByKey(run, holder, [step], inner, site);
    holder = inner;
  }
  setMemberByKey(run, holder, [steps.at(-1)!], value, site);
  return object;
}

function made(run: Run, call: Call, next: string): Value {
  return makeObject(run, {}, /^\d+$/.test(next) ? "Array" : "Object", call.environment.locate(call.node));
}

function stepsOf(run: Run, path: Value): readonly string[] | undefined {
  if (path.kind !== "object")
    return knownString(run, path)
      ?.split(/[.[\]]+/)
      .filter((key) => key !== "");
  const steps = iterate(run, path).known?.map((step) => knownString(run, step));
  return steps?.every((step) => step !== undefined) ? steps : undefined;
}

function siteOfPath({ node, environment }: Call): Site {
  const key: Node = node.type === "CallExpression" ? (node.arguments[1] ?? node.arguments[0] ?? node) : node;
  return { node, key, environment };
}

/**
 * Returns what an iteratee that is not a function reads from an element: the value under a path, or under the keys that
 * it compares.
 */
export function readByShorthand(run: Run, call: Call, shorthand: Value, element: Value): Value {
  if (shorthand.kind === "text") return getPath(run, call, element, shorthand);
  if (shorthand.kind === "unknown") run.recorder.escapes.readUnnamed(run, element, call);
  if (shorthand.kind !== "object") return UNDEFINED;
  const { className } = shorthand.object;
  const [first] = className === "Array" ? (iterate(run, shorthand).known ?? []) : [];
  if (first) getPath(run, call, element, first);
  if (className === "Object") {
    for (const [key, { keyPlace }] of run.store.read(shorthand.object).members) {
      const site = siteOfPath(call);
      getMember(run, element, key, keyPlace ? { ...site, names: new Map([[key, keyPlace]]) } : site);
    }
  }
  return computed(call, "iteratee");
}
