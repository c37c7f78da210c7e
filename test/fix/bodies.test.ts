import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters";
const send = (body: string): string =>
  `await fetch("${URL}", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(${body}) });\n`;
const SCALING = "autoScaling: { diskGBEnabled: true }";
const SETTINGS = `providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" }, ${SCALING}`;

/** The ways in which the fix of a request may be applied, with the reasons. */
async function outcome(text: string): Promise<{ how: string[]; reasons: string; text: string }> {
  const { units, files } = await fixFiles({ "a.js": text });
  const moves = units.filter(({ findings }) => findings.length > 1);
  return {
    how: moves.map(({ applicability }) => applicability),
    reasons: moves.flatMap(({ reasons }) => reasons).join("; "),
    text: files["a.js"]!,
  };
}

describe("a body that is written in several steps", () => {
  it.each(["name", "labels", "mongoDBMajorVersion", "diskSizeGB"])(
    "is converted where it only gets %s later",
    async (name) => {
      const before = `const body = { name: "b", ${SETTINGS} };\nif (extra) body.${name} = extra;\n${send("body")}`;
      const { how, text } = await outcome(before);
      expect(how).toEqual(["safe"]);
      expect(text).toContain(`if (extra) body.${name} = extra;`);
      expect(text).toContain("electableSpecs");
    },
  );

  it.each(["clusterType", "providerBackupEnabled", "numShards"])(
    "is left where it gets %s later",
    async (name) => {
      const before = `const body = { name: "b", ${SETTINGS} };\nif (extra) body.${name} = extra;\n${send("body")}`;
      const { how, reasons } = await outcome(before);
      expect(how).toEqual(["display-only"]);
      expect(reasons).toContain(`${name} is added to the request body in another place`);
    },
  );

  it("is left where it gets a size of the disk and states its kind", async () => {
    const settings = SETTINGS.replace("AWS", "AZURE").replace(" }", `, diskTypeName: "P4" }`);
    const { how } = await outcome(
      `const body = { name: "b", ${settings} };\nif (extra) body.diskSizeGB = 64;\n${send("body")}`,
    );
    expect(how).toEqual(["display-only"]);
  });
});

describe("settings in a constant of the file", () => {
  const settings = `{ providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" }`;

  it.each([
    [`const SETTINGS = ${settings};\n`, "providerSettings: SETTINGS", "SETTINGS"],
    [`const providerSettings = ${settings};\n`, "providerSettings", "providerSettings"],
  ])("are read where the body needs them: %s", async (declared, member, name) => {
    const { how, text } = await outcome(`${declared}${send(`{ name: "b", ${member}, ${SCALING} }`)}`);
    expect(how).toEqual(["safe"]);
    expect(text).toContain(declared);
    expect(text).toContain(`regionName: ${name}.regionName`);
    expect(text).toContain(`electableSpecs: { instanceSize: ${name}.instanceSizeName, nodeCount: 3 }`);
  });

  it("are decided by a parameter, for unknown sizes", async () => {
    const before = `export async function create(name, tier) {\n  const providerSettings = ${settings.replace('"M10"', "tier")};\n  ${send(`{ name, providerSettings, ${SCALING} }`)}}\n`;
    const { how, text } = await outcome(before);
    expect(how).toEqual(["safe"]);
    expect(text).toContain("instanceSize: providerSettings.instanceSizeName");
  });

  it.each([
    ["is changed", `SETTINGS.backingProviderName = "AWS";\n`],
    ["is handed on", "prepare(SETTINGS);\n"],
    ["has the name of another variable", "export const f = (SETTINGS) => SETTINGS;\n"],
    ["has the name of a part", "export const f = ({ SETTINGS }) => SETTINGS;\n"],
    ["has the name of another constant", "export const f = () => {\n  const SETTINGS = g();\n};\n"],
  ])("stop the conversion where it %s", async (_what, code) => {
    const { how } = await outcome(
      `const SETTINGS = ${settings};\n${code}${send(`{ name: "b", providerSettings: SETTINGS }`)}`,
    );
    expect(how).toEqual(["display-only"]);
  });
});

describe("a payload file that gets a member before it is sent", () => {
  const template = `{ "name": "", ${SETTINGS.replace(/(\w+):/g, '"$1":')} }`;
  const code = (write: string): string =>
    `import { readFileSync } from "node:fs";\nconst body = JSON.parse(readFileSync("cluster.json", "utf8"));\n${write};\n${send("body")}`;

  it.each([
    [`body.name = "b"`, true],
    [`body.providerSettings.instanceSizeName = "M20"`, false],
    [`body.numShards = 2`, false],
  ])("is converted after %s: %s", async (write, isConverted) => {
    const { files } = await fixFiles({ "a.js": code(write), "cluster.json": template }, ["safe", "unsafe"]);
    expect(files["cluster.json"]!.includes("electableSpecs")).toBe(isConverted);
    expect(files["a.js"]!.includes("v1.0")).toBe(!isConverted);
  });
});

