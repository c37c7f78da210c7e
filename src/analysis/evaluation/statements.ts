import type {
  CatchClause,
  Class,
  Directive,
  Node,
  Statement,
  SwitchStatement,
  TryStatement,
  VariableDeclaration,
} from "@oxc-project/types";
import { makeClass } from "./classes.js";
import type { Environment } from "./environment.js";
import { evaluate } from "./expressions.js";
import { makeClosure, nameFunction } from "./functions.js";
import { executeFinally } from "./finalizers.js";
import { historiesOf } from "./histories.js";
import { breakTo, continueTo, executeLabeled, executeLoop, isLoop, withJumpTarget } from "./loops.js";
import { guardedRemovals, leadingRemovals, noteStatement } from "./removals.js";
import { equality } from "./operators.js";
import { assignPattern, type Target } from "./patterns.js";
import type { Run } from "./run.js";
import type { Cell, Layer } from "./store.js";
import { bindRequire } from "./imports.js";
import { executeModuleItem } from "./module-items.js";
import { narrowed } from "./narrowing.js";
import { LEAVING, endsIn } from "../walk.js";
import { UNDEFINED, choice, opaque, type Value } from "./value.js";

/** The ways in which control may leave a statement. Without `Normal`, the code after it is not reached. */
export const Completion = { Normal: 1, Abrupt: 2 } as const;
export type Completion = number;

/** Runs the statements of a function, block or module: function declarations first, then one after the other. */
export function executeBody(
  run: Run,
  statements: readonly (Statement | Directive)[],
  environment: Environment,
): Completion {
  hoistFunctions(run, statements, environment);
  let scope = environment;
  for (const statement of statements) {
    const completion = execute(run, statement, scope);
    if (!(completion & Completion.Normal)) return completion;
    if (
      statement.type === "IfStatement" &&
      !statement.alternate &&
      endsIn(statement.consequent, LEAVING_OR_FAILING)
    )
      scope = narrowed(run, statement.test, scope, false);
  }
  return Completion.Normal;
}

/** Statements behind which nothing runs. */
const LEAVING_OR_FAILING: ReadonlySet<Node["type"]> = new Set([...LEAVING, "ThrowStatement"]);

