import type { AssignmentExpression, Expression } from "@oxc-project/types";
import type { Environment } from "./environment.js";
import { evaluate } from "./expressions.js";
import { nameFunction } from "./functions.js";
import { applyBinary, applyLogical, operatorOf } from "./operators.js";
import { assignPattern } from "./patterns.js";
import type { Run } from "./run.js";
import type { Value } from "./value.js";

export function evaluateAssignment(run: Run, node: AssignmentExpression, environment: Environment): Value {
  const target = { environment, declares: false };
  const { operator } = node;
  if (operator === "=") {
    const value = evaluate(run, node.right, environment);
    if (node.left.type === "Identifier") nameFunction(value, node.left.name);
    assignPattern(run, node.left, value, target);
    return value;
  }
  const before = evaluate(run, node.left as Expression, environment);
  const binary = operatorOf(operator);
  let value: Value;
  if (binary) {
    value = applyBinary(run, binary, before, evaluate(run, node.right, environment), node, environment);
  } else {
    const logical = operator.slice(0, -1) as "||" | "&&" | "??";
    value = applyLogical(run, logical, before, () => evaluate(run, node.right, environment));
  }
  assignPattern(run, node.left, value, target);
  return value;
}
