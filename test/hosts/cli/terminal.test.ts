import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { Progress } from "../../../src/hosts/cli/terminal.js";

/** A stream that looks like a terminal to the code, or not. */
function terminal(isTTY: boolean, env: NodeJS.ProcessEnv = {}, columns = 80) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns }) as unknown as NodeJS.WriteStream;
  const written = (): string => String((stream as unknown as PassThrough).read() ?? "");
  return { world: { stdout: stream, stderr: stream, env }, written };
}

describe("the progress line", () => {
  it.each([
    { name: "a pipe", isTTY: false, env: {}, wanted: true },
    { name: "a terminal of a CI system", isTTY: true, env: { CI: "true" }, wanted: true },
    { name: "--no-progress", isTTY: true, env: {}, wanted: false },
  ])("is not drawn on $name", ({ isTTY, env, wanted }) => {
    const { world, written } = terminal(isTTY, env);
    const progress = Progress.for(world, wanted);
    progress.show(3, 3);
    progress.clear();
    expect(written()).toBe("");
  });

  it("is drawn on a terminal, over itself, and leaves nothing behind", () => {
    const { world, written } = terminal(true);
    const progress = Progress.for(world, true);
    progress.show(12, 12);
    const line = `[${"#".repeat(24)}] 12/12 files`;
    expect(written()).toBe(`\r${line}`);
    progress.clear();
    expect(written()).toBe(`\r${" ".repeat(line.length)}\r`);
  });

  it.each([
    { columns: 60, line: "following values: …ckages/tools/src/create/createCluster.ts" },
    { columns: 40, line: "following values: …ate/createCluster.ts" },
    { columns: 10, line: "following" },
  ])("names a file in $columns columns", ({ columns, line }) => {
    const { world, written } = terminal(true, {}, columns);
    Progress.for(world, true).at("following values:", "packages/tools/src/create/createCluster.ts");
    expect(written()).toBe(`\r${line}`);
    expect(line.length).toBeLessThan(columns);
  });

  it("is drawn at most ten times a second while files are named", () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(1000);
    const { world, written } = terminal(true);
    const progress = Progress.for(world, true);
    progress.at("following values:", "a.js");
    progress.at("following values:", "b.js");
    now.mockReturnValue(1100);
    progress.at("following values:", "c.js");
    now.mockRestore();
    expect(written()).toBe("\rfollowing values: a.js\rfollowing values: c.js");
  });
});