function hoistFunctions(run: Run, statements: readonly Node[], environment: Environment): void {
  for (const statement of statements) {
    const node =
      (statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration") &&
      statement.declaration
        ? statement.declaration
        : statement;
    if (node.type !== "FunctionDeclaration" || !node.id || !node.body) continue;
    const variable = environment.module.names.variableOf(node.id);
    if (!variable) continue;
    const cell = environment.lookup(variable) ?? environment.declare(variable);
    const value = makeClosure(run, node, environment);
    cell.remember(value);
    run.store.write(cell, value);
  }
}

/** Executes a block with its own variables. */
export function executeBlock(
  run: Run,
  node: { body: readonly Statement[] } & Node,
  environment: Environment,
): Completion {
  return executeBody(run, node.body, inScopeOf(node, environment));
}

export function inScopeOf(node: Node, environment: Environment): Environment {
  const variables = environment.module.names.variablesIn(node);
  if (variables.length === 0) return environment;
  const inner = environment.inner();
  for (const variable of variables) inner.declare(variable);
  return inner;
}

export function execute(run: Run, node: Statement | Directive, environment: Environment): Completion {
  if (run.step() ?? run.goDeeper(1)) return Completion.Normal;
  const completion = executeNode(run, node, environment);
  run.comeBack(1);
  return completion;
}

function executeNode(run: Run, node: Statement | Directive, environment: Environment): Completion {
  if (isLoop(node)) return executeLoop(run, node, environment, []);
  switch (node.type) {
    case "ExpressionStatement":
      noteStatement(node.expression);
      evaluate(run, node.expression, environment);
      return Completion.Normal;
    case "VariableDeclaration":
      declareVariables(run, node, environment);
      return Completion.Normal;
    case "ReturnStatement": {
      const value = node.argument ? evaluate(run, node.argument, environment) : UNDEFINED;
      const { activation } = environment;
      activation.returns.push({ value, layer: run.store.capture(activation.storeDepth) });
      return Completion.Abrupt;
    }
    case "ThrowStatement":
      evaluate(run, node.argument, environment);
      return Completion.Abrupt;
    case "IfStatement": {
      const removals = guardedRemovals(node);
      if (removals) return executeBody(run, removals, environment);
      const tested = evaluate(run, node.test, environment);
      run.recorder.failures.enter(run, node, environment);
      return executeBranches(
        run,
        run.truthOf(tested),
        () => execute(run, node.consequent, narrowed(run, node.test, environment, true)),
        () =>
          node.alternate
            ? execute(run, node.alternate, narrowed(run, node.test, environment, false))
            : Completion.Normal,
      );
    }
    case "BlockStatement":
      return executeBlock(run, node, environment);
    case "TryStatement":
      return executeTry(run, node, environment);
    case "SwitchStatement":
      return executeSwitch(run, node, environment);
    case "LabeledStatement":
      return executeLabeled(run, node, environment);
    case "BreakStatement":
      breakTo(run, environment, node.label?.name);
      return Completion.Abrupt;
    case "ContinueStatement":
      continueTo(run, environment, node.label?.name);
      return Completion.Abrupt;
    case "ClassDeclaration":
      declareClass(run, node, environment);
      return Completion.Normal;
    case "WithStatement":
      evaluate(run, node.object, environment);
      return execute(run, node.body, environment);
    default:
      return executeModuleItem(run, node, environment);
  }
}

export function declareVariables(run: Run, node: VariableDeclaration, environment: Environment): void {
  const target: Target = { environment, declares: true };
  for (const declarator of node.declarations) {
    const { id, init } = declarator;
    if (bindRequire(run, declarator, environment)) continue;
    if (!init) {
      if (node.kind !== "var") assignPattern(run, id, UNDEFINED, target);
      continue;
    }
    const value = evaluate(run, init, environment);
    if (id.type === "Identifier") nameFunction(run, value, id.name);
    assignPattern(run, id, value, target);
  }
}

export function declareClass(run: Run, node: Class, environment: Environment): Value {
  const value = makeClass(run, node, environment);
  if (node.id) assignPattern(run, node.id, value, { environment, declares: true });
  // Paths may be constants of the class.
  run.recorder.escapes.routes.declared(node, environment, (path) => evaluate(run, path, environment));
  return value;
}

/** Evaluates one of two ways, or both on paths of their own where the condition is not known. */
export function branch(run: Run, condition: boolean | undefined, yes: () => Value, no: () => Value): Value {
  if (condition !== undefined) return condition ? yes() : no();
  const values: Value[] = [];
  const paths = [yes, no].map((way) => run.store.fork(() => values.push(way())));
  run.store.join(paths);
  return choice(values);
}

function executeBranches(
  run: Run,
  condition: boolean | undefined,
  yes: () => Completion,
  no: () => Completion,
): Completion {
  if (condition !== undefined) return condition ? yes() : no();
  return joinWays(run, [yes, no]);
}

/** Runs each way from the present state and goes on with those that get to their end. */
function joinWays(run: Run, ways: readonly (() => Completion)[]): Completion {
  const open: Layer[] = [];
  let completion: Completion = 0;
  for (const way of ways) {
    let own: Completion = 0;
    const layer = run.store.fork(() => {
      own = way();
    });
    completion |= own;
    if (own & Completion.Normal) open.push(layer);
  }
  run.store.join(open);
  return completion;
}

function executeSwitch(run: Run, node: SwitchStatement, environment: Environment): Completion {
  const subject = evaluate(run, node.discriminant, environment);
  const inside = inScopeOf(node, environment);
  hoistFunctions(
    run,
    node.cases.flatMap((one) => one.consequent),
    inside,
  );
  const chosen = node.cases.map((one) => {
    if (!one.test) return undefined;
    const value = evaluate(run, one.test, inside);
    run.recorder.compared(subject, value, one, environment);
    return equality(subject, value, false);
  });
  const first = chosen.indexOf(true);
  const certain =
    first >= 0 && chosen.slice(0, first).every((known, index) => known === false || !node.cases[index]!.test);
  return withJumpTarget(run, inside, [], false, () => {
    const starts = certain ? [first] : possibleStarts(node, chosen);
    const ways = starts.map((start) => () => executeCases(run, node, start, inside));
    if (!certain && !node.cases.some((one) => !one.test)) ways.push(() => Completion.Normal);
    return ways.length === 1 ? ways[0]!() : joinWays(run, ways);
  });
}

function possibleStarts(node: SwitchStatement, chosen: readonly (boolean | undefined)[]): number[] {
  const starts: number[] = [];
  for (const [index, known] of chosen.entries()) {
    if (known !== false || !node.cases[index]!.test) starts.push(index);
  }
  return starts;
}

function executeCases(run: Run, node: SwitchStatement, start: number, environment: Environment): Completion {
  for (const one of node.cases.slice(start)) {
    // Each of thousands of cases would go through all that follow, because no statement leaves the switch after that.
    if (run.limitReached()) return Completion.Normal;
    for (const statement of one.consequent) {
      const completion = execute(run, statement, environment);
      if (!(completion & Completion.Normal)) return completion;
    }
  }
  return Completion.Normal;
}

function executeTry(run: Run, node: TryStatement, environment: Environment): Completion {
  const { block, handler, finalizer } = node;
  const guarded = (): Completion => {
    if (!handler) return executeBlock(run, block, environment);
    const inside = inScopeOf(block, environment);
    const certain = leadingRemovals(block.body);
    executeBody(run, block.body.slice(0, certain), inside);
    return executeGuarded(run, block.body.slice(certain), inside, handler, environment);
  };
  return finalizer ? executeFinally(run, guarded, finalizer, environment) : guarded();
}

/**
 * The block may fail anywhere, so the handler starts from a state in which each thing that the block wrote holds
 * any of the values it held on the way.
 */
function executeGuarded(
  run: Run,
  body: readonly Statement[],
  scope: Environment,
  handler: CatchClause,
  environment: Environment,
): Completion {
  let written: ReadonlyMap<Cell<unknown>, readonly unknown[]> = new Map();
  let attempted: Completion = 0;
  let handled: Completion = 0;
  const done = run.store.fork(() => {
    written = run.store.watch(() => {
      attempted = executeBody(run, body, scope);
    });
  });
  const failed = run.store.fork(() => {
    run.store.joinHistories(historiesOf(written), done.since);
    const inside = inScopeOf(handler, environment);
    if (handler.param) {
      const error = opaque("computed", "error", environment.locate(handler.param));
      assignPattern(run, handler.param, error, { environment: inside, declares: true });
    }
    handled = executeBlock(run, handler.body, inside);
  });
  const open: Layer[] = [];
  if (attempted & Completion.Normal) open.push(done);
  if (handled & Completion.Normal) open.push(failed);
  run.store.join(open);
  return attempted | handled;
}
