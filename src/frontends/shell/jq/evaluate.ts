import { flatten, placesBetween, sliceText, type Text } from "../../../facts/text.js";
import type { Location, Span } from "../../../core/span.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember, setSomeMember } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { getMember, makeList, type Site } from "../../../analysis/evaluation/members.js";
import { parseJson } from "../../../analysis/builtins/json.js";
import { seekKeys } from "../../../analysis/recording/sought-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  choice,
  memberOfUnknown,
  EMPTY,
  objectValue,
  opaque,
  scalar,
  textOf,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { valueOf } from "../texts.js";
import { copied, mergedObjects } from "./objects.js";
import { listedElement, listingOf } from "./listings.js";
import { PathWriter, type FilterEvaluator } from "./path-writer.js";
import { isAlternative, isTextPart, type Filter } from "./syntax.js";

/** The variables of the environment: `$ENV.NAME`, `env.NAME`. */
export const ENVIRONMENT = "ENV";
/** The name of all inputs among the variables, which no variable of a filter can have. */
export const INPUTS = "inputs()";

/** More values than these count as some of them. */
const MAX_OUTPUTS = 50;

/** Evaluates a filter for an input as far as possible. The text of the filter gives the places of its names. */
export class FilterRun implements FilterEvaluator {
  /** True inside the left side of `a // b`. */
  #hasFallback = false;
  /** Names that the test around has read. */
  #tested: ReadonlySet<string> = new Set();
  /** Names that the code has read, and did not find, where it goes on with what is evaluated. */
  #missed: ReadonlySet<string> = new Set();
  /** Names that were read. */
  #read = new Set<string>();

  constructor(
    private readonly run: Run,
    private readonly call: Call,
    private readonly text: Text,
    private readonly variables: ReadonlyMap<string, Value>,
  ) {}

  evaluate(filter: Filter, input: Value): Value[] {
    return this.#all(filter, input).slice(0, MAX_OUTPUTS);
  }

  unknown(name: string): UnknownValue {
    return opaque("computed", name, this.call.environment.locate(this.call.node));
  }

  #all(filter: Filter, input: Value): Value[] {
    const { run } = this;
    switch (filter.kind) {
      case "identity":
        return [input];
      case "field":
        return this.evaluate(filter.of, input).flatMap((of) =>
          this.evaluate(filter.key, input).map((key) => this.member(of, key, filter.key)),
        );
      case "iterate":
        return this.evaluate(filter.of, input).flatMap((of) => this.elements(of));
      case "slice":
        return this.evaluate(filter.of, input);
      case "text":
        return [this.#string(filter, input)];
      case "scalar":
        return [scalar(filter.value)];
      case "variable":
        return [this.variables.get(filter.name) ?? this.unknown(`$${filter.name}`)];
      case "hole":
        return [this.#hole(filter)];
      case "pipe":
        return this.evaluate(filter.left, input).flatMap((one) => this.evaluate(filter.right, one));
      case "comma":
        return [...this.evaluate(filter.left, input), ...this.evaluate(filter.right, input)];
      case "operation":
        return this.#operation(filter.operator, filter.left, filter.right, input);
      case "assignment":
        return [this.#assigned(filter.operator, filter.left, filter.right, input)];
      case "object":
        return [this.#object(filter.entries, input)];
      case "list":
        return [this.#list(filter.of, input)];
      case "binding": {
        const values = this.evaluate(filter.source, input);
        const variables = new Map(this.variables);
        for (const { name, of } of filter.variables) {
          const found = values.flatMap((value) => this.evaluate(of, value));
          variables.set(name, found.length > 0 ? choice(found) : this.unknown(`$${name}`));
        }
        return new FilterRun(run, this.call, this.text, variables).evaluate(filter.body, input);
      }
      case "choose":
        return this.#choose(filter, input);
      case "call":
        return this.#call(filter.name, filter.args, input);
      case "other":
        for (const one of filter.of) this.evaluate(one, input);
        return [this.unknown("jq")];
    }
  }

  /** Evaluates a filter of which the result may be missing, because there is another one. */
  #optional(filter: Filter, input: Value): Value[] {
    const before = this.#hasFallback;
    this.#hasFallback = true;
    const found = this.evaluate(filter, input);
    this.#hasFallback = before;
    return found;
  }

  /** Evaluates all branches. Each may read what its test has found, if the last one gives something else. */
  #choose({ tests, of }: Filter & { kind: "choose" }, input: Value): Value[] {
    const hasOther = isAlternative(of.at(-1)!);
    return of.flatMap((branch, index) => {
      const test = tests[index];
      if (test && !hasOther) this.evaluate(test, input);
      const before = this.#tested;
      if (test && hasOther) this.#tested = new Set([...before, ...this.#namesReadBy(test, input)]);
      const found = this.#without(tests.slice(0, index), input, () => this.evaluate(branch, input));
      this.#tested = before;
      return found;
    });
  }

  /** Evaluates what the code does where it has not found what some filters read. */
  #without(filters: readonly Filter[], input: Value, evaluate: () => Value[]): Value[] {
    const before = this.#missed;
    const names = filters.flatMap((filter) => [...this.#namesReadBy(filter, input)]);
    this.#missed = new Set([...before, ...names]);
    const found = evaluate();
    this.#missed = before;
    return found;
  }

  #namesReadBy(test: Filter, input: Value): ReadonlySet<string> {
    const before = this.#read;
    this.#read = new Set();
    this.#optional(test, input);
    const names = this.#read;
    this.#read = before;
    return names;
  }

  #string(filter: Filter & { kind: "text" }, input: Value): Value {
    const parts = filter.parts.map((part) => {
      if (!isTextPart(part)) return choice(this.evaluate(part, input));
      const written = sliceText(this.text, part.start, part.end);
      return textOf(
        flatten(written) === part.value
          ? written.parts
          : [{ kind: "segment", text: part.value, hops: undefined }],
      );
    });
    return parts.length === 1 ? parts[0]! : concat(this.run, parts);
  }

  /** The value that the shell puts into the filter, if it is one value. */
  #hole({ start, end }: Span): Value {
    const value = valueOf(sliceText(this.text, start, end));
    if (value.kind === "object") return parseJson(this.run, value, this.call);
    return value.kind === "unknown" ? value : this.unknown("jq");
  }

