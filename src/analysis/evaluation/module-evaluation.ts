import type { Node } from "@oxc-project/types";
import { addAll } from "../../core/add-all.js";
import { awaitValue } from "../builtins/promises.js";
import { isRelevant } from "../relevance/held.js";
import { isOnlyExtended } from "./base-classes.js";
import type { Arguments, Call, ClassCallable, Closure } from "./callable.js";
import { CallOrder, programAndTests } from "./call-order.js";
import { callPerhaps } from "./calls.js";
import { constructorArguments, unknownArguments } from "./functions.js";
import { inheritedCalls } from "./inherited-calls.js";
import type { ModuleRecord } from "./module-record.js";
import { runModule } from "./modules.js";
import type { Callback } from "./revisits.js";
import type { Pending, Run } from "./run.js";
import { UNDEFINED, choice, opaque, sameValue, type Value } from "./value.js";

/**
 * Runs the analysed modules, the program before its tests. First the top levels run, as in a program, then every
 * function and class that nothing has called, with unknown arguments. Their order is unknown, so after the first round
 * each runs again if its inputs have changed.
 */
export function evaluateModules(run: Run, roots: readonly ModuleRecord[]): void {
  for (const group of programAndTests(roots)) evaluateGroup(run, group);
}

function evaluateGroup(run: Run, roots: readonly ModuleRecord[]): void {
  for (const module of roots) runModule(run, module);
  const order = new CallOrder(run, roots);
  const called: Called[] = [];
  const left: Pending[] = [];
  callMade(run, order, called, left);
  for (const one of [...called]) if (mayDiffer(run, one)) revisit(run, one);
  callMade(run, order, called, left, true);
  callInherited(run);
  findKept(run, order, called, left);
}

/** Calls inherited methods on the classes for which no known code calls them. The place of the call is the class. */
function callInherited(run: Run): void {
  for (const { heir, instances, method, value } of inheritedCalls(run)) {
    const { environment } = heir.environment.module;
    if (!environment || !isRelevant(run, { callable: method, value })) continue;
    const args = unknownArguments(run, method.node, method.environment);
    const call = { this: choice(instances), args, node: heir.node, environment, isNew: false };
    run.store.beginOutside();
    run.inNameOf(environment.module, () => {
      run.outsideInherited(args);
      receiveResult(
        run,
        method,
        call,
        run.outside(method.node, args, () => run.deferred(() => callPerhaps(run, value, call))),
      );
    });
  }
}

/**
 * Calls functions and classes without a known caller, and those that these create.
 *
 * @param left those that are not relevant to the API, as far as is known
 * @param again whether those that were created again since are called once more, because they may hold other values now
 */
function callMade(run: Run, order: CallOrder, called: Called[], left: Pending[], again = false): void {
  const done = new Set<Node>();
  for (const one of left.splice(0)) run.made(one.callable, one.value);
  const isOpen = ({ callable }: Pending): boolean => {
    const { node } = callable;
    return !done.has(node) && !(again ? run.isCalledInSight(node) : run.hasEntered(node));
  };
  for (let made = run.takeMade().filter(isOpen); made.length > 0; made = run.takeMade().filter(isOpen)) {
    for (const one of order.sort(made)) {
      if (!isOpen(one) || isOnlyBase(run, one.callable)) continue;
      if (!isRelevant(run, one)) {
        left.push(one);
        continue;
      }
      done.add(one.callable.node);
      const { leftBehind, outsideState } = run;
      const { lookedFor } = run.instances;
      const { module } = one.callable.environment;
      const receiver = receiverOf(run, one);
      const asBase = argumentsAsBase(run, one);
      const call = (): void => callFromOutside(run, one);
      const found = run.revisits.finding(call);
      const asksInstances = run.instances.lookedFor > lookedFor;
      called.push({ ...one, module, call, found, leftBehind, outsideState, receiver, asBase, asksInstances });
    }
  }
}

