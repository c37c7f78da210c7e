import { beforeAll, describe, expect, it } from "vitest";
import { report } from "./support/command.js";
import { copyOfFixtures } from "./support/tree.js";

const PROJECT = copyOfFixtures("types");

/** `line:property` of `src/use.ts` → confidence. */
async function confidences(...flags: string[]): Promise<Record<string, string>> {
  const { findings } = await report(["--min-confidence", "low", ...flags, "."], { cwd: PROJECT });
  return Object.fromEntries(
    findings
      .filter(({ path }) => path === "src/use.ts")
      .map(({ line, property, confidence }) => [`${line}:${property ?? ""}`, confidence]),
  );
}

describe("what types decide", () => {
  let withTypes: Record<string, string>;
  let withoutTypes: Record<string, string>;
  beforeAll(async () => {
    [withTypes, withoutTypes] = await Promise.all([confidences(), confidences("--no-types")]);
  });

  it.each([
    ["a parameter of a callback, by the type of the list", "4:autoScaling"],
    ["the result of a declared function in another file", "6:numShards"],
    ["a pattern with a type", "8:numShards"],
    ["a member that a type picks", "14:numShards"],
    ["the type of a member", "16:autoScaling"],
  ])("%s: low without types, high with them", (_name, key) => {
    expect([withoutTypes[key], withTypes[key]]).toEqual(["low", "high"]);
  });

  it("a literal that is assigned to a type: medium by another property in it, high by the type", () => {
    expect([withoutTypes["10:numShards"], withTypes["10:numShards"]]).toEqual(["medium", "high"]);
  });

  it("excludes a property of a type that is not a cluster", () => {
    expect([withoutTypes["12:providerSettings"], withTypes["12:providerSettings"]]).toEqual([
      "medium",
      undefined,
    ]);
  });

  it("excludes a name in a type that is derived from one that is not a cluster", () => {
    expect([withoutTypes["18:providerSettings"], withTypes["18:providerSettings"]]).toEqual([
      "low",
      undefined,
    ]);
  });

  it("names the declaration", async () => {
    const { findings } = await report(["."], { cwd: PROJECT });
    const finding = findings.find(({ path, line }) => path === "src/use.ts" && line === 4);
    expect(finding?.related[0]).toMatchObject({ path: "src/cluster.ts", line: 3, message: "declared here" });
  });

  it("loses nothing without a tsconfig that values prove", async () => {
    const input =
      'const r = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters/a");\nconst c = await r.json();\nc.autoScaling;\n';
    const { findings } = await report(["--stdin", "--stdin-filename", "list.ts"], { cwd: "/", input });
    expect(findings.find(({ property }) => property === "autoScaling")?.confidence).toBe("high");
  });
});
