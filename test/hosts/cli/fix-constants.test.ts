import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fix as fixByLibrary } from "../../../src/index.js";
import { TEST_DAY } from "../../support/analyze.js";
import { check, v2ready } from "../../support/command.js";
import { commit, git, repository } from "../../support/repository.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1";
const TYPE = "application/vnd.atlas.2023-02-01+json";

function read(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Fixes a file with constants, and returns its text. */
async function hoisted(path: string, text: string, ...args: string[]): Promise<string> {
  const root = repository({ [path]: text });
  const { status, stderr } = await v2ready(["fix", "--hoist-media-type", "--as-of", TEST_DAY, ...args], {
    cwd: root,
  });
  expect([status, stderr]).toEqual([0, ""]);
  if (/\.[cm]?js$/.test(path)) execFileSync(process.execPath, ["--check", join(root, path)]);
  const { stdout } = await check(["--format", "concise"], { cwd: root });
  expect(stdout).not.toMatch(/ error /);
  commit(root);
  await v2ready(["fix", "--hoist-media-type", "--as-of", TEST_DAY], { cwd: root });
  expect(git(root, "status", "--porcelain")).toBe("");
  return read(root, path);
}

/** The text after the fix, with the constant for the media type. */
function after(text: string, name = "API_MEDIA_TYPE"): string {
  return text.replaceAll("v1.0", "v2").replaceAll("OPTIONS", `{ headers: { Accept: ${name} } }`);
}

const CALLS = ["events", "alerts", "databaseUsers"]
  .map((what) => `fetch("${BASE}/${what}", OPTIONS);\n`)
  .join("");

/** The same before the fix. */
function before(text: string): string {
  return text.replaceAll(", OPTIONS", "");
}

describe("fix --hoist-media-type", () => {
  it.each([
    [
      "a.mjs",
      `import "./x.mjs";\nimport y from "./y.mjs";\n@\nexport const z = 1;\n${CALLS}`,
      "API_MEDIA_TYPE",
    ],
    [
      "a.cjs",
      `#!/usr/bin/env node\n"use strict";\nconst fs = require("fs");\n@\nfs.close(1);\n${CALLS}`,
      "API_MEDIA_TYPE",
    ],
    ["a.ts", `import type { Y } from "./y.js";\n@\nexport type Z = Y;\n${CALLS}`, "API_MEDIA_TYPE"],
    ["taken.js", `"use strict";\n@\nvar API_MEDIA_TYPE = 1;\n${CALLS}`, "API_MEDIA_TYPE2"],
    [
      "crlf.js",
      `\uFEFF"use strict";\r\n@\r\nvar a = 1;\r\n${CALLS.replaceAll("\n", "\r\n")}`,
      "API_MEDIA_TYPE",
    ],
    [
      "component.vue",
      `<template><p /></template>\n<script setup>\nimport x from "./x.js";\n@\nx();\n${CALLS}</script>\n`,
      "API_MEDIA_TYPE",
    ],
  ])("%s: declares it once, behind what has to come first", async (path, text, name) => {
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    const made = await hoisted(path, before(text).replace(`@${end}`, ""));
    const declaration = `${end}const ${name} = "${TYPE}";${end}`;
    expect(made).toBe(after(text, name).replace("@", declaration));
  });

  it("is before the first statement of a file without imports or directives", async () => {
    const made = await hoisted("a.js", `#!/usr/bin/env node\n// what it does\n\n${before(CALLS)}`);
    expect(made).toBe(
      `#!/usr/bin/env node\n// what it does\n\nconst API_MEDIA_TYPE = "${TYPE}";\n\n${after(CALLS)}`,
    );
  });

  it("serves headers of every form: replaced ones, lists, pairs, chains, instances", async () => {
    const text = `import axios from "axios";
import request from "superagent";

const client = axios.create({ baseURL: "${BASE}" });
await client.get("/events");
await fetch("${BASE}/alerts", { headers: { accept: "application/json" } });
await fetch("${BASE}/databaseUsers", { headers: [["X-A", "b"]] });
await request.get("${BASE}/accessList");
`;
    const made = await hoisted("a.mjs", text, "--unsafe-fixes");
    expect(made.split(TYPE)).toHaveLength(2);
    expect(made).toContain("{ accept: API_MEDIA_TYPE }");
    expect(made).toContain('["Accept", API_MEDIA_TYPE]');
    expect(made).toContain('.set("Accept", API_MEDIA_TYPE)');
    expect(made).toContain("Accept: API_MEDIA_TYPE");
  });

  it("is not worth it for two places, and off where nobody asks for it", async () => {
    const two = before(CALLS).split("\n").slice(0, 2).join("\n");
    expect((await hoisted("a.js", `${two}\n`)).split(TYPE)).toHaveLength(3);
    const root = repository({ "a.js": before(CALLS) });
    await v2ready(["fix", "--as-of", TEST_DAY], { cwd: root });
    expect(read(root, "a.js").split(TYPE)).toHaveLength(4);
  });

  it("waits with the request of the program that waits, unless all are applied", async () => {
    const text = `${before(CALLS).split("\n").slice(0, 2).join("\n")}
export const get = async (id) => (await fetch(\`${BASE}/\${id}\`)).json();
`;
    const root = repository({ "a.mjs": text });
    await v2ready(["fix", "--hoist-media-type", "--as-of", TEST_DAY], { cwd: root });
    expect(read(root, "a.mjs")).toBe(text);
    const made = await hoisted("a.mjs", text, "--unsafe-fixes");
    expect(made.split(TYPE)).toHaveLength(2);
    expect(made.split("API_MEDIA_TYPE")).toHaveLength(5);
  });

  it("is an option of the library, too", async () => {
    const cwd = repository({ "a.mjs": before(CALLS) });
    const { files } = await fixByLibrary({ cwd, asOf: TEST_DAY, hoistMediaType: true });
    expect(files.map(({ after: text }) => text)).toEqual([
      `const API_MEDIA_TYPE = "${TYPE}";\n\n${after(CALLS)}`,
    ]);
  });
});
