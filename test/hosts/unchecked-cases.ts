import { chmodSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { git } from "../support/repository.js";
import { addToTree } from "../workspace/support/tree.js";
import { CLEAN, ERROR } from "./cli/sources.js";

const HOST = "https://cloud.mongodb.com";
export const BASE = `${HOST}/api/atlas/v1.0`;
/** A search finds no errors in this file. */
const PYTHON = `BASE = "${HOST}/api/atlas/v2"\nrequests.get(BASE + "/groups")\n`;
/** The base is spelled out nowhere, so that there is nothing to find. */
const MOVED = `fetch("${HOST}/api/atlas/v2/groups", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });\n`;

/** The same for one group. */
const onGroup = (id: string): string => MOVED.replace('/groups"', `/groups/" + ${id} + "/clusters"`);

const inUtf32 = (text: string, isBig = false): Buffer => {
  const bytes = Buffer.alloc(text.length * 4);
  [...text].forEach((character, index) =>
    isBig
      ? bytes.writeUInt32BE(character.charCodeAt(0), index * 4)
      : bytes.writeUInt32LE(character.charCodeAt(0), index * 4),
  );
  return bytes;
};

export interface Case {
  readonly name: string;
  readonly tree: Readonly<Record<string, string | Uint8Array>>;
  readonly args?: readonly string[];
  /** Permissions count: tests may be run by root, who may read everything. */
  readonly asNobody?: boolean;
  /** Makes of the written tree what it is to be. */
  readonly prepare?: (cwd: string) => void;
  /** The unchecked entries of the report, as `kind path, path:line`, or with a number if no places are known. */
  readonly unchecked: readonly string[];
  /** Without a flag. */
  readonly status: 0 | 1 | 2;
  /** With `--fail-on-unchecked`. */
  readonly failing: 0 | 1 | 2;
}

export const CASES: readonly Case[] = [
  { name: "nothing but parsed files", tree: { "a.js": MOVED }, unchecked: [], status: 0, failing: 0 },
  {
    name: "a program in another language",
    tree: { "a.js": MOVED, "tools/b.pl": PYTHON, "tools/a.pl": PYTHON },
    unchecked: ["plain-text tools/a.pl, tools/b.pl"],
    status: 0,
    failing: 1,
  },
  {
    name: "a program in another language with an error",
    tree: { "a.pl": `BASE = "${BASE}"\n` },
    unchecked: ["plain-text a.pl"],
    status: 1,
    failing: 1,
  },
  {
    name: "clients that v2ready does not know, and a base path that one of them gets",
    tree: {
      "a.js": `import api from "some-http";\napi.get({ url: "${BASE}/groups" });\napi.get({ url: "${BASE}/orgs" });\n`,
      "b.py": `from other import Client\nClient(base="${BASE}").get("/groups")\n`,
      "test/c.js": `import api from "some-http";\napi.get({ url: "${BASE}/groups" });\n`,
      "d.js": `const BASE = "${BASE}";\nfetch(BASE + "/groups");\n`,
    },
    unchecked: ["unknown-client a.js:2", "unknown-client b.py:2"],
    status: 1,
    failing: 1,
  },
  {
    name: "a client that v2ready knows, where callers may pass another one",
    tree: {
      "a.py": `import httpx\nclass Atlas:\n    def __init__(self, client=None):\n        self.client = client or httpx.Client(headers={"Accept": "application/vnd.atlas.2023-02-01+json"})\n    def groups(self):\n        return self.client.get("${HOST}/api/atlas/v2/groups").json()\n`,
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "the list of all projects, by the names of the specification",
    tree: { "a.lua": 'http.get("https://cloud.service.test/api/admin/v2/groups")\n' },
    unchecked: ["plain-text a.lua"],
    status: 0,
    failing: 1,
  },
  {
    name: "a page that reads what a program passes on in a way that is not followed",
    tree: {
      "server.js": `import { publish } from "some-queue";\nconst answer = await fetch("${HOST}/api/atlas/v2/groups/1/clusters/a", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });\npublish(await answer.json());\n`,
      "page.js":
        'const answer = await fetch("/of/queue");\nconst c = await answer.json();\nshow(c.numShards);\nshow(c.providerSettings.instanceSizeName);\n',
      "other.js": 'const answer = await fetch("/of/queue");\nconst c = await answer.json();\nshow(c.name);\n',
    },
    unchecked: ["unknown-object page.js:3"],
    status: 0,
    failing: 1,
  },
  {
    name: "a base that is joined from parts, by the names of the specification",
    tree: { "a.lua": 'http.get("https://cloud.service.test/api/" .. kind .. "/v1.0/groups/" .. group)\n' },
    unchecked: ["plain-text a.lua"],
    status: 0,
    failing: 1,
  },
  {
    name: "the same page without a program that passes on a response",
    tree: {
      "server.js": `const answer = await fetch("${HOST}/api/atlas/v2/groups/1/clusters/a", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });\nconsole.log((await answer.json()).name);\n`,
      "page.js":
        'const answer = await fetch("/of/queue");\nconst c = await answer.json();\nshow(c.numShards);\nshow(c.providerSettings.instanceSizeName);\n',
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "another language that does not speak of the API",
    tree: {
      "a.pl": 'requests.get("https://gitlab.example.com/api/v4/groups/1/clusters")\n',
      "atlas.pl": 'BASE = "http://atlas.internal:21000/api/atlas/v2"\nrequests.get(BASE + "/entity")\n',
      "uri.pl": 'URI = "mongodb+srv://app.ab12c.mongodb.net"\n',
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "documentation",
    tree: { "README.md": `See ${HOST}/api/atlas/v2/groups.\n` },
    unchecked: ["documentation README.md"],
    status: 0,
    failing: 0,
  },
  {
    name: "settings, which hold values only",
    tree: {
      "a.env": `URL=${HOST}/api/atlas/v2/groups\n`,
      "a.yaml": `url: ${HOST}/api/atlas/v2/groups\n`,
      "a.toml": `url = "${HOST}/api/atlas/v2/groups"\n`,
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "settings that run a command or describe a cluster",
    tree: {
      "a.yaml": `run: wget ${HOST}/api/atlas/v2/groups\n`,
      "b.yaml": `base: /api/atlas/v2/groups/1/clusters\nreplicationSpec: {}\nsrvAddress: ""\n`,
    },
    // The command is followed, and sends no media type.
    unchecked: ["plain-text b.yaml"],
    status: 1,
    failing: 1,
  },
  {
    name: "a file that does not parse",
    tree: { "a.ts": `${MOVED}const = ;\n` },
    unchecked: ["syntax a.ts:2"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file that nests too deeply",
    tree: { "a.js": `${MOVED}const x = ${"[\n".repeat(100_000)}${"]\n".repeat(100_000)};` },
    unchecked: ["too-deep a.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "YAML and Markdown that nest too deeply",
    tree: {
      "a.yaml": `base: ${HOST}/api/atlas/v2/groups\nx: ${"[".repeat(100_000)}\n`,
      "b.md": `${HOST}/api/atlas/v2/groups\n\n${"- ".repeat(5000)}a\n`,
    },
    unchecked: ["too-deep a.yaml, b.md"],
    status: 0,
    failing: 1,
  },
  {
    name: "a limit of a file",
    tree: { "a.js": MOVED },
    args: ["--limit", "steps=1"],
    unchecked: ["limit a.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a limit of the run",
    tree: {
      "get.js": `export const get = (path) => fetch("${HOST}/api/atlas/v2/groups" + path, { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });\n`,
      "b.js": 'import { get } from "./get.js";\nget("/1");\n',
      "c.js": 'import { get } from "./get.js";\nget("/2");\n',
    },
    args: ["--limit", "importers=1"],
    unchecked: ["limit 1"],
    status: 0,
    failing: 1,
  },
  {
    name: "generated and minified files",
    tree: {
      "a.js": `// Code generated by a tool. DO NOT EDIT.\n${ERROR}`,
      "b.js": `${"var a=1;".repeat(400)}${ERROR}`,
    },
    unchecked: ["generated a.js", "minified b.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "generated declarations",
    tree: {
      "a.d.ts": `/** @generated */\nexport interface Cluster { mongoURIWithOptions: string }\n`,
      "b.d.mts": `// This file was auto-generated by openapi-typescript.\nexport type Base = "${BASE}";\n`,
      "c.js": MOVED,
      "dist/compiled.d.ts": "export interface Cluster { mongoURIWithOptions: string }\n",
      "dist/compiled.js": '"use strict";\n//# sourceMappingURL=compiled.js.map\n',
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "limits of single values that nothing depends on",
    tree: {
      "alternatives.js": `const id = ${Array.from({ length: 40 }, (_, index) => `process.env.A${index} ? "${index}" : `).join("\n")} "x";\n${onGroup("id")}`,
      "recursion.js": `const deep = (n) => (n > 20 ? "x" : deep(n + 1) + "y");\n${onGroup("deep(0)")}`,
      "iterations.js": `let sum = 0;\nfor (let i = 0; i < 1e6; i++) for (let j = 0; j < 1e6; j++) sum += i * j;\n${onGroup("sum")}`,
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "a file with NUL bytes",
    tree: { dump: `\0\0${BASE}`, "a.js": CLEAN },
    unchecked: ["binary dump"],
    status: 0,
    failing: 1,
  },
  {
    name: "text in UTF-16 without a byte-order mark",
    tree: {
      "a.js": Buffer.from(ERROR, "utf16le"),
      "b.py": Buffer.from(PYTHON, "utf16le").swap16(),
      "other.js": Buffer.from(CLEAN, "utf16le"),
    },
    unchecked: ["utf-16 a.js, b.py"],
    status: 0,
    failing: 1,
  },
  {
    name: "text in UTF-32, with and without a byte-order mark",
    tree: {
      "big.py": inUtf32(`\ufeff${PYTHON}`, true),
      "little.js": inUtf32(`\ufeff${ERROR}`),
      "plain.js": inUtf32(ERROR),
      "other.js": inUtf32(`\ufeff${CLEAN}`),
    },
    unchecked: ["unreadable big.py, little.js, plain.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "named files that are not text, whatever they mention",
    tree: {
      "a.tar.gz": Buffer.from("1f8b0800", "hex"),
      "b.zip": "PK",
      "c.gz": BASE.replace("v1.0", "v2"),
      dump: "\0\0",
      "lib/d.gz": "",
      "e.js": "\0",
      "f.js": MOVED,
      "g.js": inUtf32(CLEAN),
      "h.txt": Buffer.from(`\ufeff${CLEAN}`, "utf16le"),
    },
    args: ["a.tar.gz", "b.zip", "c.gz", "dump", "lib", "e.js", "f.js", "g.js", "h.txt"],
    unchecked: ["binary a.tar.gz, b.zip, dump", "plain-text c.gz"],
    status: 0,
    failing: 1,
  },
  {
    name: "files that git tracks and ignores",
    tree: {
      ".gitignore": "dist/\n*.gen.js\nlocal.js\n",
      "dist/deep/a.js": ERROR,
      "dist/other.js": CLEAN,
      "dist/a.min.js": ERROR,
      "b.gen.js": ERROR,
      "c.js": MOVED,
    },
    prepare: (cwd) => {
      git(cwd, "init", "-q");
      git(cwd, "add", "-A", "-f");
      addToTree(cwd, { "local.js": ERROR, "dist/local.js": ERROR });
    },
    unchecked: ["ignored b.gen.js, dist/a.min.js, dist/deep/a.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file and a folder without permission",
    tree: { "a.js": MOVED, "secret.js": CLEAN, "folder/b.js": CLEAN },
    asNobody: true,
    prepare: (cwd) => {
      chmodSync(join(cwd, "secret.js"), 0o000);
      chmodSync(join(cwd, "folder"), 0o000);
      chmodSync(cwd, 0o755);
    },
    unchecked: ["unreadable folder, secret.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file that is too large to be read",
    tree: { "a.js": ERROR, "b.js": MOVED },
    prepare: (cwd) => truncateSync(join(cwd, "a.js"), 65 * 1024 * 1024),
    unchecked: ["too-large a.js"],
    status: 0,
    failing: 1,
  },
  {
    name: "a file that is too large to be searched",
    tree: { "a.csv": CLEAN, "b.js": MOVED },
    prepare: (cwd) => truncateSync(join(cwd, "a.csv"), 513 * 1024 * 1024),
    unchecked: ["too-large a.csv"],
    status: 0,
    failing: 1,
  },
  {
    name: "imports of files that are not there",
    tree: {
      ".git/HEAD": "",
      "a.ts": `import { one } from "./gone";\nexport * from "./case";\nrequire("./gone.json");\none();\n${MOVED}`,
      "b.mjs": `${MOVED}const { one } = await import("./gone");\none();\nawait import("./gone");\n`,
      "Case.ts": "export const two = 2;\n",
    },
    unchecked: ["missing-import a.ts:1, b.mjs:2", "missing-import a.ts:3"],
    status: 0,
    failing: 1,
  },
  {
    name: "imports of files that the program does without",
    tree: {
      ".git/HEAD": "",
      "a.ts": [
        'import type { A } from "./gone1";',
        'import { B } from "./gone2";',
        'export type { C } from "./gone3";',
        'import { type D } from "./gone4";',
        "try { require('./gone5'); } catch {}",
        'import("./gone6").catch(() => undefined);',
        'import("./gone7").then((one) => one.two).then(console.log, console.error);',
        "const x: A & B & D = {};",
        "function f(require: (name: string) => void) { require('./gone8'); }",
        MOVED,
      ].join("\n"),
      "other.js": 'import "./gone9";\n',
    },
    unchecked: [],
    status: 0,
    failing: 0,
  },
  {
    name: "a v2ready-todo comment",
    tree: { "a.js": `// v2ready-todo[no-removed-property]: decide\n${CLEAN}` },
    unchecked: [],
    status: 1,
    failing: 1,
  },
];
