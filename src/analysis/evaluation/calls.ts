import type { FormalParameterRest, Node, ParamPattern } from "@oxc-project/types";
import type { Location } from "../../core/span.js";
import { callUnknown, passedOn } from "../builtins/unknown-calls.js";
import { awaitValue, makePromise } from "../builtins/promises.js";
import { childrenOf } from "../walk.js";
import type { AnyFunction, Call, Closure, Native } from "./callable.js";
import { mayMatter } from "../relevance/held.js";
import { construct } from "./classes.js";
import { Environment, type Activation } from "./environment.js";
import { evaluate } from "./expressions.js";
import { makeGenerator } from "./generators.js";
import { mergeUnknown, pushSomeElement } from "./heap.js";
import { makeList } from "./members.js";
import { bindByName, inOneList, isByName } from "./keywords.js";
import { assignPattern, type Target } from "./patterns.js";
import type { Run } from "./run.js";
import { stateType } from "./stated-objects.js";
import { Completion, executeBody } from "./statements.js";
import { UNTOUCHED, type Layer } from "./store.js";
import { usesArguments } from "./uses-arguments.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  nullishness,
  opaque,
  withHop,
  type Single,
  type Value,
} from "./value.js";

/** Returns the result of calling a value. With several callees, each is called in a branch of its own. */
export function callValue(run: Run, callee: Value, call: Call): Value {
  const callees = alternatives(callee).filter((single) => nullishness(single) !== true);
  if (callees.length === 0) return UNDEFINED;
  if (callees.length === 1) return callSingle(run, callees[0]!, call);
  const results: Value[] = [];
  const paths = callees.map((single) => run.store.fork(() => results.push(callSingle(run, single, call))));
  run.store.join(paths);
  return choice(results);
}

function callSingle(run: Run, callee: Single, call: Call): Value {
  if (callee.kind === "unknown")
    return (
      passedOn(run, callee, call) ?? callUnknown(run, callee, { ...call, args: inOneList(run, call.args) })
    );
  if (callee.kind !== "object") return opaque("computed", "call", call.environment.locate(call.node));
  const { callable } = callee.object;
  if (!callable) return opaque("call", callee.object.className, call.environment.locate(call.node));
  if (callable.kind === "native") return callNative(run, callable, call);
  if (call.isNew || callable.kind === "class") return construct(run, callee.object, call);
  return invoke(run, callable, call);
}

function callNative(run: Run, native: Native, call: Call): Value {
  const { recorder } = run;
  if (!native.isOfLanguage) run.store.observer?.markNotReplayable();
  const sent = recorder.requests.length;
  recorder.textUses.calledNative(native.name, call);
  const result = native.call(run, call);
  recorder.fileReads.calledNative(run, native.name, call, recorder.requests.length > sent);
  return result;
}

/** Calls a function that may or may not be called, now or later: what it does is one of two possible ways. */
export function callPerhaps(run: Run, callee: Value, call: Call): Value {
  let result: Value = UNDEFINED;
  const called = run.store.fork(() => {
    result = callValue(run, callee, call);
  });
  run.store.join([called, UNTOUCHED]);
  return result;
}

/** Runs a function of the evaluated program with the given arguments and gives what it returns. */
export function invoke(run: Run, closure: Closure, call: Call): Value {
  const { node } = closure;
  const place = call.environment.locate(call.node);
  const refused = refusal(run, node, call);
  if (refused) return opaque("limit", refused, place);
  run.entered(node);
  run.instances.called(node, call.this);
  const result = runOrAside(run, closure, call, place);
  run.comeBack(DEPTH_OF_CALL);
  return result;
}

/** Steps for a call that has nothing to do with the API. */
const STEPS_ASIDE = 1000;
/** The same in a long evaluation: most of these calls have run before, and their number grows with the program. */
const STEPS_ASIDE_WHEN_LONG = 50;

