import { expect, it } from "vitest";
import { report } from "../../support/command.js";
import { eslint, sharedConfig } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const BASE = `export const BASE = "${OLD}";\n`;

const folder = sharedTree({
  "unknown.js": `// v2ready-disable-next-line no-such-rule, no-unversioned-base-path -- both\n${BASE}`,
  "form.ts": `/*\n * v2ready-disable no-unversioned-base-path\n */\n${BASE}`,
  "alone.js": `const z = 1; // v2ready-disable-next-line\nexport const DATED = "application/vnd.atlas.2023-02-01+json";\n`,
  "known.js": `// v2ready-disable-next-line no-unversioned-base-path -- moves later\n${BASE}`,
  "config.yaml": `# v2ready-disable-next-line no-such-rule\nbase: ${OLD}\n`,
  "view.vue": `<template><p /></template>\n<script setup>\n// v2ready-disable-line\n${BASE.replace("export ", "")}</script>\n`,
});

it("reports what the command lists among its problems, and nothing else", async () => {
  const { problems } = await report(["--no-types", "--exit-zero"], { cwd: folder });
  const wanted = problems
    .filter(({ kind }) => kind === "directive")
    .map(({ path, line, message }) => `${path}:${String(line)} ${message}.`);
  const { messages, stderr } = await eslint(sharedConfig("parity"), { cwd: folder });
  expect(stderr).toBe("");
  const found = messages
    .filter(({ ruleId }) => ruleId === "v2ready/valid-directive")
    .map(({ path, line, message }) => `${path}:${String(path === "form.ts" ? line - 1 : line)} ${message}`);
  expect(found.sort()).toEqual(wanted.sort());
  expect(found).toHaveLength(5);
});

it("marks each of two on one line", async () => {
  const tree = sharedTree({
    "a.js":
      '/* v2ready-disable */ export const D = "application/vnd.atlas.2023-02-01+json"; // v2ready-disable-next-line\n',
  });
  const { messages } = await eslint(sharedConfig("parity"), { cwd: tree });
  const columns = messages.filter(({ ruleId }) => ruleId === "v2ready/valid-directive");
  expect(columns.map(({ column }) => column)).toEqual([4, 84]);
});

it("marks the word that is not a directive", async () => {
  const { messages } = await eslint(sharedConfig("parity"), { cwd: folder, args: ["form.ts"] });
  expect(messages.find(({ ruleId }) => ruleId === "v2ready/valid-directive")).toMatchObject({
    severity: 1,
    line: 2,
    column: 4,
    endColumn: 19,
    message: "not a directive of v2ready; write v2ready-disable-next-line RULE -- reason.",
  });
});
