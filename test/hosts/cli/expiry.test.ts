import { describe, expect, it } from "vitest";
import { analyze, fix } from "../../../src/index.js";
import { sharedTree } from "../../support/tree.js";
import { v2ready } from "../../support/command.js";

const CALL = `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters", {
  headers: { Accept: "application/vnd.atlas.2023-02-01+json" },
});
`;
const cwd = sharedTree({
  ".git/HEAD": "",
  "src/call.js": CALL,
  "old/call.js": CALL.replace("v2", "v1.0"),
  "clean/a.js": "export {};\n",
});

/** Clusters of 2023-02-01 end on 2027-07-01. */
describe.concurrent("the end of a version", () => {
  it.each([
    ["90 days before it is a warning", ["--as-of", "2027-04-02"], 0, "warning"],
    ["30 days before it is an error", ["--as-of", "2027-06-01"], 1, "error"],
    [
      "is a warning as early as the user says",
      ["--as-of", "2027-01-01", "--expiry-warning", "200"],
      0,
      "warning",
    ],
    ["is an error as early as the user says", ["--as-of", "2027-01-01", "--expiry-error", "200"], 1, "error"],
    ["is no error for who asks for none", ["--as-of", "2027-06-20", "--expiry-error", "0"], 0, "warning"],
  ])("%s", async (_name, args, status, severity) => {
    const run = await v2ready(["check", "--format", "concise", ...args, "src"], { cwd });
    expect([run.status, run.stderr]).toEqual([status, ""]);
    expect(run.stdout).toMatch(
      new RegExp(`^src/call.js:\\d+:\\d+: ${severity} Version 2023-02-01 .* is deprecated`),
    );
  });

  it("91 days before it is not a finding, and the end of the report names the day", async () => {
    const run = await v2ready(["check", "--format", "concise", "--as-of", "2027-04-01", "src"], { cwd });
    expect([run.status, run.stderr]).toEqual([0, ""]);
    expect(run.stdout).toMatch(/^no findings; .* target 2023-02-01 ends on 2027-07-01/);
  });

  it.each(["check", "fix"])(
    "%s cannot run for a target that is gone, and says what can be done",
    async (command) => {
      const run = await v2ready([command, "--as-of", "2027-07-01", "old"], { cwd });
      expect(run.status).toBe(2);
      expect(run.stdout).toBe("");
      expect(run.stderr).toContain(
        "the target 2023-02-01 was deleted for 4 operations on clusters of atlas, such as GET /groups/{GROUP-ID}/clusters, on 2027-07-01",
      );
      expect(run.stderr).toContain("--target 2024-10-23");
    },
  );

  it("is nobody's matter where the service is not used", async () => {
    const run = await v2ready(["check", "--as-of", "2027-07-01", "clean"], { cwd });
    expect(run.status).toBe(0);
  });

  it.each([
    [["--expiry-error", "soon"], "--expiry-error soon is not a number of days"],
    [
      ["--expiry-warning", "10", "--expiry-error", "20"],
      "--expiry-error 20 is more than --expiry-warning 10",
    ],
  ])("takes days only: %s", async (args, says) => {
    const run = await v2ready(["check", ...args, "src"], { cwd });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain(says);
  });

  it("is the same in the library", async () => {
    const options = { cwd, paths: ["src"], asOf: "2027-01-01" };
    const early = await analyze({ ...options, expiryError: 200 });
    expect(early.findings.map(({ severity }) => severity)).toEqual(["error"]);
    const usual = await analyze(options);
    expect(usual.findings).toEqual([]);
    await expect(fix({ cwd, paths: ["old"], asOf: "2027-07-01" })).rejects.toThrow(
      "the target 2023-02-01 was deleted",
    );
  });
});
