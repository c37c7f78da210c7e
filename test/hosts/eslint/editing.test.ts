import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ESLint, type Linter } from "eslint";
import { parser } from "typescript-eslint";
import { beforeEach, describe, expect, it } from "vitest";
import type { V2readyPlugin } from "../../../src/hosts/eslint/index.js";
import { sharedTree } from "../../support/tree.js";

/** The built plugin, as an editor that keeps one process loads it. */
const plugin = createRequire(import.meta.url)("../../../dist/eslint.js") as V2readyPlugin;

const OLD = 'export const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n';
const MOVED = 'export const BASE = "https://cloud.mongodb.com/api/atlas/v2";\n';
const NEUTRAL = 'export const BASE = "https://api.example.com";\n';
const CLIENT = 'import { BASE } from "./barrel.js";\n\nfetch(BASE + "/groups/1/clusters");\n';

const root = sharedTree({
  "src/barrel.js": 'export * from "./config.js";\n',
  "src/client.js": CLIENT,
  "src/other.js": "export const other = 1;\n",
});
const file = (name: string): string => join(root, "src", name);

function linter(...more: Linter.Config[]): ESLint {
  return new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [...plugin.configs.strict, { settings: { v2ready: { asOf: "2026-06-01" } } }, ...more],
  });
}

/** Findings in a text that an editor has, saved or not: `line rule`. */
async function findings(name: string, text: string, eslint = linter()): Promise<string[]> {
  const results = await eslint.lintText(text, { filePath: file(name) });
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId }) => `${String(line)} ${String(ruleId)}`),
  );
}

const AT_REQUEST = ["3 v2ready/require-version-media-type"];

describe("an editor that stays open", () => {
  beforeEach(() => {
    writeFileSync(file("config.js"), OLD);
  });

  it("sees in one file what was saved in another one, on the next lint", async () => {
    expect(await findings("client.js", CLIENT)).toEqual(AT_REQUEST);
    writeFileSync(file("config.js"), NEUTRAL);
    expect(await findings("client.js", CLIENT)).toEqual([]);
    writeFileSync(file("config.js"), OLD);
    expect(await findings("client.js", CLIENT)).toEqual(AT_REQUEST);
  });

  it("sees a file that comes to be and one that goes", async () => {
    rmSync(file("config.js"));
    expect(await findings("client.js", CLIENT)).toEqual([]);
    writeFileSync(file("config.js"), OLD);
    // No existing file has changed, so the tree has to be searched again: once a second at most.
    await expect.poll(() => findings("client.js", CLIENT), { timeout: 20_000 }).toEqual(AT_REQUEST);
  });

  it("takes the unsaved text of the file for what it is, and forgets it when another one is linted", async () => {
    expect(await findings("config.js", OLD)).toEqual(["1 v2ready/no-unversioned-base-path"]);
    expect(await findings("config.js", MOVED)).toEqual([]);
    expect(await findings("client.js", CLIENT)).toEqual(AT_REQUEST);
    expect(await findings("config.js", `\n\n${OLD}`)).toEqual(["3 v2ready/no-unversioned-base-path"]);
  });

  it("sees an import that is not saved yet", async () => {
    expect(await findings("other.js", "export const other = 1;\n")).toEqual([]);
    expect(await findings("other.js", CLIENT)).toEqual(AT_REQUEST);
    expect(await findings("other.js", "export const other = 2;\n")).toEqual([]);
  });

  it("says the same however often a file is linted", async () => {
    const runs = [];
    for (let run = 0; run < 3; run++) runs.push(await findings("client.js", CLIENT));
    expect(runs).toEqual([AT_REQUEST, AT_REQUEST, AT_REQUEST]);
  });

  it("says one sentence, with the command where the fix reaches other files", async () => {
    const [result] = await linter().lintText(
      'import { BASE } from "./config.js";\nfetch(`${BASE}/groups/1/clusters`).then(async (r) => (await r.json()).results[0].srvAddress);\n',
      { filePath: file("read.js") },
    );
    const message = result!.messages.find(({ ruleId }) => ruleId === "v2ready/no-removed-property")!;
    expect(message.message).toMatch(
      /^srvAddress is not in cluster responses [^.]*; the fix also changes src\/client\.js, src\/config\.js: npx v2ready fix$/,
    );
    expect(message.endLine).toBe(2);
  });
});

