import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { argumentNodes } from "./calls.js";
import { caseStatement } from "./cases.js";
import { classStatements, directive, isDirective, structClass } from "./classes.js";
import { declaredPath } from "./constants.js";
import { assignment, targetPattern } from "./assignments.js";
import { callArguments, expression } from "./expressions.js";
import { iterationLoop, loopOf, whileStatement } from "./loops.js";
import { lowerMethod } from "./methods.js";
import { RETURNED, isCode, type Scope } from "./scope.js";

/** Makes statements that use the value of a statement, for example by returning it. */
export type Sink = (value: Expr) => Stmt[];

export const DISCARD: Sink = (value) => [statements.statement(value)];

/** Statements that hold others, which may parse where something beside them does not. */
const COMPOUND: ReadonlySet<string> = new Set([
  ...[
    "if",
    "unless",
    "while",
    "until",
    "for",
    "case",
    "begin",
    "class",
    "module",
    "method",
    "singleton_method",
  ],
  ...["singleton_class", "body_statement", "then", "else", "ensure", "rescue", "do", "program", "call"],
]);

/** Lowers the statements of a body, and passes the value of the last one to the sink. */
export function bodyInto(nodes: readonly SyntaxNode[], scope: Scope, sink: Sink): Stmt[] {
  const clauses = nodes.filter(
    ({ isNamed, type }) => isNamed && (type === "rescue" || type === "ensure" || type === "else"),
  );
  const code = nodes.filter(
    (node) => (node.isNamed || node.isError) && isCode(node) && !clauses.includes(node),
  );
  if (clauses.length > 0) return [tryStatement(code, clauses, scope, sink)];
  return code.flatMap((node, index) => lowerInto(node, scope, index === code.length - 1 ? sink : DISCARD));
}

/** Lowers a block of statements, and passes its value to the sink. The value of an empty block is nil. */
export function blockInto(node: SyntaxNode | undefined, place: build.Place, scope: Scope, sink: Sink): Block {
  const inner: Scope = { ...scope, isTop: false };
  const nodes = node?.children ?? [];
  const isEmpty = !nodes.some((one) => one.isNamed && isCode(one));
  const body = isEmpty
    ? sink === DISCARD
      ? []
      : sink(build.scalar(place, null))
    : bodyInto(nodes, inner, sink);
  return statements.block(node ?? place, body);
}

/** Lowers a statement, and passes its value to the sink. */
export function lowerInto(node: SyntaxNode, scope: Scope, sink: Sink): Stmt[] {
  const { file } = scope;
  if (node.isError || (file.broken.has(node) && !COMPOUND.has(node.type))) {
    const { start, end } = node;
    file.brokenSpans.push({ start, end });
    return [];
  }
  // The rest of such a statement is read around what does not parse in it.
  for (const { isError, start, end } of file.broken.has(node) ? node.children : [])
    if (isError) file.brokenSpans.push({ start, end });
  switch (node.type) {
    case "class":
    case "module":
    case "singleton_class":
      return classStatements(node, scope);
    case "method":
    case "singleton_method":
      return definition(node, scope);
    case "if":
    case "unless":
    case "elsif":
      return [ifStatement(node, scope, sink)];
    case "if_modifier":
    case "unless_modifier":
      return [modifier(node, scope, sink)];
    case "rescue_modifier": {
      const handler = node.field("handler");
      const body = statements.block(
        node,
        lowerInto(node.field("body") ?? node, { ...scope, isTop: false }, sink),
      );
      const caught = handler ? lowerInto(handler, { ...scope, isTop: false }, sink) : [];
      return [
        statements.tryCatch(node, body, {
          place: handler ?? node,
          param: null,
          body: statements.block(handler ?? node, caught),
        }),
      ];
    }
    case "case":
    case "case_match":
      return [caseStatement(node, scope, sink)];
    case "while":
    case "until":
    case "while_modifier":
    case "until_modifier":
      return whileStatement(node, scope);
    case "for":
      return [loopOf(node, scope)];
    case "begin":
    case "parenthesized_statements":
    case "begin_block":
    case "end_block":
      return bodyInto(node.children, scope, sink);
    case "return":
      return returnStatement(node, scope);
    case "next":
    case "break":
      return jumpStatement(node, scope);
    case "redo":
    case "retry":
    case "undef":
    case "empty_statement":
    case "uninterpreted":
      return [];
    case "alias":
      return [];
    case "assignment":
    case "operator_assignment":
      return assign(node, scope, sink);
    case "binary":
      return append(node, scope) ?? sink(expression(node, scope));
    case "identifier":
    case "call":
      return callStatement(node, scope, sink);
    default:
      return sink(expression(node, scope));
  }
}

/** Methods that stop what is running. */
const STOPS: ReadonlySet<string> = new Set(["raise", "fail", "abort", "exit", "exit!"]);

