import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { JsonReport } from "../../src/report/index.js";
import { sharedTree } from "../support/tree.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const cwd = sharedTree({ "a.yaml": "url: https://cloud.mongodb.com/api/atlas/v1.0/groups\n" });

function audit(...args: string[]) {
  return spawnSync("npm", ["run", "-s", "--prefix", ROOT, "audit", "--", ...args], { cwd, encoding: "utf8" });
}

it.each([
  { args: [".", "--format", "json"], status: 1 },
  { args: ["--format", "json", "--exit-zero", "a.yaml"], status: 0 },
])(
  "npm run -s audit -- $args takes paths from the folder that npm was called from, and prints nothing else",
  ({ args, status }) => {
    const run = audit(...args);
    expect(run.status).toBe(status);
    expect((JSON.parse(run.stdout) as JsonReport).findings).toMatchObject([{ path: "a.yaml", line: 1 }]);
  },
);

it("npm run audit asks for a path, with options as well", () => {
  const message = "v2ready: no path is given\nWrite npm run audit -- PATH.\n";
  expect(audit()).toMatchObject({ status: 2, stdout: "", stderr: message });
  expect(audit("--format", "json")).toMatchObject({ status: 2, stdout: "", stderr: message });
  const inFix = message.replace("PATH", "fix PATH");
  expect(audit("fix", "--diff")).toMatchObject({ status: 2, stdout: "", stderr: inFix });
  expect(audit("rules")).toMatchObject({ status: 0, stderr: "" });
});

it("npm run audit names itself in the next command", () => {
  expect(audit("a.yaml").stdout).toMatch(/\nNext: npm run audit -- \S+/);
  const { stdout, stderr } = audit("fix", "a.yaml", "--diff");
  expect(stdout + stderr).toMatch(/\nNext: npm run audit -- \S+/);
  expect(stdout + stderr).not.toContain("npx");
});

it.each([
  { args: ["--help"] },
  { args: ["catalog", "--help"] },
  { args: ["a.yaml"] },
  { args: ["fix", "a.yaml"] },
])("npm run audit -- $args writes no command that starts with another name", ({ args }) => {
  const { stdout, stderr } = audit(...args);
  expect(stdout + stderr).not.toMatch(/\bv2ready (?:check|fix|explain|why|catalog|calendar|convert|src|--)/);
  expect(stdout + stderr).toContain("npm run audit -- ");
});
