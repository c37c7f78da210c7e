import type { Class } from "@oxc-project/types";
import { addToGroup } from "../../core/group-by.js";
import { isOnlyExtended } from "./base-classes.js";
import { bounds } from "./bounds.js";
import type { AnyFunction, Arguments, ClassCallable, Closure } from "./callable.js";
import type { HeapObject } from "./heap.js";
import type { Language } from "./language.js";
import { findSlot } from "./members.js";
import type { Run } from "./run.js";
import { callablesOf, isTemplate, membersAskedFor } from "./template-methods.js";
import type { ClassBelow } from "./types-above.js";
import { UNDEFINED, alternatives, choice, objectValue, type ObjectValue, type Value } from "./value.js";

/** The maximum number of instances that are kept for a class. */
const MAX_INSTANCES = 4;
/** So many others are asked whether they take over a function. */
const MAX_HEIRS = 100;

/** The instances that the program makes, by the prototype of their class, and what takes over the members of what. */
export class Instances {
  readonly #own = new Map<HeapObject, ObjectValue[]>();
  /** Classes below a class, their prototypes, objects that inherit from an object or that it is copied into. */
  readonly #heirs = new Map<HeapObject, Set<HeapObject>>();
  readonly #instances = new WeakSet<HeapObject>();
  /** Instances that the analysis creates, and not the program. */
  readonly #fromOutside = new WeakSet<HeapObject>();
  readonly #prototypes = new WeakSet<HeapObject>();
  /** The arguments with which classes are constructed by those below them. */
  readonly #asBase = new Map<Class, Arguments>();
  /** The prototypes of the instances that each function was called on. */
  readonly #calledOn = new Map<AnyFunction, Set<HeapObject>>();
  readonly #implementing = new Map<string, ClassBelow[]>();
  /** The objects for which code states a type of a name. */
  readonly #stated = new Map<string, ClassBelow[]>();
  #made = 0;
  #lookedFor = 0;

  /** Returns the number of searches for instances of a class. */
  get lookedFor(): number {
    return this.#lookedFor;
  }

  /** Returns the number of instances that were created so far. */
  get made(): number {
    return this.#made;
  }

  /** Marks an object as a prototype, from which instances of a class or function inherit. */
  addPrototype(object: HeapObject): void {
    this.#prototypes.add(object);
  }

  /** Records a new instance of the class or function with this prototype. */
  add(prototype: HeapObject, instance: ObjectValue): void {
    this.#made++;
    this.#instances.add(instance.object);
    const own = this.#own.get(prototype);
    if (!own) this.#own.set(prototype, [instance]);
    else if (own.length < MAX_INSTANCES) own.push(instance);
  }

  /** The first few instances of each class or function, by its prototype. */
  get byPrototype(): ReadonlyMap<HeapObject, readonly ObjectValue[]> {
    return this.#own;
  }

