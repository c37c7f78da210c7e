import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const ASK =
  'curl -s --digest -u "$PUB:$KEY" "https://cloud.mongodb.com/api/atlas/v1.0/groups/$G/clusters/$N"';
const PROGRAM = 'import json, os\nc = json.loads(os.environ["CLUSTER"])\nprint(c["mongoURI"])\n';

it.each([
  ["a variable before the command", `CLUSTER="$(${ASK})" python3 show.py\n`],
  ["a variable that is exported", `export CLUSTER=$(${ASK})\npython3 show.py\n`],
  ["a variable that is exported later", `CLUSTER=$(${ASK})\nexport CLUSTER\n./show.py\n`],
  ["a variable that is declared for export", `declare -x CLUSTER="$(${ASK})"\npython3 ./show.py\n`],
  ["a variable for another script", `export CLUSTER=$(${ASK})\nbash show.sh\n`],
])("a request whose response a program gets in %s is not moved on its own", async (_title, script) => {
  const { files, remaining } = await fixFiles({ "run.sh": script, "show.py": PROGRAM });
  expect(files["run.sh"]).toBe(script);
  expect(remaining).toHaveLength(2);
});

it.each([
  ["before another command", `OTHER=1 python3 show.py\nCLUSTER="$(${ASK})"\n`],
  ["that is not exported", `CLUSTER="$(${ASK})"\npython3 show.py\n`],
  ["that only one command before had", `NAME=$(${ASK} | jq -r .name) ls\npython3 show.py\n`],
])("a request is moved whose response is in a variable %s", async (_title, script) => {
  const { files, remaining } = await fixFiles({ "run.sh": script });
  expect(files["run.sh"]).toContain("/api/atlas/v2/groups/");
  expect(remaining).toEqual([]);
});
