import * as build from "../lowered/build.js";
import * as made from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isCall } from "./syntax.js";

/**
 * Returns the statement that returns several values. The compiler reads variables after it has called functions:
 * `return v, json.Unmarshal(b, &v)` returns what the call has written into `v`.
 *
 * @param valueOf lowers a value
 *
 * @param fresh makes a name that no program can have
 */
export function returnsAll(
  node: SyntaxNode,
  values: readonly SyntaxNode[],
  valueOf: (value: SyntaxNode) => Expr,
  fresh: () => string,
): Stmt {
  const calls = values.map((one) => [...one.walk()].some(isCall));
  const last = calls.lastIndexOf(true);
  const isWrittenAfter = calls.slice(0, Math.max(last, 0)).includes(false);
  if (!isWrittenAfter)
    return made.returns(
      node,
      build.list(
        node,
        values.map((one) => valueOf(one)),
      ),
    );
  const names = values.map((one, index) => (calls[index] ? build.name(one, fresh()) : undefined));
  const before = values.flatMap((one, index) => {
    const name = names[index];
    return name ? [made.declare(one, name, valueOf(one), "const")] : [];
  });
  const all = values.map((one, index) => names[index] ?? valueOf(one));
  return made.block(node, [...before, made.returns(node, build.list(node, all))]);
}
