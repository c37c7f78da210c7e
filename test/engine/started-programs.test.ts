import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { ATLAS } from "../support/served.js";
import { sharedTree } from "../support/tree.js";

const ASK = `curl -s --digest -u "$PUB:$KEY" "${ATLAS}/x"`;
const PYTHON = (source: string): string => `import json, os, sys
cluster = json.load(sys.stdin) if False else json.loads(${source})
print(cluster["mongoURI"])
`;
const IN_VARIABLE = PYTHON('os.environ["CLUSTER"]');

/** Returns the files that a report lists because they read a property of something unknown, with the line. */
async function listed(files: Readonly<Record<string, string>>): Promise<string[]> {
  const cwd = sharedTree({ ".git/HEAD": "", ...files });
  const { unchecked } = await report(["."], { cwd });
  return unchecked
    .filter(({ kind }) => kind === "unknown-object")
    .flatMap(({ places }) => places.map(({ path, line }) => `${path}:${line}`));
}

it.each<[string, Record<string, string>, string]>([
  [
    "a variable before the command",
    { "run.sh": `CLUSTER="$(${ASK})" python3 tools/show.py\n`, "tools/show.py": IN_VARIABLE },
    "tools/show.py:3",
  ],
  [
    "a variable that is exported",
    {
      "run.sh": `export CLUSTER=$(${ASK})\nnode ./show.mjs\n`,
      "show.mjs": "console.log(JSON.parse(process.env.CLUSTER).mongoURI);\n",
    },
    "show.mjs:1",
  ],
  [
    "a variable with a name that tells what it is",
    {
      "run.sh": `CLUSTER="$(${ASK})" python3 show.py\n`,
      "show.py": IN_VARIABLE.replace("mongoURI", "providerSettings"),
    },
    "show.py:3",
  ],
  [
    "an argument",
    { "run.sh": `C=$(${ASK})\npython3 -u show.py "$C"\n`, "show.py": PYTHON("sys.argv[1]") },
    "show.py:3",
  ],
  ["the input", { "run.sh": `${ASK} | ./show.py\n`, "show.py": PYTHON("sys.stdin.read()") }, "show.py:3"],
  [
    "the environment of a job",
    {
      ".github/workflows/x.yml": `on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: |
          CLUSTER=$(${ASK})
          echo "CLUSTER=$CLUSTER" >> $GITHUB_ENV
      - run: python3 show.py
`,
      "show.py": IN_VARIABLE,
    },
    "show.py:3",
  ],
])(
  "a program that a script starts is not checked where it reads a response in %s",
  async (_what, files, place) => {
    expect(await listed(files)).toEqual([place]);
  },
);

it.each<[string, Record<string, string>]>([
  [
    "the script does not start it",
    { "run.sh": `CLUSTER="$(${ASK})" python3 other.py\n`, "show.py": IN_VARIABLE },
  ],
  [
    "it reads other properties",
    {
      "run.sh": `CLUSTER="$(${ASK})" python3 show.py\n`,
      "show.py": IN_VARIABLE.replace("mongoURI", "connectionStrings"),
    },
  ],
  [
    "the script asks for something else",
    {
      "run.sh": `CLUSTER="$(${ASK.replace("clusters/x", "databaseUsers")})" python3 show.py\n`,
      "show.py": IN_VARIABLE,
    },
  ],
])("a program is not listed if %s", async (_what, files) => {
  expect(await listed(files)).toEqual([]);
});

it("a command that is known sends the request of a variable before it", async () => {
  const cwd = sharedTree({ ".git/HEAD": "", "run.sh": `CLUSTER="$(${ASK})" python3 show.py\n` });
  const { findings } = await report(["."], { cwd });
  expect(findings.map(({ ruleId }) => ruleId)).toContain("require-version-media-type");
});
