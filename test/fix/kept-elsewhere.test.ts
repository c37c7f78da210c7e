import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const GET = '(await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b")).json()';
const LIST = '(await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters")).json()';

/** Fixes files twice: the second time nothing is left to change. */
async function fixedFiles(files: Files): Promise<Files> {
  const { files: fixed, units } = await fixFiles(files);
  expect(units.map(({ applicability }) => applicability)).toEqual(units.map(() => "safe"));
  expect((await fixFiles(fixed)).files).toEqual(fixed);
  return fixed;
}

describe("a cluster that is kept where another file reads it", () => {
  it.each([
    [
      "a variable",
      `export let current;\nexport async function load() { current = await ${GET}; }\n`,
      `import { current } from "./keeps.js";\nexport const srv = () => current.srvAddress;\n`,
    ],
    [
      "an empty object",
      `export const store = {};\nexport async function load() { store.cluster = await ${GET}; }\n`,
      `import { store } from "./keeps.js";\nexport const srv = () => store.cluster.srvAddress;\n`,
    ],
    [
      "an object of the object",
      `export const store = { state: { cluster: null }, async load() { this.state.cluster = await ${GET}; } };\n`,
      `import { store } from "./keeps.js";\nexport const srv = () => store.state.cluster.srvAddress;\n`,
    ],
    [
      "a map",
      `export const byName = new Map();\nexport async function load() { for (const one of (await ${LIST}).results) byName.set(one.name, one); }\n`,
      `import { byName } from "./keeps.js";\nexport const srv = (name) => byName.get(name).srvAddress;\n`,
    ],
    [
      "a field of the only instance",
      `class Service { cluster = null; async load() { this.cluster = await ${GET}; } }\nexport const service = new Service();\n`,
      `import { service } from "./keeps.js";\nexport const srv = () => service.cluster.srvAddress;\n`,
    ],
    [
      "what a timer reads that was set before",
      `export const store = {};\nexport async function load() { store.cluster = await ${GET}; }\n`,
      `import { load, store } from "./keeps.js";\nsetInterval(() => store.cluster && connect(store.cluster.srvAddress), 1000);\nload();\n`,
    ],
    [
      "what a handler reads that a library was given before",
      `export const store = {};\nexport async function load() { store.cluster = await ${GET}; }\n`,
      `import { listen } from "company-server";\nimport { load, store } from "./keeps.js";\nlisten((request, response) => response.end(store.cluster.srvAddress));\nload();\n`,
    ],
  ])("is read as it is from now on: %s", async (_what, keeps, reads) => {
    const fixed = await fixedFiles({ "keeps.js": keeps, "reads.js": reads });
    expect(fixed["keeps.js"]).toBe(
      keeps
        .replace("v1.0", "v2")
        .replace(/("https[^"]*")/, '$1, { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } }'),
    );
    expect(fixed["reads.js"]).toBe(reads.replace("srvAddress", "connectionStrings?.standardSrv"));
  });

  it("is found behind several files that hand it on, in whatever order they run", async () => {
    const fixed = await fixedFiles({
      "a.js": `export let raw;\nexport async function load() { raw = await ${GET}; }\n`,
      "b.js": `import { raw } from "./a.js";\nexport let seen;\nexport function pick() { seen = raw; }\n`,
      "c.js": `import { seen } from "./b.js";\nexport let shown;\nexport function show() { shown = { cluster: seen }; }\n`,
      "d.js": `import { shown } from "./c.js";\nexport const srv = () => shown.cluster.srvAddress;\n`,
    });
    expect(fixed["d.js"]).toContain("shown.cluster.connectionStrings?.standardSrv");
  });
});