  member(of: Value, key: Value, written: Filter): Value {
    // A key that only the shell knows is mostly the index of an element.
    if (written.kind === "hole") return choice(this.elements(of));
    const name = key.kind === "scalar" ? String(key.value) : knownString(this.run, key);
    if (name === undefined) return this.unknown("member");
    if (key.kind === "scalar" && typeof key.value === "number" && key.value < 0)
      return choice(this.elements(of));
    return getMember(this.run, of, name, this.site(name, this.placeOf(written)));
  }

  placeOf(filter: Filter): Location | undefined {
    if (filter.kind !== "text") return undefined;
    const [first] = filter.parts;
    if (!first || !isTextPart(first) || filter.parts.length > 1) return undefined;
    return placesBetween(this.text, first.start, first.end)[0];
  }

  site(name: string, place: Location | undefined): Site {
    const { node, environment } = this.call;
    const names = place ? { names: new Map([[name, place]]) } : {};
    this.#read.add(name);
    const hasFallback = this.#hasFallback || this.#tested.has(name);
    const replacements = this.run.interest.replacements?.get(name) ?? [];
    const isStandby = replacements.some((steps) => steps.every((step) => this.#missed.has(step)));
    return { node, key: node, environment, ...names, hasFallback, isStandby };
  }

  elements(of: Value): Value[] {
    return alternatives(of).flatMap((single): Value[] => {
      if (single.kind === "unknown") return [memberOfUnknown(single, "[]")];
      if (single.kind !== "object") return [];
      const iteration = iterate(this.run, single);
      if (single.object.className === "Array")
        return iteration.known ? [...iteration.known] : [someOf(iteration) ?? this.unknown("element")];
      const { members, rest, open } = this.run.store.read(single.object);
      const values = [...members.values()].map(({ value }) => value);
      return [...values, ...rest, ...open.map((one) => memberOfUnknown(one, "[]"))];
    });
  }

  /** Reads the way through the keys of a list. */
  #at(path: Filter | undefined, input: Value): Value {
    if (path?.kind !== "list" || !path.of) return this.unknown("getpath");
    const keys = this.evaluate(path.of, input);
    return keys.reduce<Value>((of, key) => this.member(of, key, { kind: "identity" }), input);
  }

  #operation(operator: string, left: Filter, right: Filter, input: Value): Value[] {
    const a =
      operator === "//" && isAlternative(right) ? this.#optional(left, input) : this.evaluate(left, input);
    const b =
      operator === "//"
        ? this.#without([left], input, () => this.evaluate(right, input))
        : this.evaluate(right, input);
    const { node, environment } = this.call;
    if (operator === "//") return [choice([...a, ...b])];
    if (operator === "==" || operator === "!=") {
      for (const one of a) for (const other of b) this.run.recorder.compared(one, other, node, environment);
    }
    if (operator === "==" || operator === "-") this.#seek([...a, ...b]);
    return [
      a.length === 1 && b.length === 1 ? this.#combined(operator, a[0]!, b[0]!) : this.unknown(operator),
    ];
  }

