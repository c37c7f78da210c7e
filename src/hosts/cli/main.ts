#!/usr/bin/env node
import { run } from "./run.js";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader has gone, as `| head` does; there is nobody left to tell.
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  now: new Date(),
});
