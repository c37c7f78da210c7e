import type {
  DoWhileStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  LabeledStatement,
  Node,
  WhileStatement,
} from "@oxc-project/types";
import { awaitValue } from "../builtins/promises.js";
import { onlyCounts } from "./counters.js";
import type { Environment, JumpTarget } from "./environment.js";
import { evaluate } from "./expressions.js";
import { keysInOrder, type HeapObject } from "./heap.js";
import { goThrough, isGenerator, isOver, isOverList } from "./generators.js";
import { elementsInTurn, iterate, iteratorOf, someOf } from "./iteration.js";
import { assignPattern } from "./patterns.js";
import type { Run } from "./run.js";
import { keyOfUnknown } from "./record-keys.js";
import { repeat, runFirst, runRound } from "./repetition.js";
import { Completion, declareVariables, execute, inScopeOf } from "./statements.js";
import type { Layer } from "./store.js";
import { alternatives, choice, computedText, opaque, type Value } from "./value.js";

type Loop = ForStatement | ForInStatement | ForOfStatement | WhileStatement | DoWhileStatement;

export function isLoop(node: Node): node is Loop {
  return (
    node.type === "ForStatement" ||
    node.type === "ForOfStatement" ||
    node.type === "ForInStatement" ||
    node.type === "WhileStatement" ||
    node.type === "DoWhileStatement"
  );
}

export function executeLoop(
  run: Run,
  node: Loop,
  environment: Environment,
  labels: readonly string[],
): Completion {
  switch (node.type) {
    case "ForOfStatement": {
      const iterable = iteratorOf(
        run,
        evaluate(run, node.right, environment),
        node.await ? "asyncIterator" : "iterator",
      );
      if (node.await && environment.activation.isDetached) run.becomeAsync(environment.activation);
      const change = (value: Value): Value => (node.await ? awaitValue(run, value) : value);
      const next = turnsOf(run, iterable);
      run.recorder.fileReads.usesText(run, iterable, "for", { node, environment });
      run.recorder.escapes.iterated(run, iterable, "a for...of loop", { node, environment });
      const first = holdsGenerator(iterable) ? undefined : iterate(run, iterable);
      return executeForEach(run, node, environment, labels, {
        count: first ? first.known?.length : 0,
        through: (each) =>
          iterable.kind === "object"
            ? goThrough(run, iterable.object, (element) => each(change(element)))
            : undefined,
        next: () => {
          const element = next();
          return typeof element === "string" ? element : change(element);
        },
        any: () => {
          const all = [first && someOf(first), someOf(iterate(run, iterable))].filter(
            (value) => value !== undefined,
          );
          return all.length > 0 ? change(choice(all)) : undefined;
        },
      });
    }
    case "ForInStatement": {
      const object = evaluate(run, node.right, environment);
      run.recorder.escapes.listed(run, object, "a for...in loop", { node, environment });
      const keys = keysOf(run, object);
      return executeForEach(run, node, environment, labels, {
        count: keys?.length,
        next: keysInTurn(run, object, keys ?? []),
        any: () =>
          object.kind === "unknown"
            ? keyOfUnknown(object, { node: node.left, environment })
            : opaque("computed", "key", environment.locate(node.left)),
      });
    }
    default:
      return executeConditionLoop(run, node, environment, labels);
  }
}

/**
 * Returns the function that gives the next element. A generator function that is left early needs more than its next
 * element.
 */
function turnsOf(run: Run, iterable: Value): () => Value | "over" | "unknown" {
  if (iterable.kind !== "object" || !isGenerator(iterable.object) || isOverList(iterable.object))
    return elementsInTurn(run, iterable);
  return () => (isOver(run, iterable.object) ? "over" : "unknown");
}

/** Those are asked for each element when its turn comes, and for nothing before. */
function holdsGenerator(iterable: Value): boolean {
  return alternatives(iterable).some((single) => single.kind === "object" && isGenerator(single.object));
}

/** The keys that `for … in` goes through, where they are known. */
function keysOf(run: Run, value: Value): readonly string[] | undefined {
  if (value.kind !== "object") return undefined;
  if (value.object.prototype && !isPlainPrototype(run, value.object.prototype)) return undefined;
  return keysInOrder(run.store.read(value.object));
}

