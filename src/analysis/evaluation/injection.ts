import type { Node, ParamPattern, PropertyDefinition } from "@oxc-project/types";
import type { AnyFunction } from "./callable.js";
import { construct } from "./classes.js";
import type { Environment } from "./environment.js";
import { annotationOf, valueOfParameter, valueOfType, withoutNothing } from "./typed-values.js";
import { readVariable } from "./expressions.js";
import { constructorArguments } from "./functions.js";
import type { HeapObject } from "./heap.js";
import { peek } from "./members.js";
import { internalSlot } from "./member-tables.js";
import type { Run } from "./run.js";
import { classesBelow, outsideOfTests } from "./types-above.js";
import { UNDEFINED, choice, nullishness, type ObjectValue, type Value } from "./value.js";
import { keptByRun } from "./kept-by-run.js";

/** The key under which a class of a library keeps the value for a parameter of its type. */
export const INSTANCE = internalSlot("instance");

/**
 * Returns what unknown code passes to a parameter by the class that its type names. These are the instances of that
 * class which the program creates, otherwise a new one. For an interface they are those of the classes that implement
 * it. `undefined` if no such class is known.
 *
 * @param isConstructor whether a framework may create the class of the parameter, as Angular and Nest do
 */
export function injected(
  run: Run,
  of: AnyFunction,
  parameter: ParamPattern,
  environment: Environment,
  isConstructor: boolean,
): Value | undefined {
  const { module } = environment;
  if (run.language.traits.declaresTypesApart)
    return valueOfParameter(run, of, parameter, { module, environment, isConstructor });
  for (const type of typesOf(parameter)) {
    const known = instanceOfType(run, type, environment);
    if (known) return known;
  }
  return undefined;
}

/**
 * Returns what unknown code puts into a field by its type: the objects of the classes below an interface. A field that
 * is sure to be filled, `http!: Client`, has any value of its type.
 */
export function filledIn(run: Run, field: PropertyDefinition, environment: Environment): Value | undefined {
  if (field.optional || !run.language.traits.declaresTypesApart) return undefined;
  const { module } = environment;
  for (const type of typesOf(field)) {
    const known = instanceOfAny(run, classesBelow(run, type, module));
    if (known) return known;
  }
  const annotation = field.definite ? annotationOf(field) : undefined;
  return annotation && valueOfType(run, annotation, { module, environment, isConstructor: true });
}

/** A type is the class of that name, and a value. */
function instanceOfType(run: Run, type: Node, environment: Environment): Value | undefined {
  const variable = environment.module.names.variableOf(type);
  if (!variable) return undefined;
  const named = readVariable(run, variable, environment, type);
  return instanceOfNamed(run, named, type.type === "Identifier" ? type.name : "");
}

/**
 * Returns an instance of the class that a type names, or of the classes that implement it.
 *
 * @param named the value of the type's name
 */
export function instanceOfNamed(run: Run, named: Value, name: string): Value | undefined {
  if (named.kind === "object") return instanceGiven(run, named);
  return run.language.traits.declaresTypesApart
    ? undefined
    : instanceOfAny(run, outsideOfTests(run.implementing(name)));
}

/** So many of the classes below a type count. */
const MAX_CLASSES = 4;

/** Returns an instance of one of the classes; `undefined` if none of them has any. */
export function instanceOfAny(run: Run, classes: readonly ObjectValue[]): Value | undefined {
  const known = classes.slice(0, MAX_CLASSES).flatMap((one) => instanceOf(run, one) ?? []);
  return known.length > 0 ? choice(known) : undefined;
}

/** Returns the instance that unknown code passes for a class; `undefined` if it is not known. */
export function instanceGiven(run: Run, named: ObjectValue): Value | undefined {
  const { callable } = named.object;
  if (!callable) return undefined;
  if (callable.kind === "native") {
    const instance = peek(run, named, INSTANCE);
    return nullishness(instance) === true ? undefined : instance;
  }
  return callable.kind === "class" ? instanceOf(run, named) : undefined;
}

/** Returns the names of the types of a parameter or field, the one to try first before the others. */
function typesOf(parameter: ParamPattern | PropertyDefinition): readonly Node[] {
  const annotation = annotationOf(parameter);
  return annotation ? namesIn(annotation) : [];
}

function namesIn(type: Node): readonly Node[] {
  switch (type.type) {
    case "TSTypeAnnotation":
      return namesIn(type.typeAnnotation);
    case "TSIntersectionType":
      return type.types.flatMap(namesIn);
    case "TSUnionType": {
      const only = withoutNothing(type);
      return only ? namesIn(only) : [];
    }
    case "TSTypeReference":
      return type.typeArguments || type.typeName.type !== "Identifier" ? [] : [type.typeName];
    default:
      return [];
  }
}

const instancesOf = keptByRun(() => new Map<HeapObject, Value | undefined>());

function instanceOf(run: Run, named: ObjectValue): Value | undefined {
  const { callable } = named.object;
  if (callable?.kind !== "class" || callable.prototype.kind !== "object") return undefined;
  if (callable.node.abstract && !run.language.traits.declaresTypesApart)
    return instanceOfAny(
      run,
      outsideOfTests(run.instances.implementing(callable.name, run.language)).filter(
        ({ object }) => object !== named.object,
      ),
    );
  const known = run.instancesOf(callable.prototype.object);
  if (known.length > 0) return choice(known);
  const made = instancesOf(run);
  if (made.has(named.object)) return made.get(named.object);
  // In a circle of classes that ask for each other the first one is not known to the last.
  made.set(named.object, undefined);
  const args = constructorArguments(run, callable);
  const instance = run.store.atModuleLevel(() =>
    construct(run, named.object, {
      this: UNDEFINED,
      args,
      node: callable.node,
      environment: callable.environment,
      isNew: true,
    }),
  );
  made.set(named.object, instance);
  return instance;
}
