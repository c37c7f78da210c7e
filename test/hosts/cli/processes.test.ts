import { describe, it } from "vitest";
import { RUNS, compareProcesses } from "./process-runs.js";

describe("a process of its own prints and writes the same as a run in this process", () => {
  it.each(RUNS.map((run) => ({ name: run.args.join(" "), run })))("$name", ({ run }) =>
    compareProcesses(run),
  );
});
