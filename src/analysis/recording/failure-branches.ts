import type { Expression, IfStatement, Node } from "@oxc-project/types";
import { PlaceIndex } from "../../core/place-index.js";
import { contains, type Location } from "../../core/span.js";
import type { Environment } from "../evaluation/environment.js";
import { evaluate } from "../evaluation/expressions.js";
import { keyName } from "../evaluation/patterns.js";
import type { Run } from "../evaluation/run.js";
import { alternatives } from "../evaluation/value.js";

/** Members of a response that are true if the request succeeded, in the clients of all languages. */
const SUCCESS: ReadonlySet<string> = new Set(
  "ok ok? success? is_success isSuccess isSuccessful successful IsSuccessStatusCode".split(" "),
);
/** Members of a response with its status. */
const STATUS: ReadonlySet<string> = new Set(["status", "statusCode", "status_code", "StatusCode"]);

/** Names of constants with a status: `http.StatusOK`, `HttpStatusCode.OK`, `requests.codes.ok`. */
const NAMED: ReadonlyMap<string, number> = new Map([
  ["StatusOK", 200],
  ["OK", 200],
  ["ok", 200],
  ["StatusCreated", 201],
  ["Created", 201],
  ["created", 201],
]);

/** The branches of code that only run if a request has failed. Errors are the same in both forms of the API. */
export class FailureBranches {
  readonly #branches = new PlaceIndex<{ readonly place: Location; readonly request: number }>();

  /** Records the branch of a statement that tests the status of a response. Call it before that branch is run. */
  enter(run: Run, { test, consequent, alternate }: IfStatement, environment: Environment): void {
    const tested = testedResponse(test);
    const branch = tested?.isFailure ? consequent : alternate;
    if (tested?.response.type !== "Identifier" || !branch) return;
    const place = environment.locate(branch);
    for (const single of alternatives(evaluate(run, tested.response, environment))) {
      const request = single.kind === "unknown" ? single.source.request : undefined;
      if (request !== undefined) this.#branches.add(place, { place, request });
    }
  }

  /** Returns whether a place is in such a branch, for the failure of one request. */
  covers(place: Location, request: number): boolean {
    return this.#branches
      .overlapping(place)
      .some((one) => one.request === request && contains(one.place, place));
  }
}

interface Tested {
  readonly response: Expression;
  /** The first branch runs if the request has failed, not if it has succeeded. */
  readonly isFailure: boolean;
}

/** Reads a test such as `!response.ok` or `response.status_code >= 400`. */
function testedResponse(test: Node): Tested | undefined {
  switch (test.type) {
    case "ParenthesizedExpression":
      return testedResponse(test.expression);
    case "UnaryExpression": {
      const inner = test.operator === "!" ? testedResponse(test.argument) : undefined;
      return inner && { ...inner, isFailure: !inner.isFailure };
    }
    case "MemberExpression":
      return SUCCESS.has(keyName(test.property)) ? { response: test.object, isFailure: false } : undefined;
    case "LogicalExpression": {
      const [left, right] = [testedResponse(test.left), testedResponse(test.right)];
      // One of several: `status == 200 or status == 202`.
      const isSame = left?.isFailure === right?.isFailure && nameOf(left) === nameOf(right);
      return test.operator === "||" && isSame ? left : undefined;
    }
    case "CallExpression": {
      const { callee } = test;
      if (callee.type !== "MemberExpression") return undefined;
      // `response.isSuccessful()`
      if (test.arguments.length === 0) return testedResponse(callee);
      if (keyName(callee.property) !== "includes") return undefined;
      return amongStatuses(test.arguments[0], callee.object);
    }
    case "BinaryExpression": {
      const { left, operator, right } = test;
      if (operator === "in") return amongStatuses(left, right);
      if (left.type !== "MemberExpression" || !STATUS.has(keyName(left.property))) return undefined;
      const status = statusOf(right);
      const isFailure = status === undefined ? undefined : failsWhere(operator, status);
      return isFailure === undefined ? undefined : { response: left.object, isFailure };
    }
    default:
      return undefined;
  }
}

/** The name of the variable with a response. */
function nameOf(tested: Tested | undefined): string | undefined {
  return tested?.response.type === "Identifier" ? tested.response.name : undefined;
}

/** `status in (200, 202)`, `[200, 202].includes(status)` */
function amongStatuses(status: Node | undefined, list: Node): Tested | undefined {
  if (status?.type !== "MemberExpression" || !STATUS.has(keyName(status.property))) return undefined;
  if (list.type === "ParenthesizedExpression") return amongStatuses(status, list.expression);
  if (list.type !== "ArrayExpression" || list.elements.length === 0) return undefined;
  const fails = new Set(list.elements.map((one) => failsWhere("==", (one && statusOf(one)) ?? 0)));
  const [isFailure] = fails;
  return fails.size === 1 && isFailure !== undefined ? { response: status.object, isFailure } : undefined;
}

function statusOf(node: Node): number | undefined {
  if (node.type === "Literal") return typeof node.value === "number" ? node.value : undefined;
  return node.type === "MemberExpression" ? NAMED.get(keyName(node.property)) : undefined;
}

/** Returns whether a comparison with a status is true for failures; `undefined` if it may be true for both. */
function failsWhere(operator: string, status: number): boolean | undefined {
  const isGood = status >= 200 && status < 300;
  if (/^!==?$/.test(operator)) return isGood ? true : undefined;
  if (/^===?$/.test(operator)) return isGood ? false : status >= 400 ? true : undefined;
  // The first status that counts as a failure, or as none.
  const first = operator === ">" || operator === "<=" ? status + 1 : status;
  if (operator.startsWith(">")) return first >= 300 ? true : undefined;
  return operator.startsWith("<") && first >= 300 && first <= 400 ? false : undefined;
}
