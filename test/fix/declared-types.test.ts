import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const CLUSTER = `${BASE}/groups/a/clusters/b`;

describe("without the types of the program", () => {
  it("the declaration that the code states changes with its reads, and with those of nobody knows where", async () => {
    const { files, units } = await fixFiles({
      "cluster.ts": `export interface Cluster {\n  name: string;\n  srvAddress?: string;\n}\nexport interface Other {\n  srvAddress: string;\n}\n`,
      "host.ts": `import type { Cluster } from "./cluster";\nexport function host(c: Cluster) {\n  return c.srvAddress;\n}\n`,
      "load.ts": `import type { Cluster } from "./cluster";\nconst answer = await fetch("${CLUSTER}");\nconst c = (await answer.json()) as Cluster;\nconnect(c.srvAddress);\n`,
    });
    expect(units).toHaveLength(1);
    expect(files["cluster.ts"]).toBe(
      `export interface Cluster {\n  name: string;\n  connectionStrings?: { standardSrv?: string };\n}\nexport interface Other {\n  srvAddress: string;\n}\n`,
    );
    expect(files["host.ts"]).toContain("c.connectionStrings?.standardSrv");
    expect(files["load.ts"]).toContain("connect(c.connectionStrings?.standardSrv)");
  });

  it.each([
    ["what is declared to be there", "srvAddress: string", "c.srvAddress", "c.connectionStrings.standardSrv"],
    ["what may be absent", "srvAddress?: string", "c.srvAddress", "c.connectionStrings?.standardSrv"],
    [
      "what is read with care",
      "srvAddress: string",
      'c.srvAddress ?? ""',
      'c.connectionStrings?.standardSrv ?? ""',
    ],
    [
      "what moves into an object that may be absent",
      "connectionStrings?: { standard: string }; srvAddress: string",
      "c.srvAddress",
      "c.connectionStrings?.standardSrv",
    ],
    [
      "what moves into an object that is there",
      "connectionStrings: { standard: string }; srvAddress?: string",
      "c.srvAddress",
      "c.connectionStrings.standardSrv",
    ],
    [
      "what is read with care from an object that is there",
      "connectionStrings: { standard: string }; srvAddress?: string",
      'c.srvAddress ?? ""',
      'c.connectionStrings.standardSrv ?? ""',
    ],
    [
      "what may be null",
      "srvAddress: string | null",
      'c.srvAddress ?? ""',
      'c.connectionStrings?.standardSrv ?? ""',
    ],
  ])(
    "a read takes `?.` only where the new path may be absent: %s",
    async (_name, members, read, expected) => {
      const { files } = await fixFiles({
        "load.ts": `interface Cluster { name: string; ${members} }\nconst answer = await fetch("${CLUSTER}");\nconst c = (await answer.json()) as Cluster;\nconnect(${read});\n`,
      });
      expect(files["load.ts"]).toContain(`connect(${expected})`);
    },
  );

  it("the declaration does not change safely where another file has the property of what may be the same type", async () => {
    const before = {
      "types.ts": `export interface Cluster { name: string; srvAddress: string }\n`,
      "load.ts": `import type { Cluster } from "./types";\nconst answer = await fetch("${CLUSTER}");\nconst c: Cluster = await answer.json();\nconnect(c.srvAddress);\n`,
      "report.ts": `import type { Cluster } from "./types";\nconst sample: Cluster[] = [{ name: "a", srvAddress: "s" }];\nconsole.log(sample.map((c) => c.srvAddress));\n`,
    };
    const { files, units } = await fixFiles(before);
    expect(files).toEqual(before);
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons).toContain(
      "report.ts also has srvAddress, and without types it is not clear whether it is the same property",
    );
  });

  it("requests that are read through one type are one unit", async () => {
    const load = `import type { Cluster } from "./cluster";\nconst answer = await fetch("${CLUSTER}");\nconst c: Cluster = await answer.json();\nconnect(c.srvAddress);\n`;
    const { units } = await fixFiles({
      "cluster.ts": `export interface Cluster { srvAddress: string }\n`,
      "a.ts": load,
      "b.ts": load,
    });
    expect(units).toHaveLength(1);
    expect(new Set(units[0]!.edits.map(({ path }) => path))).toEqual(new Set(["a.ts", "b.ts", "cluster.ts"]));
  });

  it("nothing is changed where the declaration may be one of several", async () => {
    const { files, units } = await fixFiles({
      "types.ts": `export interface A { name: string; srvAddress: string }\nexport interface B { name: string; srvAddress: string }\n`,
      "index.ts": `export * from "./types";\n`,
      "load.ts": `import type { A } from "./index";\nconst none: A[] = [];\nconst answer = await fetch("${CLUSTER}");\nconst c = await answer.json();\nconnect(c.srvAddress, none);\n`,
    });
    expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(
      /without types, v2ready cannot tell which of the types that declare srvAddress/,
    );
    expect(files["load.ts"]).toContain("c.srvAddress");
    expect(files["load.ts"]).toContain("v1.0");
  });

  it("files that share nothing are changed by themselves, whatever one of them declares", async () => {
    const read = (type: string): string =>
      `const answer = await fetch("${CLUSTER}");\nconst c${type} = await answer.json();\nconnect(c.srvAddress);\n`;
    const { files, units } = await fixFiles({
      "a.ts": read(": { name: string; srvAddress: string }"),
      "b.ts": read(": any"),
      "c.vue": `<script setup lang="ts">\n${read("")}</script>\n<template><p /></template>\n`,
    });
    expect(units.map(({ edits }) => [...new Set(edits.map(({ path }) => path))])).toEqual([
      ["a.ts"],
      ["b.ts"],
      ["c.vue"],
    ]);
    expect(files["a.ts"]).toContain("{ name: string; connectionStrings: { standardSrv: string } }");
    for (const path of ["b.ts", "c.vue"]) expect(files[path]).toContain("(c.connectionStrings?.standardSrv)");
  });

  it("a type that may be that of what is imported changes with what is read of it", async () => {
    const { units } = await fixFiles({
      "list.ts": `export const list = async (): Promise<{ srvAddress: string }[]> => (await (await fetch("${BASE}/groups/a/clusters")).json()).results;\n`,
      "index.ts": `export type { list } from "./list";\n`,
      "b.ts": `import type { list } from "./index";\nexport const show = async (from: typeof list) => {\n  const all = await from();\n  return all.map((one) => one.srvAddress);\n};\nimport("./list").then(({ list }) => show(list));\n`,
    });
    expect(units.map(({ edits }) => [...new Set(edits.map(({ path }) => path))])).toEqual([
      ["b.ts", "list.ts"],
    ]);
  });

  it("nothing is changed where the type that is stated is not seen", async () => {
    const text = `import type { Seen } from "elsewhere";\nconst answer = await fetch("${CLUSTER}");\nconst c: Seen = await answer.json();\nconnect(c.srvAddress);\n`;
    const { files, units } = await fixFiles({ "load.ts": text });
    expect(units.flatMap(({ reasons }) => reasons)).toContain(
      "without types, v2ready cannot tell what the type Seen of the response declares",
    );
    expect(files["load.ts"]).toBe(text);
  });
});

