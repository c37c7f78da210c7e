import type { Expression, PropertyDefinition } from "@oxc-project/types";
import type { ClassCallable } from "../../../analysis/evaluation/callable.js";
import { evaluate } from "../../../analysis/evaluation/expressions.js";
import { setMember, type HeapObject } from "../../../analysis/evaluation/heap.js";
import { callByItself } from "../../../analysis/evaluation/implicit-calls.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, alternatives, objectValue, type Value } from "../../../analysis/evaluation/value.js";
import { makeSchemaAt, type Definition } from "../../../analysis/builtins/schemas.js";
import { decoratorsOf } from "../../../analysis/walk.js";
import { keyAmong } from "../../key-annotations.js";

/** The demand of a decorator on a property. */
export type Demand =
  /** It refuses a property that is absent, or says nothing about one. */
  | "present"
  | "nothing"
  /** A property may be absent, whatever other decorators say. */
  | "optional"
  /** The members of the value are looked at as well. */
  | "nested"
  /** It depends on what is not followed. */
  | "unknown";

const demands = new WeakMap<HeapObject, Demand>();

/** Notes the demand of the decorators that a function of a library makes. */
export function demandBy<T extends Value>(decorator: T, demand: Demand): T {
  if (decorator.kind === "object") demands.set(decorator.object, demand);
  return decorator;
}

/** Decorators that name the class of what a property holds, in a function: `@Type(() => Part)`. */
const naming = new WeakSet<HeapObject>();

/** Notes that the decorators that a function of a library makes name the class of a property. */
export function namingClass<T extends Value>(decorator: T): T {
  if (decorator.kind === "object") naming.add(decorator.object);
  return decorator;
}

/** Returns the classes among the alternatives of a value, each with those that it extends. */
function classesIn(type: Value): ClassCallable[] {
  for (const single of alternatives(type)) {
    const found: ClassCallable[] = [];
    let at: HeapObject | undefined = single.kind === "object" ? single.object : undefined;
    for (; at; at = at.prototype) if (at.callable?.kind === "class") found.push(at.callable);
    if (found.length > 0) return found;
  }
  return [];
}

/** The members that a class declares of the data that instances are made of. */
export interface Declared {
  readonly schema: Value;
  /** The keys in the data, by the names of the properties. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Classes whose parts are of their own class end here. */
const MAX_DEPTH = 8;

/**
 * Returns the properties that a class and those that it extends declare.
 *
 * @param isChecked whether a validator looks at them: without one, each may be absent
 */
export function declaredBy(run: Run, type: Value, isChecked: boolean, depth = 0): Declared | undefined {
  const classes = classesIn(type);
  const [own] = classes;
  if (!own) return undefined;
  const shape = run.make("Object", undefined);
  const keys = new Map<string, string>();
  for (const one of classes.toReversed()) {
    for (const element of one.node.body.body) {
      if (element.type !== "PropertyDefinition" || element.key.type !== "Identifier" || element.static)
        continue;
      const keyPlace = one.environment.locate(element.key);
      const key = exposedAs(element) ?? element.key.name;
      keys.set(element.key.name, key);
      const definition = new Property(run, one, element, depth).definition(isChecked);
      const value = makeSchemaAt(run, undefined, definition);
      setMember(run.store, shape, key, { value, maybeAbsent: false, keyPlace });
    }
  }
  const definition: Definition = {
    ...{ kind: "object", shape: objectValue(shape), others: "kept" },
    ...(isChecked ? {} : { keys: "optional" as const }),
  };
  return { schema: makeSchemaAt(run, own.environment.locate(own.node), definition), keys };
}

/** A property of a class, with what its decorators say. */
class Property {
  constructor(
    private readonly run: Run,
    private readonly of: ClassCallable,
    private readonly node: PropertyDefinition,
    private readonly depth: number,
  ) {}

  definition(isChecked: boolean): Definition {
    if (!isChecked) return { kind: "text" };
    const all = decoratorsOf(this.node).map(({ expression }) => this.#demand(expression));
    const part = all.includes("nested") ? this.#part() : undefined;
    const isOptional = this.#isOptional(all);
    const of = part ?? makeSchemaAt(this.run, undefined, { kind: "unknown" });
    return { kind: "same", of, isOptional };
  }

  /** A property with a value of its own keeps it where the data have none. */
  #isOptional(all: readonly Demand[]): boolean | undefined {
    if (this.node.value || all.includes("optional")) return true;
    if (all.includes("unknown")) return undefined;
    return !all.includes("present");
  }

  #demand(expression: Expression): Demand {
    const made = expression.type === "CallExpression" ? expression : undefined;
    const decorator = this.#evaluated(made?.callee ?? expression);
    const demand = (decorator.kind === "object" && demands.get(decorator.object)) || "nothing";
    // Groups are chosen where the validator is called.
    const hasGroups = made?.arguments.some(
      (one) =>
        one.type === "ObjectExpression" &&
        one.properties.some(
          (option) =>
            option.type === "Property" && option.key.type === "Identifier" && option.key.name === "groups",
        ),
    );
    return demand === "present" && hasGroups === true ? "unknown" : demand;
  }

  /** Returns the schema of the class that `@Type(() => Part)` names. */
  #part(): Value | undefined {
    for (const { expression } of decoratorsOf(this.node)) {
      if (expression.type !== "CallExpression") continue;
      const decorator = this.#evaluated(expression.callee);
      const [first] = expression.arguments;
      if (decorator.kind !== "object" || !naming.has(decorator.object) || !first) continue;
      if (first.type === "SpreadElement" || this.depth >= MAX_DEPTH) return undefined;
      const type = callByItself(this.run, this.#evaluated(first), UNDEFINED);
      const schema = declaredBy(this.run, type, true, this.depth + 1)?.schema;
      return schema && this.#isList()
        ? makeSchemaAt(this.run, undefined, { kind: "list", of: schema })
        : schema;
    }
    return undefined;
  }

  /** Returns whether the type of the property is a list: `Part[]`, `Array<Part>`. */
  #isList(): boolean {
    const type = this.node.typeAnnotation?.typeAnnotation;
    if (type?.type === "TSArrayType") return true;
    return (
      type?.type === "TSTypeReference" &&
      type.typeName.type === "Identifier" &&
      /^(?:Readonly)?Array$/.test(type.typeName.name)
    );
  }

  #evaluated(expression: Expression): Value {
    return evaluate(this.run, expression, this.of.environment);
  }
}

/** Returns the key that a decorator names: `@Expose({ name: "mongoURI" }) uri: string`. */
function exposedAs(property: PropertyDefinition): string | undefined {
  for (const { expression } of decoratorsOf(property)) {
    if (expression.type !== "CallExpression" || expression.callee.type !== "Identifier") continue;
    const [options] = expression.arguments;
    if (options?.type !== "ObjectExpression") continue;
    const args = options.properties.flatMap((one) =>
      one.type === "Property" && one.key.type === "Identifier" && one.value.type === "Literal"
        ? [{ name: one.key.name, value: one.value.value }]
        : [],
    );
    const key = keyAmong("javascript", expression.callee.name, args);
    if (typeof key === "string") return key;
  }
  return undefined;
}
