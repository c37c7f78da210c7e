import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const SEND = `await fetch("${BASE}/groups/g1/alerts", { headers });\n`;

async function move(files: Files): Promise<{ how: string; reasons: string }> {
  const { units } = await fixFiles(files);
  const [unit] = units.filter(({ title }) => title.startsWith("move a request"));
  return { how: unit!.applicability, reasons: unit!.reasons.join("\n") };
}

describe("a type that takes one text only", () => {
  it.each([
    [
      `interface JsonHeaders { [name: string]: string; Accept: "application/json" }\nconst headers: JsonHeaders = { Accept: "application/json" };\n${SEND}`,
      "the type JsonHeaders in a.ts only allows application/json",
    ],
    [
      `type AtlasHeaders = { Accept: "application/json" };\nconst headers: AtlasHeaders & Record<string, string> = { Accept: "application/json" };\n${SEND}`,
      "the type AtlasHeaders in a.ts only allows application/json",
    ],
    [
      `const headers: { Accept: "application/json" } = { Accept: "application/json" };\n${SEND}`,
      "a type in a.ts only allows application/json",
    ],
    [
      `type AtlasUrl = \`${BASE}/\${string}\`;\nconst get = (url: AtlasUrl) => fetch(url);\nawait get("${BASE}/groups/g1/alerts");\n`,
      `the type AtlasUrl in a.ts only allows ${BASE}/…`,
    ],
    [
      `type Base = "${BASE}";\nconst base: Base = "${BASE}";\nawait fetch(base + "/groups/g1/alerts");\n`,
      `the type Base in a.ts only allows ${BASE}`,
    ],
  ])("keeps it from being safe to change that: %s", async (code, reason) => {
    const { how, reasons } = await move({ "a.ts": code });
    expect(how).toBe("unsafe");
    expect(reasons).toContain(`${reason}, which changes`);
  });

  it("has no effect if it is about the type of the body", async () => {
    const code = `interface Sent { "Content-Type": "application/json" }\nconst headers = { Accept: "application/json" };\n${SEND}`;
    expect(await move({ "a.ts": code })).toEqual({ how: "safe", reasons: "" });
  });
});

describe("headers of a type of the program, where nothing is compiled", () => {
  it.each([
    `interface Own { Authorization: string }\nconst headers: Own = { Authorization: token };\n${SEND}`,
    `import type { Own } from "./types.js";\nconst headers: Own = { Authorization: token };\n${SEND}`,
  ])("may not take another one: %s", async (code) => {
    expect(await move({ "a.ts": code })).toEqual({
      how: "unsafe",
      reasons: "the type Own must allow the new Accept too",
    });
  });

  it.each([
    `type Own = Record<string, string>;\nconst headers: Own = { Authorization: token };\n${SEND}`,
    `interface Own { [name: string]: string }\nconst headers: Own = { Authorization: token };\n${SEND}`,
    `import type { RawAxiosRequestHeaders } from "axios";\nconst headers: RawAxiosRequestHeaders = { Authorization: token };\n${SEND}`,
    `const headers: HeadersInit = { Authorization: token };\n${SEND}`,
  ])("take any where they say so, or a package knows headers: %s", async (code) => {
    expect(await move({ "a.ts": code })).toEqual({ how: "safe", reasons: "" });
  });
});

describe("a type that a comment states for what JavaScript reads", () => {
  const LOAD = `const answer = await fetch("${BASE}/groups/g1/clusters/a");\n`;
  const typedef = `/**\n * @typedef {object} Cluster\n * @property {string} srvAddress\n */\nexport {};\n`;

  it.each<[string, Files]>([
    [
      "a typedef",
      {
        "a.js": `/** @typedef {{ name: string, srvAddress: string }} Cluster */\n${LOAD}/** @type {Cluster} */\nconst c = await answer.json();\nconnect(c.srvAddress);\n`,
      },
    ],
    [
      "what is returned",
      {
        "a.js": `/** @returns {Promise<{ srvAddress: string }[]>} */\nasync function get() {\n  const answer = await fetch("${BASE}/groups/g1/clusters");\n  return (await answer.json()).results;\n}\nfor (const c of await get()) connect(c.srvAddress);\n`,
      },
    ],
    [
      "a parameter",
      {
        "a.js": `/** @param {{ srvAddress: string }} c */\nconst show = (c) => connect(c.srvAddress);\n${LOAD}show(await answer.json());\n`,
      },
    ],
    [
      "a typedef elsewhere",
      {
        "types.js": typedef,
        "a.js": `${LOAD}/** @type {import("./types.js").Cluster} */\nconst c = await answer.json();\nconnect(c.srvAddress);\n`,
      },
    ],
    [
      "an interface elsewhere",
      {
        "types.d.ts": "export interface Cluster { srvAddress: string }\n",
        "a.js": `${LOAD}/** @type {import("./types").Cluster} */\nconst c = await answer.json();\nconnect(c.srvAddress);\n`,
      },
    ],
  ])("keeps it from being safe to read something else: %s", async (_name, files) => {
    const { how, reasons } = await move(files);
    expect(how).toBe("unsafe");
    expect(reasons).toContain("a comment in a.js may give the response a type that declares srvAddress in ");
  });

  it("has no effect if it declares something else, or no code names it", async () => {
    const other = `/** @param {{ name: string }} c */\nconst show = (c) => connect(c.srvAddress);\n${LOAD}show(await answer.json());\n`;
    expect(await move({ "a.js": other })).toEqual({ how: "safe", reasons: "" });
    const code = `${LOAD}connect((await answer.json()).srvAddress);\n`;
    expect(await move({ "a.js": code, "types.js": typedef })).toEqual({ how: "safe", reasons: "" });
  });
});
