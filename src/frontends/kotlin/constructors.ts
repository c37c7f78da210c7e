import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { argumentsOf } from "./calls.js";
import { namesOfProperty } from "./declared-names.js";
import {
  declareParameters,
  injected,
  injections,
  paramOf,
  parametersOf,
  type Parameter,
} from "./parameters.js";
import { annotationsOf } from "./annotations.js";
import { propertyValue, typeOfProperty } from "./properties.js";
import type { Scope } from "./scope.js";
import { blockOf } from "./statements.js";

interface Parts {
  readonly own: readonly SyntaxNode[];
  readonly parameters: readonly Parameter[];
  /** The call of the constructor of the class above. */
  readonly above: SyntaxNode | undefined;
}

/**
 * Lowers what makes an instance: parameters that are properties, the values of properties, and blocks of `init`, in their
 * order. Without parameters they are fields.
 */
export function constructorMembers(
  node: SyntaxNode,
  { own, parameters, above }: Parts,
  scope: Scope,
): ClassMember[] {
  const secondary = own.filter(({ type }) => type === "secondary_constructor");
  const [other] = parameters.length === 0 ? secondary : [];
  if (parameters.length === 0 && !other && !above?.child("value_arguments")?.child("value_argument"))
    return own.flatMap((part) => fieldOf(part, scope));
  const given = other ? parametersOf(other) : parameters;
  const inside = scope.ofFunction(undefined);
  declareParameters(given, inside);
  const call = above ?? other?.child("constructor_delegation_call");
  const args = call?.child("value_arguments")?.all("value_argument") ?? [];
  const superCall = build.call(
    call ?? node,
    build.superObject(node),
    argumentsOf({ node: call ?? node, callee: node, types: [], args, lambda: undefined }, inside),
  );
  const kept = given
    .filter(({ isProperty }) => isProperty)
    .map(({ at, name }) => set(at, name, build.name(at, name)));
  const initial = own.flatMap((part): Stmt[] => {
    const block = part.type === "anonymous_initializer" ? part.child("block") : undefined;
    if (block) return [blockOf(block, inside)];
    const [name] = part.type === "property_declaration" ? namesOfProperty(part) : [];
    const value = name && valueOf(part, inside);
    return value ? [set(name, name.text, value)] : [];
  });
  const written = other?.child("block");
  const body = statements.block(node, [
    ...injections(given, inside),
    ...(above ? [statements.statement(superCall)] : []),
    ...kept,
    ...initial,
    ...(written ? [blockOf(written, inside)] : []),
  ]);
  const params = given.map((one) => paramOf(one, inside));
  const fn = statements.functionNode(node, null, params, body, { isDeclaration: false });
  return [statements.method(node, build.name(node, "constructor"), fn, "constructor")];
}

function set(at: SyntaxNode, name: string, value: Expr): Stmt {
  const own = build.member(at, build.self(at), build.name(at, name));
  return statements.statement(build.assign(at, own, value));
}

/** The value that a property has at first: its own, or one that a container injects. */
function valueOf(part: SyntaxNode, scope: Scope): Expr | undefined {
  if (part.child("getter")?.child("function_body")) return undefined;
  const value = propertyValue(part, scope);
  if (value) return value;
  const isFilled = annotationsOf(part).some(({ name }) => /^(?:Autowired|Inject|Resource)$/.test(name));
  return injected(part, typeOfProperty(part), scope, isFilled);
}

function fieldOf(part: SyntaxNode, scope: Scope): ClassMember[] {
  if (part.type === "anonymous_initializer") {
    const block = part.child("block");
    if (!block) return [];
    const run = build.lambda(part, [], blockOf(block, scope.ofFunction(undefined)));
    // No text is its key: it runs, and nothing holds its result.
    return [statements.classField(part, build.unknown(part), build.call(part, run, []), false)];
  }
  const [name] = part.type === "property_declaration" ? namesOfProperty(part) : [];
  if (!name || part.child("getter")?.child("function_body")) return [];
  return [statements.classField(part, build.name(name, name.text), valueOf(part, scope) ?? null, false)];
}
