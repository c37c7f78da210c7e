import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { fixFiles } from "../support/fix-files.js";
import { repository } from "../support/repository.js";

const BODY = `{
  "name": "a",
  "diskSizeGB": 10,
  "numShards": 1
}
`;
const CURL = `curl --digest -u "$A:$B" -H "Accept: application/vnd.atlas.2023-02-01+json" -H "Content-Type: application/json"`;
const URL = `"https://cloud.mongodb.com/api/atlas/v2/groups/$G/clusters"`;

/** Returns the removed properties of bodies that are found, and how many requests could not be decided. */
async function foundIn(files: Readonly<Record<string, string>>): Promise<readonly (string | number)[]> {
  const { findings, summary } = await report([], { cwd: repository({ ...files }) });
  const removed = findings.filter(({ ruleId }) => ruleId === "no-removed-property");
  return [...removed.map(({ path, line, property }) => `${path}:${line} ${property}`), summary.undetermined];
}

function send(file: string): string {
  return `${CURL} -d @${file} ${URL}`;
}

describe("commands in other files read the files of the repository", () => {
  it.each([
    [
      "from its root, where a pipeline runs",
      ".gitlab-ci.yml",
      `a:\n  script:\n    - |\n      ${send("deploy/body.json")}\n`,
    ],
    [
      "from the root in a folder",
      ".github/workflows/a.yml",
      `jobs:\n  a:\n    steps:\n      - run: |\n          ${send("deploy/body.json")}\n`,
    ],
    ["from their own folder", "deploy/Makefile", `a:\n\t${send("body.json").replaceAll("$", "$$$$")}\n`],
    [
      "from the folder of a step",
      ".github/workflows/a.yml",
      `jobs:\n  a:\n    steps:\n      - working-directory: deploy\n        run: |\n          ${send("body.json")}\n`,
    ],
    [
      "from the folder of all steps",
      ".github/workflows/a.yml",
      `defaults:\n  run:\n    working-directory: ./deploy\njobs:\n  a:\n    steps:\n      - run: |\n          ${send("body.json")}\n`,
    ],
    [
      "from the folder of a step in Azure Pipelines",
      "azure-pipelines.yml",
      `steps:\n  - script: |\n      ${send("body.json")}\n    workingDirectory: deploy\n`,
    ],
    [
      "from the folder that the service names",
      ".gitlab-ci.yml",
      `a:\n  script:\n    - |\n      ${send('"$CI_PROJECT_DIR/deploy/body.json"')}\n`,
    ],
    ["from the folder that a script goes to", "a.sh", `cd deploy || exit 1\n${send("body.json")}\n`],
    [
      "from a folder in a folder",
      "a.sh",
      `cd -P "$(git rev-parse --show-toplevel)/x/y"\ncd ../../deploy\n${send("body.json")}\n`,
    ],
    ["from the folder of the script", "bin/a.sh", send('"$(dirname "$0")/../deploy/body.json"')],
    ["from the path of the script", "bin/a.sh", "DIR=${0%/*}\n" + send('"$DIR/../deploy/body.json"')],
    ["in an example", "README.md", `\`\`\`sh\n${send("deploy/body.json")}\n\`\`\`\n`],
  ])("%s", async (_, path, text) => {
    const found = await foundIn({ [path]: text, "deploy/body.json": BODY });
    expect(found).toEqual(["deploy/body.json:4 numShards", 0]);
  });

  it.each([
    ["a file that is not there", ".gitlab-ci.yml", `a:\n  script:\n    - |\n      ${send("other.json")}\n`],
    ["a file of a folder that is left again", "a.sh", `(cd deploy && ls)\n${send("body.json")}\n`],
    ["a file of a folder that is not known", "a.sh", `cd deploy\ncd "$OTHER"\n${send("body.json")}\n`],
  ])("and do not know %s", async (_, path, text) => {
    expect(await foundIn({ [path]: text, "deploy/body.json": BODY })).toEqual([1]);
  });

  it("get variables of a script that they source, whose base path is used then", async () => {
    const found = await foundIn({
      ".gitlab-ci.yml": `a:\n  script:\n    - source lib.sh\n    - |\n      ${CURL} -d @deploy/body.json "$BASE/groups/$G/clusters"\n`,
      "lib.sh": "BASE=https://cloud.mongodb.com/api/atlas/v2\n",
      "deploy/body.json": BODY,
    });
    expect(found).toEqual(["deploy/body.json:4 numShards", 0]);
  });

  it("move together with a body in a file", async () => {
    const v1 = `curl --digest -u "$A:$B" -H "Content-Type: application/json" -d @body.json "https://cloud.mongodb.com/api/atlas/v1.0/groups/$G/clusters"`;
    const cluster = {
      name: "a",
      clusterType: "REPLICASET",
      numShards: 1,
      replicationFactor: 3,
      providerSettings: { providerName: "AWS", regionName: "EU_CENTRAL_1", instanceSizeName: "M10" },
    };
    const { files, remaining } = await fixFiles(
      {
        ".gitlab-ci.yml": `a:\n  script:\n    - |\n      ${v1}\n`,
        "body.json": `${JSON.stringify(cluster, undefined, 2)}\n`,
      },
      ["safe", "unsafe"],
    );
    expect(remaining).toEqual([]);
    expect(files[".gitlab-ci.yml"]).toContain("/api/atlas/v2/");
    const moved = JSON.parse(files["body.json"]!) as Record<string, unknown>;
    expect(Object.keys(moved)).toEqual(["name", "clusterType", "replicationSpecs"]);
  });
});
