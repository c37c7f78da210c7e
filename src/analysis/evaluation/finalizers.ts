import type { BlockStatement } from "@oxc-project/types";
import type { Environment } from "./environment.js";
import type { Run } from "./run.js";
import { Completion, executeBlock } from "./statements.js";
import { Layer } from "./store.js";

/** A list of paths that leave the statement, of which some were there before it. */
interface Exits {
  readonly list: { readonly layer: Layer }[] | Layer[];
  readonly before: number;
}

/**
 * Executes `try { … } finally { … }`. The `finally` block runs for each path out of the `try` block, also for each
 * `return`, `break` and `continue`, in the state of that path.
 */
export function executeFinally(
  run: Run,
  guarded: () => Completion,
  finalizer: BlockStatement,
  environment: Environment,
): Completion {
  const exits = exitsOf(environment);
  let completion: Completion = 0;
  const done = run.store.fork(() => {
    completion = guarded();
  });
  for (const { list, before } of exits) {
    for (const exit of list.splice(before) as (Layer | { readonly layer: Layer })[]) {
      const layer = exit instanceof Layer ? exit : exit.layer;
      const ended = behind(run, layer, finalizer, environment);
      // A block that leaves in another way replaces the pending exit.
      if (ended) (list as unknown[]).push(exit instanceof Layer ? ended : { ...exit, layer: ended });
    }
  }
  if (!(completion & Completion.Normal)) {
    // An exception passes through the block as well, and the code that catches it reads what the block wrote.
    run.store.fork(() => executeBlock(run, finalizer, environment));
    return completion;
  }
  run.store.join([done]);
  const last = executeBlock(run, finalizer, environment);
  return last & Completion.Normal ? completion : last;
}

function exitsOf({ activation }: Environment): Exits[] {
  const lists = [
    activation.returns,
    ...activation.jumps.flatMap((target) => [target.breaks, target.continues]),
  ];
  return lists.map((list) => ({ list, before: list.length }) as Exits);
}

/** Runs the `finally` block on a path. Undefined if the block does not complete normally. */
function behind(
  run: Run,
  path: Layer,
  finalizer: BlockStatement,
  environment: Environment,
): Layer | undefined {
  let completion: Completion = 0;
  const after = run.store.fork(() => {
    for (const [cell, content] of path) run.store.write(cell, content);
    completion = executeBlock(run, finalizer, environment);
  });
  if (!(completion & Completion.Normal)) return undefined;
  const whole = new Layer(path.since);
  for (const [cell, content] of path) whole.set(cell, content);
  for (const [cell, content] of after) whole.set(cell, content);
  return whole;
}
