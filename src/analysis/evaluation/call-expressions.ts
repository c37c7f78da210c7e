import { isWrapper } from "../wrappers.js";
import type {
  Argument,
  CallExpression,
  ImportExpression,
  MemberExpression,
  NewExpression,
  Node,
} from "@oxc-project/types";
import { addAll } from "../../core/add-all.js";
import { makePromise } from "../builtins/promises.js";
import { Arguments, type Call } from "./callable.js";
import { callValue } from "./calls.js";
import { callSuper } from "./classes.js";
import type { Environment } from "./environment.js";
import { evaluate, evaluateObjectOf, mayBeMissing, memberOf, withType } from "./expressions.js";
import { iterate, someOf } from "./iteration.js";
import type { Run } from "./run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  nullishness,
  opaque,
  type ObjectValue,
  type Single,
  type Value,
} from "./value.js";

export function evaluateCall(run: Run, node: CallExpression, environment: Environment): Value {
  const result = performCall(run, node, environment);
  const type = node.typeArguments?.params[0];
  return type ? withType(run, result, type, environment) : result;
}

function performCall(run: Run, node: CallExpression, environment: Environment): Value {
  const { callee } = node;
  if (callee.type === "Super")
    return callSuper(run, node, evaluateArguments(run, node.arguments, environment), environment);
  const member = memberCallee(callee);
  if (member) return callMember(run, node, member, environment);
  const value = evaluate(run, callee, environment);
  if (node.optional && mayBeMissing(value)) run.chainMayEnd();
  const args = evaluateArguments(run, node.arguments, environment);
  return callValue(run, value, { this: UNDEFINED, args, node, environment, isNew: false });
}

function memberCallee(callee: Node): MemberExpression | undefined {
  if (callee.type === "MemberExpression") return callee;
  return isWrapper(callee) ? memberCallee(callee.expression) : undefined;
}

/** `object.method(…)`: of several objects, each is asked for its own method and is `this` in it. */
function callMember(
  run: Run,
  node: CallExpression,
  member: MemberExpression,
  environment: Environment,
): Value {
  const object = evaluateObjectOf(run, member.object, environment);
  if (member.optional && mayBeMissing(object)) run.chainMayEnd();
  const isSuper = member.object.type === "Super";
  const receivers: readonly Value[] = alternatives(object).filter((single) => nullishness(single) !== true);
  if (receivers.length === 0) {
    evaluateArguments(run, node.arguments, environment);
    // The program stops here: the result is not known, and not absent.
    const stops = run.language.semantics.nothingHasMethods === true && !member.optional;
    return stops ? opaque("computed", "result", environment.locate(node)) : UNDEFINED;
  }
  const methods = receivers.map((receiver) => memberOf(run, member, receiver, environment, true));
  if (node.optional && methods.some(mayBeMissing)) run.chainMayEnd();
  const args = evaluateArguments(run, node.arguments, environment);
  const call = (index: number): Value =>
    callValue(run, methods[index]!, {
      this: isSuper ? environment.activation.thisValue : receivers[index]!,
      args,
      node,
      environment,
      isNew: false,
    });
  if (receivers.length === 1) return call(0);
  const results: Value[] = [];
  run.store.join(receivers.map((_, index) => run.store.fork(() => results.push(call(index)))));
  return choice(results);
}

export function evaluateArguments(run: Run, nodes: readonly Argument[], environment: Environment): Arguments {
  const list: Value[] = [];
  let rest: Value[] | undefined;
  let keywords: ObjectValue | undefined;
  for (const node of nodes) {
    if (node.type !== "SpreadElement") {
      const value = evaluate(run, node, environment);
      if (value.kind === "object" && areKeywords(node)) {
        keywords = value;
        continue;
      }
      if (rest) rest.push(value);
      else list.push(value);
      continue;
    }
    const spread = iterate(run, evaluate(run, node.argument, environment));
    if (spread.known && !rest) {
      addAll(list, spread.known);
    } else {
      const some = someOf(spread);
      rest ??= [UNDEFINED];
      if (some) rest.push(some);
    }
  }
  return new Arguments(list, rest ? choice(rest) : undefined, keywords);
}

/** Returns whether a literal holds the named arguments of a call, which trees of lowered languages say. */
function areKeywords(node: Node): boolean {
  return node.type === "ObjectExpression" && "isKeywords" in node;
}

export function evaluateNew(run: Run, node: NewExpression, environment: Environment): Value {
  const callee = evaluate(run, node.callee, environment);
  const args = evaluateArguments(run, node.arguments, environment);
  const call: Call = { this: UNDEFINED, args, node, environment, isNew: true };
  return callValue(run, callee, call);
}

export function evaluateImport(run: Run, node: ImportExpression, environment: Environment): Value {
  const specifier = evaluate(run, node.source, environment);
  return makePromise(run, run.realm.importDynamically(run, specifier as Single, environment, node));
}
