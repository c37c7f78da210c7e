import { MessageChannel, Worker, receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import type { DiscoverOptions, Discovery } from "./discover.js";
import type { WorkerInput } from "./discover-worker.js";

/** The answer of the thread. */
type Answer = { readonly discovery: Discovery } | { readonly error: string };

/** The time after which a search is given up, in milliseconds: a thread that never started sends nothing. */
const PATIENCE = 120_000;

/**
 * `discover` for callers that cannot wait for a promise: the search runs in a thread, and this one sleeps meanwhile. The
 * thread stays for the next question and does not keep the process alive.
 *
 * @param workerFile the built `discover-worker`
 */
export class DiscoverThread {
  #port: MessagePort | undefined;
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(private readonly workerFile: string) {}

  /**
   * Runs `discover` in the thread and waits for its answer.
   *
   * @throws {Error} what `discover` throws, or that no answer came
   */
  discover(options: DiscoverOptions): Discovery {
    this.#port ??= this.#start();
    Atomics.store(this.#answered, 0, 0);
    this.#port.postMessage(options);
    // The notification of the answer before may come as late as now, and wakes this thread as well.
    while (Atomics.load(this.#answered, 0) === 0)
      if (Atomics.wait(this.#answered, 0, 0, PATIENCE) === "timed-out")
        throw new Error(`the search for files in ${options.cwd} did not end`);
    const answer = receiveMessageOnPort(this.#port) as { readonly message: Answer } | undefined;
    if (!answer) throw new Error(`the search for files in ${options.cwd} gave no answer`);
    if ("error" in answer.message) throw new Error(answer.message.error);
    return answer.message.discovery;
  }

  #start(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const input: WorkerInput = { port: port2, answered: this.#answered };
    const worker = new Worker(this.workerFile, { workerData: input, transferList: [port2], execArgv: [] });
    worker.unref();
    port1.unref();
    return port1;
  }
}
