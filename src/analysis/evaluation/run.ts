import type { Node } from "@oxc-project/types";
import { keyOf, type Location } from "../../core/span.js";
import type { Interest } from "../../frontends/interest.js";
import type { Limits } from "../../frontends/limits.js";
import type { ModuleHost } from "../../frontends/module-host.js";
import { BarrenCalls } from "./barren-calls.js";
import { Effects } from "./effects.js";
import { Budget } from "./budget.js";
import { callersOf, type Recorder } from "../recording/recorder.js";
import type { Arguments, Call, ClassCallable, Closure } from "./callable.js";
import type { Activation } from "./environment.js";
import { HeapObject } from "./heap.js";
import { Instances } from "./instances.js";
import type { Language } from "./language.js";
import type { ModuleRecord } from "./module-record.js";
import { Modules } from "./modules.js";
import type { RelevantCode } from "../relevance/relevance.js";
import { Realm } from "./realm.js";
import { Revisits } from "./revisits.js";
import { asyncScopeAt } from "./async-reads.js";
import { settle } from "./async-writes.js";
import { Summaries } from "./summaries.js";
import { nextBirth } from "./births.js";
import type { ClassBelow } from "./types-above.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  objectValue,
  truthiness,
  type ObjectValue,
  type Source,
  type Value,
} from "./value.js";
import { Touched, type WholeProgram } from "./whole-program.js";

/** The evaluation of a program: its state, its modules and what was seen on the way. */
export class Run extends Budget {
  readonly realm: Realm;
  readonly revisits = new Revisits(this);
  readonly summaries = new Summaries(this);
  readonly barrenCalls: BarrenCalls;
  readonly effects = new Effects();
  readonly #pending = new Map<Node, Pending>();
  readonly #entered = new Set<Node>();
  readonly instances = new Instances();
  readonly #hooks = new Set<Node>();
  /** Functions that the program calls, by itself or in a call from outside of another one. */
  readonly #calledInSight = new Set<Node>();
  #fromOutside: Node | undefined;
  readonly #outsideArguments = new WeakMap<Source, Node>();
  readonly #inheritedArguments = new WeakSet<Source>();
  readonly #states = new Map<string, HeapObject>();
  readonly #keepers = new Set<ModuleRecord>();
  readonly modules: Modules;
  readonly touched = new Touched();
  #question: ModuleRecord | undefined;
  #chainEnds = false;
  /** Calls that began before this one may have ended, or changed their variables, when the present code runs. */
  #deferredSince: number | undefined;
  /** Calls whose result is waited for where they stand, so that nothing else runs before they are done. */
  readonly awaited = new Set<Node>();
  /** Functions whose results only known code receives. */
  readonly asked = new WeakSet<Node>();

  constructor(
    readonly recorder: Recorder,
    readonly interest: Interest,
    readonly language: Language,
    host: ModuleHost | undefined,
    limits: Limits,
    /** The code that has to do with the API; `undefined` for all of it. */
    readonly relevant: RelevantCode | undefined,
    program: WholeProgram,
  ) {
    super(limits, program.spent, program.files, (path, steps) => host?.following?.(path, steps));
    this.barrenCalls = new BarrenCalls(recorder.discoveries);
    this.store.onSharedWrite = (name) => this.changesShared(name);
    this.realm = new Realm(language);
    this.modules = new Modules(host, limits, language, program);
  }

  /** Returns whether a value counts as true in the language of the program; undefined where that is not known. */
  truthOf(value: Value): boolean | undefined {
    const own = this.language.semantics.truthiness;
    return own ? own(this, value) : truthiness(value);
  }

  /** Since when calls that began before may have ended; see `deferred`. */
  get deferredSince(): number | undefined {
    return this.#deferredSince;
  }

  /** The file that is asked about for whose sake the present code runs. */
  get question(): ModuleRecord | undefined {
    return this.#question;
  }

  /** Evaluates in the name of a module: its budget is used, and nothing of what goes on around it concerns it. */
  inNameOf(module: ModuleRecord, evaluate: () => void): void {
    const deferredSince = this.#deferredSince;
    const { asyncScope } = this.store;
    const question = this.#question;
    if (module.isRoot) this.#question = module;
    this.#deferredSince = undefined;
    this.store.asyncScope = undefined;
    try {
      this.charge(module, evaluate);
    } finally {
      this.#question = question;
      this.#deferredSince = deferredSince;
      this.store.asyncScope = asyncScope;
    }
  }

  nextSerial(): number {
    return nextBirth();
  }

  /** Evaluates what runs at some later time, or never. */
  deferred<Result>(evaluateLater: () => Result): Result {
    const before = this.#deferredSince;
    this.#deferredSince ??= this.nextSerial();
    try {
      return evaluateLater();
    } finally {
      this.#deferredSince = before;
    }
  }

