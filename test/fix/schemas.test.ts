import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const LIST = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters";
const CLUSTER = `${LIST}/alpha`;
const GROUPS = "https://cloud.mongodb.com/api/atlas/v1.0/groups";
const Z = `import { z } from "zod";\n`;
const NAMED = `const Cluster = z.object({ name: z.string(), srvAddress: z.string() });\n`;
const OPTIONAL = `const Cluster = z.object({ name: z.string(), srvAddress: z.string().optional() });\n`;
const ANSWER = `const answer = await (await fetch("${CLUSTER}")).json();\n`;

/** The units that move requests, of a program in one file or in several. */
async function moves(files: Files | string) {
  const { units } = await fixFiles(typeof files === "string" ? { "a.js": files } : files);
  return units.filter(({ title }) => title.startsWith("move"));
}

async function reasonsOf(files: Files | string): Promise<string> {
  const units = await moves(files);
  expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
  return units.flatMap(({ reasons }) => reasons).join("; ");
}

/** Returns the reasons why the requests of a program stay as they are, even with unsafe fixes. */
async function stopsOf(files: Files | string): Promise<string> {
  const units = await moves(files);
  expect(units.length).toBeGreaterThan(0);
  expect(units.map(({ applicability }) => applicability)).toEqual(units.map(() => "display-only"));
  expect(units.flatMap(({ edits }) => edits)).toEqual([]);
  return units.flatMap(({ reasons }) => reasons).join("; ");
}

async function fixedSafely(code: string): Promise<string> {
  const { units, files } = await fixFiles({ "a.js": code });
  expect(units.map(({ applicability, reasons }) => [applicability, ...reasons])).toEqual(
    units.map(() => ["safe"]),
  );
  expect(units.length).toBeGreaterThan(0);
  return files["a.js"]!;
}