/** Code that has nothing to do with the API is run as far as that is cheap. */
function runOrAside(run: Run, closure: Closure, call: Call, place: Location): Value {
  const { barrenCalls } = run;
  const runAll = (): Value =>
    run.summaries.call(closure, call, () => {
      if (!run.isLong || !barrenCalls.isBarren(closure, call))
        return barrenCalls.evaluate(closure, call, () => runFunction(run, closure, call, place));
      run.store.observer?.markNotReplayable();
      return cutShort(run, closure, call, place);
    });
  if (mayMatter(run, closure, call)) return run.asides.inFull(runAll);
  let result: Value = UNDEFINED;
  const isWhole = run.asides.aside(run.isLong ? STEPS_ASIDE_WHEN_LONG : STEPS_ASIDE, () => {
    result = runAll();
  });
  return isWhole ? result : cutShort(run, closure, call, place);
}

/** Returns the result of a call that was not evaluated to its end. What it had not written by then is unknown as well. */
function cutShort(run: Run, closure: Closure, call: Call, place: Location): Value {
  const unknown = opaque("call", closure.name || "call", place);
  const left = run.barrenCalls.leftBy(closure, unknown);
  for (const [index, value] of [call.this, ...call.args.list].entries())
    for (const single of alternatives(value)) {
      if (single.kind !== "object" || single.object.callable) continue;
      const changed = run.effects.on(run, single.object, closure, index === 0 ? "this" : index - 1);
      if (changed === "any" || changed.size > 0)
        mergeUnknown(run.store, single.object, left, changed === "any" ? undefined : changed);
    }
  return unknown;
}

function refusal(
  run: Run,
  node: AnyFunction,
  call: Call,
): "callDepth" | "recursion" | "steps" | "total" | "aside" | "depth" | undefined {
  const { activation } = call.environment;
  if (activation.depth >= run.limits.callDepth) {
    run.store.observer?.markNotReplayable();
    return "callDepth";
  }
  let times = 0;
  for (let at: Activation | undefined = activation; at; at = at.caller?.activation) {
    if (at.node === node && ++times > run.limits.recursion) {
      run.store.observer?.dependsOnCall(at.serial);
      return "recursion";
    }
  }
  return run.step() ?? run.goDeeper(DEPTH_OF_CALL);
}

/** A call takes as much of the stack as so many expressions inside each other. */
const DEPTH_OF_CALL = 2;

function runFunction(run: Run, closure: Closure, call: Call, place: Location): Value {
  const { node } = closure;
  const outer = closure.environment;
  const isArrow = node.type === "ArrowFunctionExpression";
  // A thing that is waited for may be called by another that is not.
  const isGenerator = !isArrow && node.generator;
  const isDetached = node.async && !isGenerator && !run.awaited.has(call.node);
  const caller = { activation: call.environment.activation, place };
  const inherited = outer.activation;
  const activation: Activation = {
    node,
    thisValue: isArrow ? inherited.thisValue : call.this,
    ...(isArrow
      ? { ...(inherited.home ? { home: inherited.home } : {}) }
      : { ...(closure.home ? { home: closure.home } : {}) }),
    ...newTargetOf(isArrow ? inherited.newTarget : call.newTarget),
    arguments: isArrow
      ? inherited.arguments
      : usesArguments(outer.module, node)
        ? makeList(run, call.args.list)
        : undefined,
    caller,
    depth: call.environment.activation.depth + 1,
    serial: run.nextSerial(),
    storeDepth: run.store.depth,
    isDetached,
    returns: [],
    jumps: [],
  };
  const environment = new Environment(outer.module, activation, outer);
  for (const variable of outer.module.names.variablesIn(node)) environment.declare(variable);
  bindParameters(run, node.params, call, environment, place);

  if (isGenerator)
    return makeGenerator(run, environment.locate(node), {
      className: node.async ? "AsyncGenerator" : "Generator",
      kind: hasEnd(node) ? "withEnd" : "function",
      produce: (emit) => generate(run, node, environment, emit),
    });
  const value = run.runCall(() => runBody(run, node, environment));
  if (node.returnType && value.kind === "object") stateType(run, value, node.returnType, outer.module);
  const returned = withHop(value, { kind: "return", name: closure.name, place });
  return node.async ? makePromise(run, awaitValue(run, returned)) : returned;
}

function newTargetOf(newTarget: Value | undefined): Pick<Activation, "newTarget"> {
  return newTarget ? { newTarget } : {};
}

