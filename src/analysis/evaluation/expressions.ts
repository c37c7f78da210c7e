import type {
  AwaitExpression,
  Expression,
  IdentifierReference,
  MemberExpression,
  Node,
  YieldExpression,
} from "@oxc-project/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import { addAll } from "../../core/add-all.js";
import { awaitValue } from "../builtins/promises.js";
import { typeNameOf } from "../recording/type-names.js";
import { evaluateAssignment, evaluateUpdate } from "./assignments.js";
import { evaluateCall, evaluateImport, evaluateNew } from "./call-expressions.js";
import { makeClass } from "./classes.js";
import { knownKeys } from "./coerce.js";
import type { Environment, VariableCell } from "./environment.js";
import { makeClosure } from "./functions.js";
import { forEachElement } from "./iteration.js";
import {
  evaluateArray,
  evaluateLiteral,
  evaluateObject,
  evaluateTagged,
  evaluateTemplate,
} from "./literals.js";
import { narrowed } from "./narrowing.js";
import { getMember, getMemberByKey, namesWritten, type Key, type Site } from "./members.js";
import { evaluateBinary, evaluateLogical, evaluateUnary } from "./operators.js";
import { evaluateJsx } from "./markup.js";
import { keyName } from "./patterns.js";
import { isGlobalObject } from "./realm.js";
import type { Run } from "./run.js";
import { branch } from "./statements.js";
import { stateType } from "./stated-objects.js";
import { UNDEFINED, alternatives, choice, nullishness, opaque, type Value } from "./value.js";

/** Returns the value of an expression, and changes the state as its evaluation does. */
export function evaluate(run: Run, node: Expression | Node, environment: Environment): Value {
  const spent = run.step() ?? run.goDeeper(1);
  if (spent) return opaque("limit", spent, environment.locate(node));
  const value = evaluateNode(run, node, environment);
  run.comeBack(1);
  return value;
}

function evaluateNode(run: Run, node: Expression | Node, environment: Environment): Value {
  switch (node.type) {
    case "Literal":
      return evaluateLiteral(node, environment);
    case "Identifier":
      return evaluateName(run, node as IdentifierReference, environment);
    case "MemberExpression":
      return evaluateMember(run, node, environment);
    case "CallExpression":
      return evaluateCall(run, node, environment);
    case "NewExpression":
      return evaluateNew(run, node, environment);
    case "ImportExpression":
      return evaluateImport(run, node, environment);
    case "ChainExpression":
      return run.chain(() => evaluate(run, node.expression, environment));
    case "ParenthesizedExpression":
    case "TSNonNullExpression":
    case "TSInstantiationExpression":
      return evaluate(run, node.expression, environment);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return withType(run, evaluate(run, node.expression, environment), node.typeAnnotation, environment);
    case "TemplateLiteral":
      return evaluateTemplate(run, node, environment);
    case "TaggedTemplateExpression":
      return evaluateTagged(run, node, environment);
    case "ObjectExpression":
      return evaluateObject(run, node, environment);
    case "ArrayExpression":
      return evaluateArray(run, node, environment);
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return makeClosure(run, node, environment);
    case "ClassExpression":
      return makeClass(run, node, environment);
    case "AssignmentExpression":
      return evaluateAssignment(run, node, environment);
    case "AwaitExpression":
      return evaluateAwait(run, node, environment);
    case "YieldExpression":
      return evaluateYield(run, node, environment);
    case "BinaryExpression":
      return evaluateBinary(run, node, environment);
    case "LogicalExpression":
      return evaluateLogical(run, node, environment);
    case "ConditionalExpression":
      return branch(
        run,
        run.truthOf(evaluate(run, node.test, environment)),
        () => evaluate(run, node.consequent, narrowed(run, node.test, environment, true)),
        () => evaluate(run, node.alternate, narrowed(run, node.test, environment, false)),
      );
    case "UnaryExpression":
      return evaluateUnary(run, node, environment);
    case "UpdateExpression":
      return evaluateUpdate(run, node, environment);
    case "SequenceExpression": {
      let last: Value = UNDEFINED;
      for (const expression of node.expressions) last = evaluate(run, expression, environment);
      return last;
    }
    case "ThisExpression":
      return environment.activation.thisValue;
    case "JSXElement":
    case "JSXFragment":
      return evaluateJsx(run, node, environment);
    case "MetaProperty":
      if (node.meta.name === "new") return environment.activation.newTarget ?? UNDEFINED;
      return run.realm.global(run, `${node.meta.name}.${node.property.name}`, environment, node);
    default:
      return opaque("computed", node.type, environment.locate(node));
  }
}

