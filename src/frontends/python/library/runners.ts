import {
  callBackLater,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  isFunction,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { mapping } from "./builtins.js";
import { argument } from "./named-arguments.js";

/** Returns what it is called with: a coroutine or a function that is run or wrapped. */
export const passing: NativeFunction = (_run, call) => call.args.at(0);

/** Calls the function at a position with the arguments behind it: `to_thread(f, a, k=v)`. */
export function calling(position: number): NativeFunction {
  return (run, call) => called(run, call, position, call.args.from(position + 1));
}

/** Calls it without named arguments, which are not for the function: `run_in_executor(executor, f, a)`. */
export function callingByPosition(position: number): NativeFunction {
  return (run, call) => {
    const { list, rest } = call.args;
    return called(run, call, position, new Arguments(list.slice(position + 1), rest));
  };
}

function called(run: Run, call: Call, position: number, args: Arguments): Value {
  return callValue(run, call.args.at(position), { ...call, this: UNDEFINED, args, isNew: false });
}

/** The names of the arguments with the lists of arguments, which follow the function. */
type Lists = readonly [list: string, keywords: string];

/** Returns the arguments that lists hold: `apply(f, (a,), {"k": v})`. */
function listed(run: Run, call: Call, position: number, [list, keywords]: Lists): Arguments {
  const given = argument(run, call, position, list);
  const iteration = nullishness(given) === true ? undefined : iterate(run, given);
  const named = argument(run, call, position + 1, keywords);
  return new Arguments(
    iteration?.known ?? [],
    iteration && !iteration.known ? someOf(iteration) : undefined,
    named.kind === "object" ? named : undefined,
  );
}

/** Calls the function at a position with the arguments that lists hold. */
function applying(position: number, lists: Lists): NativeFunction {
  return (run, call) => called(run, call, position, listed(run, call, position + 1, lists));
}

/** Gives the result of a function later: `submit(f, a).result()`. */
function later(run: NativeFunction): NativeFunction {
  return (of, call) => {
    const result = run(of, call);
    return nativeObject("Future", { ...natives({ result: () => result, get: () => result }), value: result });
  };
}

/** `Thread(target=f, args=(a,), kwargs={…})`, `Timer(1, f, (a,), {…})` */
function starting(position: number, name: string): NativeFunction {
  return (run, call) => {
    const target = argument(run, call, position, name);
    const lists: Lists = ["args", "kwargs"];
    // A thread has a name between the function and its arguments.
    const args = listed(run, call, name === "target" ? position + 2 : position + 1, lists);
    const start = nativeValue("start", (inner, started) => callValue(inner, target, { ...started, args }));
    callBackLater(run, start, [], call);
    return computed(call, "thread");
  };
}

/** Wraps a function, with or without options: `retry(f)`, `retry(stop=a)(f)`. */
export const wrapping: NativeFunction = (_run, call) =>
  isFunction(call.args.at(0)) ? call.args.at(0) : nativeValue("decorator", passing);

/** Gives a function that wraps another one: `on_exception(expo, Error)(f)`. */
export const wrapper: NativeFunction = () => nativeValue("decorator", passing);

/** An object that calls a function again until it succeeds: `Retrying(stop=a)(f, b)`, `Retrying().call(f, b)`. */
const retrier: NativeFunction = (_run, call) => {
  const rest = unknown({ reason: "computed", name: "retry", place: call.environment.locate(call.node) });
  return nativeValue("retry", calling(0), natives({ call: calling(0), wraps: passing }), "Retrying", rest);
};

/** A pool of threads or processes. */
const pool: NativeFunction = () =>
  nativeObject(
    "Pool",
    natives({
      submit: later(calling(0)),
      spawn: later(calling(0)),
      apply: applying(0, ["args", "kwds"]),
      apply_async: later(applying(0, ["args", "kwds"])),
      map: mapping(false),
      imap: mapping(false),
      imap_unordered: mapping(false),
      map_async: later(mapping(false)),
    }),
    unknown({ reason: "import", name: "Executor", specifier: "concurrent.futures", born: 0 }),
  );

/** `Parallel(n_jobs=2)(delayed(f)(a) for a in b)`: the results of the calls. */
const parallel: NativeFunction = () => nativeValue("Parallel", passing);

const POOLS = { Pool: pool, ThreadPool: pool, Process: starting(1, "target") };
const RETRIES = { retry: wrapping, Retrying: retrier, AsyncRetrying: retrier };
const RETRY_CALL = { retry: wrapping, retry_call: applying(0, ["fargs", "fkwargs"]) };
const BREAKERS = { CircuitBreaker: retrier, circuit: wrapping };
const IN_POOL = { run_in_threadpool: calling(0) };
const CACHES = { cached: wrapper, ttl_cache: wrapping, lru_cache: wrapping };

/** Modules whose functions call the functions that they get, or wrap them. */
export const RUNNER_MODULES = {
  threading: { Thread: starting(1, "target"), Timer: starting(1, "function") },
  multiprocessing: POOLS,
  "multiprocessing.pool": POOLS,
  "multiprocessing.dummy": POOLS,
  "concurrent.futures": { ThreadPoolExecutor: pool, ProcessPoolExecutor: pool },
  "anyio.to_thread": { run_sync: callingByPosition(0) },
  "trio.to_thread": { run_sync: callingByPosition(0) },
  "starlette.concurrency": IN_POOL,
  "fastapi.concurrency": IN_POOL,
  "asgiref.sync": { sync_to_async: wrapping, async_to_sync: wrapping },
  gevent: { spawn: later(calling(0)) },
  "gevent.pool": { Pool: pool },
  "gevent.threadpool": { ThreadPool: pool },
  joblib: { delayed: passing, Parallel: parallel },
  "tqdm.contrib.concurrent": { thread_map: mapping(false), process_map: mapping(false) },
  tenacity: RETRIES,
  retrying: RETRIES,
  retry: RETRY_CALL,
  "retry.api": RETRY_CALL,
  retry2: RETRY_CALL,
  backoff: { on_exception: wrapper, on_predicate: wrapper },
  stamina: { retry: wrapping },
  ratelimit: { limits: wrapper, sleep_and_retry: wrapping },
  pybreaker: BREAKERS,
  circuitbreaker: BREAKERS,
  func_timeout: { func_timeout: applying(1, ["args", "kwargs"]) },
  cachetools: CACHES,
  "cachetools.func": CACHES,
} satisfies Record<string, Record<string, NativeFunction>>;
