import type { Part } from "../../facts/text.js";
import type { Recorder } from "../recording/recorder.js";
import type { Closure } from "./callable.js";
import { Environment, type Activation, type VariableCell } from "./environment.js";
import { isGenerator } from "./generators.js";
import { HeapObject, type ObjectContent, type Slot } from "./heap.js";
import { isContent } from "./repetition.js";
import { NO_ENTRIES, allSlots, mapSlots, slotCount, type EntryKey } from "./member-tables.js";
import type { Observer } from "./observer.js";
import type { Isomorphism } from "./isomorphism.js";
import { nextBirth } from "./births.js";
import { type Cell, type Store } from "./store.js";
import { objectValue, heldBy, type Single, type Source, type UnknownValue, type Value } from "./value.js";

import { work } from "./work.js";

type Histories = ReadonlyMap<Cell<unknown>, readonly unknown[]>;

/** The maximum number of objects that are copied. */
const MAX_OBJECTS = 5000;

/** Classes whose objects are all that their members say. */
const PLAIN: ReadonlySet<string> = new Set(["Object", "Array", "Map", "Set", "Promise"]);

/**
 * The objects and variables that a call allocated and that its results reach. They are allocated again when the call is
 * replayed.
 */
export class Made {
  readonly contents = new Map<HeapObject, ObjectContent>();
  readonly variables = new Map<VariableCell, Value | undefined>();
  readonly environments = new Set<Environment>();
  readonly sources = new Set<Source>();
  /** The intermediate contents of its cells and of the cells that lead to it, if there is an observer. */
  readonly histories: Map<Cell<unknown>, readonly unknown[]> | undefined;
  /** True if something is among it of which no copy can be made. */
  isWhole = true;

  #written: Histories | undefined;

  /** @param written intermediate contents of cells, if there is an observer */
  constructor(
    private readonly store: Store,
    private readonly observer: Observer,
    written: Histories | undefined,
  ) {
    this.#written = written;
    this.histories = written && new Map();
  }

  /** Stops recording values that other cells held in between. */
  end(): void {
    this.#written = undefined;
  }

  /** Adds the present and earlier contents of a cell. */
  addContents(cell: Cell<unknown>, content: unknown): void {
    this.addContent(content);
    const history = this.#written?.get(cell);
    if (!history) return;
    this.histories?.set(cell, history);
    for (const before of history) this.addContent(before);
  }

  addContent(content: unknown): void {
    if (content === undefined) return;
    if (!isContent(content)) {
      this.add(content as Value);
      return;
    }
    work(slotCount(content));
    for (const slot of allSlots(content)) {
      this.add(slot.value);
      if (slot.getter) this.add(slot.getter);
      if (slot.setter) this.add(slot.setter);
      if (slot.entry) this.add(slot.entry);
      for (const source of slot.shadowed ?? []) this.add(source);
    }
    for (const value of [...content.rest, ...content.open]) this.add(value);
  }

  #addSource({ source }: UnknownValue): void {
    if (source.born !== undefined && !this.observer.isKnown(source.born)) this.sources.add(source);
  }

  add(value: Value): void {
    if (value.kind === "choice") for (const single of value.of) this.add(single);
    if (value.kind === "unknown") this.#addSource(value);
    if (value.kind === "text")
      for (const part of value.text.parts) {
        const held = part.kind === "hole" ? heldBy(part) : undefined;
        if (held) this.add(held);
      }
    if (value.kind !== "object" || !this.isWhole) return;
    const { object } = value;
    if (this.contents.has(object) || this.observer.isOutside(object)) return;
    if (!canBeCopied(object, this.observer) || this.contents.size >= MAX_OBJECTS) {
      this.isWhole = false;
      return;
    }
    const content = this.store.peek(object) as ObjectContent;
    this.contents.set(object, content);
    this.addContents(object, content);
    if (object.callable?.kind === "closure") this.#addClosure(object.callable);
  }

  #addClosure({ environment, home, receiver }: Closure): void {
    if (home) this.add(home);
    if (receiver) this.add(objectValue(receiver));
    for (let at: Environment | undefined = environment; at; at = at.parent) {
      if (this.observer.isKnown(at.activation.serial) || this.environments.has(at)) return;
      this.environments.add(at);
      if (at.constructing ?? at.activation.emit) this.isWhole = false;
      const { thisValue, home: own, newTarget, arguments: given } = at.activation;
      for (const value of [thisValue, own, newTarget, given]) if (value) this.add(value);
      for (const cell of at.cells.values()) {
        if (cell.alias !== undefined || cell.asyncValues.length > 0) this.isWhole = false;
        this.variables.set(cell, this.store.peek(cell) as Value | undefined);
        this.addContents(cell, this.store.peek(cell));
        for (const value of cell.history) this.add(value);
      }
    }
  }
}

