import { noteReadOfDeletion } from "../../analysis/evaluation/removals.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Expr, Pattern, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { lowerClass } from "./classes.js";
import { expression, isCode, isOfNames, namesIn, targetPattern } from "./expressions.js";
import { decorated, isDecorated, lowerFunction } from "./functions.js";
import { fromImport, imports } from "./imports.js";
import type { Scope } from "./scope.js";
import { innerOf } from "./strings.js";

/** Lowers the statements of a block, without those that do not parse. */
export function statementsOf(node: SyntaxNode, scope: Scope): Stmt[] {
  return node.named.flatMap((child) => statement(child, scope));
}

export function block(node: SyntaxNode, scope: Scope): Block {
  return statements.block(node, statementsOf(node, scope));
}

/** A block inside of another statement: declarations of functions in it have to be seen outside. */
function inner(node: SyntaxNode | undefined, scope: Scope, place: SyntaxNode): Block {
  return node ? block(node, { ...scope, inBlock: true }) : statements.block(place, []);
}

/** Statements that hold others, which may parse where something beside them does not. */
const COMPOUND: ReadonlySet<string> = new Set([
  ...[
    "if_statement",
    "for_statement",
    "while_statement",
    "with_statement",
    "try_statement",
    "match_statement",
  ],
  ...["function_definition", "class_definition", "decorated_definition", "block", "module"],
]);

function statement(node: SyntaxNode, scope: Scope): Stmt[] {
  const { file } = scope;
  if (node.isError || (file.broken.has(node) && !COMPOUND.has(node.type))) {
    const { start, end } = node;
    file.brokenSpans.push({ start, end });
    return [];
  }
  switch (node.type) {
    case "expression_statement":
      return node.named.filter(isCode).flatMap((one) => simple(one, scope));
    case "import_statement":
      return imports(node, scope);
    case "import_from_statement":
      return fromImport(node, scope);
    case "function_definition":
      return definition(node, undefined, scope);
    case "class_definition":
      return lowerClass(node, undefined, scope);
    case "decorated_definition": {
      const inside = node.field("definition");
      if (inside?.type === "class_definition") return lowerClass(inside, node, scope);
      return inside ? definition(inside, node, scope) : [];
    }
    case "return_statement": {
      const [value] = node.named.filter(isCode);
      return [statements.returns(node, value ? expression(value, scope) : null)];
    }
    case "if_statement":
      return ifStatement(node, scope);
    case "for_statement":
      return forStatement(node, scope);
    case "while_statement":
      return [
        statements.whileLoop(
          node,
          expression(node.field("condition"), scope),
          inner(node.field("body"), scope, node),
        ),
        ...elseOf(node, scope),
      ];
    case "with_statement":
      return withStatement(node, scope);
    case "try_statement":
      return [tryStatement(node, scope)];
    case "raise_statement": {
      const [error] = node.named.filter(isCode);
      return [statements.throws(node, error ? expression(error, scope) : build.nothing(node))];
    }
    case "delete_statement":
      return node.named
        .flatMap((one) => (one.type === "expression_list" ? one.named : [one]))
        .filter(({ type }) => type === "subscript" || type === "attribute")
        .flatMap((one) => deletion(one, () => expression(one, scope), one.type === "subscript"));
    case "assert_statement":
    case "print_statement":
    case "exec_statement":
      return [
        statements.statement(
          build.call(
            node,
            build.name(
              build.span(node.start, node.start),
              node.type === "print_statement" ? "print" : "py:evaluated",
            ),
            node.named.filter(isCode).map((one) => expression(one, scope)),
          ),
        ),
      ];
    case "break_statement":
      return [statements.leave(node, "BreakStatement")];
    case "continue_statement":
      return [statements.leave(node, "ContinueStatement")];
    case "match_statement":
      return matchStatement(node, scope);
    case "block":
      return [inner(node, scope, node)];
    default:
      return [];
  }
}

function simple(node: SyntaxNode, scope: Scope): Stmt[] {
  switch (node.type) {
    case "string":
    case "concatenated_string":
      remember(node, scope);
      return [];
    case "assignment":
      return assignment(node, scope);
    case "augmented_assignment":
      return [augmented(node, scope)];
    case "call":
      return popped(node, scope) ?? [statements.statement(expression(node, scope))];
    default:
      return [statements.statement(expression(node, scope))];
  }
}

/** Records a string that is a statement as documentation. */
export function remember(node: SyntaxNode, { file }: Scope): void {
  for (const string of node.type === "string" ? [node] : node.all("string")) {
    const { start, end } = innerOf(string);
    const from = string.start;
    file.docstrings.push({ text: string.text.slice(start - from, end - from), start: from, end: string.end });
  }
}

