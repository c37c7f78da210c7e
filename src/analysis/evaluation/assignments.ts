import type { AssignmentExpression, Expression, UpdateExpression } from "@oxc-project/types";
import { knownNumber } from "./coerce.js";
import type { Environment } from "./environment.js";
import { evaluate } from "./expressions.js";
import { nameFunction } from "./functions.js";
import { applyBinary, applyLogical, operatorOf } from "./operators.js";
import { assignPattern } from "./patterns.js";
import { referenceTo, type Reference } from "./references.js";
import type { Run } from "./run.js";
import { opaque, scalar, type Value } from "./value.js";

export function evaluateAssignment(run: Run, node: AssignmentExpression, environment: Environment): Value {
  const { left, operator } = node;
  const right = (): Value => evaluate(run, node.right, environment);
  const target = referenceTo(run, left, environment);
  if (operator === "=") {
    const value = right();
    if (left.type === "Identifier") nameFunction(run, value, left.name);
    if (target) target.write(value);
    else assignPattern(run, left, value, { environment, declares: false });
    return value;
  }
  const { read, write, isPlain } = target ?? variable(run, left as Expression, environment);
  const before = read();
  const binary = operatorOf(operator);
  if (binary) {
    const value = applyBinary(run, binary, before, right(), node, environment);
    write(value);
    return value;
  }
  const logical = operator.slice(0, -1) as "||" | "&&" | "??";
  let isAsked = false;
  const isWrittenAfter = isPlain();
  const value = applyLogical(run, logical, before, () => {
    isAsked = true;
    const given = right();
    if (!isWrittenAfter) write(given);
    return given;
  });
  // If the left side decides, there is no write.
  if (isAsked && isWrittenAfter) write(value);
  return value;
}

export function evaluateUpdate(run: Run, node: UpdateExpression, environment: Environment): Value {
  const target =
    referenceTo(run, node.argument, environment) ?? variable(run, node.argument as Expression, environment);
  const before = target.read();
  const number = knownNumber(before);
  const after: Value =
    number === undefined
      ? opaque("computed", node.operator, environment.locate(node))
      : scalar(node.operator === "++" ? number + 1 : number - 1);
  target.write(after);
  return node.prefix ? after : before;
}

function variable(run: Run, node: Expression, environment: Environment): Reference {
  return {
    read: () => evaluate(run, node, environment),
    write: (value) => assignPattern(run, node, value, { environment, declares: false }),
    isPlain: () => true,
  };
}
