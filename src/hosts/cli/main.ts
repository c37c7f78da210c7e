#!/usr/bin/env node
import { EXIT, run } from "./run.js";

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