function canBeCopied(object: HeapObject, observer: Observer): boolean {
  const { prototype, className, callable } = object;
  const isPlain =
    PLAIN.has(className) || (prototype !== undefined && !prototype.className.endsWith(".prototype"));
  return (
    (isPlain || callable?.kind === "closure") &&
    (!callable || callable.kind === "closure") &&
    !object.asyncWrites &&
    !object.lazyMember &&
    !isGenerator(object) &&
    (prototype === undefined || observer.isOutside(prototype))
  );
}

/** Makes what was made once another time: values of the first time become those of this one. */
export class Copies {
  readonly #objects: Map<Cell<unknown>, HeapObject>;
  readonly #sources: Map<Source, Source>;
  readonly #isomorphism: Isomorphism;
  readonly #variables = new Map<VariableCell, VariableCell>();
  readonly #environments = new Map<Environment, Environment>();
  readonly #activations = new Map<Activation, Activation>();

  /**
   * @param isomorphism maps the earlier state to the present one
   * @param since when the first run began
   * @param caller of the replay
   */
  constructor(
    private readonly store: Store,
    private readonly recorder: Recorder,
    isomorphism: Isomorphism,
    private readonly made: Made,
    private readonly since: number,
    private readonly caller: Activation,
  ) {
    this.#objects = isomorphism.objects;
    this.#sources = isomorphism.sources;
    this.#isomorphism = isomorphism;
    work(made.contents.size + made.variables.size);
    for (const object of made.contents.keys()) {
      const { className, place, prototype } = object;
      const callable = object.callable?.kind === "closure" ? { ...object.callable } : undefined;
      const above = prototype && (isomorphism.objects.get(prototype) ?? prototype);
      const copy = new HeapObject(className, place, above, callable);
      this.#objects.set(object, copy);
      recorder.madeAgain(object, copy);
    }
    for (const [before, now] of this.#sources) if (before !== now) recorder.askedAgain(before, now);
    for (const environment of made.environments) this.#environment(environment);
    for (const { callable } of [...made.contents.keys()].map((object) => this.#objects.get(object)!)) {
      if (callable?.kind !== "closure") continue;
      const { home, receiver } = callable;
      const own = callable as { environment: Environment; home?: Value; receiver?: HeapObject };
      own.environment = this.#environment(callable.environment);
      if (home) own.home = this.value(home);
      if (receiver) own.receiver = this.#objects.get(receiver) ?? receiver;
    }
    for (const [object, content] of made.contents) {
      const copy = this.#objects.get(object)!;
      this.reportHistory(object, copy);
      store.write(copy, this.content(content));
    }
    for (const [variable, value] of made.variables) {
      const copy = this.#variables.get(variable)!;
      this.reportHistory(variable, copy);
      for (const one of variable.history) copy.remember(this.value(one));
      if (value !== undefined) store.write(copy, this.value(value));
    }
  }

  /** Observers receive the intermediate contents of a cell. */
  reportHistory(before: Cell<unknown>, now: Cell<unknown>): void {
    if (!this.store.isWatched) return;
    for (const content of this.made.histories?.get(before)?.slice(0, -1) ?? [])
      this.store.notify(now, this.content(content));
  }

  #environment(environment: Environment): Environment {
    const known = this.#environments.get(environment) ?? this.#isomorphism.environments.get(environment);
    if (known) return known;
    const { activation, module, parent } = environment;
    if (!this.made.environments.has(environment)) return environment;
    const copy = new Environment(module, this.#activation(activation), parent && this.#environment(parent));
    this.#environments.set(environment, copy);
    for (const [variable, cell] of environment.cells) {
      const own = copy.declare(variable);
      this.#variables.set(cell, own);
      for (const writer of cell.writers) own.writers.add(writer);
    }
    return copy;
  }

  #activation(activation: Activation): Activation {
    const known = this.#activations.get(activation) ?? this.#isomorphism.activations.get(activation);
    if (known) return known;
    if (activation.serial <= this.since) return activation;
    const { thisValue, home, newTarget, arguments: given, caller } = activation;
    const isOutermost = caller !== undefined && caller.activation.serial <= this.since;
    const copy: Activation = {
      ...activation,
      thisValue: this.value(thisValue),
      ...(home ? { home: this.value(home) } : {}),
      ...(newTarget ? { newTarget: this.value(newTarget) } : {}),
      arguments: given && this.value(given),
      serial: nextBirth(),
      returns: [],
      jumps: [],
      ...(caller
        ? {
            caller: {
              place: caller.place,
              activation: isOutermost ? this.caller : this.#activation(caller.activation),
            },
          }
        : {}),
    };
    this.#activations.set(activation, copy);
    return copy;
  }

  content(content: unknown): unknown {
    if (content === undefined) return undefined;
    return isContent(content) ? this.#objectContent(content) : this.value(content as Value);
  }

  value(value: Value): Value {
    if (value.kind !== "choice") return this.#single(value);
    const of = value.of.map((single) => this.#single(single));
    return of.every((single, index) => single === value.of[index]) ? value : { kind: "choice", of };
  }

  #single(single: Single): Single {
    switch (single.kind) {
      case "object": {
        const object = this.#objects.get(single.object);
        return object && object !== single.object ? { ...single, object } : single;
      }
      case "unknown":
        return this.#unknown(single);
      case "text": {
        const parts = single.text.parts.map((part) => this.#part(part));
        const isSame = parts.every((part, index) => part === single.text.parts[index]);
        return isSame ? single : { kind: "text", text: { kind: "text", parts } };
      }
      case "scalar":
        return single;
    }
  }

  #part(part: Part): Part {
    const handle = part.kind === "hole" ? heldBy(part) : undefined;
    const copy = handle && this.#single(handle);
    return copy === handle ? part : ({ ...part, handle: copy } as Part);
  }

  #unknown(value: UnknownValue): UnknownValue {
    const { source } = value;
    let copy = this.#sources.get(source);
    if (!copy) {
      if (!this.made.sources.has(source)) return value;
      this.#sources.set(source, (copy = { ...source, born: nextBirth() }));
      this.recorder.askedAgain(source, copy);
    }
    return copy === source ? value : { ...value, source: copy };
  }

  #objectContent(content: ObjectContent): ObjectContent {
    const entries = new Map<EntryKey, Slot>();
    const copied = mapSlots(content, (slot) => this.#slot(slot));
    for (const [key, slot] of copied.entries) entries.set(slot.entry?.object ?? key, slot);
    return {
      ...copied,
      entries: entries.size === 0 ? NO_ENTRIES : entries,
      rest: content.rest.map((value) => this.value(value)),
      open: content.open.map((value) => this.#unknown(value)),
    };
  }

  #slot(slot: Slot): Slot {
    const { getter, setter, entry, shadowed } = slot;
    const value = this.value(slot.value);
    if (value === slot.value && !getter && !setter && !entry && !shadowed) return slot;
    return {
      ...slot,
      value,
      ...(getter ? { getter: this.value(getter) } : {}),
      ...(setter ? { setter: this.value(setter) } : {}),
      ...(entry ? { entry: this.#single(entry) as typeof entry } : {}),
      ...(shadowed ? { shadowed: shadowed.map((one) => this.#unknown(one)) } : {}),
    };
  }
}
