import type { Node, ParamPattern, PropertyDefinition } from "@oxc-project/types";
import { construct } from "./classes.js";
import type { Environment } from "./environment.js";
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
 * Returns what a framework passes to a parameter by the class in its type, as Angular and Nest do. These are the instances of that class which the program creates, otherwise a new one. For an interface they are
 * those of the classes that implement it. `undefined` if no such class is known.
 *
 * @param owned whether classes of the program count: frameworks pass those to constructors only
 */
export function injected(
  run: Run,
  parameter: ParamPattern,
  environment: Environment,
  owned: boolean,
): Value | undefined {
  for (const type of typesOf(parameter)) {
    const known = instanceOfType(run, type, environment, owned);
    if (known) return known;
  }
  return undefined;
}

/** Returns what unknown code puts into a field whose type is an interface: the objects of the classes below it. */
export function filledIn(run: Run, field: PropertyDefinition, environment: Environment): Value | undefined {
  for (const type of field.optional || !run.language.traits.declaresTypesApart ? [] : typesOf(field)) {
    const known = instanceOfAny(run, classesBelow(run, type, environment.module));
    if (known) return known;
  }
  return undefined;
}

function instanceOfType(run: Run, type: Node, environment: Environment, owned: boolean): Value | undefined {
  const { module } = environment;
  const variable = module.names.variableOf(type);
  if (!variable) return undefined;
  const below = run.language.traits.declaresTypesApart
    ? instanceOfAny(run, classesBelow(run, type, module))
    : undefined;
  // A type alone does not justify reading another file, except the type of a constructor's parameter.
  if (below || (!owned && environment.lookup(variable)?.specifier?.startsWith(".") !== false)) return below;
  const named = readVariable(run, variable, environment, type);
  return instanceOfNamed(run, named, type.type === "Identifier" ? type.name : "", owned);
}

/**
 * Returns an instance of the class that a type names, or of the classes that implement it.
 *
 * @param named the value of the type's name
 */
export function instanceOfNamed(run: Run, named: Value, name: string, owned: boolean): Value | undefined {
  if (named.kind === "object") return instanceGiven(run, named, owned);
  return run.language.traits.declaresTypesApart
    ? undefined
    : instanceOfAny(run, outsideOfTests(run.implementing(name)));
}

/** So many of the classes below a type count. */
const MAX_CLASSES = 4;

function instanceOfAny(run: Run, classes: readonly ObjectValue[]): Value | undefined {
  const known = classes.slice(0, MAX_CLASSES).flatMap((one) => instanceOf(run, one) ?? []);
  return known.length > 0 ? choice(known) : undefined;
}

/** Returns the instance that a framework passes for a class; `undefined` if the framework does not create it. */
export function instanceGiven(run: Run, named: ObjectValue, owned: boolean): Value | undefined {
  const { callable } = named.object;
  if (!callable) return undefined;
  if (callable.kind === "native") {
    const instance = peek(run, named, INSTANCE);
    return nullishness(instance) === true ? undefined : instance;
  }
  return owned && callable.kind === "class" ? instanceOf(run, named) : undefined;
}

/** Returns the names of the types of a parameter or field, the one to try first before the others. */
function typesOf(parameter: ParamPattern | PropertyDefinition): readonly Node[] {
  const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
  const { typeAnnotation } = pattern as { typeAnnotation?: { typeAnnotation: Node } | null };
  return typeAnnotation ? namesIn(typeAnnotation.typeAnnotation) : [];
}

function namesIn(type: Node): readonly Node[] {
  if (type.type === "TSIntersectionType") return type.types.flatMap(namesIn);
  if (type.type === "TSUnionType") {
    // Any of several classes; one of them and nothing else is `Settings | undefined`.
    const names = type.types.filter((one) => !EMPTY.has(one.type)).map(namesIn);
    return names.length === 1 ? names[0]! : [];
  }
  const name = nameOf(type);
  return name ? [name] : [];
}

const EMPTY: ReadonlySet<string> = new Set(["TSNullKeyword", "TSUndefinedKeyword"]);

/** The name in `http: HttpClient`, or in `settings: ConfigType<typeof settings>`; other types are more than a class. */
function nameOf(type: Node): Node | undefined {
  if (type.type !== "TSTypeReference") return undefined;
  if (type.typeArguments) {
    const [of] = type.typeArguments.params;
    const isSettings = type.typeName.type === "Identifier" && type.typeName.name === "ConfigType";
    return isSettings && of?.type === "TSTypeQuery" && of.exprName.type === "Identifier"
      ? of.exprName
      : undefined;
  }
  return type.typeName.type === "Identifier" ? type.typeName : undefined;
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