  /**
   * Evaluates code that runs after the code around it, as callbacks of promises do. Variables may have been written by
   * then, and its writes may come after those of the code around it.
   */
  runAsync<Result>(call: Call, evaluateAsync: () => Result): Result {
    const place = call.environment.locate(call.node);
    this.store.observer?.dependsOnCallers();
    return this.runCall(() => {
      this.store.asyncScope = asyncScopeAt(this, this.nextSerial(), call.environment.activation, place);
      return evaluateAsync();
    });
  }

  /**
   * Makes all following code asynchronous, up to the end of the call that `runCall` runs. The call's own variables are
   * not affected.
   */
  becomeAsync({ serial, caller }: Activation): void {
    this.store.observer?.dependsOnCallers();
    const since = Math.max(this.store.asyncScope?.since ?? 0, serial);
    if (since !== this.store.asyncScope?.since)
      this.store.asyncScope = asyncScopeAt(this, since, caller?.activation, caller?.place);
  }

  /** Runs a call at whose end the present code belongs to the same asynchronous scope as before. */
  runCall<Result>(evaluateCall: () => Result): Result {
    const before = this.store.asyncScope;
    try {
      return evaluateCall();
    } finally {
      const { asyncScope } = this.store;
      if (asyncScope !== before) {
        this.store.asyncScope = before;
        if (asyncScope) settle(this.store, asyncScope, before);
      }
    }
  }

  /** Runs `a?.b.c()`: the whole is `undefined` where a link of it finds nothing to go on from. */
  chain(evaluateChain: () => Value): Value {
    const before = this.#chainEnds;
    this.#chainEnds = false;
    try {
      const value = evaluateChain();
      return this.#chainEnds ? choice([value, UNDEFINED]) : value;
    } finally {
      this.#chainEnds = before;
    }
  }

  chainMayEnd(): void {
    this.#chainEnds = true;
  }

  isAsyncFor(activation: Activation): boolean {
    const { asyncScope } = this.store;
    return asyncScope !== undefined && this.store.births.isOlder(activation.serial, asyncScope.since);
  }

  /**
   * Returns whether the present code runs later than the rest of the given call, so that its variables may hold
   * anything.
   */
  isDeferredSince(activation: Activation): boolean {
    return this.#deferredSince !== undefined && activation.serial < this.#deferredSince;
  }

  make(
    className: string,
    place: Location | undefined,
    prototype: HeapObject | undefined = this.realm.prototypes.get(className),
  ): HeapObject {
    return new HeapObject(className, place, prototype);
  }

