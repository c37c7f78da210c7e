import type { AssignmentExpression, Expression, UpdateExpression } from "@oxc-project/types";
import { knownNumber } from "./coerce.js";
import type { Environment } from "./environment.js";
import { evaluate } from "./expressions.js";
import { nameFunction } from "./functions.js";
import { applyBinary, applyLogical, operatorOf } from "./operators.js";
import { assignPattern, keyName } from "./patterns.js";
import { referenceTo, type Reference } from "./references.js";
import type { Run } from "./run.js";
import { asFieldValue } from "./empty-fields.js";
import { opaque, sameValue, scalar, type Value } from "./value.js";

export function evaluateAssignment(run: Run, node: AssignmentExpression, environment: Environment): Value {
  const { left, operator } = node;
  const right = (): Value => evaluate(run, node.right, environment);
  const target = referenceTo(run, left, environment);
  if (operator === "=") {
    const value = right();
    if (left.type === "Identifier") nameFunction(run, value, left.name);
    if (target) target.write(asFirstValue(run, node, value, environment));
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

/**
 * Takes a `null` that a constructor assigns as a field without a value, as it is in a class that declares one. Code that
 * is not seen makes the instance, and may assign the field.
 */
function asFirstValue(
  run: Run,
  { left, right }: AssignmentExpression,
  value: Value,
  environment: Environment,
): Value {
  if (right.type !== "Literal" || left.type !== "MemberExpression" || left.computed) return value;
  const { object, property } = left;
  const made =
    object.type === "ThisExpression" || object.type === "Identifier" ? madeIn(environment) : undefined;
  return made && sameValue(evaluate(run, object, environment), made)
    ? asFieldValue(value, keyName(property), environment.locate(property), true)
    : value;
}

/** Returns the instance that the constructor around makes, if no known code asks for it. */
function madeIn(environment: Environment): Value | undefined {
  for (let at: Environment | undefined = environment; at; at = at.parent)
    if (at.constructing) return at.constructing.isFromOutside ? at.constructing.instance : undefined;
  return undefined;
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