  /** Records the names that code looks for among keys, which are one value or a list. */
  #seek(values: readonly Value[]): void {
    for (const one of values)
      for (const other of values) {
        const isKey = one.kind === "unknown" && one.source.keyOf !== undefined;
        if (isKey || one.kind === "object")
          seekKeys(this.run, isKey ? makeList(this.run, [one]) : one, other, this.call);
      }
  }

  #combined(operator: string, one: Value, other: Value): Value {
    if (operator === "+" && one.kind === "text" && other.kind === "text")
      return concat(this.run, [one, other]);
    const adds = operator === "+" || operator === "*";
    const merged = adds ? mergedObjects(this.run, one, other, operator === "*") : undefined;
    return merged ?? this.unknown(operator);
  }

  #assigned(operator: string, left: Filter, right: Filter, input: Value): Value {
    const isUpdate = operator === "|=";
    const given = isUpdate ? EMPTY : choice(this.evaluate(right, input));
    return new PathWriter(this.run, this).written(left, input, (before) => {
      if (isUpdate) return choice(this.evaluate(right, before()));
      if (operator === "=") return given;
      return operator === "//="
        ? choice([before(), given])
        : this.#combined(operator.slice(0, -1), before(), given);
    });
  }

  #object(entries: readonly (readonly [Filter, Filter])[], input: Value): Value {
    const object = this.run.make("Object", this.call.environment.locate(this.call.node));
    for (const [key, value] of entries) {
      const name = knownString(this.run, choice(this.evaluate(key, input)));
      const given = choice(this.evaluate(value, input));
      const place = this.placeOf(key);
      if (name === undefined) setSomeMember(this.run.store, object, given);
      else
        setMember(this.run.store, object, name, {
          value: given,
          maybeAbsent: false,
          ...(place ? { keyPlace: place } : {}),
        });
    }
    return objectValue(object);
  }

  #list(of: Filter | undefined, input: Value): Value {
    const values = of ? this.evaluate(of, input) : [];
    const isKnown = input.kind !== "unknown";
    if (isKnown) return makeList(this.run, values);
    const list = this.run.make("Array", undefined);
    for (const value of values) setSomeMember(this.run.store, list, value);
    return objectValue(list);
  }

  #call(name: string, args: readonly Filter[], input: Value): Value[] {
    const [first] = args;
    switch (name) {
      case "select":
        this.evaluate(first!, input);
        return [input];
      case "map":
        return [
          this.#list(
            first && { kind: "pipe", left: { kind: "iterate", of: { kind: "identity" } }, right: first },
            input,
          ),
        ];
      case "del":
      case "delpaths": {
        const target = copied(this.run, input);
        if (first && name === "del") new PathWriter(this.run, this).delete(first, target);
        return [target];
      }
      case "first":
      case "last":
        return first ? this.evaluate(first, input) : this.elements(input).slice(0, 1);
      case "sort_by":
      case "group_by":
      case "unique_by":
      case "min_by":
      case "max_by": {
        const elements = this.elements(input);
        for (const element of elements) for (const arg of args) this.evaluate(arg, element);
        if (name === "min_by" || name === "max_by") return elements.length > 0 ? [choice(elements)] : [];
        return name === "group_by" ? [makeList(this.run, [input])] : [input];
      }
      case "index":
      case "contains":
      case "inside":
        this.#seek([input, ...(first ? this.evaluate(first, input) : [])]);
        return [this.unknown(name)];
      case "any":
      case "all": {
        const elements = first && args[1] ? this.evaluate(first, input) : this.elements(input);
        for (const element of elements) for (const arg of args.slice(-1)) this.evaluate(arg, element);
        return [this.unknown(name)];
      }
      case "has": {
        const key = first && knownString(this.run, choice(this.evaluate(first, input)));
        if (first && key !== undefined) getMember(this.run, input, key, this.site(key, this.placeOf(first)));
        return [this.unknown(name)];
      }
      case "recurse":
        for (const arg of args) this.evaluate(arg, input);
        return [input, ...this.elements(input)];
      case "getpath":
        return [this.#at(first, input)];
      case "map_values":
        for (const element of this.elements(input)) for (const arg of args) this.evaluate(arg, element);
        return [this.unknown(name)];
      case "add": {
        const added = first ? this.evaluate(first, input) : this.elements(input);
        const isPart = added.length > 0 && added.every(({ kind }) => kind === "unknown");
        return [isPart ? choice(added) : this.unknown(name)];
      }
      case "env":
        return [this.variables.get(ENVIRONMENT) ?? this.unknown(name)];
      case "input":
      case "inputs":
        return [this.variables.get(INPUTS) ?? this.unknown(name)];
      case "fromjson":
        return [choice(alternatives(input).map((single) => parseJson(this.run, single, this.call)))];
      case "tojson":
      case "sort":
      case "unique":
      case "reverse":
      case "values":
      case "objects":
      case "arrays":
      case "strings":
      case "debug":
      case "@base64":
      case "@base64d":
      case "@json":
        return [input];
      case "tostring":
      case "ascii_downcase":
      case "tonumber":
        return [input.kind === "text" && name === "tostring" ? input : this.unknown(name)];
      case "empty":
      case "error":
        for (const arg of args) this.evaluate(arg, input);
        return [];
      case "limit":
        return args[1] ? this.evaluate(args[1], input) : [];
      default:
        return this.#listed(name, args, input);
    }
  }

  #listed(name: string, args: readonly Filter[], input: Value): Value[] {
    const listed = listedElement(this.run, this.call, name, input);
    for (const arg of args) this.evaluate(arg, (name === "with_entries" && listed) || input);
    if (!listed || name === "with_entries") return [this.unknown(name)];
    return [listingOf(this.run, name, listed)];
  }
}