  /** Remembers that a function is called on an instance. */
  called(node: AnyFunction, receiver: Value): void {
    for (const single of alternatives(receiver)) {
      const prototype = single.kind === "object" ? single.object.prototype : undefined;
      if (!prototype || !this.#own.has(prototype)) continue;
      const known = this.#calledOn.get(node);
      if (known) known.add(prototype);
      else this.#calledOn.set(node, new Set([prototype]));
    }
  }

  /** Returns whether a function was called on an instance with the given prototype. */
  isCalledOn(node: AnyFunction, prototype: HeapObject): boolean {
    return this.#calledOn.get(node)?.has(prototype) === true;
  }

  /** Records that an object inherits from another one, or has its members copied into it. */
  inherit(object: HeapObject, from: HeapObject): void {
    const heirs = this.#heirs.get(from);
    if (heirs) heirs.add(object);
    else this.#heirs.set(from, new Set([object]));
  }

  /** Returns the first few direct instances of a class, by its prototype. */
  of(prototype: HeapObject): readonly ObjectValue[] {
    this.#lookedFor++;
    return this.#own.get(prototype) ?? [];
  }

  /** Records that a class extends another one, or implements an interface. */
  implement(name: string, by: ClassBelow): void {
    // In some languages the names of interfaces begin with an `I`.
    for (const one of new Set([name, name.replace(/^I(?=[A-Z])/, "")]))
      addToGroup(this.#implementing, one, by);
  }

  /** Returns the classes that extend or implement a type of this name. */
  implementing(name: string, { traits }: Language): readonly ClassBelow[] {
    const known = this.#implementing.get(name) ?? [];
    // There will be no others if all modules have run.
    if (known.length > 0 || !traits.runsModulesFirst) this.#lookedFor++;
    return known;
  }

  /** Records that code states a type of this name for an object. */
  state(name: string, by: ClassBelow): void {
    const known = this.#stated.get(name) ?? [];
    if (known.length === MAX_INSTANCES || known.some(({ made }) => made.object === by.made.object)) return;
    this.#made++;
    this.#stated.set(name, [...known, by]);
  }

  /** Returns the first few objects for which code states a type of this name. */
  stated(name: string): readonly ClassBelow[] {
    this.#lookedFor++;
    return this.#stated.get(name) ?? [];
  }

  /** Records that a class is constructed as the base class of another one. */
  constructedAsBase({ node }: ClassCallable, args: Arguments): void {
    if (!this.#asBase.has(node)) this.#asBase.set(node, args);
  }

  /** Records that no known code creates this instance. */
  madeFromOutside(instance: Value): void {
    if (instance.kind === "object") this.#fromOutside.add(instance.object);
  }

  /** Returns the arguments that a subclass passes to the constructor of this class. */
  argumentsAsBase({ node }: ClassCallable): Arguments | undefined {
    return this.#asBase.get(node);
  }

  /** Returns the possible values of `this` in a function without a known caller. */
  receiverOf(run: Run, callable: Closure): Value {
    const { receiver } = callable;
    if (!receiver) return UNDEFINED;
    const own = isBase(receiver) ? [] : this.#asReceivers(receiver);
    const below = firstOfEach(this.#below(receiver).map((heir) => this.#asReceivers(heir)));
    const inherited = below.filter(({ object }) => hasTaken(run, object, receiver, callable));
    const names = inherited.length > 0 ? membersAskedFor(run, receiver) : [];
    const all = [
      ...own.filter(({ object }) => this.#isMade(object) || !isTemplate(run, object, inherited, names)),
      ...inherited.filter(
        ({ object }) => this.#instances.has(object) || !isTemplate(run, object, inherited, names),
      ),
    ];
    return all.length > 0 ? choice(all.slice(0, bounds().alternatives)) : objectValue(receiver);
  }

  /** Returns whether known code of the program creates this instance. */
  #isMade(object: HeapObject): boolean {
    return this.#instances.has(object) && !this.#fromOutside.has(object);
  }

  /** Returns all objects that inherit or copy members of an object, directly or indirectly. */
  #below(object: HeapObject): HeapObject[] {
    const all = new Set([object]);
    for (const one of all) {
      if (all.size > MAX_HEIRS) break;
      for (const heir of this.#heirs.get(one) ?? []) all.add(heir);
    }
    all.delete(object);
    return [...all].slice(0, MAX_HEIRS);
  }

  /**
   * Returns the instances of the class with this prototype. For an object that is not a prototype, returns the object.
   */
  #asReceivers(object: HeapObject): readonly ObjectValue[] {
    return this.#own.get(object) ?? (this.#prototypes.has(object) ? [] : [objectValue(object)]);
  }
}

/** Returns whether an object is a class that only those below it are used of. */
function isBase({ callable }: HeapObject): boolean {
  return callable?.kind === "class" && isOnlyExtended(callable.environment.module, callable.node);
}

/** The first instance of each class, then the second ones: the limit leaves out as few classes as it can. */
function firstOfEach(lists: readonly (readonly ObjectValue[])[]): ObjectValue[] {
  return Array.from({ length: MAX_INSTANCES }, (_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  ).flat();
}

/** Returns whether an object has the function where its owner has it, and no other one in its place. */
function hasTaken(run: Run, object: HeapObject, owner: HeapObject, callable: Closure): boolean {
  for (const [key, slot] of run.store.read(owner).members) {
    if (!callablesOf(slot).includes(callable)) continue;
    const found = findSlot(run, object, key);
    if (!found || callablesOf(found).includes(callable)) return true;
  }
  return false;
}