/** The keys that are still there when their turn comes. */
function keysInTurn(run: Run, object: Value, keys: readonly string[]): Elements["next"] {
  let index = 0;
  return () => {
    for (let key = keys[index++]; key !== undefined; key = keys[index++]) {
      const slot = object.kind === "object" ? run.store.read(object.object).members.get(key) : undefined;
      if (slot) return slot.maybeAbsent ? "unknown" : computedText(key);
    }
    return "over";
  };
}

/** The elements of a loop. */
interface Elements {
  /** Their number when the loop begins, if it is known. */
  readonly count: number | undefined;
  /** The next one; `unknown` if it is unknown how it continues. */
  readonly next: () => Value | "over" | "unknown";
  /** Iterates all of them if they cannot be distinguished: see `goThrough`. */
  readonly through?: (each: (element: Value) => boolean) => "over" | "left" | undefined;
  /** Any of them. */
  readonly any: () => Value | undefined;
}

/** Returns whether it brings no keys of its own that `for … in` would go through, up to the top. */
function isPlainPrototype(run: Run, prototype: HeapObject): boolean {
  for (let at: HeapObject | undefined = prototype; at; at = at.prototype) {
    const { members, rest } = run.store.read(at);
    const isOwn = !at.className.endsWith(".prototype") && at.className !== "Object";
    if (rest.length > 0) return false;
    for (const slot of members.values()) {
      const isMethod = slot.getter ?? (slot.value.kind === "object" && slot.value.object.callable);
      if (!at.className.endsWith(".prototype") && !(isOwn && isMethod)) return false;
    }
  }
  return true;
}

/** One round of the body for each known element; for a list that is not known, rounds with any element. */
function executeForEach(
  run: Run,
  node: ForOfStatement | ForInStatement,
  environment: Environment,
  labels: readonly string[],
  elements: Elements,
): Completion {
  const round = (element: Value) => (): Completion => {
    const inside = inScopeOf(node, environment);
    const { left } = node;
    if (left.type === "VariableDeclaration") {
      assignPattern(run, left.declarations[0]!.id, element, { environment: inside, declares: true });
    } else {
      assignPattern(run, left, element, { environment: inside, declares: false });
    }
    return execute(run, node.body, inside);
  };
  return withJumpTarget(run, environment, labels, true, (target) => {
    const { iterations } = run.limits;
    const end = elements.through?.(
      (element) => (runRound(run, target, round(element)) & Completion.Normal) > 0,
    );
    if (end) return end === "left" ? 0 : Completion.Normal;
    const exact = elements.count !== undefined && elements.count <= iterations ? iterations : 0;
    let begun = 0;
    if (exact > 0 && elements.count! > 1 && onlyCounts(node, environment.module.names)) {
      const number = elements.any();
      if (number && areNumbers(number)) {
        elements.next();
        begun++;
        const first = runFirst(run, target, round(number));
        if (first !== "open") return first === "left" ? 0 : Completion.Normal;
      }
    }
    for (let count = begun; count < exact && mayRunExactly(environment); count++) {
      const element = elements.next();
      if (element === "over") return Completion.Normal;
      if (element === "unknown") break;
      if (!(runRound(run, target, round(element)) & Completion.Normal)) return 0;
    }
    if (exact === elements.count && elements.next() === "over") return Completion.Normal;
    const any = elements.any();
    if (!any) return Completion.Normal;
    // The next element depends on the earlier rounds, and so does the code after the last one.
    repeat(run, target, () => round(choice([any, elements.any() ?? any]))());
    elements.any();
    return Completion.Normal;
  });
}

function areNumbers(value: Value): boolean {
  return alternatives(value).every((single) => single.kind === "scalar" && typeof single.value === "number");
}

