import { ownerOf } from "../evaluation/answers.js";
import { flatten } from "../../facts/text.js";
import type { Call } from "../evaluation/callable.js";
import { elementsOf } from "../evaluation/heap.js";
import { KEYS } from "../evaluation/record-keys.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type UnknownValue, type Value } from "../evaluation/value.js";
import { sendsNothing } from "../recording/opaque-requests.js";
import { isPatternCall, isTextMethod } from "../recording/searches.js";
import { seekKeys } from "../recording/sought-keys.js";
import { readQuery } from "./json-paths.js";

/** Functions that get a name to write, to ask for or to leave out what is called like that, and do not read it. */
const READS_NOT =
  /^(?:omit|without|except|exclude|remove|delete|del|drop|pop|unset|redact|mask|strip|reject|not|set|put|add|append|insert|assign|with|has|have|contains?|includes?|is|assert|expect|raise|throw)(?![a-z])/;

/** A path to a property, in any way to write one. */
const PATH = /^[\w$.[\]*'"/@#?:-]+$/;

/**
 * Records what an unknown function may read of a response: the properties whose names it gets beside it, as in
 * `pick(cluster, "srvAddress")`.
 *
 * @returns the responses that the function gets, of which its result may be made
 */
export function readByUnknown(run: Run, callee: UnknownValue, call: Call): readonly UnknownValue[] {
  const name = callee.path.at(-1) ?? callee.source.name;
  if (call.isNew && name.endsWith("Error")) return [];
  const receiver = ownerOf(callee);
  const given = [...(callee.path.length > 0 ? [receiver] : []), ...call.args.list];
  const answers = given.flatMap((one) => alternatives(one).filter(isOfAnswer));
  if (answers.length === 0 || isPatternCall(callee) || isTextMethod(callee)) return answers;
  if (receiver.path.at(-1) === KEYS)
    for (const argument of call.args.list) seekKeys(run, receiver, argument, call);
  if (sendsNothing(name) || READS_NOT.test(verbOf(name))) return answers;
  // The reads depend on what the function gets in each call.
  run.store.observer?.markNotReplayable();
  for (const [index, argument] of call.args.list.entries())
    for (const path of pathsIn(run, argument))
      run.recorder.perhaps(() => {
        for (const answer of answers) readQuery(run, answer, path, siteOf(call, index));
      });
  return answers;
}

/** Returns the name of a function as most languages write it: `SetMember` is `setMember`. */
function verbOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function isOfAnswer(value: Value): value is UnknownValue {
  return value.kind === "unknown" && (value.source.request !== undefined || value.madeOf !== undefined);
}

/** The texts among an argument, or among the elements of a list, that lead to a property of interest. */
function pathsIn(run: Run, argument: Value): Value[] {
  const all = alternatives(argument).flatMap((single) =>
    single.kind === "object" ? (elementsOf(run.store.read(single.object)) ?? []) : [single],
  );
  return all.filter((one) => {
    const text = one.kind === "text" ? flatten(one.text) : "";
    return PATH.test(text) && text.split(/\W+/).some((step) => run.interest.names.has(step));
  });
}

function siteOf(call: Call, index: number) {
  const { node, environment } = call;
  const key = node.type === "CallExpression" ? (node.arguments[index] ?? node) : node;
  return { making: call, node, key, environment };
}
