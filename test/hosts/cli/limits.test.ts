import { describe, expect, it } from "vitest";
import { check, report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const CALLERS = Array.from({ length: 5 }, (_, index) => [
  `wrapper/caller${index}.js`,
  `import { get } from "./get.js";\nexport const list${index} = () => get("/orgs");\n`,
]);
const TREE = sharedTree({
  "wrapper/get.js": `export const get = (path) => fetch("${BASE}" + path);\n`,
  ...Object.fromEntries(CALLERS),
  "deep.js": `const a = (n, p) => (n > 0 ? a(n - 1, p) : fetch("${BASE}" + p));\na(3, "/groups/1/clusters");\n`,
  "loop.js": `let path = "";\nfor (const part of ["/groups", "/1", "/clusters"]) path += part;\nfetch("${BASE}" + path);\n`,
});

/** What the finding about the header of a file says. */
async function headerOf(path: string, ...flags: string[]): Promise<string> {
  const { findings } = await report([...flags, path], { cwd: TREE });
  return findings.find(({ ruleId }) => ruleId === "require-version-media-type")?.message ?? "";
}

describe("the limits of a run", () => {
  it("leave out importers beyond their number, and say so", async () => {
    const all = await report(["wrapper"], { cwd: TREE });
    expect([all.summary.files.parsed, all.summary.files.followed]).toEqual([1, 5]);
    const some = await report(["--limit", "importers=2", "wrapper"], { cwd: TREE });
    expect(some.summary.files.followed).toBe(2);
    expect(some.problems).toContainEqual(
      expect.objectContaining({ kind: "limit", message: expect.stringContaining("beyond the 2") as string }),
    );
  });

  it("make what lies behind them unknown", async () => {
    expect(await headerOf("loop.js")).toContain("GET /groups/1/clusters");
    expect(await headerOf("loop.js", "--limit", "iterations=2")).not.toContain("GET /groups/1/clusters");
  });

  it("of steps are a problem of the file", async () => {
    const { problems } = await report(["--limit", "steps=3", "deep.js"], { cwd: TREE });
    expect(problems).toContainEqual(expect.objectContaining({ path: "deep.js", kind: "limit" }));
  });

  it.each([
    ["imports=3", "there is no limit imports"],
    ["steps=0", "no number above 0"],
    ["steps", "no number above 0"],
  ])("refuse %s", async (value, message) => {
    const { status, stderr } = await check(["--limit", value, "."], { cwd: TREE });
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
