import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { Progress } from "../../../src/hosts/cli/terminal.js";

/** A stream that looks like a terminal to the code, or not. */
function terminal(isTTY: boolean, env: NodeJS.ProcessEnv = {}) {
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
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
});