/** The calls of `await a().then(b).catch(c)` are all done before anything else goes on. */
function evaluateAwait(run: Run, node: AwaitExpression, environment: Environment): Value {
  for (let at: Node = node.argument; ;) {
    if (at.type === "CallExpression") {
      run.awaited.add(at);
      at = at.callee;
    } else if (at.type === "MemberExpression") at = at.object;
    else if (at.type === "ParenthesizedExpression" || at.type === "ChainExpression") at = at.expression;
    else break;
  }
  const value = awaitValue(run, evaluate(run, node.argument, environment));
  const { activation } = environment;
  if (activation.isDetached) run.becomeAsync(activation);
  return value;
}

function evaluateName(run: Run, node: IdentifierReference, environment: Environment): Value {
  const variable = environment.module.names.variableOf(node);
  if (!variable) return run.realm.global(run, node.name, environment, node);
  if (node.name === "arguments" && variable.identifiers.length === 0) {
    return environment.activation.arguments ?? UNDEFINED;
  }
  return readVariable(run, variable, environment, node);
}

export function readVariable(run: Run, variable: Variable, environment: Environment, node: Node): Value {
  const cell = environment.lookup(variable);
  if (!cell) return opaque("computed", variable.name, environment.locate(node));
  if (cell.alias) return cell.alias();
  const value = run.store.read(cell);
  const { observer } = run.store;
  if (observer && isReassigned(variable) && observer.isOutside(cell)) {
    observer.asksWhen = true;
    if (run.isAsyncFor(cell.activation) || run.isDeferredSince(cell.activation)) observer.markNotReplayable();
  }
  if (run.isAsyncFor(cell.activation)) return readLate(run, cell, value, environment, node);
  if (cell.asyncValues.length > 0) return choice([...(value ? [value] : []), ...cell.asyncValues]);
  // Code that runs later, or perhaps never, reads everything that was written by then.
  if (run.isDeferredSince(cell.activation) && isReassigned(variable)) {
    return choice([...(value ? [value] : []), ...cell.history]);
  }
  return value ?? UNDEFINED;
}

/**
 * Returns the values that asynchronous code may read, also those that code which has not run yet will have written by
 * then.
 */
function readLate(
  run: Run,
  cell: VariableCell,
  value: Value | undefined,
  environment: Environment,
  node: Node,
): Value {
  const { variable } = cell;
  const isSettled = variable.references.every(
    (reference) => !reference.isWrite() || cell.writers.has(reference.identifier as unknown as Node),
  );
  const found = [...(value ? [value] : []), ...cell.asyncValues];
  if (run.isDeferredSince(cell.activation) && isReassigned(variable)) addAll(found, cell.history);
  if (!isSettled) found.push(opaque("changing", variable.name, environment.locate(node)));
  return choice(found);
}

const reassigned = new WeakMap<Variable, boolean>();

function isReassigned(variable: Variable): boolean {
  let known = reassigned.get(variable);
  if (known === undefined) {
    const writes = variable.references.filter((reference) => reference.isWrite());
    known = writes.length > 1 || (writes.length === 1 && !writes[0]!.init);
    reassigned.set(variable, known);
  }
  return known;
}

function evaluateMember(run: Run, node: MemberExpression, environment: Environment): Value {
  return memberOf(run, node, evaluateObjectOf(run, node.object, environment), environment);
}