function executeConditionLoop(
  run: Run,
  node: ForStatement | WhileStatement | DoWhileStatement,
  environment: Environment,
  labels: readonly string[],
): Completion {
  let inside = inScopeOf(node, environment);
  if (node.type === "ForStatement" && node.init) {
    if (node.init.type === "VariableDeclaration") declareVariables(run, node.init, inside);
    else evaluate(run, node.init, inside);
  }
  const body = (): Completion => execute(run, node.body, inside);
  const test = (): boolean | undefined => (node.test ? run.truthOf(evaluate(run, node.test, inside)) : true);
  const update = () => {
    inside = nextRound(run, node, inside, environment);
    if (node.type === "ForStatement" && node.update) evaluate(run, node.update, inside);
  };
  const endless = !node.test || (node.test.type === "Literal" && Boolean(node.test.value));
  const exits = environment.activation.returns.length;
  return withJumpTarget(run, inside, labels, true, (target) => {
    // As long as the condition is known to hold, the rounds are those of the program.
    const exact = endless ? 1 : run.limits.iterations;
    let mayHaveLeft = 0;
    for (let round = 0; round < exact && mayRunExactly(inside); round++) {
      const goesOn = node.type === "DoWhileStatement" && round === 0 ? true : test();
      if (goesOn === false) return Completion.Normal;
      if (goesOn === undefined) break;
      if (target.breaks.length > 0 || environment.activation.returns.length > exits) mayHaveLeft++;
      if (mayHaveLeft > ROUNDS_AFTER_EXIT) break;
      if (!(runRound(run, target, body) & Completion.Normal)) return 0;
      update();
    }
    repeat(run, target, () => {
      const completion = body();
      if (completion & Completion.Normal) {
        update();
        test();
      }
      return completion;
    });
    return endless ? 0 : Completion.Normal;
  });
}

/**
 * So many rounds are run one by one after one in which the program may have left the loop, as in loops that try again
 * until something succeeds. Later rounds are unlikely, and each one costs one more path that joins behind the loop.
 */
const ROUNDS_AFTER_EXIT = 2;

/** So many rounds of loops in one loop are run one by one, all of them together. */
const MAX_NESTED_ROUNDS = 256;

/** Returns whether a loop is run through one by one for one more round: loops in loops share what one may take. */
function mayRunExactly({ activation }: Environment): boolean {
  const [outermost, ...inner] = activation.jumps.filter((target) => target.isLoop);
  return !outermost || inner.length === 0 || outermost.rounds++ < MAX_NESTED_ROUNDS;
}

/** Every round has variables of its own, which start with the values of the round before: closures tell them apart. */
function nextRound(run: Run, node: Node, before: Environment, outer: Environment): Environment {
  const variables = outer.module.names.variablesIn(node);
  if (variables.length === 0) return before;
  const next = outer.inner();
  for (const variable of variables) {
    const cell = next.declare(variable);
    const value = run.store.read(before.lookup(variable)!);
    if (!value) continue;
    cell.remember(value);
    run.store.write(cell, value);
  }
  return next;
}

/** Runs a statement that `break` may leave; the paths that do meet behind it. */
export function withJumpTarget(
  run: Run,
  environment: Environment,
  labels: readonly string[],
  loop: boolean,
  perform: (target: JumpTarget) => Completion,
): Completion {
  const { jumps } = environment.activation;
  const depth = run.store.depth;
  const target: JumpTarget = {
    labels,
    isLoop: loop,
    depth,
    breaks: [],
    bodyDepth: depth,
    rounds: 0,
    continues: [],
  };
  jumps.push(target);
  let completion: Completion = 0;
  const layer = run.store.fork(
    () => {
      completion = perform(target);
    },
    () => target.breaks.length === 0,
  );
  jumps.splice(jumps.indexOf(target));
  const ends: Layer[] = [...target.breaks];
  if (completion & Completion.Normal) ends.push(layer);
  run.store.join(ends);
  return ends.length > 0 ? Completion.Normal : 0;
}

export function executeLabeled(run: Run, node: LabeledStatement, environment: Environment): Completion {
  const labels = [node.label.name];
  let { body } = node;
  while (body.type === "LabeledStatement") {
    labels.push(body.label.name);
    ({ body } = body);
  }
  if (isLoop(body)) return executeLoop(run, body, environment, labels);
  return withJumpTarget(run, environment, labels, false, () => execute(run, body, environment));
}

export function breakTo(run: Run, environment: Environment, label: string | undefined): void {
  const target = environment.activation.jumps.findLast((one) =>
    label === undefined ? one.labels.length === 0 || one.isLoop : one.labels.includes(label),
  );
  target?.breaks.push(run.store.capture(target.depth));
}

export function continueTo(run: Run, environment: Environment, label: string | undefined): void {
  const target = environment.activation.jumps.findLast(
    (one) => one.isLoop && (label === undefined || one.labels.includes(label)),
  );
  target?.continues.push(run.store.capture(target.bodyDepth));
}