describe("what keeps a finding from being shown", () => {
  beforeEach(() => {
    writeFileSync(file("config.js"), OLD);
  });

  it("is a comment of ESLint", async () => {
    const text = `// eslint-disable-next-line v2ready/no-unversioned-base-path -- until March\n${OLD}`;
    expect(await findings("config.js", text)).toEqual([]);
  });

  it("is a comment of ours", async () => {
    const text = `// v2ready-disable-next-line no-unversioned-base-path -- until March\n${OLD}`;
    expect(await findings("config.js", text)).toEqual([]);
    const other = `// v2ready-disable-next-line no-removed-property -- another rule\n${OLD}`;
    expect(await findings("config.js", other)).toEqual(["2 v2ready/no-unversioned-base-path"]);
  });

  it("is too little confidence", async () => {
    const weak =
      "export const read = (c) => c.replicationSpecs.map((s) => s.regionsConfig && c.numShards);\n";
    const low = await findings("weak.js", weak);
    const high = await findings(
      "weak.js",
      weak,
      linter({ settings: { v2ready: { minConfidence: "high" } } }),
    );
    expect(low.length).toBeGreaterThan(0);
    expect(high).toEqual([]);
  });

  it("is what is only information to the command, if that is wanted", async () => {
    const text = `// ${OLD}`;
    expect(await findings("note.js", text)).toHaveLength(1);
    const wanted = linter({ settings: { v2ready: { minSeverity: "warning" } } });
    expect(await findings("note.js", text, wanted)).toEqual([]);
    expect(await findings("config.js", OLD, wanted)).toHaveLength(1);
  });

  it("is that a program wrote the file", async () => {
    expect(await findings("made.js", `// made by a tool\n${OLD}`)).toHaveLength(1);
    expect(await findings("made.js", `// @generated by a tool\n${OLD}`)).toEqual([]);
  });

  it("is that a compiler wrote the declarations beside its code", async () => {
    const eslint = linter({ files: ["**/*.ts"], languageOptions: { parser } });
    const declared = "export interface Cluster { mongoURIWithOptions: string }\n";
    writeFileSync(file("made.d.ts"), declared);
    writeFileSync(file("made.js"), '"use strict";\n');
    expect(await findings("made.d.ts", declared, eslint)).toEqual(["1 v2ready/no-removed-property"]);
    writeFileSync(file("made.js"), '"use strict";\n//# sourceMappingURL=made.js.map\n');
    expect(await findings("made.d.ts", declared, eslint)).toEqual([]);
  });

  it("is a block that a processor took out of another file", async () => {
    const block: Linter.Processor = {
      preprocess: (text) => [{ text, filename: "0.js" }],
      postprocess: (messages) => messages.flat(),
    };
    const eslint = linter({ files: ["**/*.txt"], processor: block });
    expect(await findings("notes.txt", OLD, eslint)).toEqual([]);
  });
});

describe("a text", () => {
  it("with a byte-order mark and other line ends has its findings in place", async () => {
    const results = await linter().lintText(`\ufeff// a\r\n${OLD}`, { filePath: file("config.js") });
    expect(results[0]!.messages.map(({ line, column }) => [line, column])).toEqual([[2, 47]]);
  });

  it("without a name is read as JavaScript", async () => {
    const [result] = await linter().lintText(OLD);
    expect(result!.messages.map(({ ruleId }) => ruleId)).toEqual(["v2ready/no-unversioned-base-path"]);
  });
});
