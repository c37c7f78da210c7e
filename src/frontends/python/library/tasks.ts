import { nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { unknown, type Value } from "../../../analysis/evaluation/value.js";
import { calling, callingByPosition, passing } from "./runners.js";

/** Models `loop.run_in_executor(executor, f, a)`. */
export const inExecutor = callingByPosition(1);

/** `run_coroutine_threadsafe(coroutine, loop).result()` */
const inOtherThread: NativeFunction = (_run, call) =>
  nativeObject("Future", natives({ result: () => call.args.at(0) }));

/** `gather(a, b)`, `gather(*tasks)`: coroutines are run where they are called. */
const gather: NativeFunction = (run, call) => {
  const results = makeList(run, call.args.list, call.environment.locate(call.node));
  if (call.args.rest && results.kind === "object") pushSomeElement(run.store, results.object, call.args.rest);
  return results;
};

export const ASYNCIO = {
  run: passing,
  create_task: passing,
  ensure_future: passing,
  wait_for: passing,
  shield: passing,
  gather,
  to_thread: calling(0),
  run_coroutine_threadsafe: inOtherThread,
  get_event_loop: () => loop(),
  new_event_loop: () => loop(),
  get_running_loop: () => loop(),
} satisfies Record<string, NativeFunction>;

function loop(): Value {
  const methods = natives({
    run_until_complete: passing,
    create_task: passing,
    run_in_executor: inExecutor,
    call_soon: callingByPosition(0),
    call_later: callingByPosition(1),
  });
  return nativeObject(
    "Loop",
    methods,
    unknown({ reason: "import", name: "asyncio", specifier: "asyncio", born: 0 }),
  );
}