function callStatement(node: SyntaxNode, scope: Scope, sink: Sink): Stmt[] {
  const method = node.type === "identifier" ? node : node.field("method");
  const receiver = node.field("receiver");
  const name = method?.text ?? "";
  if (!receiver && method && !scope.locals.has(name)) {
    if (STOPS.has(name) && !scope.file.methods.has(name)) {
      const args = callArguments(node.field("arguments"), scope);
      return [statements.throws(node, build.call(node, build.name(method, "rb:stop"), args))];
    }
    if (isDirective(name, node, scope)) return directive(node, name, scope);
    if (name === "require_relative" || name === "require" || name === "load") {
      required(node, name, scope);
      return [];
    }
  }
  const changed = sink === DISCARD ? mutation(node, scope) : undefined;
  if (changed) return changed;
  const loop = sink === DISCARD || scope.method ? iterationLoop(node, scope) : undefined;
  // An iteration returns the list, which programs rarely use.
  if (loop)
    return sink === DISCARD ? loop : [...loop, ...sink(build.unknown(build.span(node.end, node.end)))];
  return sink(expression(node, scope));
}

/** Methods of texts, and of lists, that change what they are called on. */
const MUTATES = /^(?:[a-z_]+!|concat|prepend|replace|insert)$/;

/** `text.gsub!("a", "b")`: the variable holds the other text from there on. */
function mutation(node: SyntaxNode, scope: Scope): Stmt[] | undefined {
  const receiver = node.field("receiver");
  const method = node.field("method");
  if (
    !method ||
    !MUTATES.test(method.text) ||
    !receiver ||
    !/^(?:identifier|instance_variable)$/.test(receiver.type)
  )
    return undefined;
  if (receiver.type === "identifier" && !scope.locals.has(receiver.text)) return undefined;
  const pattern = targetPattern(receiver, scope);
  if (!pattern) return undefined;
  const args = callArguments(node.field("arguments"), scope, node.field("block"));
  const made = build.call(node, build.name(method, "rb:mutate"), [
    build.madeText(method, method.text),
    expression(receiver, scope),
    ...args,
  ]);
  return [statements.statement(build.assign(node, pattern, made))];
}

/** Records a file that is loaded. Names with a path are relative to this file. */
function required(node: SyntaxNode, name: string, { file }: Scope): void {
  const [path] = argumentNodes(node);
  const content = path?.child("string_content");
  if (path?.type !== "string" || !content || path.named.length !== 1) return;
  const isRelative = name === "require_relative" || content.text.startsWith(".");
  file.required.set(isRelative ? `./${content.text.replace(/^\.\//, "")}` : content.text, node);
}

function definition(node: SyntaxNode, scope: Scope): Stmt[] {
  const name = node.field("name");
  if (!name) return [];
  if (scope.self !== "main") return directive(node, "def", scope);
  const id = build.name(name, name.text);
  const made = lowerMethod(node, scope, { id, self: "main" });
  return [scope.isTop ? statements.exported(made) : made];
}

function ifStatement(node: SyntaxNode, scope: Scope, sink: Sink): Stmt {
  const condition = node.field("condition");
  const consequence = node.field("consequence");
  const alternative = node.field("alternative");
  const yes = blockInto(consequence, consequence ?? node, scope, sink);
  // Code that runs only if the file is the main program is the purpose of the file.
  if (
    condition &&
    /^(?:__FILE__\s*==\s*\$(?:0|PROGRAM_NAME)|\$(?:0|PROGRAM_NAME)\s*==\s*__FILE__)$/.test(condition.text)
  )
    return yes;
  const no = alternative
    ? alternative.type === "elsif"
      ? ifStatement(alternative, scope, sink)
      : blockInto(alternative, alternative, scope, sink)
    : sink === DISCARD
      ? null
      : statements.block(node, sink(build.scalar(build.span(node.end, node.end), null)));
  const test = expression(condition, scope);
  return statements.ifElse(
    node,
    node.type === "unless" ? build.unary(condition ?? node, "!", test) : test,
    yes,
    no,
  );
}

function modifier(node: SyntaxNode, scope: Scope, sink: Sink): Stmt {
  const condition = node.field("condition");
  const test = expression(condition, scope);
  const body = node.field("body") ?? node;
  const inner = statements.block(body, lowerInto(body, { ...scope, isTop: false }, sink));
  const otherwise =
    sink === DISCARD
      ? null
      : statements.block(node, sink(build.scalar(build.span(node.end, node.end), null)));
  const isUnless = node.type === "unless_modifier";
  return statements.ifElse(
    node,
    isUnless ? build.unary(condition ?? node, "!", test) : test,
    inner,
    otherwise,
  );
}

