import type { Node, ParamPattern } from "@oxc-project/types";
import { construct } from "./classes.js";
import type { Environment } from "./environment.js";
import { readVariable } from "./expressions.js";
import { constructorArguments } from "./functions.js";
import type { HeapObject } from "./heap.js";
import { peek } from "./members.js";
import type { Run } from "./run.js";
import { UNDEFINED, choice, nullishness, type ObjectValue, type Value } from "./value.js";

/** The key under which a class of a library keeps the value for a parameter of its type. */
export const INSTANCE = "[[instance]]";

/**
 * Returns what a framework passes to a parameter by the class in its type, as Angular and Nest do. These are the
 * instances of that class which the program creates, otherwise a new one. `undefined` if the type is not a class with a
 * known value.
 *
 * @param owned whether classes of the program count: frameworks pass those to constructors only
 */
export function injected(
  run: Run,
  parameter: ParamPattern,
  environment: Environment,
  owned: boolean,
): Value | undefined {
  const type = typeOf(parameter);
  const variable = type && environment.module.names.variableOf(type);
  if (!type || !variable) return undefined;
  // A type alone does not justify reading another file, except the type of a constructor's parameter.
  if (!owned && environment.lookup(variable)?.specifier?.startsWith(".") !== false) return undefined;
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
  return run.language.isJavaScript ? undefined : instanceOfAny(run, run.implementing(name));
}

function instanceOfAny(run: Run, classes: readonly ObjectValue[]): Value | undefined {
  const known = classes.flatMap((one) => instanceOf(run, one) ?? []);
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

/** The name in `http: HttpClient`, or in `settings: ConfigType<typeof settings>`; other types are more than a class. */
function typeOf(parameter: ParamPattern): Node | undefined {
  const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
  const { typeAnnotation } = pattern as { typeAnnotation?: { typeAnnotation: Node } | null };
  const type = typeAnnotation?.typeAnnotation;
  if (type?.type !== "TSTypeReference") return undefined;
  if (type.typeArguments) {
    const [of] = type.typeArguments.params;
    const isSettings = type.typeName.type === "Identifier" && type.typeName.name === "ConfigType";
    return isSettings && of?.type === "TSTypeQuery" && of.exprName.type === "Identifier"
      ? of.exprName
      : undefined;
  }
  return type.typeName.type === "Identifier" ? type.typeName : undefined;
}

const instances = new WeakMap<Run, Map<HeapObject, Value | undefined>>();

function instanceOf(run: Run, named: ObjectValue): Value | undefined {
  const { callable } = named.object;
  if (callable?.kind !== "class" || callable.prototype.kind !== "object") return undefined;
  if (callable.node.abstract && !run.language.isJavaScript)
    return instanceOfAny(
      run,
      run.instances.implementing(callable.name).filter(({ object }) => object !== named.object),
    );
  const known = run.instancesOf(callable.prototype.object);
  if (known.length > 0) return choice(known);
  let made = instances.get(run);
  if (!made) instances.set(run, (made = new Map()));
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
