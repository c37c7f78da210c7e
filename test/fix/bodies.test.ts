import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters";
const send = (body: string): string =>
  `await fetch("${URL}", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(${body}) });\n`;
const SETTINGS = `providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" }`;

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
      expect(reasons).toMatch(/changed after it was written/);
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
    expect(reasons).toMatch(/where it is undefined it meant 3/);
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
