import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentFileOf } from "../../src/workspace/environment-files.js";
import { ProjectFiles } from "../../src/workspace/project-files.js";
import { sharedTree } from "../support/tree.js";

const DOTENV = JSON.stringify({ dependencies: { dotenv: "^16.0.0" } });
const TREE = sharedTree({
  ".git/HEAD": "ref: refs/heads/main\n",
  ".gitignore": "private/.env\n",
  "read/package.json": DOTENV,
  "read/.env": "A=b\n",
  "script/package.json": JSON.stringify({ scripts: { start: "node --env-file=.env main.js" } }),
  "script/.env": "A=b\n",
  "loader/package.json": JSON.stringify({ type: "module" }),
  "loader/src/load.mjs": 'process.loadEnvFile(new URL("../.env", import.meta.url));\n',
  "loader/.env": "A=b\n",
  "outer/package.json": "{}",
  "outer/.env": "A=b\n",
  "outer/packages/inner/package.json": "{}",
  "outer/packages/inner/load.js": 'read(".env");\n',
  "unread/package.json": JSON.stringify({ dependencies: { express: "^5.0.0" } }),
  "unread/.env": "A=b\n",
  "broken/package.json": "[",
  "broken/.env": "A=b\n",
  "private/package.json": DOTENV,
  "private/.env": "A=b\n",
  "absent/package.json": DOTENV,
});

describe("the environment file of a package", () => {
  it.each(["read", "script", "loader"])("is read by %s", (name) => {
    expect(environmentFileOf(join(TREE, name), new ProjectFiles(TREE))).toBe(join(TREE, name, ".env"));
  });

  it.each([
    ["nothing in the package reads it", "unread"],
    ["the manifest says nothing", "broken"],
    ["only a package inside of it names one", "outer"],
    ["it is kept out of the repository", "private"],
    ["there is none", "absent"],
  ])("is none where %s", (_why, name) => {
    expect(environmentFileOf(join(TREE, name), new ProjectFiles(TREE))).toBeUndefined();
  });
});