describe("an answer that goes through a schema", () => {
  it("is not moved where the schema requires what goes, and the schema is an error", async () => {
    const code = `${Z}${NAMED}${ANSWER}const c = Cluster.parse(answer);\nconsole.log(c.name, c.srvAddress);\n`;
    expect(await stopsOf(code)).toBe(
      "the schema of the response in a.js requires srvAddress, which is removed",
    );
    const { files, remaining } = await fixFiles({ "a.js": code }, ["safe", "unsafe", "display-only"]);
    expect(files["a.js"]).toBe(code);
    expect(remaining).toContain("no-removed-property a.js:2");
  });

  it("is moved with an unsafe fix where the schema names what goes and does not require it", async () => {
    const code = `${Z}${OPTIONAL}${ANSWER}const c = Cluster.parse(answer);\nconsole.log(c.name, c.srvAddress);\n`;
    expect(await reasonsOf(code)).toBe("the schema of the response in a.js names srvAddress, which changes");
    const { files } = await fixFiles({ "a.js": code });
    expect(files["a.js"]).toBe(code);
  });

  it.each([
    ["parseAsync", "await Cluster.parseAsync(answer)"],
    ["safeParse", "Cluster.safeParse(answer).data"],
    ["safeParseAsync", "(await Cluster.safeParseAsync(answer)).data"],
    ["spa", "(await Cluster.spa(answer)).data"],
    ["decode", "Cluster.decode(answer)"],
    ["a function of the library", "z.parse(Cluster, answer)"],
    ["what other libraries call", `(await Cluster["~standard"].validate(answer)).value`],
    ["a method that is handed on", "await Promise.resolve(answer).then(Cluster.parse)"],
    ["a part of what is put together", "z.object({ cluster: Cluster }).parse({ cluster: answer }).cluster"],
    ["an array", "z.array(Cluster).parse([answer])[0]"],
    ["a schema that is wrapped", "Cluster.optional().nullable().readonly().parse(answer)"],
    ["a default", `Cluster.default({ name: "", srvAddress: "" }).parse(answer)`],
    ["both", "z.object({ id: z.string() }).and(Cluster).parse(answer)"],
    ["late", "z.lazy(() => Cluster).parse(answer)"],
    ["a pipe", "z.unknown().pipe(Cluster).parse(answer)"],
    ["what is prepared", "z.preprocess((c) => c, Cluster).parse(answer)"],
    ["extended", "z.object({ name: z.string() }).extend({ srvAddress: z.string() }).parse(answer)"],
    ["merged", "z.object({ id: z.string() }).merge(Cluster).parse(answer)"],
    ["a shape that is spread", "z.object({ ...Cluster.shape, id: z.string() }).parse(answer)"],
    ["picked", "Cluster.pick({ srvAddress: true }).parse(answer)"],
    ["omitted", "Cluster.omit({ name: true }).parse(answer)"],
    ["required again", "Cluster.partial().required().parse(answer)"],
    ["strict", "Cluster.strict().parse(answer)"],
    ["loose", "Cluster.passthrough().parse(answer)"],
    ["in a block that catches", "(() => { try { return Cluster.parse(answer); } catch { return {}; } })()"],
  ])("is not moved where the schema requires what goes: %s", async (_what, parsed) => {
    const code = `${Z}${NAMED}${ANSWER}const c = ${parsed};\nconsole.log(c.name);\n`;
    expect(await stopsOf(code)).toContain("requires srvAddress, which is removed");
  });

  it.each([
    ["a promise", `await fetch("${CLUSTER}").then((r) => r.json()).then((c) => Cluster.parse(c))`],
    [
      "behind a text",
      `z.string().transform((t) => JSON.parse(t)).pipe(Cluster).parse(await (await fetch("${CLUSTER}")).text())`,
    ],
  ])("is not moved where the schema requires what goes: %s", async (_what, parsed) => {
    const code = `${Z}${NAMED}const c = ${parsed};\nconsole.log(c.name);\n`;
    expect(await stopsOf(code)).toContain("requires srvAddress, which is removed");
  });

  it.each([
    ["partial", "Cluster.partial()"],
    ["partial for some", "Cluster.partial({ srvAddress: true })"],
    ["a value in its place", `Cluster.catch({ name: "", srvAddress: "" })`],
    ["a function in its place", `Cluster.catch(() => ({ name: "", srvAddress: "" }))`],
    ["one of two", "z.union([z.string(), Cluster])"],
    ["one or the other", "z.string().or(Cluster)"],
    ["a discriminated union", `z.discriminatedUnion("clusterType", [Cluster])`],
    ["optional", "z.object({ srvAddress: z.string().url().optional() })"],
    ["nullish", "z.object({ srvAddress: z.string().nullish() })"],
    ["a default for it", `z.object({ srvAddress: z.string().default("") })`],
    ["a value in its place", `z.object({ srvAddress: z.string().catch("") })`],
    ["anything", "z.object({ srvAddress: z.any() })"],
    ["nothing", "z.object({ srvAddress: z.undefined() })"],
    ["one that is nothing", "z.object({ srvAddress: z.union([z.string(), z.undefined()]) })"],
    ["what a function makes", "z.object({ srvAddress: z.preprocess((v) => v ?? ``, z.string()) })"],
    ["what is coerced", "z.object({ srvAddress: z.coerce.string() })"],
    ["what is checked", "z.object({ srvAddress: z.unknown().refine((v) => v !== 0) })"],
    ["late", "z.object({ srvAddress: z.lazy(() => z.string()) })"],
    ["a type of a package", "z.object({ srvAddress: custom })"],
    [
      "a part that is optional",
      "z.object({ providerSettings: z.object({ diskIOPS: z.number() }).optional() })",
    ],
    [
      "in an intersection",
      "z.object({ id: z.string() }).and(z.object({ srvAddress: z.string().optional() }))",
    ],
  ])("is moved with an unsafe fix where the schema takes the new shape: %s", async (_what, schema) => {
    const code = `${Z}import { custom } from "company-schemas";\n${NAMED}${ANSWER}const c = ${schema}.parse(answer);\nconsole.log(c.name);\n`;
    expect(await reasonsOf(code)).toMatch(/names (srvAddress|providerSettings), which changes/);
  });

  it.each([
    ["a number", "numShards: z.number().int().min(1)"],
    ["a flag", "providerBackupEnabled: z.boolean()"],
    ["null or a text", "srvAddress: z.string().nullable()"],
    ["a text of a form", "srvAddress: z.string().startsWith(`mongodb`).trim()"],
    ["a form", "srvAddress: z.url()"],
    ["one of several", "replicationFactor: z.union([z.literal(3), z.literal(5)])"],
    ["an object", "autoScaling: z.object({ diskGBEnabled: z.boolean().optional() })"],
    ["a record", "providerSettings: z.record(z.string(), z.unknown())"],
    ["a changed text", "srvAddress: z.string().transform((uri) => uri.length)"],
    ["a checked text", "srvAddress: z.string().refine((uri) => uri.length > 0)"],
    ["a date", "mongoURIUpdated: z.coerce.date().pipe(z.date()), srvAddress: z.string()"],
  ])("is not moved where the schema requires what goes as %s", async (_what, key) => {
    const code = `${Z}${ANSWER}const c = z.object({ name: z.string(), ${key} }).parse(answer);\nconsole.log(c.name);\n`;
    expect(await stopsOf(code)).toMatch(/requires \w+, which is removed/);
  });

  it.each([
    ["the default export", `import z from "zod";\n`],
    ["a namespace", `import * as z from "zod";\n`],
    ["require", `const { z } = require("zod");\n`],
    ["require of all", `const z = require("zod");\n`],
    ["the next version", `import { z } from "zod/v4";\n`],
    ["the last version", `import { z } from "zod/v3";\n`],
    ["the small form", `import * as z from "zod/mini";\n`],
  ])("is not moved, whatever the library is imported as: %s", async (_what, head) => {
    const code = `${head}${NAMED}${ANSWER}const c = z.parse(z.optional(Cluster), answer);\nconsole.log(c.name);\n`;
    expect(await stopsOf(code)).toContain("requires srvAddress, which is removed");
  });

  it.each([
    ["extended", "z.extend(z.object({ name: z.string() }), { srvAddress: z.string() })"],
    ["checked", "Cluster.check(z.refine((c) => c.name !== ``))"],
    ["with a pipe", "z.pipe(z.unknown(), Cluster)"],
    ["with a transform", "z.pipe(Cluster, z.transform((c) => c.name))"],
    ["picked", "z.pick(Cluster, { srvAddress: true })"],
  ])("is not moved in the small form: %s", async (_what, schema) => {
    const code = `import * as z from "zod/mini";\n${NAMED}${ANSWER}console.log(z.safeParse(${schema}, answer).success);\n`;
    expect(await stopsOf(code)).toContain("requires srvAddress, which is removed");
  });

  it("is not moved where nothing tells the types", async () => {
    const code = `${Z}${NAMED}${ANSWER}const c = Cluster.parse(answer);\nconnect(c.srvAddress);\n`;
    expect(await stopsOf({ "a.ts": code })).toContain("requires srvAddress, which is removed");
  });

  it("is not moved where the schema of a page requires what goes", async () => {
    const code = `${Z}const Page = z.object({ results: z.array(z.object({ srvAddress: z.string() })), links: z.array(z.any()) });\nlet url = "${LIST}";\nwhile (url) {\n  const page = Page.parse(await (await fetch(url)).json());\n  for (const c of page.results) connect(c.srvAddress);\n  url = page.links.find((one) => one.rel === "next")?.href;\n}\n`;
    expect(await stopsOf(code)).toContain("requires srvAddress, which is removed");
  });

  it("is not moved where a schema of a list requires what goes", async () => {
    const code = `${Z}const All = z.object({ results: z.array(z.object({ name: z.string(), srvAddress: z.string().url().startsWith("mongodb+srv:") })) });\nconst { results } = All.parse(await (await fetch("${LIST}")).json());\nfor (const c of results) console.log(c.srvAddress);\n`;
    expect(await stopsOf(code)).toContain("requires srvAddress, which is removed");
  });

  it("is not moved where a part of it requires what goes and nobody reads it", async () => {
    const code = `${Z}const Spec = z.object({ regionsConfig: z.record(z.string(), z.object({ priority: z.number() })) });\nconst Cluster = z.object({ replicationSpecs: z.array(Spec) });\n${ANSWER}await Cluster.parseAsync(answer);\n`;
    expect(await stopsOf(code)).toContain("requires regionsConfig, which is removed");
  });

  it("is not moved where a helper of another file parses it", async () => {
    const files = {
      "a.js": `import { Cluster } from "./schemas.js";\nimport { read } from "./read.js";\nconst c = await read("${CLUSTER}", Cluster);\nconsole.log(c.name);\n`,
      "read.js": `export async function read(url, parser) {\n  return parser.parse(await (await fetch(url)).json());\n}\n`,
      "schemas.js": `${Z}export ${NAMED}`,
    };
    expect(await stopsOf(files)).toBe(
      "the schema of the response in schemas.js requires srvAddress, which is removed",
    );
    const { remaining } = await fixFiles(files);
    expect(remaining).toContain("no-removed-property schemas.js:2");
  });

  it.each([
    ["strict", "z.object({ name: z.string() }).strict()"],
    ["a strict object", "z.strictObject({ name: z.string() })"],
    ["values of one kind", "z.record(z.string(), z.string())"],
    ["others of one kind", "z.object({ name: z.string() }).catchall(z.string())"],
  ])("is not moved safely where the schema takes nothing new: %s", async (_what, schema) => {
    const code = `${Z}${ANSWER}console.log(${schema}.parse(answer).name);\n`;
    expect(await reasonsOf(code)).toMatch(
      /^the schema of the response in a\.js rejects unknown properties, and \w+ is new$/,
    );
  });

  it.each([
    [
      "a schema of a package",
      `import { Cluster } from "company-schemas";\n`,
      "z.array(Cluster).parse([answer])",
    ],
    [
      "a part of a package",
      `import { part } from "company-schemas";\n`,
      "z.object({ ...part }).parse(answer)",
    ],
    ["a shape of a package", `import { part } from "company-schemas";\n`, "z.object(part).parse(answer)"],
    ["an instance", "", "z.instanceof(Map).parse(answer)"],
    ["a tuple", "", "z.tuple([z.any()]).parse([answer])"],
    ["a map", "", `z.map(z.string(), z.any()).parse(new Map([["a", answer]]))`],
    ["a set", "", "z.set(z.any()).parse(new Set([answer]))"],
    ["what it is turned into", "", "z.object({}).encode(answer)"],
  ])("is not moved safely where the schema is not known: %s", async (_what, head, parsed) => {
    const code = `${head}${Z}${ANSWER}console.log(${parsed});\n`;
    expect(await reasonsOf(code)).toContain(
      "the schema of the response in a.js has parts that v2ready cannot read",
    );
  });

  it.each([
    ["few properties", "z.object({ name: z.string(), id: z.string() })"],
    ["others in a list", "z.object({ replicationSpecs: z.array(z.object({ zoneName: z.string() })) })"],
    ["loose", "z.looseObject({ name: z.string() })"],
    ["others of any kind", "z.object({ name: z.string() }).catchall(z.unknown())"],
    ["values of any kind", "z.record(z.string(), z.any())"],
    ["anything", "z.any()"],
    ["no function", "z.custom()"],
    ["what nobody knows of labels", "z.object({ labels: z.array(z.instanceof(Map)) })"],
    [
      "without what goes",
      "z.object({ name: z.string(), srvAddress: z.string() }).omit({ srvAddress: true })",
    ],
    ["with what stays", "z.object({ name: z.string(), srvAddress: z.string() }).pick({ name: true })"],
  ])("is moved safely where the schema takes it as it comes: %s", async (_what, schema) => {
    const fixed = await fixedSafely(`${Z}${ANSWER}const c = ${schema}.parse(answer);\nuse(c.name);\n`);
    expect(fixed).not.toContain("v1.0");
  });

  it.each([LIST, GROUPS])("is moved safely where a list has names and ids alone: %s", async (url) => {
    const fixed = await fixedSafely(
      `${Z}const All = z.strictObject({ results: z.array(z.object({ name: z.string(), id: z.string() })), totalCount: z.number(), links: z.array(z.unknown()) });\nconst { results } = All.parse(await (await fetch("${url}")).json());\nfor (const one of results) use(one.name);\n`,
    );
    expect(fixed).not.toContain("v1.0");
  });

  it.each([
    ["transform", "z.any().transform((c) => ({ ...c, uri: connect(c.srvAddress) }))"],
    ["a promise", "z.any().transform(async (c) => connect(c.srvAddress))"],
    ["refine", "z.any().refine((c) => connect(c.srvAddress))"],
    ["superRefine", "z.unknown().superRefine((c, context) => connect(c.srvAddress))"],
    ["check", "z.any().check((context) => connect(context.value.srvAddress))"],
    ["custom", "z.custom((c) => connect(c.srvAddress))"],
    ["preprocess", "z.preprocess((c) => connect(c.srvAddress), z.any())"],
    ["overwrite", "z.any().overwrite((c) => connect(c.srvAddress))"],
    [
      "in a list",
      "z.array(z.any().transform((c) => connect(c.srvAddress))).or(z.any().refine((c) => connect(c.srvAddress)))",
    ],
    ["codec", "z.codec(z.any(), z.any(), { decode: (c) => connect(c.srvAddress), encode: (c) => c })"],
  ])("is read by the functions of a schema: %s", async (_what, schema) => {
    const fixed = await fixedSafely(
      `${Z}const Cluster = ${schema};\n${ANSWER}await Cluster.parseAsync(answer);\n`,
    );
    expect(fixed).not.toContain("srvAddress");
  });

  it("is followed behind a schema", async () => {
    const fixed = await fixedSafely(
      `${Z}const All = z.object({ results: z.array(z.looseObject({ name: z.string() })) });\nconst { results } = All.parse(await (await fetch("${LIST}")).json());\nfor (const one of results) connect(one.srvAddress);\n`,
    );
    expect(fixed).toContain("connect(one.connectionStrings?.standardSrv)");
  });

  it("is not moved safely where a function of a schema is not followed", async () => {
    const code = `import { check } from "company-checks";\n${Z}${ANSWER}z.any().refine(check).parse(answer);\n`;
    expect(await reasonsOf(code)).toMatch(/company-checks\.check gets the cluster/);
  });

  it("keeps reads where they are that a schema would not let through, if the request stays", async () => {
    const code = `${Z}${NAMED}const answer = await fetch("${CLUSTER}", { headers: headers() });\nconst c = Cluster.parse(await answer.json());\nconnect(c.srvAddress);\n`;
    const { files } = await fixFiles({ "a.js": code });
    expect(files["a.js"]).toBe(code);
  });
});

