#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { EXIT, run } from "./run.js";

// Optimizing the code of a grammar takes seconds, and the process waits for that at its end. No run is long enough to gain
// from it: PowerShell took five times as long with it.
setFlagsFromString("--no-wasm-tier-up");
setFlagsFromString("--no-wasm-dynamic-tiering");
// The heap doubles before V8 looks for objects to release. Most trees and values are needed for a short
// time, so it looks earlier.
setFlagsFromString("--heap-growing-percent=30");

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader has closed the pipe, as `| head` does: only the exit status can be reported.
  if (error.code === "EPIPE") return;
  process.exitCode = EXIT.trouble;
  process.stderr.write(`v2ready: standard output cannot be written: ${error.message}\n`);
});

const status = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  now: new Date(),
});
process.exitCode ??= status;
