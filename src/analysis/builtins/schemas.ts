import type { Location } from "../../core/span.js";
import type { OtherKeys, SchemaKey } from "../../facts/file-facts.js";
import type { Call } from "../evaluation/callable.js";
import { knownString } from "../evaluation/coerce.js";
import { elementsOf, mergeUnknown, pushSomeElement, setMember, type HeapObject } from "../evaluation/heap.js";
import { callByItself } from "../evaluation/implicit-calls.js";
import { repeatPerhaps } from "../evaluation/repetition.js";
import { copyMembers, makeList, makeObject, peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  sameValue,
  type ObjectValue,
  type Single,
  type Value,
} from "../evaluation/value.js";
import { anyElement, knownElements } from "./array-callbacks.js";
import { callBack, callBackPerhaps, computed, siteOf } from "./native.js";
import { awaitValue } from "./promises.js";

/** The demands of a library's schema on a value. Schemas never change: each method returns another one. */
export type Definition =
  | { readonly kind: "anything" | "text" }
  /**
   * An unknown schema.
   *
   * @param isOptional whether it accepts an absent key; undefined if that is unknown
   */
  | { readonly kind: "unknown"; readonly isOptional?: boolean }
  /** Another schema with another word on whether a key with it may be absent. */
  | { readonly kind: "same"; readonly of: Value; readonly isOptional?: boolean | undefined }
  /** `keys`: all of them may be absent, or none, whatever their schemas say; `unknown` where only some are meant. */
  | {
      readonly kind: "object";
      readonly shape: Value;
      readonly others: OtherKeys;
      readonly keys?: "optional" | "required" | "unknown";
      /** True if the library takes an object that is absent; `undefined` if that is unknown. */
      readonly isOptional?: boolean | undefined;
    }
  | { readonly kind: "list"; readonly of: Value; readonly isOptional?: boolean }
  | { readonly kind: "record"; readonly keys?: Value; readonly of: Value }
  /** One of the schemas, or each of them one after the other. */
  | { readonly kind: "either" | "each"; readonly of: readonly Value[]; readonly isOptional?: boolean }
  /** Another value replaces an absent one, or with `isCatch` any value that the schema refuses. */
  | { readonly kind: "standard"; readonly of: Value; readonly standard: Value; readonly isCatch?: boolean }
  /** A function makes something else of what the schema lets through; without a schema, of what there is. */
  | { readonly kind: "changed"; readonly of?: Value; readonly by: Value }
  /** Functions, or schemas, look at what the schema lets through; `isBoxed` ones get it as a `value`. */
  | {
      readonly kind: "checked";
      readonly of?: Value;
      readonly by: readonly Value[];
      readonly isBoxed?: boolean;
    }
  /** A schema that a function gives when it is needed: of the program, or of a library. */
  | { readonly kind: "lazy"; readonly get: Value | (() => Value) };

const definitions = new WeakMap<HeapObject, Definition>();

export function defineSchema(schema: HeapObject, definition: Definition): void {
  definitions.set(schema, definition);
}

/** Makes a schema without methods, at a place. */
export function makeSchemaAt(run: Run, place: Location | undefined, definition: Definition): ObjectValue {
  const schema = run.make("Schema", place);
  defineSchema(schema, definition);
  return objectValue(schema);
}

/** Returns the definition of a schema, or of a class that extends one. Undefined if the value is not one known schema. */
export function definitionOf(value: Value): Definition | undefined {
  if (value.kind !== "object") return undefined;
  const { object } = value;
  return definitions.get(object) ?? (object.prototype && definitionOf(objectValue(object.prototype)));
}

/**
 * Returns the result of parsing a value with a schema: the value itself, unless something in the schema replaces
 * missing parts or changes existing ones. Functions in the schema are called with their part of the value.
 *
 * @param isSure whether a function at the root is called in any case
 */
export function parsed(run: Run, schema: Value, input: Value, call: Call, isSure: boolean): Value {
  return new Parsing(run, call, isSure).of(schema, input);
}

/** Schemas with more nested levels are treated as unknown. */
const MAX_DEPTH = 24;

class Parsing {
  readonly #within = new Set<Definition>();
  /**
   * True if a value that does not match a schema is finally refused: no other schema may accept it, and there is no
   * default.
   */
  #isBinding = true;

  constructor(
    private readonly run: Run,
    private readonly call: Call,
    private isSure: boolean,
  ) {}

  of(schema: Value, input: Value): Value {
    const singles = alternatives(schema);
    if (singles.length === 1) return this.#by(singles[0]!, input);
    return this.#perhaps(() => choice(singles.map((single) => this.#by(single, input))));
  }

