import {
  callBackLater,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, unknown, type Value } from "../../../analysis/evaluation/value.js";

/** Returns what it is called with: a coroutine or a function that is run or wrapped. */
export const passing: NativeFunction = (_run, call) => call.args.at(0);

/** `Thread(target=f, args=(a,), kwargs={…})` */
const thread: NativeFunction = (run, call) => {
  const target = keyword(run, call.args.keywords, "target");
  const args = keyword(run, call.args.keywords, "args");
  const list =
    args.kind === "object" ? [...run.store.read(args.object).members.values()].map(({ value }) => value) : [];
  callBackLater(run, target, list, call);
  return computed(call, "thread");
};

/** Calls the function that is the argument at a position with the arguments behind it. */
function calledWithOthers(run: Run, call: Call, position: number): Value {
  return callValue(run, call.args.at(position), {
    ...call,
    this: UNDEFINED,
    args: call.args.from(position + 1),
    isNew: false,
  });
}

/** `to_thread(f, a, k=v)`: the result is awaited. */
const inThread: NativeFunction = (run, call) => calledWithOthers(run, call, 0);

/** Models `loop.run_in_executor(executor, f, a)`. */
export const inExecutor: NativeFunction = (run, call) => calledWithOthers(run, call, 1);

/** `executor.submit(f, a, k=v).result()` */
const submit: NativeFunction = (run, call) => {
  const result = calledWithOthers(run, call, 0);
  return nativeObject("Future", natives({ result: () => result }));
};

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
  to_thread: inThread,
  get_event_loop: () => loop(),
  new_event_loop: () => loop(),
  get_running_loop: () => loop(),
} satisfies Record<string, NativeFunction>;

function loop(): Value {
  const methods = natives({ run_until_complete: passing, create_task: passing, run_in_executor: inExecutor });
  return nativeObject(
    "Loop",
    methods,
    unknown({ reason: "import", name: "asyncio", specifier: "asyncio", born: 0 }),
  );
}

const executor: NativeFunction = () =>
  nativeObject(
    "Executor",
    natives({ submit }),
    unknown({ reason: "import", name: "Executor", specifier: "concurrent.futures", born: 0 }),
  );

/** `sync_to_async(f)`: called with the arguments of the function. */
const awaitable: NativeFunction = (run, call) =>
  call.args.length === 0 ? nativeValue("decorator", passing) : passing(run, call);

/** Modules whose functions call others in threads. */
export const TASK_MODULES = {
  threading: { Thread: thread },
  "concurrent.futures": { ThreadPoolExecutor: executor },
  "anyio.to_thread": { run_sync: inThread },
  "trio.to_thread": { run_sync: inThread },
  "starlette.concurrency": { run_in_threadpool: inThread },
  "fastapi.concurrency": { run_in_threadpool: inThread },
  "asgiref.sync": { sync_to_async: awaitable, async_to_sync: awaitable },
} satisfies Record<string, Record<string, NativeFunction>>;