  /** Records a new function or class. If no known code calls it, it is run with unknown arguments. */
  made(callable: Closure | ClassCallable, value: Value): void {
    const { module } = callable.environment;
    if (!module.isRoot && !module.namesResource) return;
    this.store.observer?.functions.add(callable.node);
    if (!this.#pending.has(callable.node)) this.#pending.set(callable.node, { callable, value });
  }

  /** Returns whether a function must be queued as an entry point again after a call was replayed. */
  mustQueue(node: Node): boolean {
    return !this.#pending.has(node) && !this.#calledInSight.has(node);
  }

  /** Records a new instance of the class or function with this prototype. */
  instanceMade(prototype: HeapObject, instance: ObjectValue): void {
    const { observer } = this.store;
    observer?.made(prototype, instance);
    observer?.did(({ copy }) => {
      const again = copy(instance);
      if (again.kind === "object") this.instanceMade(prototype, again);
    });
    this.instances.add(prototype, instance);
  }

  /** Returns the first few instances of a class that the program made so far, by its prototype. */
  instancesOf(prototype: HeapObject): readonly ObjectValue[] {
    this.store.observer?.markNotReplayable();
    return this.instances.of(prototype);
  }

  /** Remembers that a class extends the type of this name, or has its methods. */
  implement(name: string, by: ClassBelow): void {
    // Packages that share a type are evaluated together.
    if (!this.language.traits.groupsByPackage) this.changesShared(nameOfType(name));
    this.instances.implement(name, by);
  }

  /** Returns the classes that extend or implement a type of this name. */
  implementing(name: string): readonly ClassBelow[] {
    if (!this.language.traits.groupsByPackage) this.usesShared(nameOfType(name));
    return this.instances.implementing(name, this.language);
  }

  /** Creates a part of the library of the language, or of another one; files that do not import each other share it. */
  makeShared(name: string, make: () => Value): Value {
    return this.store.makeShared(name, () => this.store.atModuleLevel(make));
  }

  /** Says that code has something that files which do not import each other share, such as a library. */
  usesShared(name: string): void {
    this.touched.used.add(name);
  }

  /** Says that code changes something that files which do not import each other share. */
  changesShared(name: string): void {
    this.touched.changed.add(name);
  }

  /** Records that an object inherits from another one, or has its members copied into it. */
  inherit(object: HeapObject, from: HeapObject): void {
    this.store.observer?.did(({ copy }) => {
      const [again, fromAgain] = [copy(objectValue(object)), copy(objectValue(from))];
      if (again.kind === "object" && fromAgain.kind === "object")
        this.inherit(again.object, fromAgain.object);
    });
    this.instances.inherit(object, from);
  }

  /** Marks an object as a prototype, from which instances of a class or function inherit. */
  addPrototype(object: HeapObject): void {
    this.store.observer?.did(({ copy }) => {
      const again = copy(objectValue(object));
      if (again.kind === "object") this.addPrototype(again.object);
    });
    this.instances.addPrototype(object);
  }

  /**
   * Returns the state that one call keeps between its executions, as hooks of components do. The same call in another
   * branch has another state. A caller with a state is called again, to read what was kept.
   */
  stateOf(activation: Activation, place: Location, module: ModuleRecord, make: () => HeapObject): HeapObject {
    this.store.observer?.markNotReplayable();
    const key = [place, ...callersOf(activation)].map(keyOf).join();
    let state = this.#states.get(key);
    if (!state) this.#states.set(key, (state = this.store.atModuleLevel(make)));
    this.#keepers.add(module);
    return state;
  }

  /** A number that grows whenever calls from outside leave something behind that other ones may find. */
  get leftBehind(): number {
    return this.store.leftBehind + this.instances.made;
  }

  /** A number that grows with what the store does not hold and code finds: variables that nothing declares. */
  get outsideState(): number {
    return this.realm.globalsSet;
  }

  /**
   * Records that code of the module reads what a store keeps. It is called again, to find what other code puts there.
   */
  looksAtState(module: ModuleRecord): void {
    this.store.observer?.markNotReplayable();
    this.#keepers.add(module);
  }

  keepsState(module: ModuleRecord): boolean {
    return this.#keepers.has(module);
  }

  /**
   * Records that a client calls the function for its requests. It is an entry point only if there is no known request.
   */
  hooked(value: Value): void {
    for (const single of alternatives(value)) {
      const callable = single.kind === "object" ? single.object.callable : undefined;
      if (callable?.kind === "closure") this.#hooks.add(callable.node);
    }
  }

  isHook(node: Node): boolean {
    return this.#hooks.has(node);
  }

  hasEntered(node: Node): boolean {
    return this.#entered.has(node);
  }

  entered(node: Node): void {
    this.#entered.add(node);
    if (node !== this.#fromOutside) this.#calledInSight.add(node);
    else this.store.observer?.reentered.add(node);
  }

  /**
   * Marks the arguments of a call of an inherited method from unknown code. Known code calls the method elsewhere, so a
   * request whose URL depends on one of them is not recorded.
   */
  outsideInherited(args: Arguments): void {
    for (const value of args.list) if (value.kind === "unknown") this.#inheritedArguments.add(value.source);
  }

  /** Returns whether a value is an unknown argument of a call that `outsideInherited` marked. */
  isInheritedArgument(source: Source): boolean {
    return this.#inheritedArguments.has(source);
  }

  /** Calls a function or class as an entry point, with unknown arguments. */
  outside<Result>(node: Node, args: Arguments, evaluateCall: () => Result): Result {
    const before = this.#fromOutside;
    this.#fromOutside = node;
    for (const value of args.list)
      if (value.kind === "unknown") this.#outsideArguments.set(value.source, node);
    try {
      return evaluateCall();
    } finally {
      this.#fromOutside = before;
    }
  }

  /**
   * Returns whether something was only thought of because the calls of a function that the program makes were not seen
   * yet when it was called from outside.
   */
  isSuperseded(source: Source): boolean {
    const node = this.#outsideArguments.get(source);
    return node !== undefined && this.#calledInSight.has(node);
  }

  /** Returns whether the program calls a function, by itself or in a call from outside of another one. */
  isCalledInSight(node: Node): boolean {
    return this.#calledInSight.has(node);
  }

  /** Returns the functions and classes that were made since the last call. */
  takeMade(): Pending[] {
    const made = [...this.#pending.values()];
    this.#pending.clear();
    return made;
  }
}

export interface Pending {
  readonly callable: Closure | ClassCallable;
  readonly value: Value;
}

/** Returns the name under which evaluations say that they have a type; see `Touched`. Names of interfaces may begin with `I`. */
function nameOfType(name: string): string {
  return `type ${name.replace(/^I(?=[A-Z])/, "")}`;
}
