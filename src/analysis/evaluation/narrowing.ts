import type { Node } from "@oxc-project/types";
import { DefinitionType, type Variable } from "@typescript-eslint/scope-manager";
import { isWrapper } from "../wrappers.js";
import { evaluate } from "./expressions.js";
import type { Environment } from "./environment.js";
import type { Run } from "./run.js";
import { choice, nullishness, type Single } from "./value.js";

/** A variable that a condition tests, and a test of the values with which the condition may hold. */
interface Tested {
  readonly variable: Variable;
  readonly mayBe: (single: Single) => boolean;
}

/**
 * Returns the scope in which code runs behind a condition: variables hold there only values with which the condition may
 * be true, or false. Only variables that never change are looked at.
 *
 * @param holds whether the code runs where the condition is true
 */
export function narrowed(run: Run, condition: Node, environment: Environment, holds: boolean): Environment {
  let inner: Environment | undefined;
  for (const { variable, mayBe } of testedIn(run, condition, environment, holds)) {
    const cell = environment.lookup(variable);
    const value = cell && !cell.alias ? run.store.read(cell) : undefined;
    if (value?.kind !== "choice" || !isFixed(variable)) continue;
    const possible = value.of.filter((single) => mayBe(single));
    if (possible.length === 0 || possible.length === value.of.length) continue;
    inner ??= environment.inner();
    inner.declare(variable, choice(possible));
  }
  return inner ?? environment;
}

function testedIn(run: Run, condition: Node, environment: Environment, holds: boolean): Tested[] {
  if (isWrapper(condition)) return testedIn(run, condition.expression, environment, holds);
  switch (condition.type) {
    case "Identifier": {
      const variable = environment.module.names.variableOf(condition);
      const mayBe: Tested["mayBe"] = (single) => run.truthOf(single) !== !holds;
      return variable ? [{ variable, mayBe }] : [];
    }
    case "UnaryExpression":
      return condition.operator === "!" ? testedIn(run, condition.argument, environment, !holds) : [];
    case "LogicalExpression": {
      const isBoth = condition.operator === (holds ? "&&" : "||");
      const parts = isBoth ? [condition.left, condition.right] : [];
      return parts.flatMap((part) => testedIn(run, part, environment, holds));
    }
    case "BinaryExpression": {
      const { operator, left, right } = condition;
      const isEqual = operator === "===" || operator === "==" ? holds : !holds;
      if (!/^[!=]==?$/.test(operator)) return [];
      const compared = emptyIn(right, environment);
      const tested = compared ? left : right;
      const empty = compared ?? emptyIn(left, environment);
      const variable = tested.type === "Identifier" ? environment.module.names.variableOf(tested) : undefined;
      if (!empty || !variable) return [];
      const isStrict = operator.length === 3;
      return [{ variable, mayBe: (single) => mayEqual(single, isStrict ? empty : "any", isEqual) }];
    }
    case "CallExpression": {
      const { callee } = condition;
      const name = callee.type === "Identifier" ? callee.name : undefined;
      if (name === undefined || !run.language.semantics.emptinessTests?.has(name)) return [];
      return condition.arguments.flatMap((one): Tested[] => {
        const variable = one.type === "Identifier" ? environment.module.names.variableOf(one) : undefined;
        return variable
          ? [{ variable, mayBe: (single) => mayGive(run, condition, environment, variable, single, holds) }]
          : [];
      });
    }
    default:
      return [];
  }
}

/** Returns whether a condition may have a truth if a variable has a value. */
function mayGive(
  run: Run,
  condition: Node,
  environment: Environment,
  variable: Variable,
  value: Single,
  truth: boolean,
): boolean {
  const inner = environment.inner();
  inner.declare(variable, value);
  return run.truthOf(evaluate(run, condition, inner)) !== !truth;
}

type Empty = "null" | "undefined";

/** Returns the empty value that an expression is. */
function emptyIn(node: Node, environment: Environment): Empty | undefined {
  if (node.type === "Literal" && node.value === null && !("regex" in node) && !("bigint" in node))
    return "null";
  const isName = node.type === "Identifier" && node.name === "undefined";
  return isName && !environment.module.names.variableOf(node) ? "undefined" : undefined;
}

function mayEqual(single: Single, empty: Empty | "any", isEqual: boolean): boolean {
  if (single.kind === "unknown") return true;
  const isEmpty =
    nullishness(single) === true &&
    (empty === "any" || (single.kind === "scalar" && String(single.value) === empty));
  return isEmpty === isEqual;
}

const fixed = new WeakMap<Variable, boolean>();

/** Returns whether a variable is written only where it is declared. */
function isFixed(variable: Variable): boolean {
  let known = fixed.get(variable);
  if (known === undefined) {
    known =
      variable.defs.length === 1 &&
      (variable.defs[0]!.type === DefinitionType.Parameter ||
        variable.defs[0]!.type === DefinitionType.Variable) &&
      variable.references.every((reference) => !reference.isWrite() || reference.init === true);
    fixed.set(variable, known);
  }
  return known;
}
