import type { Location } from "../../core/span.js";
import type { Hops, Part } from "../../facts/text.js";
import type { Call, Closure } from "./callable.js";
import type { Activation, Environment } from "./environment.js";
import { isGenerator } from "./generators.js";
import { HeapObject, type ObjectContent, type Slot } from "./heap.js";
import { allSlots, slotCount, type EntryKey } from "./member-tables.js";
import { isContent } from "./repetition.js";
import type { ModuleLevelBirths } from "./births.js";
import { type Cell, type AsyncScope } from "./store.js";
import { heldBy, type Source, type UnknownValue, type Value } from "./value.js";
import { work } from "./work.js";

/**
 * An isomorphism between two states: an object maps to an object, a variable to a variable. Code that starts at one and
 * reads what it holds cannot distinguish the two, if all that it reads is isomorphic.
 */
export class Isomorphism {
  readonly objects = new Map<Cell<unknown>, HeapObject>();
  readonly sources = new Map<Source, Source>();
  readonly #variables = new Map<Cell<unknown>, Cell<unknown>>();
  readonly activations = new Map<Activation, Activation>();
  readonly environments = new Map<Environment, Environment>();
  /** The objects to which another one is mapped. */
  readonly #taken = new Set<object>();
  /** The objects to which an object other than themselves is mapped. */
  readonly #others = new Set<object>();
  /** Contents that are the same now as then. */
  readonly #unchanged: unknown[] = [];

  /** The asynchronous scopes in which the two run, see `Run.runAsync`. */
  constructor(
    private readonly asyncThen: AsyncScope | undefined,
    private readonly asyncNow: AsyncScope | undefined,
    private readonly births: ModuleLevelBirths,
  ) {}

  /** Returns whether two calls, and those that led to them, are calls of the same functions from the same places. */
  areCallers(a: Activation, b: Activation): boolean {
    let [one, other]: [Activation | undefined, Activation | undefined] = [a, b];
    for (; one && other; one = one.caller?.activation, other = other.caller?.activation) {
      work(1);
      if (one.node !== other.node || one.isDetached !== other.isDetached) return false;
      if (!isSamePlace(one.caller?.place, other.caller?.place)) return false;
      if (!this.areEquallyAsync(one.serial, other.serial)) return false;
    }
    return one === other;
  }

  /** Returns whether what was born at one time is as much older than the asynchronous code then as the other one now. */
  areEquallyAsync(a: number, b: number): boolean {
    const [then, now] = [this.asyncThen, this.asyncNow];
    return then === undefined || now === undefined
      ? then === now
      : this.births.isOlder(a, then.since) === this.births.isOlder(b, now.since);
  }

  /** Returns whether some things stand for others. */
  get isOfOthers(): boolean {
    return this.#others.size > 0;
  }

  /** Returns the cell that a cell is mapped to. */
  cellFor(cell: Cell<unknown>): Cell<unknown> {
    if (cell instanceof HeapObject) return this.objects.get(cell) ?? cell;
    return this.#variables.get(cell) ?? cell;
  }

  areCalls(a: Call, b: Call): boolean {
    return (
      a.node === b.node &&
      a.isNew === b.isNew &&
      a.args.list.length === b.args.list.length &&
      this.areValues(a.this, b.this) &&
      this.#areOptional(a.args.rest, b.args.rest) &&
      this.#areOptional(a.args.keywords, b.args.keywords) &&
      this.#areOptional(a.newTarget, b.newTarget) &&
      a.args.list.every((value, index) => this.areValues(value, b.args.list[index]!))
    );
  }

