import type { Class, Node, ParamPattern, PropertyDefinition } from "@oxc-project/types";
import { awaitValue, makePromise } from "../builtins/promises.js";
import { LISTS, TRANSPARENT } from "../recording/type-names.js";
import type { AnyFunction } from "./callable.js";
import { callFromNowhere } from "./calls-from-nowhere.js";
import { declaredIn, declaredType, type Declaration } from "./declared-types.js";
import type { Environment } from "./environment.js";
import { readVariable } from "./expressions.js";
import { pushSomeElement } from "./heap.js";
import { instanceGiven, instanceOfAny } from "./injection.js";
import type { ModuleRecord } from "./module-record.js";
import { keyName } from "./patterns.js";
import type { Run } from "./run.js";
import { objectsStated } from "./stated-objects.js";
import { classesBelow } from "./types-above.js";
import { objectValue, type Value } from "./value.js";

/** The module or function in which the names of a type are looked up. */
export interface TypeScope {
  readonly module: ModuleRecord;
  /** Of the function that names the type. */
  readonly environment?: Environment | undefined;
  /** True for parameters of constructors: a framework makes such objects, whatever they are for. */
  readonly isConstructor?: boolean;
}

/** So many types that name each other are looked at. */
const MAX_DEPTH = 8;

/** Returns the type that code states for a parameter or field. */
export function annotationOf(parameter: ParamPattern | PropertyDefinition): Node | undefined {
  const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
  const target = pattern.type === "AssignmentPattern" ? pattern.left : pattern;
  const { typeAnnotation } = target as { typeAnnotation?: Node | null };
  return pattern.type === "RestElement" ? undefined : (typeAnnotation ?? undefined);
}

/**
 * Returns what unknown code passes to a parameter of a function by its type, where types are declarations beside the
 * code, or stated in comments.
 */
export function valueOfParameter(
  run: Run,
  of: AnyFunction,
  parameter: ParamPattern,
  scope: TypeScope,
): Value | undefined {
  const described = (): Node | undefined =>
    run.language.typesInComments?.ofParameter(run, of, of.params.indexOf(parameter), scope.module);
  const annotation = annotationOf(parameter) ?? described();
  return annotation && valueOfType(run, annotation, scope);
}

/** Returns the type in `Settings | undefined`; `undefined` if a value may be of several types. */
export function withoutNothing({ types }: Extract<Node, { type: "TSUnionType" }>): Node | undefined {
  const [only, ...others] = types.filter(({ type }) => !NOTHING.has(type));
  return others.length === 0 ? only : undefined;
}

const NOTHING: ReadonlySet<string> = new Set(["TSNullKeyword", "TSUndefinedKeyword"]);

/**
 * Returns a value of a type: an instance of the class that it names, or of the classes below it, or an object for which
 * code states the type. `undefined` where the program has none.
 */
export function valueOfType(run: Run, type: Node, scope: TypeScope, depth = 0): Value | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const of = (one: Node): Value | undefined => valueOfType(run, one, scope, depth + 1);
  switch (type.type) {
    case "TSTypeAnnotation":
    case "TSParenthesizedType":
      return of(type.typeAnnotation);
    case "TSTypeOperator":
      return type.operator === "readonly" ? of(type.typeAnnotation) : undefined;
    case "TSUnionType": {
      const only = withoutNothing(type);
      return only && of(only);
    }
    case "TSIntersectionType":
      for (const one of type.types) {
        const found = of(one);
        if (found) return found;
      }
      return undefined;
    case "TSArrayType":
      return listOf(run, of(type.elementType));
    case "TSImportType": {
      const name = type.qualifier?.type === "Identifier" ? type.qualifier.name : undefined;
      const declared = name && declaredIn(run, specifierOf(type), name, scope.module)?.declaration;
      return declared ? valueOfDeclared(run, declared, scope, depth) : undefined;
    }
    case "TSTypeReference":
      return valueOfReference(run, type, scope, depth);
    default:
      return undefined;
  }
}

/** The tree of ESLint's parser has the specifier in a type of its own. */
function specifierOf(type: Node & { type: "TSImportType" }): string {
  const { source, argument } = type as Partial<typeof type> & {
    argument?: { readonly literal?: { readonly value?: unknown } };
  };
  return source?.value ?? String(argument?.literal?.value);
}

function listOf(run: Run, element: Value | undefined): Value | undefined {
  if (!element) return undefined;
  const list = run.make("Array", undefined);
  pushSomeElement(run.store, list, element);
  return objectValue(list);
}

function valueOfReference(
  run: Run,
  { typeName, typeArguments }: Node & { type: "TSTypeReference" },
  scope: TypeScope,
  depth: number,
): Value | undefined {
  if (typeName.type === "TSQualifiedName") {
    const declared = declaredType(run, typeName, scope.module)?.declaration;
    return declared && valueOfDeclared(run, declared, scope, depth);
  }
  if (typeName.type !== "Identifier") return undefined;
  const [argument] = typeArguments?.params ?? [];
  const found = argument && valueOfGeneric(run, typeName.name, argument, scope, depth);
  return found ?? valueOfName(run, typeName, scope, depth);
}

