import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const TYPE = "application/vnd.atlas.2024-10-23+json";
const WHOLE =
  '{"name": "c", "clusterType": "REPLICASET", "replicationSpecs": [{"regionConfigs": [{"providerName": "AWS", "regionName": "US_EAST_1", "priority": 7, "electableSpecs": {"instanceSize": "M10", "nodeCount": 3}}]}]}';
const send = (data: string): string =>
  `curl --digest -u "$K" -H "Accept: ${TYPE}" -H "Content-Type: ${TYPE}" -d ${data} https://cloud.mongodb.com/api/atlas/v2/groups/$P/clusters\n`;

/** Ways to write a body to a file, and the words with which it is sent. */
const WRITERS: Readonly<Record<string, readonly [code: string, data: string]>> = {
  "a here-document": [
    'cat > /tmp/body.json <<EOF\n{"name": "$1", "diskSizeGB": 40}\nEOF\n',
    "@/tmp/body.json",
  ],
  echo: ["echo '{\"diskSizeGB\": 40}' > body.json\n", "@body.json"],
  "printf, with another way to write the path": [
    'printf \'{"diskSizeGB": %s}\' "$1" > ./body.json\n',
    "@body.json",
  ],
  tee: ["echo '{\"diskSizeGB\": 40}' | tee body.json\n", "@body.json"],
  "a file with a name of mktemp": ['f=$(mktemp)\necho \'{"diskSizeGB": 40}\' > "$f"\n', '@"$f"'],
  "a folder of the environment": ['echo \'{"diskSizeGB": 40}\' > "$TMPDIR/b.json"\n', '"@$TMPDIR/b.json"'],
  "jq with a file that is not there": [
    "jq '.paused = true | .diskSizeGB = 40' base.json > body.json\n",
    "@body.json",
  ],
};

describe("a body that a script writes to a file", () => {
  it.each(Object.keys(WRITERS))("is that of the request that sends the file: %s", async (name) => {
    const [code, data] = WRITERS[name]!;
    const cwd = sharedTree({ "a.sh": `#!/bin/bash\n${code}${send(data)}` });
    const { findings } = await report([], { cwd });
    expect(findings.map(({ property, path }) => [path, property])).toEqual([["a.sh", "diskSizeGB"]]);
  });

  it("has what jq writes into elements of unknown lists", async () => {
    const filter = '.replicationSpecs[].numShards = 1 | .replicationSpecs[0].zoneName = "z"';
    const cwd = sharedTree({ "a.sh": `jq '${filter}' base.json > body.json\n${send("@body.json")}` });
    const { findings, summary } = await report([], { cwd });
    expect(findings.map(({ property }) => property)).toEqual(["replicationSpecs[].numShards"]);
    expect(summary.undetermined).toBe(1);
  });

  it("is another one for each name that is not known", async () => {
    const files = `a=$(mktemp)\nb=$(mktemp)\necho '{"diskSizeGB": 40}' > "$a"\necho '${WHOLE}' > "$b"\n`;
    const cwd = sharedTree({ "a.sh": `#!/bin/bash\n${files}${send('@"$b"')}` });
    const { findings, summary } = await report([], { cwd });
    expect([findings, summary.undetermined]).toEqual([[], 0]);
  });
});

describe("a configuration file of curl", () => {
  const list = "https://cloud.mongodb.com/api/atlas/v2/groups/$P/clusters";
  const typed = `# all calls\nheader = "Accept: ${TYPE}"\ndigest\nuser: "a:b"\n-s\n`;

  it.each([
    ["with a dated media type", typed, [], 0],
    ["with the plain one", `--digest\n-H "Accept: application/json"\n`, ["require-version-media-type"], 0],
    ["that is not in the repository", undefined, [], 1],
  ])("%s has the options of the call", async (_, config, rules, undetermined) => {
    const files = { "a.sh": `#!/bin/bash\ncurl -K atlas.curlrc "${list}"\n` };
    const cwd = sharedTree(config === undefined ? files : { ...files, "atlas.curlrc": config });
    const { findings, summary } = await report([], { cwd });
    const found = findings.filter(({ confidence }) => confidence !== "low").map(({ ruleId }) => ruleId);
    expect([found, summary.undetermined]).toEqual([rules, undetermined]);
  });
});
