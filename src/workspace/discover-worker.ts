import { workerData, type MessagePort } from "node:worker_threads";
import { discover, type DiscoverOptions } from "./discover.js";

/** The data that the thread starts with: the port for questions, and the number that says that the answer is ready. */
export interface WorkerInput {
  readonly port: MessagePort;
  readonly answered: Int32Array;
}

const { port, answered } = workerData as WorkerInput;

port.on("message", (options: DiscoverOptions) => {
  void discover(options)
    .then(
      (discovery) => ({ discovery }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    )
    .then((answer) => {
      port.postMessage(answer);
      Atomics.store(answered, 0, 1);
      Atomics.notify(answered, 0);
    });
});
