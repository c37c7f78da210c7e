import type { ParamPattern } from "@oxc-project/types";
import type { Location } from "../../../core/span.js";
import { Arguments, type AnyFunction, type Call } from "./callable.js";
import { bindRest, parameterName } from "./calls.js";
import type { Environment } from "./environment.js";
import { deleteMember, mergeUnknown, type HeapObject } from "./heap.js";
import { copyMembers, makeObject } from "./members.js";
import { assignPattern, type Target } from "./patterns.js";
import type { Run } from "./run.js";
import {
  UNDEFINED,
  choice,
  memberOfUnknown,
  unknown,
  withHop,
  type ObjectValue,
  type Value,
} from "./value.js";

/** Whether a parameter takes the arguments that are given by name and that no other one takes. */
export function isByName(parameter: ParamPattern): boolean {
  return parameter.type === "RestElement" && "isKeywords" in parameter;
}

/**
 * Binds the parameters of a function of a language with named arguments. What comes behind the rest of the arguments by
 * position is given by name alone.
 */
export function bindByName(
  run: Run,
  params: readonly ParamPattern[],
  call: Call,
  target: Target,
  place: Location,
): void {
  const { args } = call;
  const taken: string[] = [];
  let isBehindRest = false;
  for (const [index, parameter] of params.entries()) {
    if (parameter.type === "RestElement") {
      if (isByName(parameter)) assignPattern(run, parameter.argument, remaining(run, call, taken), target);
      else bindRest(run, parameter, index, call, target);
      isBehindRest = true;
      continue;
    }
    const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
    const name = parameterName(pattern);
    taken.push(name);
    const byPosition = isBehindRest || !args.has(index) ? undefined : args.at(index);
    const named = byPosition ?? keyword(run, args.keywords, name);
    const given = isBehindRest || args.has(index) || !args.rest ? named : choice([named, args.rest]);
    assignPattern(run, pattern, withHop(given, { kind: "parameter", name, place }), target);
  }
}

/** What is given under a name; `undefined` where nothing is, or may be. */
export function keyword(run: Run, keywords: ObjectValue | undefined, name: string): Value {
  if (!keywords) return UNDEFINED;
  const { members, open, rest } = run.store.read(keywords.object);
  const slot = members.get(name);
  if (slot && !slot.maybeAbsent) return slot.value;
  const found = [
    ...(slot ? [slot.value] : []),
    ...open.map((source) => memberOfUnknown(source, name)),
    ...rest,
  ];
  return choice([...found, UNDEFINED]);
}

function remaining(run: Run, call: Call, taken: readonly string[]): Value {
  const { node, environment } = call;
  const kept = makeObject(run, {}, "Object", environment.locate(node));
  const { keywords } = call.args;
  if (keywords) copyMembers(run, kept.object, keywords, { node, key: node, environment });
  for (const name of taken) if (hasMember(run, kept.object, name)) deleteMember(run.store, kept.object, name);
  return kept;
}

function hasMember(run: Run, object: HeapObject, name: string): boolean {
  return run.store.read(object).members.has(name);
}

/** Arguments of a caller who is not known: one for each parameter, and anything by name where the function takes that. */
export function unknownByName(
  run: Run,
  { params }: AnyFunction,
  environment: Environment,
  unknownFor: (parameter: ParamPattern) => Value,
): Arguments {
  const list: Value[] = [];
  const named = makeObject(run, {});
  let isBehindRest = false;
  let rest: Value | undefined;
  for (const parameter of params) {
    if (parameter.type === "RestElement") isBehindRest = true;
    if (parameter.type === "RestElement" && !isByName(parameter)) rest = unknownFor(parameter);
    else if (isByName(parameter)) {
      const place = environment.locate(parameter);
      const name = parameterName((parameter as { readonly argument: ParamPattern }).argument);
      mergeUnknown(run.store, named.object, unknown({ reason: "parameter", name, place }, place));
    } else if (isBehindRest) {
      const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
      const member = makeObject(run, { [parameterName(pattern)]: unknownFor(parameter) });
      copyMembers(run, named.object, member, { node: parameter, key: parameter, environment });
    } else list.push(unknownFor(parameter));
  }
  return new Arguments(list, rest, named);
}
