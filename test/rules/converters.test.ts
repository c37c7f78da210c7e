import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

/** Returns the removed properties that are read, with the severity. */
async function readsIn(path: string, text: string): Promise<readonly string[]> {
  const { findings } = await analyze(path, text);
  const reads = findings.filter(
    ({ ruleId, role }) => ruleId === "no-removed-property" && role === "response",
  );
  return reads.map(({ severity, property }) => `${severity} ${property}`);
}

const PY = `def view(cluster):
    return {"size": cluster["providerSettings"]["instanceSizeName"]}
`;

const TS = `export const view = (cluster: any) => ({ size: cluster.providerSettings.instanceSizeName });\n`;

describe("a file that reads the old shape of a cluster that it is given", () => {
  it("is an error", async () => {
    expect(await readsIn("a.py", PY)).toEqual(["error providerSettings"]);
    expect(await readsIn("a.ts", TS)).toEqual(["error providerSettings"]);
  });

  it("is a warning where it writes the new shape and sends nothing", async () => {
    const python = PY.replace("return {", 'return {"regionConfigs": [], ');
    expect(await readsIn("a.py", python)).toEqual(["warning providerSettings"]);
    const script = TS.replace("({ ", "({ replicationSpecs: [{ regionConfigs: [] }], ");
    expect(await readsIn("a.ts", script)).toEqual(["warning providerSettings"]);
  });

  it("is an error where the file also sends a request", async () => {
    const sends = `const c = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters");\nconst made = { regionConfigs: [] };\nconsole.log(c, made);\n`;
    expect(await readsIn("a.ts", TS + sends)).toEqual(["error providerSettings"]);
  });
});
