import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = '"https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters';
const GET = `(await fetch(${URL}/b")).json()`;
const LIST = `(await fetch(${URL}")).json()`;
const OTHER = `(await fetch("https://inventory.example.com/b")).json()`;

async function unitsOf(code: string): Promise<string[]> {
  const { units } = await fixFiles({ "a.js": code });
  return units.map(({ applicability, reasons }) => [applicability, ...reasons].join(": "));
}

describe("a read of an answer that may be of something else", () => {
  it.each([
    [
      "a parameter",
      "given",
      `export async function srv(given) { const one = given || (await ${GET}); return one.srvAddress; }`,
    ],
    [
      "what another caller hands in",
      "row",
      `const line = (one) => one.srvAddress;\nexport const srv = async () => line(await ${GET});\nexport const fromRow = (row) => line(row);`,
    ],
    [
      "what a library gives",
      "company-db.find()",
      `import { find } from "company-db";\nconst line = (one) => one.srvAddress;\nexport const srv = async () => line(await ${GET});\nexport const fromRow = async (id) => line(await find(id));`,
    ],
    [
      "a text that is parsed",
      "company-cache.get()",
      `import { get } from "company-cache";\nexport async function srv() { const one = JSON.parse(await get("b")) ?? (await ${GET}); return one.srvAddress; }`,
    ],
    [
      "what is kept there as well",
      "saved",
      `const state = { one: null };\nexport const load = async () => { state.one = await ${GET}; };\nexport const restore = (saved) => { state.one = saved; };\nexport const srv = () => state.one.srvAddress;`,
    ],
    [
      "an object that is added to the list",
      "an object that is added to the list",
      `class All { items = []; async load() { this.items = (await ${LIST}).results; } add(one) { this.items.push(one); } print() { for (const one of this.items) console.log(one.srvAddress); } }\nconst all = new All();\nawait all.load();\nall.add({ name: "own", srvAddress: "localhost" });\nall.print();`,
    ],
    [
      "an element that is written over",
      "first",
      `export async function srv(first) { const { results } = await ${LIST}; results[0] = first; return results.map((one) => one.srvAddress); }`,
    ],
  ])("is not safe to change: %s", async (_what, name, code) => {
    expect(await unitsOf(code)).toEqual([
      `unsafe: a.js also reads srvAddress of ${name}, which may not be a response of the service`,
    ]);
  });

  it.each([
    [
      "the first answer that comes",
      `export async function srv() { const one = await Promise.race([fetch(${URL}/b").then((r) => r.json()), fetch("https://inventory.example.com/b").then((r) => r.json())]); return one.srvAddress; }`,
    ],
    [
      "the same variable",
      `export async function srv() { let answer = await fetch(${URL}/b"); if (!answer.ok) answer = await fetch("https://inventory.example.com/b"); return (await answer.json()).srvAddress; }`,
    ],
    [
      "one list of both",
      `export async function srv() { const all = [...(await ${LIST}).results, ...(await ${OTHER})]; return all.map((one) => one.srvAddress); }`,
    ],
    [
      "what is added to the list",
      `export async function srv() { const { results } = await ${LIST}; results.push(...(await ${OTHER})); return results.map((one) => one.srvAddress); }`,
    ],
  ])("is not safe to change where another service answers: %s", async (_what, code) => {
    expect(await unitsOf(code)).toEqual([
      "unsafe: a.js also reads srvAddress from responses of another service, which keep that name",
    ]);
  });

  it.each([
    ["nothing yet", `let one;\ntry { one = await ${GET}; } catch {}\nconnect(one?.srvAddress);`],
    ["no answer", `const one = await (async () => ${GET})().catch(() => ({}));\nconnect(one.srvAddress);`],
    ["an empty object", `const one = (await ${GET}) ?? {};\nconnect(one.srvAddress);`],
    [
      "a default",
      `const line = (one = {}) => one.srvAddress;\nexport const srv = async () => line(await ${GET});`,
    ],
    [
      "a cache of answers",
      `const cache = new Map();\nexport async function srv(name) { let one = cache.get(name); if (!one) { one = await ${GET}; cache.set(name, one); } return one.srvAddress; }`,
    ],
    [
      "the same answer round after round",
      `export async function srv() { let one; do one = await ${GET}; while (one.stateName !== "IDLE"); return one.srvAddress; }`,
    ],
    [
      "a table of functions that is called below",
      `const line = (one) => one.srvAddress;\nconst table = { line };\nexport const srv = async (kind) => table[kind](await ${GET});`,
    ],
    [
      "options that are spread beside it",
      `export async function srv(options) { const one = { ...options, ...(await ${GET}) }; return one.srvAddress; }`,
    ],
    [
      "what a list is made of",
      `const all = [];\nexport async function load() { all.push(...(await ${LIST}).results); }\nexport const srv = () => all.map((one) => one.srvAddress);`,
    ],
  ])("is safe to change beside %s", async (_what, code) => {
    expect(await unitsOf(code)).toEqual(["safe"]);
  });

  it("is safe to change in a component that others of the file show", async () => {
    const code = `import { useEffect, useState } from "react";\nexport function Page() { const [one, set] = useState(null); useEffect(() => { (async () => set(await ${GET}))(); }, []); return one ? <Row cluster={one} /> : null; }\nexport const Row = ({ cluster }) => <b>{cluster.srvAddress}</b>;\n`;
    const { units } = await fixFiles({ "a.jsx": code });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
  });

  it("ignores what a test passes", async () => {
    const { units } = await fixFiles({
      "a.js": `export const line = (one) => one.srvAddress;\nexport const srv = async () => line(await ${GET});\n`,
      "a.test.js": `import { line } from "./a.js";\nimport { load } from "company-records";\ntest("line", async () => expect(line(await load())).toBe("x"));\n`,
    });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
  });
});

describe("a call whose address may come from somewhere else", () => {
  it.each([
    [
      "host",
      `export const get = (host = "https://cloud.mongodb.com/api/atlas/v1.0") => fetch(\`\${host}/groups/1\`);`,
    ],
    [
      "process.env.PROXY",
      `const url = process.env.PROXY ? \`\${process.env.PROXY}/v1/groups\` : "https://cloud.mongodb.com/api/atlas/v1.0/groups/1";
await fetch(url);`,
    ],
  ])("is not moved, and the reason names %s", async (name, code) => {
    expect((await unitsOf(code)).join()).toContain(
      `the address of this call may also come from ${name}, whose value is not known`,
    );
  });
});
