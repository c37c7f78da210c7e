import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { JsonReport } from "../../src/report/index.js";
import { sharedTree } from "../support/tree.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const cwd = sharedTree({ "a.yaml": "url: https://cloud.mongodb.com/api/atlas/v1.0/groups\n" });

it.each([
  { args: ["--format", "json"], status: 1 },
  { args: ["--format", "json", "--exit-zero"], status: 0 },
])(
  "npm run -s audit -- $args checks the folder that npm was called from, and prints nothing else",
  ({ args, status }) => {
    const run = spawnSync("npm", ["run", "-s", "--prefix", ROOT, "audit", "--", ...args], {
      cwd,
      encoding: "utf8",
    });
    expect(run.status).toBe(status);
    expect((JSON.parse(run.stdout) as JsonReport).findings).toMatchObject([{ path: "a.yaml", line: 1 }]);
  },
);
