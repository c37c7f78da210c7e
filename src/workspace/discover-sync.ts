import { createRequire } from "node:module";
import {
  candidatesNow,
  discoverNow,
  type DiscoverEnvironment,
  type DiscoverOptions,
  type Discovery,
} from "./discover.js";
import { DiscoverThread } from "./discover-thread.js";
import { hungBecause } from "./ripgrep-watch.js";

/** One for all searches of the process. */
let thread: DiscoverThread | undefined;

/**
 * Runs `discover` for callers that cannot wait for a promise: with ripgrep, or in a thread if ripgrep cannot be used.
 *
 * @throws {Error} what `discover` throws, or that no answer came from the thread
 */
export function discoverSync(options: DiscoverOptions, environment: DiscoverEnvironment = {}): Discovery {
  return discoverNow(options, environment) ?? inThread(options);
}

/**
 * Returns only the `candidates` of `discoverSync`, in about half of the time.
 *
 * @throws {Error} as `discoverSync`
 */
export function candidatesSync(
  options: DiscoverOptions,
  environment: DiscoverEnvironment = {},
): readonly string[] {
  return candidatesNow(options, environment) ?? inThread(options).candidates;
}

function inThread(options: DiscoverOptions): Discovery {
  // By its name in package.json, so that it is found from the sources and from what is built.
  thread ??= new DiscoverThread(createRequire(import.meta.url).resolve("#discover-worker"));
  // It would wait for ripgrep once more.
  return thread.discover(
    hungBecause(options.cwd) !== undefined ? { ...options, engine: "in-process" } : options,
  );
}
