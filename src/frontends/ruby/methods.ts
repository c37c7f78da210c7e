import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, FunctionNode, Name, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { targetPattern } from "./assignments.js";
import { expression } from "./expressions.js";
import { BLOCK, Locals, RETURNED, SEPARATOR, assignedNames, isCode, type Scope } from "./scope.js";
import { bodyInto } from "./statements.js";

/** Lowers the parameters of a method or block. Named ones come after the positional ones. */
export function parametersOf(nodes: readonly SyntaxNode[], scope: Scope, isMethod = true): Param[] {
  const byPosition: Param[] = [];
  const byName: Param[] = [];
  let rest: Param | undefined;
  let block: Param | undefined;
  for (const node of nodes) {
    const name = node.field("name");
    switch (node.type) {
      case "identifier":
        if (node.fieldName !== "locals") byPosition.push(build.name(node, node.text));
        break;
      case "optional_parameter":
        if (name)
          byPosition.push(
            build.withDefault(node, build.name(name, name.text), expression(node.field("value"), scope)),
          );
        break;
      case "destructured_parameter": {
        const pattern = targetPattern(node, scope);
        if (pattern?.type === "ArrayPattern") byPosition.push(pattern);
        break;
      }
      case "splat_parameter":
        rest = build.rest(node, build.name(node, name?.text ?? SEPARATOR));
        break;
      case "keyword_parameter":
        if (name) {
          const own = build.name(name, name.text);
          const value = node.field("value");
          byName.push(value ? build.withDefault(node, own, expression(value, scope)) : own);
        }
        break;
      case "hash_splat_parameter":
        byName.push(build.rest(node, build.name(node, name?.text ?? "rb:others"), true));
        break;
      case "block_parameter":
        block = build.name(node, name?.text ?? BLOCK);
        break;
      case "forward_parameter":
        rest = build.rest(node, build.name(node, SEPARATOR));
        break;
      default:
        break;
    }
  }
  if (!isMethod) return [...byPosition, ...(rest ? [rest] : []), ...byName];
  const [first] = nodes;
  const place = first ?? build.span(0, 0);
  const separator = byName.length > 0 ? [build.rest(place, build.name(place, SEPARATOR))] : [];
  return [...byPosition, ...(rest ? [rest] : separator), ...byName, ...(block ? [] : [])];
}

/** Lowers a method, which returns the value of its last expression. */
export function lowerMethod(
  node: SyntaxNode,
  scope: Scope,
  {
    id,
    self,
    isDeclaration = true,
  }: { readonly id: Name | null; readonly self: Scope["self"]; readonly isDeclaration?: boolean },
): FunctionNode {
  const params = node.field("parameters")?.named.filter(isCode) ?? [];
  const body = node.field("body");
  const nodes = body?.type === "body_statement" ? body.children : body ? [body] : [];
  const blockName = params.find(({ type }) => type === "block_parameter")?.field("name");
  const names = params.flatMap((param) =>
    [...param.walk()].flatMap((one) =>
      one.type === "identifier" && one.fieldName !== "value" ? [one.text] : [],
    ),
  );
  const assigned = assignedNames(nodes);
  const state = { returnsFromBlock: false, name: node.field("name")?.text ?? "" };
  const inside: Scope = {
    file: scope.file,
    nesting: scope.nesting,
    self,
    isTop: false,
    method: state,
    locals: new Locals([...names, ...assigned.keys()]),
  };
  const isConstructor = state.name === "initialize" && self === "method";
  const lowered = bodyInto(nodes, inside, (value) =>
    isConstructor ? [statements.statement(value)] : [statements.returns(value, value)],
  );
  const declared = [...assigned]
    .filter(([name]) => !names.includes(name))
    .map(([name, at]): Stmt => statements.declare(at, build.name(at, name), null, "var"));
  // `&block` names what `yield` calls.
  const block: Stmt[] = blockName
    ? [
        statements.declare(
          blockName,
          build.name(blockName, blockName.text),
          build.name(blockName, BLOCK),
          "var",
        ),
      ]
    : [];
  const uses = nodes.some((one) =>
    [...one.walk()].some(({ type }) => type === "yield" || type === "block_argument"),
  );
  const all = parametersOf(params, inside);
  const byPosition = all.some(({ type }) => type === "RestElement");
  const place = build.span(node.start, node.start);
  if (blockName || uses)
    addAll(all, [
      ...(byPosition ? [] : [build.rest(place, build.name(place, SEPARATOR))]),
      build.name(place, BLOCK),
    ]);
  const whole = state.returnsFromBlock ? returningFromBlocks(node, lowered) : lowered;
  return statements.functionNode(node, id, all, statements.block(node, [...declared, ...block, ...whole]), {
    isDeclaration,
  });
}

/** Makes a method return when one of its blocks returns. */
function returningFromBlocks(node: SyntaxNode, body: readonly Stmt[]): Stmt[] {
  const returned = (): Expr => build.name(node, RETURNED);
  return [
    statements.declare(node, build.name(node, RETURNED), null, "var"),
    statements.tryCatch(node, statements.block(node, body), {
      place: node,
      param: null,
      body: statements.block(node, [statements.returns(node, returned())]),
    }),
  ];
}