  /** Returns whether the content of a cell then is like that of what stands for it now, as far as is known by now. */
  areContents(cell: Cell<unknown>, before: unknown, now: unknown): boolean {
    const known = cell instanceof HeapObject ? this.objects : this.#variables;
    if (!this.#stand<Cell<unknown>>(known as Map<Cell<unknown>, Cell<unknown>>, cell, this.cellFor(cell)))
      return false;
    work(1);
    if (before === now) {
      this.#unchanged.push(before);
      return true;
    }
    if (before === undefined || now === undefined) return false;
    if (isContent(before)) return isContent(now) && this.#areObjectContents(before, now);
    return !isContent(now) && this.areValues(before as Value, now as Value);
  }

  /** Returns whether nothing that is the same now as then holds something that stands for something else. */
  get isWhole(): boolean {
    return !this.isOfOthers || !this.#unchanged.some((content) => this.#holdsOthers(content));
  }

  #holdsOthers(content: unknown): boolean {
    if (content === undefined) return false;
    if (!isContent(content)) return this.#isOther(content as Value);
    for (const { value, getter, setter, entry, shadowed } of allSlots(content)) {
      if (this.#isOther(value) || shadowed?.some((one) => this.#isOther(one))) return true;
      if ([getter, setter, entry].some((one) => one && this.#isOther(one))) return true;
    }
    return [...content.rest, ...content.open].some((value) => this.#isOther(value));
  }

  #isOther(value: Value): boolean {
    switch (value.kind) {
      case "choice":
        return value.of.some((single) => this.#isOther(single));
      case "object":
        return this.#others.has(value.object);
      case "unknown":
        return this.#others.has(value.source);
      case "text":
        return value.text.parts.some((part) => {
          const handle = part.kind === "hole" ? heldBy(part) : undefined;
          return handle !== undefined && this.#isOther(handle);
        });
      case "scalar":
        return false;
    }
  }

  /** Returns whether one value is like another, and what is written came there on the same way. */
  areValues(a: Value, b: Value): boolean {
    switch (a.kind) {
      case "choice":
        return (
          b.kind === "choice" &&
          a.of.length === b.of.length &&
          a.of.every((single, index) => this.areValues(single, b.of[index]!))
        );
      case "scalar":
        return b.kind === "scalar" && Object.is(a.value, b.value) && isSamePlace(a.place, b.place);
      case "object":
        return b.kind === "object" && this.#areObjects(a.object, b.object);
      case "unknown":
        return b.kind === "unknown" && this.#areUnknown(a, b);
      case "text": {
        if (b.kind !== "text" || a.text.parts.length !== b.text.parts.length) return false;
        return a.text.parts.every((part, index) => this.#areParts(part, b.text.parts[index]!));
      }
    }
  }

  #areOptional(a: Value | undefined, b: Value | undefined): boolean {
    return a && b ? this.areValues(a, b) : a === b;
  }

  #areParts(a: Part, b: Part): boolean {
    if (!areSameHops(a.hops, b.hops)) return false;
    if (a.kind === "segment")
      return b.kind === "segment" && a.text === b.text && isSamePlace(a.written, b.written);
    if (b.kind === "segment" || a.reason !== b.reason || a.name !== b.name) return false;
    const [one, other] = [heldBy(a), heldBy(b)];
    return isSamePlace(a.place, b.place) && this.#areOptional(one, other);
  }

  #areUnknown(a: UnknownValue, b: UnknownValue): boolean {
    return (
      a.path.length === b.path.length &&
      a.path.every((step, index) => step === b.path[index]) &&
      a.typed?.name === b.typed?.name &&
      a.typed?.at === b.typed?.at &&
      isSamePlace(a.place, b.place) &&
      this.#areSources(a.source, b.source) &&
      (a.source.request === undefined || areSameHops(a.hops, b.hops))
    );
  }

  #areSources(a: Source, b: Source): boolean {
    if (a !== b) {
      if (a.reason !== b.reason || a.name !== b.name || a.specifier !== b.specifier) return false;
      if (a.request !== undefined || b.request !== undefined || !isSamePlace(a.place, b.place)) return false;
      if (!this.#isMovable(a.born) || !this.#isMovable(b.born)) return false;
    }
    return this.#stand(this.sources, a, b);
  }

  #areObjects(a: HeapObject, b: HeapObject): boolean {
    if (this.objects.get(a) === b) return true;
    if (a === b) return this.#stand<Cell<unknown>>(this.objects, a, b);
    if (a.className !== b.className || !isSamePlace(a.place, b.place)) return false;
    if (!this.#mayStand(a, b)) return false;
    if (a.asyncWrites ?? b.asyncWrites ?? a.lazyMember ?? b.lazyMember) return false;
    if (isGenerator(a) || isGenerator(b) || !this.#stand<Cell<unknown>>(this.objects, a, b)) return false;
    return this.#arePrototypes(a, b) && this.#areCallable(a, b);
  }

  #arePrototypes({ prototype: a }: HeapObject, { prototype: b }: HeapObject): boolean {
    return a && b ? this.#areObjects(a, b) : a === b;
  }

  #areCallable({ callable: a }: HeapObject, { callable: b }: HeapObject): boolean {
    if (a === b) return true;
    if (a?.kind !== "closure" || b?.kind !== "closure") return false;
    return this.areClosures(a, b);
  }

  areClosures(a: Closure, b: Closure): boolean {
    if (a.node !== b.node || a.name !== b.name || !this.#areOptional(a.home, b.home)) return false;
    return this.#areEnvironments(a.environment, b.environment);
  }

  #areEnvironments(a: Environment, b: Environment): boolean {
    let [one, other]: [Environment | undefined, Environment | undefined] = [a, b];
    for (; one !== other; one = one.parent, other = other.parent) {
      if (!one || !other || one.module !== other.module) return false;
      this.environments.set(one, other);
      if (!this.#areActivations(one.activation, other.activation)) return false;
      const [before, now] = [one.constructing, other.constructing];
      if (before?.callable !== now?.callable || before?.isFromOutside !== now?.isFromOutside) return false;
      if (!this.#areOptional(before?.instance, now?.instance)) return false;
      if (one.cells.size !== other.cells.size) return false;
      for (const [variable, cell] of one.cells) {
        const standing = other.cells.get(variable);
        if (
          !standing ||
          !this.#mayStand(cell, standing) ||
          cell.asyncValues.length + standing.asyncValues.length > 0
        )
          return false;
        if (!this.#stand(this.#variables, cell, standing)) return false;
      }
    }
    return true;
  }

  #areActivations(a: Activation, b: Activation): boolean {
    if (a === b || this.activations.get(a) === b) return true;
    this.activations.set(a, b);
    return (
      a.node === b.node &&
      a.isDetached === b.isDetached &&
      this.areEquallyAsync(a.serial, b.serial) &&
      this.areValues(a.thisValue, b.thisValue) &&
      this.#areOptional(a.home, b.home) &&
      this.#areOptional(a.newTarget, b.newTarget) &&
      this.#areOptional(a.arguments, b.arguments)
    );
  }

  /**
   * Checks whether a cell may be mapped to another one. A cell of a module exists only once, and is mapped to itself.
   */
  #mayStand(a: Cell<unknown>, b: Cell<unknown>): boolean {
    if (!this.#isMovable(a.born) || !this.#isMovable(b.born)) return false;
    return this.areEquallyAsync(a.born, b.born);
  }

  /** Maps one object to the other. Returns false if either is mapped to a different one. */
  #stand<Thing extends object>(known: Map<Thing, Thing>, a: Thing, b: Thing): boolean {
    const before = known.get(a);
    if (before) return before === b;
    if (this.#taken.has(b)) return false;
    known.set(a, b);
    this.#taken.add(b);
    if (a !== b) this.#others.add(a).add(b);
    return true;
  }

  #areObjectContents(a: ObjectContent, b: ObjectContent): boolean {
    if (a.members.size !== b.members.size || a.symbols.size !== b.symbols.size) return false;
    if (a.entries.size !== b.entries.size) return false;
    if (a.unordered !== b.unordered) return false;
    if (a.frozen !== b.frozen || a.closed !== b.closed) return false;
    if (a.rest.length !== b.rest.length || a.open.length !== b.open.length) return false;
    work(slotCount(a));
    for (const [key, slot] of a.symbols) {
      const other = b.symbols.get(key);
      if (!other || !this.#areSlots(slot, other)) return false;
    }
    if (!this.#areTables(a.members, b.members) || !this.#areTables(a.entries, b.entries)) return false;
    return (
      a.rest.every((value, index) => this.areValues(value, b.rest[index]!)) &&
      a.open.every((value, index) => this.areValues(value, b.open[index]!))
    );
  }

  /** In the same order. Objects as keys are compared as parts of their slots. */
  #areTables<Key extends EntryKey>(a: ReadonlyMap<Key, Slot>, b: ReadonlyMap<Key, Slot>): boolean {
    const others = b.entries();
    for (const [key, slot] of a) {
      const [otherKey, other] = others.next().value!;
      const isSameKey =
        Object.is(key, otherKey) || (key instanceof HeapObject && otherKey instanceof HeapObject);
      if (!isSameKey || !this.#areSlots(slot, other)) return false;
    }
    return true;
  }

  #isMovable(born: number | undefined): boolean {
    return born !== undefined && born > 0 && !this.births.has(born);
  }

  #areSlots(a: Slot, b: Slot): boolean {
    return (
      a.maybeAbsent === b.maybeAbsent &&
      a.isMixed === b.isMixed &&
      a.isJoined === b.isJoined &&
      a.isHidden === b.isHidden &&
      a.isReadonly === b.isReadonly &&
      a.isPermanent === b.isPermanent &&
      isSamePlace(a.keyPlace, b.keyPlace) &&
      (a.shadowed?.length ?? 0) === (b.shadowed?.length ?? 0) &&
      this.areValues(a.value, b.value) &&
      this.#areOptional(a.getter, b.getter) &&
      this.#areOptional(a.setter, b.setter) &&
      this.#areOptional(a.entry, b.entry) &&
      (a.shadowed ?? []).every((one, index) => this.areValues(one, b.shadowed![index]!))
    );
  }
}

function isSamePlace(a: Location | undefined, b: Location | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.start === b.start && a.path === b.path);
}

function areSameHops(a: Hops, b: Hops): boolean {
  let [one, other] = [a, b];
  for (; one && other && one !== other; one = one.before, other = other.before) {
    work(1);
    if (one.count !== other.count || one.hop.kind !== other.hop.kind) return false;
    if (!isSamePlace(one.hop.place, other.hop.place)) return false;
  }
  return one === other;
}
