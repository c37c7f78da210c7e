import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, FunctionNode, Name, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression } from "./expressions.js";
import { variableName } from "./names.js";
import { assignedIn, isCode, type FunctionFacts, type Scope } from "./scope.js";
import { bodyInto } from "./statements.js";

/** Returns the parameters of a function or script, which are in brackets after its name or in a `param` block. */
export function parameterNodes(node: SyntaxNode): SyntaxNode[] {
  const block = node.child("script_block");
  const list =
    node.child("function_parameter_declaration")?.child("parameter_list") ??
    node.child("class_method_parameter_list") ??
    (block?.child("param_block") ?? node.child("param_block"))?.child("parameter_list");
  return list?.named.filter(({ type }) => /^(?:script|class_method)_parameter$/.test(type)) ?? [];
}

export function factsOf(node: SyntaxNode): FunctionFacts {
  const params = parameterNodes(node);
  const name = (one: SyntaxNode): string => variableName(one.child("variable")?.text ?? "$").slice(1);
  const attributes = (one: SyntaxNode): string => one.child("attribute_list")?.text.toLowerCase() ?? "";
  const fromPipeline = params.find((one) => attributes(one).includes("valuefrompipeline"));
  return {
    switches: new Set(params.filter((one) => attributes(one).includes("[switch]")).map(name)),
    ...(fromPipeline ? { fromPipeline: name(fromPipeline) } : {}),
  };
}

function parametersOf(nodes: readonly SyntaxNode[], scope: Scope): Param[] {
  return nodes.flatMap((one): Param[] => {
    const name = one.child("variable");
    if (!name) return [];
    const own = build.name(name, variableName(name.text));
    const value = one.child("script_parameter_default");
    return [value ? build.withDefault(one, own, expression(value, scope)) : own];
  });
}

/** The statements of a function, those of its named blocks one after the other. */
function bodyNodes(node: SyntaxNode): SyntaxNode[] {
  const body =
    (node.child("script_block") ?? node).child("script_block_body") ?? node.child("script_block_body");
  return [...(body?.walk() ?? [])]
    .filter((one) => one.type === "statement_list" && isDirect(one, body!))
    .flatMap((list) => list.children);
}

/** Checks whether a list of statements is the body itself, or that of a named block in it. */
function isDirect(list: SyntaxNode, body: SyntaxNode): boolean {
  let at = list.parent;
  while (at && at !== body && /^(?:statement_block|named_block|named_block_list)$/.test(at.type))
    at = at.parent;
  return at === body;
}

/** Lowers a function, which returns the output of its last statement or the value of `return`. */
export function functionOf(
  node: SyntaxNode,
  scope: Scope,
  id: Name | null,
  { isDeclaration = true, isConstructor = false } = {},
): FunctionNode {
  const params = parameterNodes(node);
  const nodes = bodyNodes(node);
  const names = params.map((one) => variableName(one.child("variable")?.text ?? "$"));
  const assigned = [...assignedIn(nodes, false).keys()].filter((name) => !names.includes(name));
  const usesArguments = nodes.some((one) =>
    [...one.walk()].some(({ type, text }) => type === "variable" && /^[$@]args$/i.test(text)),
  );
  const locals = new Set([...scope.locals, ...names, ...assigned, "$args"]);
  const inner: Scope = { ...scope, locals, isTop: false };
  const body = bodyInto(nodes, inner, (value) =>
    isConstructor ? [statements.statement(value)] : [statements.returns(value, value)],
  );
  const at = build.span(node.start, node.start);
  const declared = assigned.map((name) => statements.declare(at, build.name(at, name), null, "var"));
  const all = parametersOf(params, inner);
  if (usesArguments && all.length === 0 && !assigned.includes("$args"))
    all.push(build.rest(at, build.name(at, "$args")));
  const block = statements.block(node, [...declared, ...body]);
  return statements.functionNode(node, id, all, block, { isDeclaration });
}

/** Lowers `{ … }` to a function of `$_`, or of its own parameters. */
export function scriptBlock(node: SyntaxNode, scope: Scope): Expr {
  const block = node.child("script_block");
  const nodes = bodyNodes(node);
  const declaredParams = block?.child("param_block") ? parameterNodes(node) : [];
  const at = build.span(node.start, node.start);
  const locals = new Set([
    ...scope.locals,
    "$_",
    ...declaredParams.map((one) => variableName(one.child("variable")?.text ?? "$")),
  ]);
  const inner: Scope = { ...scope, locals, isTop: false };
  const params = declaredParams.length > 0 ? parametersOf(declaredParams, inner) : [build.name(at, "$_")];
  const body: Stmt[] = bodyInto(
    nodes.filter((one) => one.isError || isCode(one)),
    inner,
    (value) => [statements.returns(value, value)],
  );
  return build.lambda(node, params, statements.block(node, body));
}
