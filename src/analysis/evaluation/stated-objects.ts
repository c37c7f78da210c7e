import type { Node } from "@oxc-project/types";
import { TRANSPARENT } from "../recording/type-names.js";
import { awaitValue } from "../builtins/promises.js";
import { declaredType, nameOfType } from "./declared-types.js";
import { allSlots } from "./member-tables.js";
import type { ModuleRecord } from "./module-record.js";
import { outsideOfTests } from "./types-above.js";
import type { Run } from "./run.js";
import { alternatives, choice, isFunction, type ObjectValue, type Value } from "./value.js";

/**
 * Records that code states a type for an object: `const client: Client = { … }`, or as the result of a function. Other
 * code that names the type may get the object. Only objects with functions count: of data there may be any other.
 */
export function stateType(run: Run, value: Value, annotation: Node, module: ModuleRecord): void {
  const type = run.language.traits.declaresTypesApart ? identifierIn(annotation) : undefined;
  if (!type) return;
  for (const single of alternatives(value)) {
    const made = isPromise(single) ? awaitValue(run, single) : single;
    if (made.kind === "object" && hasFunctions(run, made)) record(run, made, type, module);
  }
}

function isPromise(value: Value): boolean {
  return value.kind === "object" && value.object.className === "Promise";
}

function record(run: Run, made: ObjectValue, type: Node & { name: string }, module: ModuleRecord): void {
  run.store.observer?.did(({ copy }) => {
    const again = copy(made);
    if (again.kind === "object") record(run, again, type, module);
  });
  run.instances.state(nameOfType(type, module), { made, type, module });
}

function hasFunctions(run: Run, { object }: ObjectValue): boolean {
  if (object.callable) return false;
  const content = run.store.peek(object) as Parameters<typeof allSlots>[0];
  for (const { value } of allSlots(content)) if (isFunction(value)) return true;
  const made = object.prototype && run.store.read(object.prototype).members.get("constructor")?.value;
  return made?.kind === "object" && made.object.callable?.kind === "class";
}

/** Returns the objects for which code states the type that a name means: an interface with methods. */
export function objectsStated(
  run: Run,
  name: Node & { name: string },
  module: ModuleRecord,
): Value | undefined {
  const stated = run.instances.stated(nameOfType(name, module));
  if (stated.length === 0) return undefined;
  const declared = declaredType(run, name, module);
  if (!declared?.declaration || !hasMethods(declared.declaration.node)) return undefined;
  const same = stated.filter((one) => declaredType(run, one.type, one.module)?.key === declared.key);
  return same.length > 0 ? choice(outsideOfTests(same)) : undefined;
}

/** Returns whether every value of a type has a method. */
function hasMethods(node: Node): boolean {
  switch (node.type) {
    case "TSInterfaceDeclaration":
      return node.body.body.some(isMethod);
    case "TSTypeAliasDeclaration":
      return node.typeAnnotation.type === "TSTypeLiteral" && node.typeAnnotation.members.some(isMethod);
    default:
      return false;
  }
}

function isMethod(member: Node): boolean {
  if (member.type === "TSMethodSignature") return !member.optional;
  if (member.type !== "TSPropertySignature" || member.optional) return false;
  return member.typeAnnotation?.typeAnnotation.type === "TSFunctionType";
}

/** Returns the name in `Client`, `Client<T>` or `Promise<Client>`. */
function identifierIn(annotation: Node): (Node & { readonly name: string }) | undefined {
  if (annotation.type === "TSTypeAnnotation") return identifierIn(annotation.typeAnnotation);
  if (annotation.type !== "TSTypeReference" || annotation.typeName.type !== "Identifier") return undefined;
  const [argument] = annotation.typeArguments?.params ?? [];
  const { typeName } = annotation;
  return argument && TRANSPARENT.has(typeName.name) ? identifierIn(argument) : typeName;
}
