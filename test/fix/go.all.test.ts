import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { CHANGED } from "../support/go-cases.js";
import { GO_SETTINGS } from "../support/programs.js";
import { sharedTree } from "../support/tree.js";

const hasGo = spawnSync("go", ["version"]).status === 0;

describe("what fixes make of Go", () => {
  it.skipIf(!hasGo)("is accepted by the compiler (needs go)", { timeout: 180_000 }, () => {
    const known = CHANGED.filter(({ after }) => !after!.includes("github.com/"));
    expect(known.length).toBeGreaterThan(12);
    const files = known.flatMap(({ before, after }, index) => [
      [`before${index}/calls.go`, before],
      [`after${index}/calls.go`, after!],
    ]);
    const cwd = sharedTree({
      "go.mod": "module example.com/calls\n\ngo 1.19\n",
      ...Object.fromEntries(files),
    });
    const { stderr, status } = spawnSync("go", ["build", "./..."], {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], ...GO_SETTINGS },
    });
    expect([status, stderr]).toEqual([0, ""]);
  });
});
