import type { Location } from "../../../core/span.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import {
  deleteMember,
  mergeUnknown,
  openList,
  pushSomeElement,
  setMember,
  setSomeMember,
  type HeapObject,
} from "../../../analysis/evaluation/heap.js";
import { getMember, type Site } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  scalar,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { copied } from "./objects.js";
import type { Filter } from "./syntax.js";

/** The key of the first element of a list. */
const FIRST = scalar(0);

/** The parts of the evaluation of a filter that writing needs. */
export interface FilterEvaluator {
  evaluate(filter: Filter, input: Value): Value[];
  elements(of: Value): Value[];
  unknown(name: string): UnknownValue;
  placeOf(filter: Filter): Location | undefined;
  site(name: string, place: Location | undefined): Site;
}

/** Makes a value from the one before. */
type Make = (before: () => Value) => Value;

/** Changes the values that a path of a filter leads to. */
export class PathWriter {
  /** Objects and lists that were made of unknown values. */
  readonly #openedFrom = new WeakMap<HeapObject, UnknownValue>();

  constructor(
    private readonly run: Run,
    private readonly filters: FilterEvaluator,
  ) {}

  /** Returns a copy of a value that has been written to. */
  written(path: Filter, input: Value, make: Make): Value {
    if (path.kind === "identity") return make(() => input);
    const target = this.#opened(copied(this.run, input), this.#rootKey(path, input));
    this.#write(path, target, make);
    return target;
  }

  #write(path: Filter, input: Value, make: Make): void {
    const { filters } = this;
    switch (path.kind) {
      case "pipe":
        for (const one of filters.evaluate(path.left, input)) this.#write(path.right, one, make);
        break;
      case "comma":
        this.#write(path.left, input, make);
        this.#write(path.right, input, make);
        break;
      case "iterate":
        for (const of of filters.evaluate(path.of, input))
          this.#writeElements(this.#replaced(of, FIRST, path.of, input), make);
        break;
      case "field":
        for (const of of filters.evaluate(path.of, input))
          for (const key of filters.evaluate(path.key, input))
            this.#writeMember(this.#created(of, key, path.of, input), key, path.key, make);
        break;
      default:
        make(() => filters.unknown("jq"));
    }
  }

  #writeElements(of: Value, make: Make): void {
    for (const single of alternatives(of)) {
      if (single.kind !== "object") for (const one of this.filters.elements(single)) make(() => one);
      else if (this.#openedFrom.has(single.object))
        for (const one of this.filters.elements(this.#openedFrom.get(single.object)!))
          pushSomeElement(
            this.run.store,
            single.object,
            make(() => one),
          );
      else
        for (const [name, slot] of this.run.store.read(single.object).members)
          setMember(this.run.store, single.object, name, { ...slot, value: make(() => slot.value) });
    }
  }

  /** jq makes the objects and lists that a path leads through. */
  #created(of: Value, key: Value, path: Filter, input: Value): Value {
    if (path.kind === "identity") return of;
    if (nullishness(of) !== true) return this.#replaced(of, key, path, input);
    const isList = key.kind === "scalar" && typeof key.value === "number";
    const made = objectValue(this.run.make(isList ? "Array" : "Object", undefined));
    this.#write(path, input, () => made);
    return made;
  }

  /** Puts an object or a list where a path leads to an unknown value, so that what is written to it is kept. */
  #replaced(of: Value, key: Value, path: Filter, input: Value): Value {
    const opened = path.kind === "field" || path.kind === "iterate" ? this.#opened(of, key) : of;
    if (opened !== of) this.#write(path, input, () => opened);
    return opened;
  }

  /** Makes an object or a list of an unknown value. What is written to an answer is known by the answer. */
  #opened(of: Value, key: Value | undefined): Value {
    if (of.kind !== "unknown" || of.source.reason === "response" || !key) return of;
    const isList = key.kind === "scalar" && typeof key.value === "number";
    const made = this.run.make(isList ? "Array" : "Object", undefined);
    if (isList) openList(this.run.store, made, of);
    else mergeUnknown(this.run.store, made, of);
    this.#openedFrom.set(made, of);
    return objectValue(made);
  }

  /** Returns the key with which a path begins. Undefined if it begins in another way. */
  #rootKey(path: Filter, input: Value): Value | undefined {
    if (path.kind === "iterate") return path.of.kind === "identity" ? FIRST : this.#rootKey(path.of, input);
    if (path.kind !== "field") return undefined;
    return path.of.kind === "identity"
      ? this.filters.evaluate(path.key, input)[0]
      : this.#rootKey(path.of, input);
  }

  #writeMember(of: Value, key: Value, written: Filter, make: Make): void {
    const { filters, run } = this;
    const name = this.#nameOf(key);
    const place = filters.placeOf(written);
    const before = (): Value =>
      name === undefined ? filters.unknown("member") : getMember(run, of, name, filters.site(name, place));
    const value = make(before);
    for (const single of alternatives(of)) {
      if (single.kind === "unknown" && name !== undefined)
        run.recorder.write(memberOfUnknown(single, name, place), value, filters.site(name, place));
      if (single.kind !== "object") continue;
      if (name === undefined) setSomeMember(run.store, single.object, value);
      else
        setMember(run.store, single.object, name, {
          value,
          maybeAbsent: false,
          ...(place ? { keyPlace: place } : {}),
        });
    }
  }

  /** Removes the members that a path leads to. */
  delete(path: Filter, input: Value): void {
    const { filters } = this;
    if (path.kind === "pipe")
      for (const one of filters.evaluate(path.left, input)) this.delete(path.right, one);
    else if (path.kind === "comma") {
      this.delete(path.left, input);
      this.delete(path.right, input);
    } else if (path.kind === "field") {
      for (const of of filters.evaluate(path.of, input))
        for (const key of filters.evaluate(path.key, input)) {
          const name = this.#nameOf(key);
          for (const single of alternatives(of))
            if (single.kind === "object" && name !== undefined)
              deleteMember(this.run.store, single.object, name);
        }
    }
  }

  #nameOf(key: Value): string | undefined {
    return key.kind === "scalar" ? String(key.value) : knownString(this.run, key);
  }
}