/** Evaluates the object of a member expression. `super` is the prototype of the object that contains the method. */
export function evaluateObjectOf(run: Run, node: Node, environment: Environment): Value {
  if (node.type !== "Super") return evaluate(run, node, environment);
  const { home } = environment.activation;
  if (home?.kind !== "object") return opaque("computed", "super", environment.locate(node));
  const { open } = run.store.read(home.object);
  // The class above is not known.
  if (open.length > 0) return choice(open);
  return home.object.prototype
    ? { kind: "object", object: home.object.prototype, hops: undefined }
    : UNDEFINED;
}

export function memberOf(
  run: Run,
  node: MemberExpression,
  object: Value,
  environment: Environment,
  isCalled = false,
): Value {
  if (!node.computed && isGlobalObject(node.object, environment)) {
    const known = run.realm.memberOfGlobal(run, keyName(node.property), environment, node);
    if (known) return known;
  }
  const { key, value: computed, site } = memberSite(run, node, environment);
  const receiver = node.object.type === "Super" ? environment.activation.thisValue : undefined;
  const own = receiver
    ? undefined
    : computed
      ? elementOf(run, object, computed, site)
      : attributeOf(run, object, keyName(node.property), site, isCalled);
  const value = own ?? getMemberByKey(run, object, key, site, receiver);
  if (node.optional && mayBeMissing(object)) run.chainMayEnd();
  return value;
}

/** Returns the value of a name behind a period, in languages that distinguish names from keys. */
function attributeOf(
  run: Run,
  object: Value,
  name: string,
  site: Site,
  isCalled: boolean,
): Value | undefined {
  const { attribute } = run.language.semantics;
  if (!attribute) return undefined;
  return choice(
    alternatives(object)
      .filter((single) => nullishness(single) !== true)
      .map((single) => attribute(run, single, name, isCalled, site) ?? getMember(run, single, name, site)),
  );
}

/** Returns the value of a key in brackets, in languages in which it is not any member. */
export function elementOf(run: Run, object: Value, key: Value, site: Site): Value | undefined {
  const { element } = run.language.semantics;
  if (!element) return undefined;
  return choice(
    alternatives(object)
      .filter((single) => nullishness(single) !== true)
      .map(
        (single) => element(run, single, key, site) ?? getMemberByKey(run, single, knownKeys(run, key), site),
      ),
  );
}

/** Returns whether a value is `null` or `undefined` in some branch. */
export function mayBeMissing(value: Value): boolean {
  return alternatives(value).some((single) => nullishness(single) === true);
}

/** Evaluates the key of a member expression, with its place, and its value if it is computed. */
export function memberSite(
  run: Run,
  node: MemberExpression,
  environment: Environment,
): { readonly key: Key; readonly site: Site; readonly value?: Value } {
  const site: Site = { node, key: node.property, environment };
  if (!node.computed) return { key: [keyName(node.property)], site };
  const value = evaluate(run, node.property, environment);
  const names = node.property.type === "Literal" ? undefined : namesWritten(run, value);
  return { key: knownKeys(run, value), site: names ? { ...site, names } : site, value };
}

/** Gives an unknown value the type that the code states. */
export function withType(run: Run, value: Value, annotation: Node, { module }: Environment): Value {
  run.recorder.statedTypes.add(value, annotation, module);
  if (value.kind === "object") stateType(run, value, annotation, module);
  if (value.kind !== "unknown") return value;
  const name = typeNameOf(annotation);
  return name ? { ...value, typed: { name, at: value.path.length } } : value;
}

function evaluateYield(run: Run, node: YieldExpression, environment: Environment): Value {
  const value = node.argument ? evaluate(run, node.argument, environment) : UNDEFINED;
  const { emit, node: generator } = environment.activation;
  const isAsync = generator !== undefined && "async" in generator && generator.async;
  if (emit && node.delegate) forEachElement(run, value, emit, isAsync ? "asyncIterator" : "iterator");
  else emit?.(isAsync ? awaitValue(run, value) : value);
  return opaque("computed", "yield", environment.locate(node));
}
