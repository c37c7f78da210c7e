import type { Location } from "../../../core/span.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { deleteMember, isInternal, setMember, setSomeMember } from "../../../analysis/evaluation/heap.js";
import { getMember, type Site } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { copied } from "./objects.js";
import type { Filter } from "./syntax.js";

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
  constructor(
    private readonly run: Run,
    private readonly filters: FilterEvaluator,
  ) {}

  /** Returns a copy of a value that has been written to. */
  written(path: Filter, input: Value, make: Make): Value {
    if (path.kind === "identity") return make(() => input);
    const target = copied(this.run, input);
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
        for (const of of filters.evaluate(path.of, input)) this.#writeElements(of, make);
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
      else
        for (const [name, slot] of this.run.store.read(single.object).members)
          if (!isInternal(name))
            setMember(this.run.store, single.object, name, { ...slot, value: make(() => slot.value) });
    }
  }

  /** jq makes the objects and lists that a path leads through. */
  #created(of: Value, key: Value, path: Filter, input: Value): Value {
    if (nullishness(of) !== true || path.kind === "identity") return of;
    const isList = key.kind === "scalar" && typeof key.value === "number";
    const made = objectValue(this.run.make(isList ? "Array" : "Object", undefined));
    this.#write(path, input, () => made);
    return made;
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