describe("a spread in a body", () => {
  it.each([
    "...(disk ? { diskSizeGB: disk } : {})",
    "...(team && { labels: [{ key: 'team', value: team }] })",
    "...COMMON",
    "...(disk === undefined ? undefined : { diskSizeGB: disk, ...(team && { tags: [] }) })",
  ])("stays where it brings what is the same in both forms: %s", async (spread) => {
    const before = `const COMMON = { biConnector: { enabled: false } };\nexport const make = async (disk, team) => {\n${send(`{ name: "b", ${spread}, ${SETTINGS} }`)}};\n`;
    const { how, reasons, text } = await outcome(before);
    expect([how, reasons]).toEqual([["safe"], ""]);
    expect(text).toContain(spread);
    expect(text).toContain("electableSpecs");
  });

  it.each([
    "...(large ? { numShards: 2 } : {})",
    "...(large || { labels: [] })",
    "...extra",
    "...(large && { [name]: 1 })",
  ])("stops the conversion where it may bring something else: %s", async (spread) => {
    const { how } = await outcome(
      `export const make = (large, name, extra) => ${send(`{ name: "b", ${spread}, ${SETTINGS} }`)}`,
    );
    expect(how).toEqual(["display-only"]);
  });

  it("stops it with the size of a disk of a kind that is stated", async () => {
    const settings = SETTINGS.replace("AWS", "AZURE").replace(" }", `, diskTypeName: "P4" }`);
    const { how } = await outcome(
      `export const make = (disk) => ${send(`{ name: "b", ...(disk && { diskSizeGB: disk }), ${settings} }`)}`,
    );
    expect(how).toEqual(["display-only"]);
  });
});

describe("what a body leaves out", () => {
  it("is not written where documents contradict each other on it, and the fix is not safe", async () => {
    const without = SETTINGS.replace(`, ${SCALING}`, "");
    const { how, reasons, text } = await outcome(send(`{ name: "b", ${without} }`));
    expect([how, text]).toEqual([["unsafe"], expect.stringContaining(without)]);
    expect(reasons).toBe(
      "autoScaling.diskGBEnabled is left out, and the service's documents disagree on its default: some say true, later ones say false; state it in the body",
    );
    const { files } = await fixFiles({ "a.js": send(`{ name: "b", ${without} }`) }, ["safe", "unsafe"]);
    expect(files["a.js"]).toContain("nodeCount: 3");
    expect(files["a.js"]).not.toContain("diskGB");
  });
});

describe("a default that goes away", () => {
  it.each([
    [`export const make = (nodes = 3) => `, "nodes"],
    [`export const make = ({ nodes = 3, name } = {}) => `, "nodes"],
    [`export const make = () => `, "process.env.NODES ?? 3"],
    [`export const make = () => `, "Number(process.env.NODES)"],
    [`export const make = (large) => `, "large ? 5 : 3"],
  ])("is not missed with %s%s", async (head, nodes) => {
    const { how } = await outcome(
      `${head}${send(`{ name: "b", replicationFactor: ${nodes}, ${SETTINGS} }`)}make();\n`,
    );
    expect(how).toEqual(["safe"]);
  });

  it.each([
    [`export const make = (nodes) => `, "nodes"],
    [`export const make = (nodes = fallback()) => `, "nodes"],
    [`export const make = (nodes = 3) => (nodes = find(nodes)) && `, "nodes"],
    [`export const make = () => `, "process.env.NODES"],
    [`export const make = (large) => `, "large ? 5 : undefined"],
  ])("may be missed with %s%s", async (head, nodes) => {
    const { how, reasons } = await outcome(
      `${head}${send(`{ name: "b", replicationFactor: ${nodes}, ${SETTINGS} }`)}make();\n`,
    );
    expect(how).toEqual(["unsafe"]);
    expect(reasons).toMatch(/if it is undefined, it meant 3/);
  });
});

describe("expressions that do something", () => {
  const ordered = (size: string, region: string): string =>
    send(
      `{ name: "b", providerSettings: { providerName: "AWS", instanceSizeName: ${size}, regionName: ${region} } }`,
    );

  it("may change places where nothing shows that one waits for the other", async () => {
    expect((await outcome(ordered("sizeOf(plan)", "regionOf(plan)"))).how).toEqual(["unsafe"]);
  });

  it.each([
    [`await ask("size")`, `await ask("region")`],
    ["values[at++]", "values[at++]"],
    ["(plan = next()).size", "next().region"],
  ])("stay in their order: %s, %s", async (size, region) => {
    const { how, reasons } = await outcome(ordered(size, region));
    expect(how).toEqual(["display-only"]);
    expect(reasons).toMatch(/wait or write/);
  });
});
