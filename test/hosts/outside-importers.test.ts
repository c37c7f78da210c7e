import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEST_DAY } from "../support/analyze.js";
import { v2ready } from "../support/command.js";
import { eslint, sharedConfig } from "../support/linters.js";
import { sharedTree } from "../support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const BASE = `export const BASE = "${OLD}";\nexport const list = () => fetch(\`\${BASE}/groups\`);\n`;
const USER = 'fetch(`${BASE}/groups/1/clusters`, { headers: { Accept: "application/json" } });\n';
const core = JSON.stringify({ name: "@our/core", main: "src/index.js" });

/** Code that may import from `packages/core`, by the form of the import. */
const USERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "by its path": { "packages/app/use.js": `import { BASE } from "../core/src/base.js";\n${USER}` },
  "by the name of the package": { "packages/app/use.js": `import { BASE } from "@our/core";\n${USER}` },
  "with require": { "packages/app/use.cjs": `const { BASE } = require("../core/src/index.js");\n${USER}` },
};

function repositoryWith(files: Readonly<Record<string, string>>): string {
  return sharedTree({
    ".git/HEAD": "ref: refs/heads/main\n",
    "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
    "packages/core/package.json": core,
    "packages/core/src/base.js": BASE,
    "packages/core/src/index.js": 'export * from "./base.js";\n',
    ...files,
  });
}

async function fixedByCommand(cwd: string, folder: string, ...flags: string[]): Promise<string> {
  const args = ["fix", "--no-types", "--allow-dirty", "--as-of", TEST_DAY, ...flags];
  const { stdout, stderr } = await v2ready(args, { cwd: join(cwd, folder) });
  expect(stderr).toBe("");
  return stdout;
}

const baseIn = (cwd: string): string => readFileSync(join(cwd, "packages/core/src/base.js"), "utf8");

describe("a fix in one package of a repository", () => {
  it.each(Object.entries(USERS))("changes what another package imports %s with it", async (_how, users) => {
    const cwd = repositoryWith(users);
    const [user] = Object.keys(users);
    const linted = await eslint(sharedConfig("parity"), {
      cwd: join(cwd, "packages/core"),
      args: ["--fix", "."],
    });
    expect(linted.stderr).toBe("");
    expect(linted.messages.length).toBeGreaterThan(0);
    // ESLint sees the folder that it runs in, and leaves alone what others import from it.
    expect(baseIn(cwd)).toBe(BASE);
    const told = await fixedByCommand(cwd, "packages/core");
    expect(told).toContain(user);
    expect(baseIn(cwd)).toContain("/api/atlas/v2");
    expect(readFileSync(join(cwd, user!), "utf8")).toContain("vnd.atlas.2023-02-01");
  });

  it("is applied where nobody else imports from it", async () => {
    const alone = repositoryWith({
      "packages/app/use.js": 'import { BASE } from "./base.js";\nlog(BASE);\n',
    });
    await fixedByCommand(alone, "packages/core");
    expect(baseIn(alone)).toContain("/api/atlas/v2");
    const linted = repositoryWith({});
    await eslint(sharedConfig("parity"), { cwd: join(linted, "packages/core"), args: ["--fix", "."] });
    expect(baseIn(linted)).toContain("/api/atlas/v2");
  });
});
