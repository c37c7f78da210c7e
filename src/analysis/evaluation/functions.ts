import type { Node, ParamPattern } from "@oxc-project/types";
import { annotationName } from "../recording/type-names.js";
import { Arguments, type AnyFunction, type Callable, type ClassCallable, type Closure } from "./callable.js";
import { parameterName } from "./calls.js";
import { annotatedOutline } from "./declared-outlines.js";
import type { Environment } from "./environment.js";
import { HeapObject } from "./heap.js";
import { injected } from "./injection.js";
import { unknownByName } from "./keywords.js";
import type { Run } from "./run.js";
import { objectValue, unknown, type ObjectValue, type Value } from "./value.js";

/** Creates a closure of a function expression or declaration, with the variables that it can see. */
export function makeClosure(
  run: Run,
  node: AnyFunction,
  environment: Environment,
  home?: Value,
): ObjectValue {
  const name = (node.type !== "ArrowFunctionExpression" && node.id?.name) || "";
  // A function expression sees itself under its own name.
  const self =
    node.type === "FunctionExpression" && node.id ? environment.module.names.variableOf(node.id) : undefined;
  const seen = self ? environment.inner() : environment;
  const callable: Closure = { kind: "closure", name, node, environment: seen, ...(home ? { home } : {}) };
  const value = objectValue(functionObject(run, callable, environment, node));
  if (self) seen.declare(self, value);
  run.made(callable, value);
  return value;
}

function functionObject(run: Run, callable: Callable, environment: Environment, node: Node): HeapObject {
  return new HeapObject("Function", environment.locate(node), run.realm.prototypes.get("Function"), callable);
}

/** Names an anonymous function after its variable, `const get = () => …`, for traces. */
export function nameFunction(run: Run, value: Value, name: string): void {
  if (value.kind !== "object") return;
  const { callable } = value.object;
  if (!callable) value.object.variable ??= name;
  if (callable?.kind !== "closure" || callable.name !== "") return;
  (callable as { name: string }).name = name;
  const { observer } = run.store;
  if (observer?.isOutside(value.object) === true) observer.markNotReplayable();
}

/** Remembers the first object that a function became a member of, and those that took it over from there. */
export function belongTo(run: Run, value: Value, object: HeapObject): void {
  if (value.kind !== "object") return;
  const { callable } = value.object;
  if (callable?.kind !== "closure") return;
  const { receiver } = callable;
  callable.receiver ??= object;
  if (callable.receiver !== object) run.instances.inherit(object, callable.receiver);
  const { observer } = run.store;
  // A function that is made in a call has the object, or the copy of it, from there.
  if (receiver !== undefined || observer?.isOutside(value.object) === true)
    observer?.did(({ copy }) => {
      const owner = copy(objectValue(object));
      if (owner.kind === "object") belongTo(run, copy(value), owner.object);
    });
}

/**
 * Makes the arguments of a call with an unknown caller. Each parameter is a separate unknown value, unless its type
 * shows what a framework injects.
 */
export function unknownArguments(
  run: Run,
  node: AnyFunction,
  environment: Environment,
  isConstructor = false,
): Arguments {
  const { declaresTypesApart } = run.language.traits;
  const unknownFor = (parameter: ParamPattern): Value => {
    const known = injected(run, node, parameter, environment, isConstructor);
    if (known) return known;
    const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
    const place = environment.locate(pattern);
    const value = unknown({ reason: "parameter", name: parameterName(pattern), place }, place);
    const typeName = annotationName(pattern);
    const outline = declaresTypesApart ? annotatedOutline(pattern, environment.module) : undefined;
    return {
      ...value,
      ...(typeName ? { typed: { name: typeName, at: 0 } } : {}),
      ...(outline ? { outlined: { outline, at: 0 } } : {}),
    };
  };
  if (run.language.semantics.passesByName) return unknownByName(run, node, environment, unknownFor);
  return new Arguments(node.params.map(unknownFor));
}

/**
 * Makes the arguments of `new` with an unknown caller. A class without a constructor passes all arguments on to the next
 * class above that has one.
 */
export function constructorArguments(run: Run, callable: ClassCallable): Arguments {
  const passed = new Set<ClassCallable>();
  let current: ClassCallable | undefined = callable;
  while (current && !passed.has(current)) {
    passed.add(current);
    const { node, environment, superclass }: ClassCallable = current;
    for (const element of node.body.body) {
      if (element.type !== "MethodDefinition" || element.kind !== "constructor") continue;
      if (element.value.type === "FunctionExpression")
        return unknownArguments(run, element.value, environment, true);
    }
    current = classOf(superclass);
  }
  return new Arguments([]);
}

function classOf(value: Value | undefined): ClassCallable | undefined {
  const callable = value?.kind === "object" ? value.object.callable : undefined;
  return callable?.kind === "class" ? callable : undefined;
}
