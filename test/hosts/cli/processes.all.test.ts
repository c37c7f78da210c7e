import { describe, it } from "vitest";
import { MORE_RUNS, compareProcesses } from "./process-runs.js";

describe("a process of its own prints and writes the same as a run in this process", () => {
  it.each(MORE_RUNS.map((run) => ({ name: run.args.join(" "), run })))("$name", ({ run }) =>
    compareProcesses(run),
  );
});
