import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

it("npm run bench:eslint measures a project, the start and an edit, in which the plugin parses nothing", () => {
  const args = ["run", "-s", "bench:eslint", "--", "1", "5"];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: ROOT, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(stdout.match(/^\| v2ready .*$/gm)).toHaveLength(2);
  expect(stdout).toMatch(/^\| the same and v2ready \| \d+ ms \|/m);
  expect(stdout).toContain("whose base is imported: 100 findings");
  expect(stdout).toMatch(/^\| v2ready \|[^|]*\|[^|]*\| 0 \|$/m);
});