interface Called extends Callback, Pending {
  /** See `Run`; before it was called. */
  readonly leftBehind: number;
  /** See `Run`; before it was called. */
  readonly outsideState: number;
  /** The value of `this` in the call. */
  readonly receiver: Value;
  /** See `argumentsAsBase`; before it was called. */
  readonly asBase: Arguments | undefined;
  /** True if it looked for instances of a class. */
  readonly asksInstances: boolean;
}

/** Returns whether a function or class would find something else if it were called once more. */
function mayDiffer(run: Run, one: Called): boolean {
  if (run.keepsState(one.module)) return true;
  if (run.leftBehind === one.leftBehind) return false;
  return (
    run.revisits.isOther(one.found) ||
    (one.asksInstances && run.leftBehind > one.leftBehind) ||
    run.outsideState > one.outsideState ||
    argumentsAsBase(run, one) !== one.asBase ||
    !sameValue(receiverOf(run, one), one.receiver)
  );
}

/** Returns the value of `this` in a call from unknown code. */
function receiverOf(run: Run, { callable }: Pending): Value {
  return callable.kind === "class" ? UNDEFINED : run.instances.receiverOf(run, callable);
}

/** Returns the arguments that a class gets from those that extend it. */
function argumentsAsBase(run: Run, { callable }: Pending): Arguments | undefined {
  return callable.kind === "class" ? run.instances.argumentsAsBase(callable) : undefined;
}

function revisit(run: Run, one: Callback): void {
  one.found = run.revisits.finding(one.call);
}

/** A response may be passed from one place to another, by code that runs in the other order. */
const MAX_ROUNDS = 4;

/** Runs code again where others have kept an answer since that it would find. */
function findKept(run: Run, order: CallOrder, called: Called[], left: Pending[]): void {
  const callbacks: Callback[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    addAll(callbacks, run.revisits.takeCallbacks());
    const behind = [...called, ...callbacks].filter(({ found }) => run.revisits.hasNews(found));
    if (behind.length === 0) return;
    for (const one of behind) {
      run.store.beginOutside();
      run.inNameOf(one.module, () => revisit(run, one));
    }
    callMade(run, order, called, left, true);
  }
}

/** Returns whether a class only exists for others to extend, and cannot be instantiated alone. */
function isOnlyBase(run: Run, callable: Closure | ClassCallable): boolean {
  if (callable.kind !== "class" || !run.instances.argumentsAsBase(callable)) return false;
  return isOnlyExtended(callable.environment.module, callable.node);
}

/** A call from unknown code. Its place is the function or class that is called. */
function callFromOutside(run: Run, pending: Pending): void {
  const { callable, value } = pending;
  const { module } = callable.environment;
  const { environment } = module;
  if (!environment) return;
  const isClass = callable.kind === "class";
  const receiver = receiverOf(run, pending);
  const args = isClass
    ? (run.instances.argumentsAsBase(callable) ?? constructorArguments(run, callable))
    : unknownArguments(run, callable.node, callable.environment);
  // A function may be called with `new` as well.
  const newTarget = isClass ? {} : { newTarget: opaque("computed", "new.target") };
  run.store.beginOutside();
  run.inNameOf(module, () => {
    const call = { this: receiver, args, node: callable.node, environment, isNew: isClass, ...newTarget };
    const result = run.outside(callable.node, args, () => run.deferred(() => callPerhaps(run, value, call)));
    if (isClass) {
      run.instances.madeFromOutside(result);
      return;
    }
    receiveResult(run, callable, call, result);
  });
}

/** Records that unknown code receives the result of a call. */
function receiveResult(run: Run, callable: Closure, { environment }: Call, result: Value): void {
  const { node } = callable;
  if (!run.asked.has(node)) run.recorder.escapes.toCaller(run, callable, result);
  run.recorder.fileReads.usesText(run, awaitValue(run, result), "its caller", { node, environment });
}