describe("what test doubles answer", () => {
  const code = `export async function host() {\n  const answer = await fetch("${CLUSTER}");\n  return connect((await answer.json()).srvAddress);\n}\n`;
  const test = (answer: string): string =>
    `import nock from "nock";\nnock("https://cloud.mongodb.com").get("/api/atlas/v1.0/groups/a/clusters/b").reply(200, ${answer});\n`;

  it("changes with the reads", async () => {
    const { files, units } = await fixFiles({
      "a.js": code,
      "a.test.js": test(`{ name: "b", srvAddress: "mongodb+srv://b.invalid" }`),
    });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
    expect(files["a.js"]).toContain(".connectionStrings?.standardSrv");
    expect(files["a.test.js"]).toContain(
      `/api/atlas/v2/groups/a/clusters/b").reply(200, { name: "b", connectionStrings: { standardSrv: "mongodb+srv://b.invalid" } })`,
    );
  });

  it("changes where it is written, in a variable or a list", async () => {
    const { files } = await fixFiles({
      "a.js": `export async function hosts() {\n  const answer = await fetch("${BASE}/groups/a/clusters");\n  return (await answer.json()).results.map((c) => connect(c.srvAddress));\n}\n`,
      "a.test.js": `import nock from "nock";\nconst one = { srvAddress: "a" };\nnock("https://cloud.mongodb.com").get("/api/atlas/v1.0/groups/a/clusters").reply(200, { results: [one, { srvAddress: "b" }] });\n`,
    });
    expect(files["a.test.js"]).toContain(`const one = { connectionStrings: { standardSrv: "a" } };`);
    expect(files["a.test.js"]).toContain(`results: [one, { connectionStrings: { standardSrv: "b" } }]`);
  });

  it.each([
    ["has no single successor", `{ providerSettings: { instanceSizeName: "M10" } }`, "providerSettings"],
    ["is put together", `{ ...base, srvAddress: "a" }`, "srvAddress"],
  ])("is a reason to look at the tests where it %s", async (_name, answer, property) => {
    const { units, files } = await fixFiles({ "a.js": code, "a.test.js": test(answer) }, ["safe", "unsafe"]);
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons).toContain(`a test response has ${property}`);
    expect(files["a.test.js"]).toContain(answer);
  });

  it("a type of the program stays, if the program copies from the response into it", async () => {
    const { files, units } = await fixFiles({
      "load.ts": `type Found = { ok: boolean; srvAddress?: string };\nexport async function find(): Promise<Found> {\n  const answer = await fetch("${CLUSTER}");\n  const data = await answer.json();\n  return { ok: true, srvAddress: data?.srvAddress };\n}\n`,
    });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
    expect(files["load.ts"]).toContain("type Found = { ok: boolean; srvAddress?: string };");
    expect(files["load.ts"]).toContain("{ ok: true, srvAddress: data?.connectionStrings?.standardSrv }");
  });

  it.each([
    ["stated", ": Found", "{ ok: true, srvAddress: data.srvAddress }"],
    ["not stated, and a variable is copied", "", "shown(data)"],
  ])(
    "it is not safe if the same file makes objects of what may be the type: %s",
    async (_name, type, made) => {
      const before = {
        "load.ts": `type Found = { ok: boolean; srvAddress?: string };\nconst shown = ({ srvAddress }: Found): Found => ({ ok: true, srvAddress });\nexport async function find(): Promise<Found> {\n  const answer = await fetch("${CLUSTER}");\n  const data${type} = await answer.json();\n  return ${made};\n}\n`,
      };
      const { files, units } = await fixFiles(before);
      expect(files).toEqual(before);
      expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
      expect(units[0]!.reasons).toContain(
        "load.ts makes objects with srvAddress, and without types it is not clear whether they have the type of the response",
      );
    },
  );
});
