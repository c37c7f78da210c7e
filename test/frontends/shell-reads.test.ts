import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters";
const CURL = `curl -s -H "Accept: application/vnd.atlas.2023-02-01+json" ${URL}`;

/** Returns the properties that errors name, each with its line; those of low confidence are not shown. */
async function errorsIn(text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze("a.sh", text);
  const errors = findings.filter(({ severity, confidence }) => severity === "error" && confidence !== "low");
  return errors.map(({ message, place }) => `${source.position(place.start).line} ${message.split(" ")[0]!}`);
}

it.each([
  ["a pattern with names", `jq -r '.results[] as {name: $n, srvAddress: $u} | "\\($n) \\($u)"'`],
  ["a list as a pattern", `jq -r '.results as [$first] | $first.srvAddress'`],
  ["a search through all levels", `jq -r '.. | .srvAddress? // empty'`],
  ["a path as a list", `jq 'getpath(["results", 0, "srvAddress"])'`],
  ["a reduction", `jq 'reduce .results[] as {srvAddress: $u} (0; . + 1)'`],
  ["all inputs", `jq -n '[inputs | .results[].srvAddress]'`],
  ["the format of the input of yq", `yq -p json '.results[].srvAddress'`],
  ["the formats of yq with a sign", `yq e -p=json -o=yaml '.results[].srvAddress' -`],
  ["jp", `jp "results[?name=='x'].srvAddress"`],
  ["jaq", `jaq '.results[0].srvAddress'`],
  ["fx", `fx '.results[0].srvAddress'`],
  ["a printer of Python", `python3 -m json.tool | grep '"srvAddress"'`],
  ["gron", `gron | grep srvAddress`],
  ["a key in quotes with blanks", `grep -o '"srvAddress" *: *"[^"]*"'`],
  ["an expression of Node.js", `node -pe 'JSON.parse(require("fs").readFileSync(0)).results[0].srvAddress'`],
])("a read of a response is known: %s", async (_, reader) => {
  expect(await errorsIn(`${CURL} | ${reader}\n`)).toEqual(["1 srvAddress"]);
});

it("a line that a filter has printed is a part of the response", async () => {
  const text = `${CURL} | jq -c '.results[]' | while read -r one; do
  echo "$one" | jq -r .srvAddress
done
`;
  expect(await errorsIn(text)).toEqual(["2 srvAddress"]);
});

it("a row that a filter has encoded is a part of the response", async () => {
  const text = `for row in $(${CURL} | jq -r '.results[] | @base64'); do
  of() { echo "$row" | base64 --decode | jq -r "$1"; }
  of '.srvAddress'
done
`;
  expect(await errorsIn(text)).toEqual(["3 srvAddress"]);
});

it("several words of a line are not told apart", async () => {
  const text = `${CURL} | jq -r '.results[].connectionStrings' | while read -r one other; do
  echo "$one" | jq -r .srvAddress
done
`;
  expect(await errorsIn(text)).toEqual([]);
});

it("a name that only a removed property has inside of it is a read of that property", async () => {
  expect(await errorsIn(`${CURL} | grep '"instanceSizeName"'\n`)).toEqual(["1 providerSettings"]);
  expect(await errorsIn(`${CURL} | grep '"regionName"'\n`)).toEqual([]);
});
