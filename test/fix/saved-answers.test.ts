import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const LIST = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters";
const PYTHON = `import json\n\nfor c in json.load(open("cluster.json"))["results"]:\n    print(c["srvAddress"])\n`;
const SHELL = `jq '.results[].replicationSpecs[].regionsConfig | keys' cluster.json\n`;

describe("a file that a response is written to", () => {
  it.each([
    ["a.sh", `curl -s "${LIST}" -o cluster.json\n`, "b.sh", SHELL],
    ["a.sh", `curl -s "${LIST}" > cluster.json\n`, "b.py", PYTHON],
    ["a.sh", `curl -s "${LIST}" | jq . > cluster.json\n`, "b.py", PYTHON],
    ["a.sh", `curl -s "${LIST}" | tee "$OUT/cluster.json" | jq length\n`, "b.py", PYTHON],
    ["a.sh", `c=$(curl -s "${LIST}")\necho "$c" > cluster.json\n`, "b.py", PYTHON],
    ["a.sh", `wget -O data/cluster.json "${LIST}"\n`, "b.py", PYTHON],
    ["a.ps1", `Invoke-RestMethod -Uri "${LIST}" -OutFile cluster.json\n`, "b.py", PYTHON],
    ["a.ps1", `Invoke-WebRequest -Uri "${LIST}" -OutFile "$PSScriptRoot\\cluster.json"\n`, "b.py", PYTHON],
  ])("keeps the request from a safe fix if other code reads it: %s %s", async (path, text, other, reads) => {
    const { units } = await fixFiles({ [path]: text, [other]: reads });
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons.join()).toContain(
      `${other} names cluster.json, to which the cluster in the response is written`,
    );
  });

  it("counts in the same script where its content is not followed", async () => {
    const { units } = await fixFiles({
      "a.ps1": `Invoke-RestMethod -Uri "${LIST}" -OutFile cluster.json\n$c = Get-Content cluster.json | ConvertFrom-Json\nWrite-Host $c.results[0].srvAddress\n`,
    });
    expect(units.map(({ applicability }) => applicability)).not.toContain("safe");
  });

  it.each([
    ["nobody reads it", { "a.sh": `curl -s "${LIST}" -o cluster.json\n` }],
    ["it has another name", { "a.sh": `curl -s "${LIST}" -o other.json\n`, "b.py": PYTHON }],
    [
      "the response stays the same",
      { "a.sh": `curl -s "${LIST}/c/snapshots" -o cluster.json\n`, "b.py": PYTHON },
    ],
    [
      "only names are written",
      { "a.sh": `curl -s "${LIST}" | jq '[.results[].name]' > cluster.json\n`, "b.py": PYTHON },
    ],
    ["nothing is printed", { "a.ps1": `Invoke-RestMethod -Uri "${LIST}" -OutFile cluster.json\n` }],
  ])("keeps no fix away where %s", async (_, files) => {
    const { units } = await fixFiles(files);
    expect(units.map(({ applicability, reasons }) => [applicability, ...reasons])).toEqual([["safe"]]);
  });

  it("is read in the same script of the shell as the response", async () => {
    const { files } = await fixFiles({
      "a.sh": `curl -s "${LIST}" -o cluster.json\njq -r '.results[].srvAddress' cluster.json\n`,
    });
    expect(files["a.sh"]).toContain(".connectionStrings.standardSrv' cluster.json");
  });
});