/** `d.pop("key", None)` with an unused result removes the key, like `del`. */
function popped(node: SyntaxNode, scope: Scope): Stmt[] | undefined {
  const callee = node.field("function");
  const [key, fallback] = node.field("arguments")?.named.filter(isCode) ?? [];
  const object = callee?.field("object");
  if (callee?.type !== "attribute" || callee.field("attribute")?.text !== "pop" || !object) return undefined;
  if (key?.type !== "string") return undefined;
  if (fallback) scope.file.removedKeys.push({ start: key.start, end: key.end });
  const member = (): Expr => build.index(node, expression(object, scope), expression(key, scope));
  return deletion(node, member, !fallback);
}

/** Deletes a member. If an absent one is an error, it is read as well. */
function deletion(node: SyntaxNode, member: () => Expr, isNeeded: boolean): Stmt[] {
  const deleted = statements.statement(build.unary(node, "delete", member()));
  if (!isNeeded) return [deleted];
  const read = member();
  noteReadOfDeletion(read);
  return [statements.statement(read), deleted];
}

function assignment(node: SyntaxNode, scope: Scope): Stmt[] {
  const targets: SyntaxNode[] = [];
  let value: SyntaxNode | undefined = node;
  while (value?.type === "assignment") {
    const left = value.field("left");
    if (left) targets.push(left);
    value = value.field("right");
  }
  if (!value) return [];
  const given = expression(value, scope);
  // All targets of an assignment get the value of the first name.
  const first = targets.find(({ type }) => type === "identifier") ?? targets[0];
  if (!first) return [];
  const others = targets.filter((target) => target !== first);
  const again = (place: SyntaxNode): Expr =>
    first.type === "identifier" ? expression(first, scope) : build.unknown(place, [given]);
  return [
    ...assignTo(first, given, node, scope),
    ...others.flatMap((target) => assignTo(target, again(target), node, scope)),
  ];
}

/** Names that belong to this scope are declared where they are written, and those of others are assigned. */
export function assignTo(target: SyntaxNode, value: Expr, place: SyntaxNode, scope: Scope): Stmt[] {
  const pattern = targetPattern(target, scope);
  if (!pattern) return [statements.statement(value)];
  const isOwn = isOfNames(pattern) && namesIn(pattern).every((name) => !scope.outer.has(name));
  return [
    isOwn
      ? statements.declare(place, pattern, value, "var")
      : statements.statement(build.assign(place, pattern, value)),
  ];
}

/** `a += b`; operators that the tree does not have as assignments are written out. */
function augmented(node: SyntaxNode, scope: Scope): Stmt {
  const left = node.field("left");
  const right = expression(node.field("right"), scope);
  const operator = node.field("operator")?.type ?? "+=";
  const pattern: Pattern | undefined = left && targetPattern(left, scope);
  if (!pattern) return statements.statement(right);
  const value =
    operator === "+="
      ? build.assign(node, pattern, right, "+=")
      : build.assign(
          node,
          pattern,
          build.operation(node, operator.slice(0, -1), expression(left, scope), right),
        );
  return statements.statement(value);
}

function definition(node: SyntaxNode, around: SyntaxNode | undefined, scope: Scope): Stmt[] {
  const name = node.field("name");
  if (!name) return [];
  const id = build.name(name, name.text);
  const isPlain = !(around && isDecorated(around)) && scope.inBlock !== true && !scope.outer.has(name.text);
  if (isPlain) return [lowerFunction(node, scope, { id })];
  const value = lowerFunction(node, scope, { id: null, isDeclaration: false });
  return assignTo(name, around ? decorated(value, around, scope) : value, name, scope);
}

function ifStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const condition = node.field("condition");
  const body = inner(node.field("consequence"), scope, node);
  // Code that runs only if the file is the main program is the purpose of the file.
  if (condition && /^__name__\s*==\s*["']__main__["']$/.test(condition.text)) return [body];
  const otherwise = node.fields("alternative").reduceRight<Stmt | null>((rest, one) => {
    if (one.type === "else_clause") return inner(one.field("body"), scope, one);
    const test = expression(one.field("condition"), scope);
    return statements.ifElse(one, test, inner(one.field("consequence"), scope, one), rest);
  }, null);
  return [statements.ifElse(node, expression(condition, scope), body, otherwise)];
}

function forStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const left = node.field("left");
  const pattern = left && targetPattern(left, scope);
  const right = expression(node.field("right"), scope);
  const body = inner(node.field("body"), scope, node);
  if (!pattern) return [statements.statement(right), body];
  const isOwn = isOfNames(pattern) && namesIn(pattern).every((name) => !scope.outer.has(name));
  const target = isOwn ? statements.declare(left, pattern, null, "var") : pattern;
  return [statements.forOf(node, target, right, body), ...elseOf(node, scope)];
}

/** `else` of a loop, which runs unless the loop was left early. */
function elseOf(node: SyntaxNode, scope: Scope): Stmt[] {
  const clause = node.child("else_clause");
  return clause
    ? [statements.ifElse(clause, build.unknown(clause), inner(clause.field("body"), scope, clause))]
    : [];
}

function withStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const items = node.child("with_clause")?.all("with_item") ?? [];
  const entered = items.flatMap((item): Stmt[] => {
    const value = item.field("value") ?? item.named[0];
    if (!value) return [];
    const alias = value.type === "as_pattern" ? value.child("as_pattern_target")?.named[0] : undefined;
    const manager = value.type === "as_pattern" ? value.named[0] : value;
    const got = build.call(item, build.name(item, "py:enter"), [expression(manager, scope)]);
    return alias ? assignTo(alias, got, item, scope) : [statements.statement(got)];
  });
  return [...entered, inner(node.field("body"), scope, node)];
}

function tryStatement(node: SyntaxNode, scope: Scope): Stmt {
  const body = inner(node.field("body"), scope, node);
  const otherwise = node.child("else_clause");
  const all = otherwise
    ? { ...body, body: [...body.body, ...inner(otherwise.field("body"), scope, otherwise).body] }
    : body;
  const clauses = node.all("except_clause", "except_group_clause");
  const [first] = clauses;
  const handled = clauses.reduceRight<Stmt | null>((rest, clause) => {
    const own = exceptBlock(clause, scope);
    return rest ? statements.ifElse(clause, build.unknown(clause), own, rest) : own;
  }, null);
  const finalizer = node.child("finally_clause");
  return statements.tryCatch(
    node,
    all,
    first && handled
      ? {
          place: first,
          param: null,
          body: handled.type === "BlockStatement" ? handled : statements.block(first, [handled]),
        }
      : null,
    finalizer ? inner(finalizer.child("block"), scope, finalizer) : null,
  );
}

function exceptBlock(clause: SyntaxNode, scope: Scope): Block {
  const caught = clause.children.find(({ type }) => type === "as_pattern");
  const alias = caught?.child("as_pattern_target")?.named[0];
  const body = inner(clause.child("block"), scope, clause);
  if (!alias) return body;
  const error = assignTo(alias, build.unknown(alias), alias, scope);
  return { ...body, body: [...error, ...body.body] };
}

/** Lowers `match`. Texts and numbers are compared, and any other pattern may match, and reads what it names. */
function matchStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const subject = node.field("subject");
  // The subject is evaluated once, under a name that no program has.
  const held = build.name(subject ?? node, `match:${node.start}`);
  const cases = (node.field("body")?.all("case_clause") ?? []).map((clause) => {
    const patterns = clause.all("case_pattern").flatMap((pattern) => {
      const [only] = pattern.named.filter(isCode);
      return only?.type === "union_pattern" ? only.named.filter(isCode) : only ? [only] : [];
    });
    const guard = clause.field("guard")?.named[0];
    const tests =
      patterns.length === 0
        ? guard
          ? [build.unknown(clause)]
          : []
        : patterns.map((one) =>
            /^(?:string|integer|true|false|none)$/.test(one.type)
              ? expression(one, scope)
              : build.unknown(one),
          );
    const read = patterns.flatMap((one) => bindings(one, held, scope));
    const asked = guard ? [statements.statement(expression(guard, scope))] : [];
    const { body } = inner(clause.field("consequence"), scope, clause);
    return { place: clause, tests, body: [...read, ...asked, ...body] };
  });
  return [
    statements.declare(subject ?? node, held, expression(subject, scope), "var"),
    statements.switchCases(node, held, cases),
  ];
}

/** Lowers what a pattern reads of a value, and the names that it gives to it. */
function bindings(pattern: SyntaxNode, value: Expr, scope: Scope): Stmt[] {
  const parts = pattern.named.filter(isCode);
  switch (pattern.type) {
    case "case_pattern":
    case "union_pattern":
    case "as_pattern":
      return parts.flatMap((one) => bindings(one, value, scope));
    case "identifier":
      return assignTo(pattern, value, pattern, scope);
    case "dotted_name":
    case "splat_pattern":
      return parts.length === 1 ? bindings(parts[0]!, value, scope) : [];
    case "dict_pattern": {
      const values = pattern.fields("value");
      const reads = pattern.fields("key").flatMap((key, index) => {
        const member = build.index(key, value, expression(key, scope));
        const inside = values[index] ? bindings(values[index], member, scope) : [];
        return inside.length > 0 ? inside : [statements.statement(member)];
      });
      return [
        ...reads,
        ...parts.filter(({ type }) => type === "splat_pattern").flatMap((one) => bindings(one, value, scope)),
      ];
    }
    case "list_pattern":
    case "tuple_pattern":
      return parts.flatMap((one, index) => {
        const [only] = one.named;
        if (only?.type === "splat_pattern") return bindings(only, value, scope);
        return bindings(one, build.index(one, value, build.scalar(one, index)), scope);
      });
    case "class_pattern":
      return parts.slice(1).flatMap((one) => {
        const [name, inside] = one.named[0]?.type === "keyword_pattern" ? one.named[0].named : [];
        return name && inside
          ? bindings(inside, build.member(name, value, build.name(name, name.text)), scope)
          : [];
      });
    default:
      return [];
  }
}