function tryStatement(
  code: readonly SyntaxNode[],
  clauses: readonly SyntaxNode[],
  scope: Scope,
  sink: Sink,
): Stmt {
  const inner: Scope = { ...scope, isTop: false };
  const otherwise = clauses.find(({ type }) => type === "else");
  const ensure = clauses.find(({ type }) => type === "ensure");
  const rescues = clauses.filter(({ type }) => type === "rescue");
  const place = build.span((code[0] ?? clauses[0]!).start, clauses.at(-1)!.end);
  const body = [
    ...bodyInto(code, inner, otherwise ? DISCARD : sink),
    ...(otherwise ? bodyInto(otherwise.children, inner, sink) : []),
  ];
  const [first] = rescues;
  const handled = rescues.reduceRight<Stmt | null>((rest, clause) => {
    const own = rescueBlock(clause, inner, sink);
    return rest ? statements.ifElse(clause, build.unknown(clause), own, rest) : own;
  }, null);
  const handler = first &&
    handled && {
      place: first,
      param: null,
      body: handled.type === "BlockStatement" ? handled : statements.block(first, [handled]),
    };
  return statements.tryCatch(
    place,
    statements.block(place, body),
    handler ?? null,
    ensure ? statements.block(ensure, bodyInto(ensure.children, inner, DISCARD)) : null,
  );
}

function rescueBlock(clause: SyntaxNode, scope: Scope, sink: Sink): Block {
  const [name] = clause.field("variable")?.named ?? [];
  const body = blockInto(clause.field("body"), clause, scope, sink);
  if (name?.type !== "identifier") return body;
  const error = statements.statement(build.assign(name, build.name(name, name.text), build.unknown(name)));
  return { ...body, body: [error, ...body.body] };
}

function valueOf(node: SyntaxNode, scope: Scope): Expr | null {
  const given = node.child("argument_list")?.named.filter(isCode) ?? [];
  if (given.length === 0) return null;
  const [only] = given;
  return given.length === 1 && only && only.type !== "pair" && only.type !== "splat_argument"
    ? expression(only, scope)
    : build.list(node, callArguments(node.child("argument_list"), scope));
}

function returnStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const value = valueOf(node, scope);
  const { method } = scope;
  if (scope.inside !== "block" || !method) return [statements.returns(node, value)];
  method.returnsFromBlock = true;
  const returned = build.assign(node, build.name(node, RETURNED), value ?? build.scalar(node, null));
  return [statements.statement(returned), statements.throws(node, build.unknown(node))];
}

function jumpStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const value = valueOf(node, scope);
  if (scope.inside === "loop")
    return [statements.leave(node, node.type === "next" ? "ContinueStatement" : "BreakStatement")];
  if (node.type === "next") return [statements.returns(node, value ?? build.scalar(node, null))];
  return [statements.throws(node, build.unknown(node, value ? [value] : []))];
}

/**
 * Lowers an assignment. Constants are declared where the file assigns them. Each branch of `x = if …` assigns its own
 * value.
 */
function assign(node: SyntaxNode, scope: Scope, sink: Sink): Stmt[] {
  const left = node.field("left");
  const right = node.field("right");
  if (left?.type === "constant" && right) return constantAssignment(node, left, right, scope);
  const isBranching = right && /^(?:if|unless|case|case_match|begin)$/.test(right.type);
  if (!isBranching || node.type !== "assignment" || !left) return sink(assignment(node, scope));
  const pattern = targetPattern(left, scope);
  if (pattern?.type !== "Identifier" && pattern?.type !== "MemberExpression")
    return sink(assignment(node, scope));
  const into = lowerInto(right, { ...scope, isTop: false }, (value) => [
    statements.statement(build.assign(node, targetPattern(left, scope)!, value)),
  ]);
  return sink === DISCARD ? into : [...into, ...sink(expression(left, scope))];
}

function constantAssignment(node: SyntaxNode, left: SyntaxNode, right: SyntaxNode, scope: Scope): Stmt[] {
  const { file, nesting, isTop } = scope;
  const struct = structClass(left, right, scope);
  if (struct) return struct;
  const local = file.constants.get(declaredPath(left.text, nesting)) ?? left.text;
  const value = expression(right, scope);
  const name = build.name(left, local);
  const owner = file.definitions.get(nesting.at(-1) ?? "");
  const shared = owner
    ? [
        statements.statement(
          build.assign(
            node,
            build.member(left, build.name(left, owner.id.name), build.name(left, left.text)),
            build.name(left, local),
          ),
        ),
      ]
    : [];
  if (isTop && node.type === "assignment")
    return [statements.exported(statements.declare(node, name, value, "var")), ...shared];
  file.late.set(local, left);
  const operator = node.field("operator")?.type === "||=" ? "||=" : "=";
  return [statements.statement(build.assign(node, name, value, operator)), ...shared];
}

/** `text << more`: the variable holds the longer text from there on. */
function append(node: SyntaxNode, scope: Scope): Stmt[] | undefined {
  if (node.field("operator")?.type !== "<<") return undefined;
  let root: SyntaxNode | undefined = node;
  while (root?.type === "binary" && root.field("operator")?.type === "<<") root = root.field("left");
  if (!root || !/^(?:identifier|instance_variable|global_variable)$/.test(root.type)) return undefined;
  const isVariable = root.type !== "identifier" || scope.locals.has(root.text);
  const pattern = isVariable ? targetPattern(root, scope) : undefined;
  return pattern && [statements.statement(build.assign(node, pattern, expression(node, scope)))];
}
