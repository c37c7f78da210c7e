import * as build from "../lowered/build.js";
import * as made from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isErrorValue } from "./control.js";
import { namedIn } from "./lower-assignments.js";
import type { Expressions } from "./lower-expressions.js";
import type { Lowering } from "./lowering.js";
import { returnsAll } from "./returned-values.js";

/**
 * Lowers `return`. Values that are returned with an error are not useful to the caller, so it counts as an exception.
 */
export function returned(lowering: Lowering, expressions: Expressions, node: SyntaxNode): Stmt {
  const values = namedIn(node.child("expression_list"));
  const last = values.at(-1);
  const isError = values.length > 1 && last !== undefined && isErrorValue(last);
  if (isError || (lowering.isAfterError && last?.type !== "nil"))
    return made.throws(
      node,
      build.list(
        node,
        values.map((one) => expressions.of(one)),
      ),
    );
  if (values.length === 0) {
    const names = lowering.results.map((name) => build.name(node, name));
    const results = names.map((one) =>
      lowering.laterResults.has(one.name) ? build.unknown(node, [one]) : one,
    );
    const given =
      results.length === 0 ? null : results.length === 1 ? results[0]! : build.list(node, results);
    return made.returns(node, given);
  }
  if (values.length === 1) return made.returns(node, resultOf(lowering, expressions, values[0]!, 0));
  return returnsAll(
    node,
    values,
    (one) => resultOf(lowering, expressions, one, values.indexOf(one)),
    () => lowering.fresh("returned"),
  );
}

/** Lowers a result, which is unknown where a deferred function may give it another value. */
function resultOf(lowering: Lowering, expressions: Expressions, node: SyntaxNode, index: number): Expr {
  const value = expressions.value(node);
  const name = lowering.results[index];
  return name !== undefined && lowering.laterResults.has(name) ? build.unknown(node, [value]) : value;
}
