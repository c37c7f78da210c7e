import { describe, expect, it } from "vitest";
import { check, report, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import { ERROR } from "./sources.js";

const COMPOSED = "caf\u00e9.js";
const DECOMPOSED = "cafe\u0301.js";

describe("a name with a line break", () => {
  const cwd = sharedTree({ ".git/HEAD": "", "new\nline.js": ERROR, "b.js": ERROR });

  it("is one line of a report for people, and itself in JSON", async () => {
    const { stdout } = await check(["-f", "concise"], { cwd });
    expect(stdout.split("\n").filter((line) => line.includes("line.js"))).toEqual([
      expect.stringMatching(/^new\S+line\.js:1:/) as unknown,
      expect.stringMatching(/^v2ready: unchecked 2 files \(b\.js:1, new\S+line\.js:1\)/) as unknown,
    ]);
    const { findings } = await report([], { cwd });
    expect(findings.map(({ path }) => path)).toEqual(["b.js", "new\nline.js"]);
  });

  it("may be named", async () => {
    const { findings } = await report(["new\nline.js"], { cwd });
    expect(findings.map(({ path }) => path)).toEqual(["new\nline.js"]);
    const { stdout, status } = await check(["new\nline.js"], { cwd });
    expect([status, stdout.includes("new\nline")]).toEqual([1, false]);
  });
});

describe("names in two Unicode forms", () => {
  it("are those of two files, each under its own", async () => {
    const cwd = sharedTree({ ".git/HEAD": "", [COMPOSED]: ERROR, [DECOMPOSED]: ERROR });
    const { findings } = await report([], { cwd });
    expect(findings.map(({ path }) => path).sort()).toEqual([DECOMPOSED, COMPOSED]);
    expect((await report([COMPOSED], { cwd })).findings.map(({ path }) => path)).toEqual([COMPOSED]);
  });

  it("are distinguished if only the other one exists", async () => {
    const cwd = sharedTree({ ".git/HEAD": "", [`src/${DECOMPOSED}`]: ERROR });
    for (const args of [["check"], ["check", "-f", "json"]]) {
      const { stdout, stderr, status } = await v2ready([...args, `src/${COMPOSED}`], { cwd });
      expect({ stdout, stderr, status }).toEqual({
        stdout: "",
        stderr:
          `v2ready: path "src/${COMPOSED}" does not exist\n` +
          `There is "src/${DECOMPOSED}", whose name looks the same and is written in another Unicode form.\n`,
        status: 2,
      });
    }
  });
});
