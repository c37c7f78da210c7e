import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters/c0";
const PYTHON = `import requests\ncluster = requests.get("${URL}").json()\n`;
const SCRIPT = `const cluster = await (await fetch("${URL}")).json();\n`;

it.each([`del cluster["mongoURI"]`, `del cluster["name"], cluster["mongoURI"]`, `cluster.pop("mongoURI")`])(
  "%s fails without the key, so a person has to remove it",
  async (statement) => {
    const code = `${PYTHON}${statement}\n`;
    const { findings } = await analyze("a.py", code);
    const removed = findings.filter(({ ruleId }) => ruleId === "no-removed-property");
    expect(removed.map(({ severity, advice }) => [severity, advice])).toEqual([
      ["error", "Remove the code that deletes it: that fails if the property is absent."],
    ]);
    const { units } = await fixFiles({ "a.py": code });
    expect(units.map(({ applicability }) => applicability)).toEqual(["display-only"]);
    expect(units.flatMap(({ reasons }) => reasons)).toEqual([
      "the code deletes mongoURI from the response, which fails if it is absent",
    ]);
  },
);

it.each([
  ["a.py", `${PYTHON}cluster.pop("mongoURI", None)\n`],
  ["a.js", `${SCRIPT}delete cluster.mongoURI;\n`],
  ["a.js", `${SCRIPT}delete cluster["mongoURI"];\n`],
])("a deletion that does nothing without the key is no finding, in %s: %s", async (path, code) => {
  const { findings } = await analyze(path, code);
  expect(findings.filter(({ ruleId }) => ruleId === "no-removed-property")).toEqual([]);
});
