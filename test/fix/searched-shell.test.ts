import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const GET = `curl -s --digest -u "$KEY" "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters/c"`;
const READ = `TEXT=$(${GET})\n`;

async function moveOf(script: string): Promise<{ applicability: string; reasons: string }> {
  const { units } = await fixFiles({ "a.sh": `#!/bin/bash\n${script}\n` });
  expect(units).toHaveLength(1);
  const [{ applicability, reasons }] = units as [(typeof units)[number]];
  return { applicability, reasons: reasons.join("; ") };
}

const SEARCHED = /searches the text of the cluster for .*, but (?:srvAddress|mongoURI) changes/;
const READ_HERE = /the command looks for the name in the text of the response/;
const GIVEN = /gets the cluster in the response/;
const CUT = /searches the text of the cluster for an unknown text/;

describe("a move is not safe where shell commands read a property that changes", () => {
  it.each([
    ["grep in a pipeline", `${GET} | grep srvAddress | cut -d'"' -f4`, READ_HERE],
    ["grep of a variable", `${READ}SRV=$(echo "$TEXT" | grep -o '"srvAddress":"[^"]*"')`, READ_HERE],
    ["grep of a here-string", `${READ}grep -q srvAddress <<< "$TEXT"`, READ_HERE],
    ["grep of lines", `${GET} | tr ',' '\\n' | sort | grep srvAddress`, READ_HERE],
    ["grep of a file", `${GET} > c.json\ngrep srvAddress c.json`, READ_HERE],
    ["grep of a file that curl writes", `${GET} -o c.json\ngrep srvAddress c.json`, READ_HERE],
    ["sed", `${READ}echo "$TEXT" | sed -n 's/.*"srvAddress" *: *"\\([^"]*\\)".*/\\1/p'`, READ_HERE],
    ["awk", `${READ}echo "$TEXT" | awk -F'"mongoURI":"' '{print $2}'`, READ_HERE],
    ["cut, which goes by places", `${GET} | cut -d'"' -f4`, CUT],
    ["a pattern", `${READ}if [[ "$TEXT" =~ srvAddress ]]; then echo yes; fi`, SEARCHED],
    ["a pattern with stars", `${READ}if [[ "$TEXT" == *srvAddress* ]]; then echo yes; fi`, SEARCHED],
    ["case", `${READ}case "$TEXT" in *srvAddress*) echo yes;; esac`, SEARCHED],
    [
      "lines of a pipeline",
      `${GET} | while read -r line; do case "$line" in *srvAddress*) echo "$line";; esac; done`,
      SEARCHED,
    ],
    [
      "lines of a command",
      `while read -r line; do case "$line" in *srvAddress*) echo a;; esac; done < <(${GET})`,
      SEARCHED,
    ],
    ["an expansion", `${READ}SRV="\${TEXT#*srvAddress\\":\\"}"`, SEARCHED],
    [
      "a program in the pipeline",
      `${GET} | python3 -c 'import sys, json; print(json.load(sys.stdin)["x"])'`,
      GIVEN,
    ],
    [
      "a program in the pipeline that reads it",
      `${GET} | python3 -c 'import sys, json; print(json.load(sys.stdin)["srvAddress"])'`,
      /a program in the command reads it/,
    ],
    ["a program that reads the file", `${GET} > c.json\nnode read.js c.json`, GIVEN],
    [
      "code that opens the file",
      `${GET} > c.json\npython3 -c 'import json; print(json.load(open("c.json"))["x"])'`,
      GIVEN,
    ],
    ["a command that is not known", `${GET} | post-process`, GIVEN],
  ])("%s", async (_what, script, reason) => {
    const { applicability, reasons } = await moveOf(script);
    expect(applicability).not.toBe("safe");
    expect(reasons).toMatch(reason);
  });

  it.each([
    ["grep for something else", `${READ}if echo "$TEXT" | grep -q '"error"'; then exit 1; fi`],
    ["a test for something else", `${READ}case "$TEXT" in *error*) exit 1;; esac`],
    ["the size", `${GET} | wc -c`],
    ["a name that stays", `${GET} | grep '"stateName"'`],
    ["another text", `${READ}echo "srvAddress" | grep srvAddress`],
    ["jq", `${GET} | jq -r .name | cut -c 1-3`],
  ])("and is safe for %s", async (_what, script) => {
    expect((await moveOf(script)).applicability).toBe("safe");
  });

  it("reads with yq are reads of jq, which are fixed", async () => {
    const { files } = await fixFiles({ "a.sh": `#!/bin/bash\n${GET} | yq -r .srvAddress\n` });
    expect(files["a.sh"]).toContain("yq -r .connectionStrings.standardSrv");
  });
});