/** `Promise<Client>`, `Readonly<Client>`, `InstanceType<typeof Client>`, `ReturnType<typeof createClient>`. */
function valueOfGeneric(
  run: Run,
  name: string,
  argument: Node,
  scope: TypeScope,
  depth: number,
): Value | undefined {
  if (argument.type === "TSTypeQuery") {
    const { exprName } = argument;
    const queried = exprName.type === "Identifier" ? valueQueried(run, exprName, scope) : undefined;
    if (queried?.kind !== "object") return undefined;
    if (name === "InstanceType" || name === "ConfigType") return instanceGiven(run, queried);
    return name === "ReturnType" ? callFromNowhere(run, queried) : undefined;
  }
  if (LISTS.has(name)) return listOf(run, valueOfType(run, argument, scope, depth + 1));
  const inner = TRANSPARENT.has(name) ? valueOfType(run, argument, scope, depth + 1) : undefined;
  if (!inner) return undefined;
  if (name === "Awaited") return awaitValue(run, inner);
  return name.startsWith("Promise") ? makePromise(run, inner) : inner;
}

function valueOfName(
  run: Run,
  name: Node & { type: "Identifier" },
  scope: TypeScope,
  depth: number,
): Value | undefined {
  const { module, environment } = scope;
  const variable = module.names.variableOf(name);
  if (!variable) {
    const alias = run.language.typesInComments?.alias(run, name.name, module);
    return alias && valueOfType(run, alias, scope, depth + 1);
  }
  const definition = variable.defs[0]?.node as Node | undefined;
  if (definition?.type === "TSTypeParameter")
    return definition.constraint ? valueOfType(run, definition.constraint, scope, depth + 1) : undefined;
  const below = instanceOfAny(run, classesBelow(run, name, module));
  if (below) return below;
  const declared = declaredType(run, name, module)?.declaration;
  if (declared) return valueOfDeclared(run, declared, scope, depth) ?? objectsStated(run, name, module);
  // A class of a library.
  const named = environment?.lookup(variable) && readVariable(run, variable, environment, name);
  return named?.kind === "object" ? instanceGiven(run, named) : undefined;
}

function valueOfDeclared(
  run: Run,
  { node, module }: Declaration,
  scope: TypeScope,
  depth: number,
): Value | undefined {
  const isSame = module === scope.module;
  switch (node.type) {
    case "TSTypeAliasDeclaration":
      return valueOfType(
        run,
        node.typeAnnotation,
        isSame ? scope : { ...scope, module, environment: undefined },
        depth + 1,
      );
    case "ClassDeclaration": {
      if (!scope.isConstructor && !actsOnItsOwn(run, node, module)) return undefined;
      const environment = (isSame && scope.environment) || run.modules.environmentOf(run, module);
      const variable = node.id ? module.names.variableOf(node.id) : undefined;
      if (!variable || !environment?.lookup(variable)) return undefined;
      const made = readVariable(run, variable, environment, node);
      return made.kind === "object" ? instanceGiven(run, made) : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Returns whether objects of a class do something that may have to do with the API. Others are data, whose members the
 * declaration tells better than an object without values.
 */
function actsOnItsOwn(run: Run, node: Class, module: ModuleRecord): boolean {
  if (run.relevant?.isRelevant(module.path, node.start) === false) return false;
  return node.superClass !== null || node.body.body.some(isAction);
}

function isAction(element: Class["body"]["body"][number]): boolean {
  if (element.type === "MethodDefinition")
    return element.kind === "method" && !element.static && !PRINTERS.has(keyName(element.key));
  if (element.type !== "PropertyDefinition" || element.static) return false;
  return element.value?.type === "ArrowFunctionExpression" || element.value?.type === "FunctionExpression";
}

/** Methods of data that say how it is printed or compared. */
const PRINTERS: ReadonlySet<string> = new Set(["toJSON", "toString", "valueOf", "equals"]);

/** Returns the value of `name` in `typeof name`. An import of a type alone binds no variable. */
function valueQueried(run: Run, name: Node & { type: "Identifier" }, scope: TypeScope): Value | undefined {
  const { module } = scope;
  const environment = scope.environment ?? run.modules.environmentOf(run, module);
  const variable = module.names.variableOf(name);
  if (!variable || !environment) return undefined;
  const [definition] = variable.defs;
  const node = definition?.node as Node | undefined;
  const parent = definition?.parent as Node | null | undefined;
  if (environment.lookup(variable)?.alias || parent?.type !== "ImportDeclaration")
    return readVariable(run, variable, environment, name);
  if (!node || node.type === "ImportNamespaceSpecifier") return undefined;
  const imported = run.realm.importModule(run, parent.source.value, environment, parent);
  return run.realm.namedExport(
    run,
    imported,
    node.type === "ImportSpecifier" ? keyName(node.imported) : "default",
  );
}
