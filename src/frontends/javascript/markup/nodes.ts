import type {
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  ExpressionStatement,
  Function as FunctionNode,
  IdentifierName,
  Node,
  ObjectExpression,
  ParamPattern,
  Statement,
} from "@oxc-project/types";
import type { Span } from "../../../core/span.js";

/*
 * Nodes of generated code: a function with the effect of the markup. Each node has the place of the markup that it is
 * made from.
 */

/** The parser makes nodes of these types; the cast informs the compiler. */
function node<Made extends Node>(type: Made["type"], { start, end }: Span, members: object): Made {
  return { type, start, end, range: [start, end], ...members } as unknown as Made;
}

export function name(span: Span, text: string): Expression & IdentifierName {
  return node<IdentifierName>("Identifier", span, {
    name: text,
    decorators: [],
    optional: false,
    typeAnnotation: null,
  }) as Expression & IdentifierName;
}

export function literal(span: Span, value: string): Expression {
  return node("Literal", span, { value, raw: JSON.stringify(value) });
}

export function call(span: Span, callee: Expression, args: readonly Expression[]): CallExpression {
  return node("CallExpression", span, { callee, arguments: args, optional: false, typeArguments: null });
}

export function member(span: Span, object: Expression, property: string): Expression {
  return node("MemberExpression", span, {
    object,
    property: name(span, property),
    computed: false,
    optional: false,
  });
}

export function self(span: Span): Expression {
  return node("ThisExpression", span, {});
}

/** Makes an object literal. Members without a key are spread into it. */
export function object(
  span: Span,
  members: readonly { readonly span: Span; readonly key?: string; readonly value: Expression }[],
): ObjectExpression {
  const properties = members.map(({ span: own, key, value }) =>
    key === undefined ? node("SpreadElement", own, { argument: value }) : property(own, key, value),
  );
  return node("ObjectExpression", span, { properties });
}

export function property(span: Span, key: string, value: Expression): Node {
  return node("Property", span, {
    kind: "init",
    key: literal({ start: span.start, end: span.start }, key),
    value,
    method: false,
    shorthand: false,
    computed: false,
    optional: false,
  });
}

export function statement(expression: Expression): ExpressionStatement {
  return node("ExpressionStatement", expression, { expression });
}

export function arrow(
  span: Span,
  params: readonly ParamPattern[],
  body: readonly Statement[],
): ArrowFunctionExpression {
  return node("ArrowFunctionExpression", span, functionMembers(span, params, body));
}

export function functionExpression(span: Span, body: readonly Statement[]): FunctionNode {
  return node<FunctionNode>("FunctionExpression", span, functionMembers(span, [], body));
}

/** The functions that stand for the markup of a component. */
const rendering = new WeakSet<object>();

/** Marks a function that stands for the markup of a component. */
export function render<Made extends Node>(made: Made): Made {
  rendering.add(made);
  return made;
}

export function standsForMarkup(made: object): boolean {
  return rendering.has(made);
}

function functionMembers(span: Span, params: readonly ParamPattern[], body: readonly Statement[]): object {
  return {
    id: null,
    params,
    body: node("BlockStatement", span, { body }),
    async: false,
    generator: false,
    expression: false,
    declare: false,
    typeParameters: null,
    returnType: null,
  };
}

export function awaited(span: Span, argument: Expression): Expression {
  return node("AwaitExpression", span, { argument });
}

export function constant(span: Span, id: ParamPattern, init: Expression): Statement {
  const declarator = node("VariableDeclarator", span, { id, init, definite: false });
  return node("VariableDeclaration", span, { kind: "const", declare: false, declarations: [declarator] });
}
