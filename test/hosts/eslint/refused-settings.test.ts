import { execFileSync } from "node:child_process";
import { join } from "node:path";
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