function runBody(run: Run, node: AnyFunction, environment: Environment): Value {
  const { body } = node;
  if (!body) return UNDEFINED;
  if (body.type !== "BlockStatement") return evaluate(run, body, environment);
  const { activation } = environment;
  if (!hasEarlyExit(node)) {
    executeBody(run, body.body, environment);
    return activation.returns.at(-1)?.value ?? UNDEFINED;
  }
  let completion: Completion = Completion.Normal;
  const layer = run.store.fork(
    () => {
      completion = executeBody(run, body.body, environment);
    },
    () => activation.returns.length === 0,
  );
  const values: Value[] = activation.returns.map((exit) => exit.value);
  const paths: Layer[] = activation.returns.map((exit) => exit.layer);
  if (completion & Completion.Normal) {
    values.push(UNDEFINED);
    paths.push(layer);
  }
  run.store.join(paths);
  return values.length > 0 ? choice(values) : UNDEFINED;
}

function bindParameters(
  run: Run,
  params: readonly ParamPattern[],
  call: Call,
  environment: Environment,
  place: Location,
): void {
  const target: Target = { environment, declares: true };
  const { keywords } = call.args;
  if (keywords || params.some(isByName)) {
    bindByName(run, params, call, target, place);
    return;
  }
  for (const [index, parameter] of params.entries()) {
    if (parameter.type === "RestElement") {
      bindRest(run, parameter, index, call, target);
      continue;
    }
    const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
    const name = parameterName(pattern);
    const value = withHop(call.args.at(index), { kind: "parameter", name, place });
    assignPattern(run, pattern, value, target);
  }
}

export function bindRest(
  run: Run,
  parameter: FormalParameterRest,
  index: number,
  call: Call,
  target: Target,
): void {
  const tail = call.args.from(index);
  const list = makeList(run, tail.list);
  if (tail.rest) pushSomeElement(run.store, list.object, tail.rest);
  assignPattern(run, parameter.argument, list, target);
}

export function parameterName(pattern: Node): string {
  if (pattern.type === "Identifier") return pattern.name;
  if (pattern.type === "AssignmentPattern") return parameterName(pattern.left);
  return "parameter";
}

/** Runs the body of a generator, whose parameters are bound, on variables of its own. */
function generate(run: Run, node: AnyFunction, outer: Environment, emit: (value: Value) => void): void {
  const { activation: before, module } = outer;
  const storeDepth = run.store.depth;
  const activation: Activation = { ...before, storeDepth, returns: [], emit, jumps: [] };
  const inside = new Environment(module, activation, outer);
  for (const variable of module.names.variablesIn(node)) {
    const bound = outer.lookup(variable);
    inside.declare(variable, bound && run.store.read(bound));
  }
  runBody(run, node, inside);
}

/** Returns whether a generator runs code when its consumer stops. */
function hasEnd(node: Node): boolean {
  return (
    (node.type === "TryStatement" && node.finalizer !== null && node.finalizer !== undefined) ||
    childrenOf(node).some(hasEnd)
  );
}

const earlyExits = new WeakMap<Node, boolean>();

/** Returns whether control may leave the function before its last statement, so that its paths must be kept apart. */
function hasEarlyExit(node: AnyFunction): boolean {
  let early = earlyExits.get(node);
  if (early === undefined) {
    const { body } = node;
    early =
      body?.type === "BlockStatement" &&
      body.body.some((statement, index) =>
        statement.type === "ReturnStatement" ? index < body.body.length - 1 : mayReturn(statement),
      );
    earlyExits.set(node, early);
  }
  return early;
}

function mayReturn(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(mayReturn);
  if (node === null || typeof node !== "object") return false;
  const { type } = node as { type?: unknown };
  if (type === undefined) return false;
  if (type === "ReturnStatement" || type === "ThrowStatement") return true;
  if (
    typeof type !== "string" ||
    type.includes("Function") ||
    type.includes("Class") ||
    type.endsWith("Expression")
  ) {
    return false;
  }
  for (const [key, value] of Object.entries(node)) if (key !== "parent" && mayReturn(value)) return true;
  return false;
}
