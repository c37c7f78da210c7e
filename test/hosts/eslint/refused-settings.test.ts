import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { ESLINT_VERSIONS, eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

const project = sharedTree({
  ".git/HEAD": "",
  "package.json": '{ "type": "module" }',
  "src/a.js": `import { path } from "./lib/path.js";\nimport { id } from "./big/id.js";\nfetch("${OLD}" + path + id);\n`,
  "src/b.js": `import { path } from "./lib/path.js";\nfetch("${OLD}/b" + path);\n`,
  "src/lib/path.js": 'export const path = "/groups/";\n',
  "src/big/id.js": 'export const id = "1";\n',
  "src/big/package.json": `{"a":"${"x".repeat(5_000_000)}"}`,
});
execFileSync("mkfifo", [join(project, "src/lib/package.json")]);
installInto(project, ["eslint"]);

it.each(ESLINT_VERSIONS)(
  "manifests that are not read are warnings of the process, one for each, in %s",
  async (version) => {
    const config = configOf(project, "...v2ready.configs.recommended");
    const { stderr, status } = await eslint(config, { cwd: project, version });
    expect(status).toBe(1);
    const warnings = [...stderr.matchAll(/V2readySettingsWarning: (.*)$/gm)].map(([, message]) => message);
    const end = "Imports that it decides on are not followed.";
    expect(warnings.sort()).toEqual([
      `src/big/package.json is larger than 4194304 bytes and was not read. ${end}`,
      `src/lib/package.json could not be read: is a FIFO. ${end}`,
    ]);
  },
);

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/**
 * Lints src/a.mjs of a folder with the built plugin. On Linux maxRSS of a process begins with that of its parent, which
 * here is one of many tests.
 */
const LINT = `
const { existsSync, readFileSync } = require("node:fs");
const { ESLint } = require("eslint");
const plugin = require("./dist/eslint.js");
const overrideConfig = [...plugin.configs.recommended, { settings: { v2ready: { asOf: "2026-06-01" } } }];
const linter = new ESLint({ cwd: process.argv[1], overrideConfigFile: true, overrideConfig });
linter.lintFiles(["src/a.mjs"]).then(([{ messages }]) => {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const isSmall = Number(/^VmHWM:\\s*(\\d+)/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS) < 500_000;
  console.log(JSON.stringify({ lines: messages.map(({ line }) => line), isSmall }));
});
`;

const ODD: readonly (readonly [what: string, make: (path: string) => void])[] = [
  ["a FIFO", (path) => execFileSync("mkfifo", [path])],
  ["a device", (path) => symlinkSync("/dev/zero", path)],
  ["a link that leads outside", (path) => symlinkSync(join(outside, "secret.json"), path)],
  [
    "of a gigabyte",
    (path) => {
      writeFileSync(path, "");
      truncateSync(path, 2 ** 30);
    },
  ],
];
const outside = sharedTree({ "secret.json": `{ "name": "secret-of-mine", "url": "${OLD}/groups" }` });

it.each(ODD)("a lint ends soon where all that decides on imports is %s", async (_what, make) => {
  const odd = ["package.json", "tsconfig.json", "pnpm-workspace.yaml", "src/path.js"];
  const cwd = sharedTree({
    ".git/HEAD": "",
    "src/a.mjs": `import { path } from "./path.js";\nimport { id } from "#id";\nimport { b } from "@b";\nfetch("${OLD}/groups");\nfetch("${OLD}" + path + id + b);\n`,
    ...Object.fromEntries(odd.map((path) => [path, ""])),
  });
  for (const path of odd) {
    rmSync(join(cwd, path));
    make(join(cwd, path));
  }
  // ESLint reads what it lints, and Node.js the manifest beside a program: this one is elsewhere, and lints one file.
  const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", LINT, cwd], {
    cwd: ROOT,
    encoding: "utf8",
    timeout: 15_000,
    killSignal: "SIGKILL",
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ lines: [4, 4, 5, 5], isSmall: true });
  expect(stdout + stderr).not.toContain("secret-of-mine");
});