describe("a body that goes through a schema", () => {
  const send = (schema: string, body: string): string =>
    `${Z}const Body = ${schema};\nconst body = Body.parse(${body});\nawait fetch("${LIST}", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });\n`;
  const OLD = `{ name: "n", autoScaling: { diskGBEnabled: true }, providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" } }`;

  it("is not converted where the schema requires what goes", async () => {
    const schema = "z.object({ name: z.string(), providerSettings: z.object({ providerName: z.string() }) })";
    expect(await stopsOf(send(schema, OLD))).toContain(
      "the schema of the request body in a.js requires providerSettings, which is removed",
    );
  });

  it.each([
    [
      "what goes",
      "z.object({ name: z.string(), providerSettings: z.object({ providerName: z.string() }).optional() })",
      "names providerSettings, which changes",
    ],
    [
      "what comes",
      "z.looseObject({ name: z.string(), replicationSpecs: z.array(z.object({})).optional() })",
      "names replicationSpecs, which changes",
    ],
    ["nothing else", "z.strictObject({ name: z.string() })", "rejects unknown properties, and "],
    ["nothing else and drops it", "z.object({ name: z.string() })", "rejects unknown properties, and "],
  ])("is not converted safely where the schema names %s", async (_what, schema, reason) => {
    expect(await reasonsOf(send(schema, OLD))).toContain(`the schema of the request body in a.js ${reason}`);
  });

  it("is not converted safely where the schema of a list in it is not known", async () => {
    const body = `{ name: "n", numShards: 1, replicationSpecs: [{ numShards: 1, regionsConfig: { US_EAST_1: { electableNodes: 3, priority: 7 } } }], providerSettings: { providerName: "AWS", instanceSizeName: "M10" } }`;
    const code = `import { specs } from "company-schemas";\n${send("z.looseObject({ replicationSpecs: specs })", body)}`;
    const units = await moves(code);
    expect(units.map(({ applicability }) => applicability)).not.toContain("safe");
    expect(units.flatMap(({ reasons }) => reasons).join()).toContain(
      "the request body in a.js has parts that v2ready cannot read",
    );
  });

  it("is not converted safely where the schema is not known", async () => {
    const code = `import { settings } from "company-schemas";\n${send("z.object({ name: z.string(), ...settings })", OLD)}`;
    expect(await reasonsOf(code)).toContain("the request body in a.js has parts that v2ready cannot read");
  });

  it.each([
    ["anything", "z.any()"],
    ["other properties", "z.object({ name: z.string() }).passthrough()"],
  ])("is converted safely where the schema takes %s", async (_what, schema) => {
    const fixed = await fixedSafely(send(schema, OLD));
    expect(fixed).toContain("replicationSpecs");
  });
});
