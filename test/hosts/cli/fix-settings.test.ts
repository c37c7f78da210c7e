import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEST_DAY } from "../../support/analyze.js";
import { v2ready, type Outcome } from "../../support/command.js";
import { fixTree } from "../../support/fixing.js";
import type { Tree } from "../../workspace/support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const MOVED = "https://cloud.mongodb.com/api/atlas/v2";
const ACCEPT = 'Accept: "application/vnd.atlas.2023-02-01+json"';

/** A program that gets at its settings with some code, and the text after the fix. */
function program(settings: string): string {
  return `${settings}
const answer = await fetch(\`\${settings.api.base}/groups/5f1/events\`, {
  headers: { Authorization: credentials },
});
`;
}

function moved(text: string): string {
  return text.replace("credentials }", `credentials, ${ACCEPT} }`);
}

const BY_JS_YAML = program(`import { readFileSync } from "node:fs";
import yaml from "js-yaml";
const settings = yaml.load(readFileSync(new URL("settings.yaml", import.meta.url), "utf8"));`);

function fix(cwd: string, ...args: string[]): Promise<Outcome> {
  return v2ready(["fix", "--allow-dirty", "--as-of", TEST_DAY, ...args], { cwd });
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Fixes a program with its settings. */
async function fixed(tree: Tree, ...args: string[]) {
  const { changed, ...outcome } = await fixTree(tree, ...args);
  return { ...outcome, isChanged: changed !== "" };
}

describe("fix of a base in YAML that the code reads by a literal name", () => {
  it.each([
    ["plain, with comments", `# where\napi:\n  base: ${BASE} # of production\n  size: 10\n`],
    ["in single quotes", `api: { base: '${BASE}', name: 'it''s' }\n`],
    ["in double quotes", `api:\n  name: "a\\tb"\n  base: "${BASE}"\n`],
    ["with an anchor that nobody uses", `size: &size 1\napi:\n  base: &base ${BASE}\n  other: *size\n`],
    ["after a byte-order mark, with CRLF", `\uFEFF# é 😀\r\napi:\r\n    base:   ${BASE}\r\n`],
    ["in a document with a directive and an end", `%YAML 1.2\n---\napi:\n  ? base\n  : ${BASE}\n...\n`],
    ["beside a block scalar", `note: |\n  a\n  b\napi:\n  base: ${BASE}`],
  ])("%s", async (_what, settings) => {
    const { root, status, stdout } = await fixed({ "a.js": BY_JS_YAML, "settings.yaml": settings });
    expect(stdout).toMatch(/^Fixed 2 findings in 2 files; 0 findings left$/m);
    expect(status).toBe(0);
    expect(read(root, "settings.yaml")).toBe(settings.replace(BASE, MOVED));
    expect(read(root, "a.js")).toBe(moved(BY_JS_YAML));
  });

  it.each([
    [
      "an alias takes over",
      `other: &base ${BASE}\napi:\n  base: *base\n`,
      "an alias in settings.yaml uses it elsewhere (*base)",
    ],
    [
      "somebody else takes over",
      `api:\n  base: &base ${BASE}\nother: *base\n`,
      "an alias in settings.yaml uses it elsewhere (*base)",
    ],
    [
      "a merge key takes over",
      `all: &all\n  base: ${BASE}\napi:\n  <<: *all\n  size: 1\n`,
      "a merge key in settings.yaml uses it elsewhere (<<: *all)",
    ],
    [
      "a block scalar holds",
      `api:\n  base: >-\n    ${BASE}\n`,
      "it is written in a block scalar of settings.yaml",
    ],
    [
      "contains escape sequences",
      `api:\n  base: "${BASE.replace("/v1.0", "\\/v1.0")}"\n`,
      "settings.yaml writes it with escapes or over several lines",
    ],
  ])("leaves alone what %s, and says so", async (_what, settings, reason) => {
    const { stdout, status, isChanged } = await fixed(
      { "a.js": BY_JS_YAML, "settings.yaml": settings },
      "--unsafe-fixes",
    );
    expect(stdout).toContain(`= why: ${reason}`);
    expect([status, isChanged]).toEqual([1, false]);
  });

  it("reads as the yaml package does, which merges on request only", async () => {
    const settings = `all: &all\n  base: ${BASE}\napi:\n  <<: *all\n  size: 1\n`;
    const code = program(`import { readFileSync } from "node:fs";
import { parse } from "yaml";
const settings = parse(readFileSync("settings.yaml", "utf8"));`);
    const plain = await fixed({ "a.js": code, "settings.yaml": settings });
    expect(plain.stdout).not.toContain("merge key");
    const merging = await fixed({
      "a.js": code.replace(`"utf8")`, `"utf8"), { merge: true }`),
      "settings.yaml": settings,
    });
    expect(merging.stdout).toContain("a merge key in settings.yaml");
    const direct = await fixed({ "a.js": code, "settings.yaml": `api:\n  base: ${BASE}\n` });
    expect(direct.status).toBe(0);
    expect(read(direct.root, "settings.yaml")).toBe(`api:\n  base: ${MOVED}\n`);
  });

  it("takes no text for known that only the reader of the file can make out", async () => {
    const settings = `api:\n  base: !join ["${BASE}"]\n`;
    const { stdout, isChanged } = await fixed(
      { "a.js": BY_JS_YAML, "settings.yaml": settings },
      "--unsafe-fixes",
    );
    expect(stdout).toContain("no-unversioned-base-path");
    expect(isChanged).toBe(false);
  });

  it("moves all that share it together", async () => {
    const tree = {
      "settings.yaml": `api:\n  base: ${BASE}\n`,
      "settings.js": `import { readFileSync } from "node:fs";
import { load } from "js-yaml";
export const settings = load(readFileSync("settings.yaml", "utf-8"));
`,
      "a.js": program(`import { settings } from "./settings.js";`),
      "b.js": program(`import { settings } from "./settings.js";`).replace(
        "{ Authorization: credentials }",
        "options()",
      ),
    };
    const { stdout, isChanged } = await fixed(tree);
    // The headers of one of them are unknown, so none moves.
    expect(stdout).toContain("= why: ");
    expect(isChanged).toBe(false);
    const { root } = await fixed({ ...tree, "b.js": tree["a.js"] });
    expect(read(root, "settings.yaml")).toContain(MOVED);
    expect([read(root, "a.js"), read(root, "b.js")]).toEqual([moved(tree["a.js"]), moved(tree["a.js"])]);
  });
});

describe("fix of a base in settings that the environment may overrule", () => {
  const BY_CONFIG = program(`import settings from "config";`);
  const BY_ENVIRONMENT = program(`import "dotenv/config";`).replace(
    "settings.api.base",
    "process.env.ADMIN_BASE",
  );
  const MANIFEST = '{ "type": "module", "dependencies": { "dotenv": "17.0.0" } }\n';

  it.each([
    ["config/default.yaml", `api:\n  base: ${BASE} # where\n`, BY_CONFIG],
    ["config/default.json", `{ "api": { "base": "${BASE}" } }\n`, BY_CONFIG],
    [".env", `# where\nADMIN_BASE="${BASE}" # of production\nexport OTHER=1\n`, BY_ENVIRONMENT],
  ])("%s changes on request, with the reason", async (path, settings, code) => {
    const tree = { "package.json": MANIFEST, "a.js": code, [path]: settings };
    const { root, stdout, isChanged } = await fixed(tree);
    expect(stdout).toMatch(
      /= why: if (?:config\.api\.base|process\.env\.ADMIN_BASE) is also set somewhere else, change its value there too/,
    );
    expect(isChanged).toBe(false);
    expect((await fix(root, "--unsafe-fixes")).status).toBe(0);
    expect(read(root, path)).toBe(settings.replace(BASE, MOVED));
    expect(read(root, "a.js")).toBe(moved(code));
  });

  it("changes what is said for every surrounding", async () => {
    const { root } = await fixed(
      {
        "package.json": MANIFEST,
        "a.js": BY_CONFIG,
        "config/default.yaml": `api:\n  base: ${BASE}\n`,
        "config/production.yml": `api: { base: "${BASE}" }\n`,
      },
      "--unsafe-fixes",
    );
    expect(read(root, "config/default.yaml")).toBe(`api:\n  base: ${MOVED}\n`);
    expect(read(root, "config/production.yml")).toBe(`api: { base: "${MOVED}" }\n`);
  });

  it("a default in code changes on request, too", async () => {
    const code = program(`const settings = { api: { base: process.env.ADMIN_BASE ?? "${BASE}" } };`);
    expect((await fixed({ "a.js": code })).isChanged).toBe(false);
    const { root } = await fixed({ "a.js": code }, "--unsafe-fixes");
    expect(read(root, "a.js")).toBe(moved(code).replace(BASE, MOVED));
  });
});
