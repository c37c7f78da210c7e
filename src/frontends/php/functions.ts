import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, FunctionNode, Name, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression, propertyName } from "./expressions.js";
import { isOfLibrary } from "./names.js";
import { classReference, fullName } from "./references.js";
import { Variables, assignedIn, isCode, type Scope } from "./scope.js";
import { bodyOf } from "./statements.js";

interface Parameters {
  readonly params: Param[];
  /** Statements that run before the body. */
  readonly before: Stmt[];
  readonly names: string[];
}

/** The parameters of a function. A container may give them; those of a constructor may be properties as well. */
function parametersOf(node: SyntaxNode, scope: Scope): Parameters {
  const params: Param[] = [];
  const before: Stmt[] = [];
  const names: string[] = [];
  for (const one of node.field("parameters")?.named.filter(isCode) ?? []) {
    const name = one.field("name");
    if (!name) continue;
    names.push(name.text);
    const own = build.name(name, name.text);
    const value = one.field("default_value");
    const type = classIn(one.field("type"));
    const full = type && fullName(type.text, scope.file);
    if (one.type === "variadic_parameter") params.push(build.rest(one, own));
    else if (value) params.push(build.withDefault(one, own, expression(value, scope)));
    else if (type && full !== undefined && !isOfLibrary(full)) {
      const reference = classReference(type, scope);
      params.push(reference.type === "Identifier" ? build.typed(own, reference) : own);
    } else params.push(own);
    if (type && full !== undefined && isOfLibrary(full)) {
      const typed = build.call(one, build.name(type, "php:typed"), [own, build.madeText(type, full)]);
      before.push(statements.statement(build.assign(one, own, typed)));
    }
    if (one.type === "property_promotion_parameter") {
      const key = propertyName(name, scope, true);
      const target = build.member(name, build.self(name), key);
      before.push(statements.statement(build.assign(one, target, own)));
    }
  }
  return { params, before, names };
}

/** Returns the class that a type names: `A` for `?A` and `A|null`. Undefined if there is not exactly one. */
export function classIn(type: SyntaxNode | undefined): SyntaxNode | undefined {
  const named = [...(type?.walk() ?? [])].filter((one) => one.type === "named_type");
  const [only] = named;
  const inner = only?.named[0];
  return named.length === 1 && inner && !/^(?:self|static|parent)$/.test(inner.text) ? inner : undefined;
}

function declared(variables: Variables, except: readonly string[], place: SyntaxNode): Stmt[] {
  const at = build.span(place.start, place.start);
  return variables.all
    .filter((name) => !except.includes(name))
    .map((name) => statements.declare(at, build.name(at, name), null, "var"));
}

/** Lowers a function or method. */
export function functionOf(
  node: SyntaxNode,
  scope: Scope,
  id: Name | null,
  isDeclaration = true,
): FunctionNode {
  const body = node.field("body");
  const nodes = body?.children ?? [];
  const isGenerator = [...(body?.walk() ?? [])].some(({ type }) => type === "yield_expression");
  const { params, before, names } = parametersOf(node, scope);
  const shared = nodes.flatMap((one) => (one.type === "global_declaration" ? one.named : []));
  const variables = new Variables([...names, ...assignedIn(nodes)]);
  for (const { text } of shared) variables.add(text);
  const { isTop: _top, inside: _inside, ...outer } = scope;
  const inner: Scope = { ...outer, variables };
  const lowered = bodyOf(nodes, inner);
  const except = [...names, ...shared.map(({ text }) => text)];
  return statements.functionNode(
    node,
    id,
    params,
    statements.block(body ?? node, [...declared(variables, except, node), ...before, ...lowered]),
    { isDeclaration, isGenerator },
  );
}

/**
 * Lowers `function (…) use ($x) { … }` and `fn (…) => …`. The function sees the values that outer variables have when
 * it is created.
 */
export function closure(node: SyntaxNode, scope: Scope): Expr {
  const { isTop: _top, inside: _inside, ...outer } = scope;
  const { params, before, names } = parametersOf(node, scope);
  const body = node.field("body");
  if (node.type === "arrow_function") {
    const variables = new Variables([...names, ...scope.variables.all], scope.variables.isOfFile);
    const value = expression(body, { ...outer, variables });
    return build.lambda(
      node,
      params,
      statements.block(node, [...before, statements.returns(body ?? node, value)]),
    );
  }
  const nodes = body?.children ?? [];
  const used = node.child("anonymous_function_use_clause")?.named.filter(isCode) ?? [];
  const byReference = used.flatMap((one) =>
    one.type === "by_ref" && one.named[0] ? [one.named[0].text] : [],
  );
  const byValue = used.filter(({ type }) => type === "variable_name");
  const captured = byValue.map(({ text }) => text);
  const variables = new Variables([...names, ...byReference, ...captured, ...assignedIn(nodes)]);
  const lowered = bodyOf(nodes, { ...outer, variables });
  const except = [...names, ...byReference, ...captured];
  const copies = byValue.map((one) =>
    statements.declare(one, build.name(one, one.text), build.name(one, `${one.text}:used`), "var"),
  );
  const inner: Stmt[] = [];
  addAll(inner, [...declared(variables, except, node), ...copies, ...before, ...lowered]);
  const made = build.lambda(node, params, statements.block(node, inner));
  if (byValue.length === 0) return made;
  const given = byValue.map((one) =>
    scope.variables.has(one.text) ? expression(one, scope) : build.unknown(one),
  );
  const values = byValue.map((one) => build.name(one, `${one.text}:used`));
  return build.call(node, build.lambda(node, values, made), given);
}