  #by(schema: Single, input: Value): Value {
    const definition = definitionOf(schema);
    const place = schema.kind === "object" ? schema.object.place : undefined;
    // A schema that describes itself goes no deeper into what is looked at than others do.
    if (!definition || this.#within.has(definition) || this.#within.size >= MAX_DEPTH)
      return this.#unknown(input, place);
    this.#within.add(definition);
    const output = this.#defined(definition, input, place);
    this.#within.delete(definition);
    return output;
  }

  #defined(definition: Definition, input: Value, place: Location | undefined): Value {
    switch (definition.kind) {
      case "anything":
      case "text":
        return input;
      case "unknown":
        return this.#unknown(input, place);
      case "same":
        return this.of(definition.of, input);
      case "object":
        return this.#object(definition, input, place);
      case "list":
        return mapAlternatives(input, (single) => this.#list(definition.of, single));
      case "record":
        return mapAlternatives(input, (single) => this.#record(definition, single, place));
      case "either":
        return this.#perhaps(() => choice(definition.of.map((one) => this.of(one, input))));
      case "each":
        return definition.of.reduce((value, one) => this.of(one, value), input);
      case "standard": {
        const isBinding = this.#isBinding && definition.isCatch !== true;
        return this.#orStandard(
          this.#bound(isBinding, () => this.of(definition.of, input)),
          definition.standard,
        );
      }
      case "changed": {
        const given = definition.of ? this.of(definition.of, input) : input;
        return awaitValue(this.run, this.#callBack(definition.by, given));
      }
      case "checked": {
        const given = definition.of ? this.of(definition.of, input) : input;
        for (const one of definition.by) this.#check(one, given, definition.isBoxed === true);
        return given;
      }
      case "lazy": {
        const { get } = definition;
        return this.of(typeof get === "function" ? get() : callByItself(this.run, get, UNDEFINED), input);
      }
    }
  }

  #unknown(input: Value, place: Location | undefined): Value {
    this.#note(input, place, [], "unknown");
    return input;
  }

  #object(
    { shape, others, keys: presence }: Extract<Definition, { kind: "object" }>,
    input: Value,
    place: Location | undefined,
  ): Value {
    const { run } = this;
    if (nullishness(shape) === true) {
      this.#note(input, place, [], others);
      return input;
    }
    if (shape.kind !== "object") return this.#unknown(input, place);
    const { members, rest, open } = run.store.read(shape.object);
    const parts = [...members.keys()].map((key) => [key, peek(run, shape, key)] as const);
    const written = shape.object.place ?? place;
    const all = parts.map(([name, value]): SchemaKey => {
      const own = members.get(name)?.keyPlace;
      const takesAll = definitionOf(value)?.kind === "anything";
      const isRequired = presence ? presence === "required" : isOptional(value) === false;
      return {
        name,
        ...(own ? { place: own } : {}),
        ...(takesAll ? { takesAll } : {}),
        ...(isRequired ? { isRequired } : {}),
      };
    });
    this.#note(input, written, all, rest.length + open.length > 0 ? "unknown" : others);
    return mapAlternatives(input, (single) => this.#members(single, parts));
  }

  #members(input: Single, parts: readonly (readonly [string, Value])[]): Value {
    const { run, call } = this;
    if (input.kind === "text" || input.kind === "scalar") return input;
    const changed: [string, Value][] = [];
    for (const [key, schema] of parts) {
      const before = peek(run, input, key);
      const after = this.of(schema, before);
      if (!sameValue(after, before)) changed.push([key, after]);
    }
    if (changed.length === 0) return input;
    const made = run.make("Object", call.environment.locate(call.node));
    if (input.kind === "unknown") mergeUnknown(run.store, made, input);
    else copyMembers(run, made, input, siteOf(call));
    for (const [key, value] of changed) setMember(run.store, made, key, { value, maybeAbsent: false });
    return objectValue(made);
  }

  #list(schema: Value, input: Single): Value {
    const { run } = this;
    if (input.kind === "unknown") return this.#someElements(schema, input, memberOfUnknown(input, "[]"));
    if (input.kind !== "object" || input.object.className !== "Array") return input;
    const elements = knownElements(run, input.object);
    if (!elements) {
      const some = anyElement(run, input.object);
      return some ? this.#someElements(schema, input, some) : input;
    }
    const outputs = elements.map((element) => this.of(schema, element));
    const isSame = outputs.every((output, index) => sameValue(output, elements[index]!));
    return isSame ? input : makeList(run, outputs);
  }

  #someElements(schema: Value, input: Single, element: Value): Value {
    const { run } = this;
    const output = this.#repeated(schema, element);
    if (sameValue(output, element)) return input;
    const list = run.make("Array", undefined);
    pushSomeElement(run.store, list, output);
    return objectValue(list);
  }

  #record(
    { keys, of }: Extract<Definition, { kind: "record" }>,
    input: Single,
    place: Location | undefined,
  ): Value {
    const { run, call } = this;
    const isOpen = isAnything(of) && (keys === undefined || isText(keys) || isAnything(keys));
    this.#note(input, place, [], isOpen ? "kept" : "refused");
    if (input.kind === "object") {
      const parts = [...run.store.read(input.object).members.keys()].map((key) => [key, of] as const);
      return this.#members(input, parts);
    }
    if (input.kind !== "unknown") return input;
    const element = memberOfUnknown(input, "[]");
    return sameValue(this.#repeated(of, element), element) ? input : computed(call, "record");
  }

  #repeated(schema: Value, element: Value): Value {
    const outputs: Value[] = [];
    repeatPerhaps(this.run, () => {
      outputs.push(this.of(schema, element));
    });
    return choice(outputs);
  }

  #check(by: Value, given: Value, isBoxed: boolean): void {
    if (definitionOf(by)) this.of(by, given);
    else if (isBoxed && isFunction(by))
      this.#callBack(by, makeObject(this.run, { value: given, issues: computed(this.call, "issues") }));
    else this.#callBack(by, given);
  }

  /** Replaces `undefined` by the default. A response of a service is still read as a response. */
  #orStandard(input: Value, given: Value): Value {
    if (nullishness(given) === true) return input;
    const standard = isFunction(given) ? callBackPerhaps(this.run, given, [], this.call) : given;
    if (nullishness(input) === true) return standard;
    return mapAlternatives(input, (single) =>
      single.kind === "unknown" && single.source.request !== undefined ? single : choice([standard, single]),
    );
  }

  #callBack(by: Value, given: Value): Value {
    const args = [given, computed(this.call, "context")];
    return this.isSure
      ? callBack(this.run, by, args, this.call)
      : callBackPerhaps(this.run, by, args, this.call);
  }

  #perhaps(parse: () => Value): Value {
    const { isSure } = this;
    this.isSure = false;
    const output = this.#bound(false, parse);
    this.isSure = isSure;
    return output;
  }

  #bound(isBinding: boolean, parse: () => Value): Value {
    const before = this.#isBinding;
    this.#isBinding = isBinding;
    const output = parse();
    this.#isBinding = before;
    return output;
  }

  #note(
    input: Value,
    place: Location | undefined,
    keys: readonly SchemaKey[],
    others: OtherKeys | "unknown",
  ): void {
    const { run, call } = this;
    const at = place ?? call.environment.locate(call.node);
    const isBinding = this.#isBinding;
    for (const single of alternatives(input))
      run.recorder.schemas.add(run, single, { at, keys, others, isBinding });
  }
}

