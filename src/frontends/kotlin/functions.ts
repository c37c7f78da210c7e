import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, FunctionNode, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { receiverType } from "./declared-names.js";
import { declareParameters, injections, paramOf, parametersOf, type Parameter } from "./parameters.js";
import type { Receiver, Scope } from "./scope.js";
import { blockOf } from "./statements.js";
import { statedType } from "./types.js";
import { returned } from "./values.js";

/** The first parameter of a function that is called on an object of another class. */
export const RECEIVER = "kotlin:this";

/** Lowers a block, or `= value`, to the body of a function. */
export function functionBody(node: SyntaxNode, scope: Scope, before: readonly Stmt[] = []): Block {
  const body = node.child("function_body") ?? node;
  const block = body.child("block");
  if (block) return statements.block(block, [...before, ...blockOf(block, scope).body]);
  const value =
    body.type === "function_body" ? body.named.find(({ type }) => !type.endsWith("comment")) : undefined;
  return statements.block(body, [...before, ...(value ? returned(value, scope) : [])]);
}

/** Returns the type that a function gives, if it states one. */
export function resultType(node: SyntaxNode): SyntaxNode | undefined {
  const list = node.child("function_value_parameters");
  const type = list && statedType(node, list.end);
  return type;
}

/** Lowers the functions of a file or a block, or the methods of a class; of several with a name each gets its own body. */
export function functionsOf(nodes: readonly SyntaxNode[], scope: Scope): Stmt[] {
  return [...byName(nodes)].map(([name, all]): Stmt => {
    const [first] = all as [SyntaxNode, ...SyntaxNode[]];
    const at = first.field("name") ?? first;
    const fn = functionNamed(all, scope);
    return { ...fn, type: "FunctionDeclaration", id: build.name(at, name) };
  });
}

/** Groups functions by their names. */
export function byName(nodes: readonly SyntaxNode[]): Map<string, SyntaxNode[]> {
  const groups = new Map<string, SyntaxNode[]>();
  for (const node of nodes) {
    const name = node.field("name")?.text;
    if (name === undefined || !node.child("function_body")) continue;
    groups.set(name, [...(groups.get(name) ?? []), node]);
  }
  return groups;
}

/** Lowers all functions of one name to one function, which chooses by the number of its arguments. */
export function functionNamed(all: readonly SyntaxNode[], scope: Scope): FunctionNode {
  const [first] = all as [SyntaxNode, ...SyntaxNode[]];
  return all.length === 1 ? single(first, scope) : overloaded(all, scope);
}

interface Prepared {
  readonly inside: Scope;
  readonly parameters: readonly Parameter[];
  readonly receiver: string | undefined;
}

function prepared(node: SyntaxNode, scope: Scope): Prepared {
  const parameters = parametersOf(node);
  const type = receiverType(node);
  const label = node.field("name")?.text ?? "";
  const actual = scope.local(RECEIVER) ? `${RECEIVER}@${node.start}` : RECEIVER;
  const receiver: Receiver | undefined = type && { actual, label, isSure: true };
  const inside = scope.ofFunction(resultType(node), receiver);
  if (receiver) inside.declare(actual);
  declareParameters(parameters, inside);
  return { inside, parameters, receiver: receiver?.actual };
}

/** Lowers a function to a node without a name. */
export function single(node: SyntaxNode, scope: Scope): FunctionNode {
  const { inside, parameters, receiver } = prepared(node, scope);
  const params: Param[] = [
    ...(receiver === undefined ? [] : [build.name(node, receiver)]),
    ...parameters.map((one) => paramOf(one, inside)),
  ];
  return statements.functionNode(
    node,
    null,
    params,
    functionBody(node, inside, injections(parameters, inside)),
    {
      isDeclaration: false,
    },
  );
}

const ARGUMENTS = "kotlin:arguments";

function overloaded(all: readonly SyntaxNode[], scope: Scope): FunctionNode {
  const [place] = all as [SyntaxNode, ...SyntaxNode[]];
  const given = build.name(place, ARGUMENTS);
  const count = build.member(place, given, build.name(place, "length"));
  const cases = all.map((node) => ({ node, ...prepared(node, scope) }));
  const most = (one: Prepared): number => one.parameters.length + (one.receiver === undefined ? 0 : 1);
  const body = cases.map((one): Stmt => {
    const { node, inside, parameters, receiver } = one;
    const names = [...(receiver === undefined ? [] : [receiver]), ...parameters.map(({ name }) => name)];
    const bound = names.map((name, index): Stmt => {
      const value = build.index(node, given, build.scalar(node, index));
      return statements.declare(node, build.name(node, name), value, "let");
    });
    const rivals = cases.filter((other) => most(other) === most(one));
    const isOpen = rivals.length > 1 || parameters.some(({ standard, isRest }) => standard ?? isRest);
    const fits = build.operation(node, "===", count, build.scalar(node, most(one)));
    const test = isOpen
      ? build.either(node, "||", build.either(node, "&&", fits, build.unknown(node)), build.unknown(node))
      : fits;
    return statements.ifElse(
      node,
      test,
      statements.block(node, [...bound, ...functionBody(node, inside).body]),
    );
  });
  return statements.functionNode(
    place,
    null,
    [build.rest(place, build.name(place, ARGUMENTS))],
    statements.block(place, body),
    { isDeclaration: false },
  );
}
