import type { ParamPattern } from "@oxc-project/types";
import type { Location } from "../../core/span.js";
import { Arguments, type AnyFunction, type Call } from "./callable.js";
import { bindRest, parameterName } from "./calls.js";
import type { Environment } from "./environment.js";
import { deleteMember, mergeUnknown, type HeapObject } from "./heap.js";
import { copyMembers, makeObject, type Site } from "./members.js";
import { makeContent } from "./member-tables.js";
import { assignPattern, type Target } from "./patterns.js";
import type { Run } from "./run.js";
import { readUnknown } from "./unknown-members.js";
import {
  UNDEFINED,
  choice,
  memberOfUnknown,
  unknown,
  withHop,
  type ObjectValue,
  type Value,
} from "./value.js";

/** Returns whether a parameter takes the arguments that are given by name and that no other one takes. */
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
  const args = run.language.semantics.keywordsAreRecord ? byRecord(run, params, call) : call.args;
  const { node, environment } = call;
  // The constructor that fields give a class records itself which of them it reads.
  const site = params.some(isOfFields) ? undefined : { node, key: node, environment };
  const taken: string[] = [BLOCK];
  let isBehindRest = false;
  for (const [index, parameter] of params.entries()) {
    if (parameter.type === "RestElement") {
      const given = { ...call, args };
      if (isByName(parameter)) assignPattern(run, parameter.argument, remaining(run, given, taken), target);
      else bindRest(run, parameter, index, given, target);
      isBehindRest = true;
      continue;
    }
    const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
    const name = parameterName(pattern);
    taken.push(name);
    const byPosition = isBehindRest || !args.has(index) ? undefined : args.at(index);
    const named = byPosition ?? keyword(run, args.keywords, name, site);
    const given = isBehindRest || args.has(index) || !args.rest ? named : choice([named, args.rest]);
    assignPattern(run, pattern, withHop(given, { kind: "parameter", name, place }), target);
  }
}

/** The parameter for all other names of a constructor that the fields of a class give it. */
export const OTHERS = "core:others";

function isOfFields(parameter: ParamPattern): boolean {
  return (
    parameter.type === "RestElement" &&
    parameter.argument.type === "Identifier" &&
    parameter.argument.name === OTHERS
  );
}

/** The name of a block that a call is given, in languages that have that: no function takes it for anything else. */
export const BLOCK = "&";

/** Returns the arguments by position, then those by name in a record, without the block. */
export function withoutBlock(run: Run, args: Arguments): Arguments {
  const named = namesWithoutBlock(run, args.keywords);
  return named ? new Arguments([...args.list, named], args.rest) : new Arguments(args.list, args.rest);
}

/** Returns the arguments by name without the block. Undefined if there are no others. */
export function namesWithoutBlock(run: Run, keywords: ObjectValue | undefined): ObjectValue | undefined {
  if (!keywords) return undefined;
  const { members, open, rest } = run.store.read(keywords.object);
  if (!members.has(BLOCK)) return keywords;
  if (members.size === 1 && open.length + rest.length === 0) return undefined;
  const others = makeObject(run, {}, "Object", keywords.object.place);
  run.store.write(others.object, {
    ...makeContent([...members].filter(([name]) => name !== BLOCK)),
    rest,
    open,
  });
  return others;
}

/**
 * Returns all arguments by position, for callees without known parameter names: those by name in one record, then the
 * block.
 */
export function inOneList(run: Run, args: Arguments): Arguments {
  if (!args.keywords) return args;
  const block = run.store.read(args.keywords.object).members.get(BLOCK)?.value;
  const record = namesWithoutBlock(run, args.keywords);
  return new Arguments([...args.list, ...(record ? [record] : []), ...(block ? [block] : [])], args.rest);
}

/**
 * Returns the arguments in the form that a function takes. In some languages a record at the end of a call may be the
 * named arguments; for a function without named parameters it stays a record.
 */
function byRecord(run: Run, params: readonly ParamPattern[], { args }: Call): Arguments {
  const end = params.findIndex(({ type }) => type === "RestElement");
  const behind = end < 0 ? [] : params.slice(end);
  const takesNames = behind.some(
    (parameter) =>
      isByName(parameter) ||
      (parameter.type !== "RestElement" && parameterName(parameter as never) !== BLOCK),
  );
  const block = args.keywords && run.store.read(args.keywords.object).members.get(BLOCK)?.value;
  const named = namesWithoutBlock(run, args.keywords);
  const given = block ? makeObject(run, { [BLOCK]: block }) : undefined;
  if (!takesNames) return new Arguments(named ? [...args.list, named] : args.list, args.rest, given);
  const last = args.list.at(-1);
  const isRecord = last?.kind === "object" && last.object.className === "Object" && !last.object.callable;
  const rest = behind.find((parameter) => parameter.type === "RestElement" && !isByName(parameter));
  const takesMore =
    rest !== undefined && parameterName((rest as { argument: ParamPattern }).argument) !== SEPARATOR;
  if (named || !isRecord || takesMore || args.list.length <= end) return args;
  const keywords = makeObject(run, block ? { [BLOCK]: block } : {});
  const { members, open, rest: some } = run.store.read(last.object);
  const own = run.store.read(keywords.object);
  run.store.write(keywords.object, {
    ...makeContent([...members, ...own.members]),
    rest: some,
    open,
  });
  return new Arguments(args.list.slice(0, -1), args.rest, keywords);
}

/** The rest of the arguments by position where nobody wants them: it only tells that what follows is given by name. */
export const SEPARATOR = "core:rest";

/**
 * Returns the argument with a name; `undefined` if there is none, or may be none.
 *
 * @param site of the call, if it takes the argument out of an unknown object for code that names it
 */
export function keyword(run: Run, keywords: ObjectValue | undefined, name: string, site?: Site): Value {
  if (!keywords) return UNDEFINED;
  const { members, open, rest } = run.store.read(keywords.object);
  const slot = members.get(name);
  if (slot && !slot.maybeAbsent) return slot.value;
  const found = [
    ...(slot ? [slot.value] : []),
    ...open.map((source) => (site ? readUnknown(run, source, name, site) : memberOfUnknown(source, name))),
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

/**
 * Makes the arguments of an unknown caller: one for each parameter, and unknown names if the function accepts them.
 */
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
