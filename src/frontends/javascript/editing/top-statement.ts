import type { Comment } from "oxc-parser";
import type { Node } from "@oxc-project/types";
import type { Edit } from "../../../core/finding.js";
import { contains, type Span } from "../../../core/span.js";
import { refuse } from "../../editing/refusal.js";
import type { SourceTree } from "./source-tree.js";

/** Comments that have to stay the first thing of a file. */
const PRAGMA =
  /@(?:jest-|vitest-|ts-|license|licence|file|fileoverview|overview|module|copyright|preserve|flow|jsx|format|prettier|deno-|packageDocumentation)|eslint|copyright|SPDX-/i;

/** A token that would go on with a statement that ends without a semicolon. */
const CONTINUES = /^[([`+\-/*,.]/;

/**
 * Inserts a statement behind the directives and imports of a module, calls of `require` among them; in a file without
 * them before the first statement. The semicolon at its end is the file's way and not the caller's.
 */
export function insertStatementTop(tree: SourceTree, script: Span, source: string): readonly Edit[] {
  const body = tree.program.body.filter((node) => contains(script, node));
  const [first] = body;
  if (!first) refuse("the file has no statements");
  const { lineEnding, semicolons } = tree.style;
  const bare = source.trim().replace(/;$/, "");
  if (body.some((node) => tree.slice(node).replace(/\s*;$/, "") === bare))
    refuse("the file has the statement already");
  const count = countHead(body);
  const next = body[count];
  const last = body[count - 1];
  const isParted = last !== undefined && endOf(tree, last) < last.end;
  const mayContinue = next !== undefined && !isParted && CONTINUES.test(tree.text[next.start]!);
  const statement = (semicolons || mayContinue ? `${bare};` : bare).replace(/\r?\n/g, lineEnding);
  if (!last) {
    const at = startOf(tree, first!);
    const indent = tree.indentAt(at);
    if (!tree.isFirstOnLine(at)) refuse("the first statement does not start a line");
    return [tree.insert(at, `${statement}${lineEnding}${lineEnding}${indent}`)];
  }
  const { end } = tree.commentsOnLine(endOf(tree, last), tree.text.length);
  const indent = tree.indentAt(last.start);
  const line = lineEnding + lineEnding + indent + statement;
  const rest = tree.text.slice(end, tree.lineEnd(end));
  if (rest.trim() !== "") return [tree.insert(end, `${line}${lineEnding}${indent}`)];
  const isDense = next !== undefined && !hasBlankLine(tree.text.slice(end, tree.skipForward(end)));
  const added = line + (isDense ? lineEnding : "");
  if (!isParted) return [tree.insert(end, added)];
  // The semicolon belongs to the new statement from now on, so the edit covers the end of both statements.
  const start = endOf(tree, last) - 1;
  return [tree.edit(start, last.end, tree.text.slice(start, end) + added + tree.text.slice(end, last.end))];
}

/**
 * Returns the end of a statement, before a semicolon at the start of a later line that separates it from the next
 * statement.
 */
function endOf(tree: SourceTree, { end }: Span): number {
  const isApart = tree.text[end - 1] === ";" && tree.isFirstOnLine(end - 1);
  return isApart ? tree.skipBack(end - 1) : end;
}

function hasBlankLine(text: string): boolean {
  return /\n[^\S\n]*\n/.test(text);
}

/** Returns the number of statements at the start that are directives or imports. */
function countHead(body: readonly Node[]): number {
  let count = 0;
  while (count < body.length && isHead(body[count]!)) count++;
  return count;
}

function isHead(node: Node): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "TSImportEqualsDeclaration":
      return true;
    case "ExpressionStatement":
      return Boolean(node.directive) || isRequire(node.expression);
    case "VariableDeclaration":
      return node.declarations.every(({ init }) => init !== null && isRequire(init));
    default:
      return false;
  }
}

/** A call of `require`, also with what is taken from it or called of it at once. */
function isRequire(node: Node): boolean {
  switch (node.type) {
    case "CallExpression":
      return (
        (node.callee.type === "Identifier" && node.callee.name === "require") ||
        (node.callee.type === "MemberExpression" && isRequire(node.callee.object))
      );
    case "MemberExpression":
      return isRequire(node.object);
    default:
      return false;
  }
}

/**
 * Returns the start of the first statement with the documentation right above it, unless that is the head of the file.
 */
function startOf(tree: SourceTree, first: Node): number {
  const doc = tree.commentsBetween(0, first.start).at(-1);
  if (!doc || !documents(tree, doc, first)) return first.start;
  return doc.start;
}

function documents(tree: SourceTree, comment: Comment, statement: Node): boolean {
  const between = tree.text.slice(comment.end, statement.start);
  return (
    comment.type === "Block" &&
    comment.value.startsWith("*") &&
    between.split("\n").length === 2 &&
    tree.isFirstOnLine(comment.start) &&
    !PRAGMA.test(comment.value)
  );
}