/** Returns whether a key with this schema may be absent. Undefined if that is unknown. */
export function isOptional(schema: Value): boolean | undefined {
  const all = alternatives(schema).map((single) => {
    const definition = definitionOf(single);
    return definition && isOptionalBy(definition);
  });
  return all.every((one) => one === all[0]) ? all[0] : undefined;
}

function isOptionalBy(definition: Definition): boolean | undefined {
  switch (definition.kind) {
    case "anything":
      // The versions of zod differ on it.
      return undefined;
    case "standard":
      return true;
    case "text":
    case "record":
      return false;
    case "list":
      return definition.isOptional ?? false;
    case "object":
      return "isOptional" in definition ? definition.isOptional : false;
    case "unknown":
    case "same":
      return definition.isOptional;
    case "either": {
      if (definition.isOptional !== undefined) return definition.isOptional;
      const all = definition.of.map(isOptional);
      return all.includes(true) || (all.includes(undefined) ? undefined : false);
    }
    case "each":
      // The result of a function for an absent value is unknown, so the schemas after it are unknown, too.
      for (const one of definition.of.map(isOptional)) if (one !== true) return one;
      return true;
    case "changed":
    case "checked":
      return definition.of && isOptional(definition.of) === false ? false : undefined;
    case "lazy":
      return undefined;
  }
}

function isAnything(schema: Value): boolean {
  return definitionOf(schema)?.kind === "anything";
}

function isText(schema: Value): boolean {
  return definitionOf(schema)?.kind === "text";
}

/** Returns the schemas in a list. Undefined if the list is unknown. */
export function listedIn(run: Run, list: Value): readonly Value[] | undefined {
  return list.kind === "object" ? elementsOf(run.store.read(list.object)) : undefined;
}

/** Returns the texts in a list. Undefined if some are unknown. */
export function namesIn(run: Run, list: Value): ReadonlySet<string> | undefined {
  const names = listedIn(run, list)?.map((one) => knownString(run, one));
  return names?.every((name) => name !== undefined) ? new Set(names) : undefined;
}
