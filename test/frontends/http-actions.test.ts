import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { fixFiles } from "../support/fix-files.js";

const workflow = (headers: string, step: string) => `on: push
jobs:
  show:
    runs-on: ubuntu-latest
    steps:
      - id: cluster
        uses: fjogeleit/http-request-action@v1
        with:
          url: https://cloud.mongodb.com/api/atlas/v2/groups/\${{ secrets.GROUP }}/clusters/c
          method: GET
          bearerToken: \${{ secrets.TOKEN }}
          customHeaders: '${headers}'
      - ${step}
`;

async function errorsIn(text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(".github/workflows/a.yml", text);
  return findings.map(({ ruleId, place }) => `${source.position(place.start).line} ${ruleId}`);
}

it("an action that sends a request without a dated media type is found", async () => {
  const text = workflow(`{"Content-Type": "application/json"}`, "run: echo");
  expect(await errorsIn(text)).toEqual(["9 require-version-media-type"]);
});

it("what an expression reads of the response of an action is known", async () => {
  const headers = `{"Accept": "application/vnd.atlas.2023-02-01+json"}`;
  const step = "run: echo ${{ fromJSON(steps.cluster.outputs.response).providerSettings.regionName }}";
  expect(await errorsIn(workflow(headers, step))).toEqual(["13 no-removed-property"]);
  expect(await errorsIn(workflow(headers, step.replace("providerSettings", "connectionStrings")))).toEqual(
    [],
  );
});

const step = (inputs: string, action = "satak/webrequest-action@master") => `jobs:
  a:
    steps:
      - uses: ${action}
        with:
          url: https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters/c
          method: PATCH
          ${inputs}
`;
const ACCEPT = `"Accept": "application/vnd.atlas.2023-02-01+json"`;

it.each([
  ["a header in a text of JSON", step(`headers: '{${ACCEPT}}'\n          payload: '{"paused": true}'`), []],
  [
    "the name of the action in other letters",
    step(`headers: '{${ACCEPT}}'\n          payload: '{"numShards": 1}'`, "Satak/webrequest-action@v1"),
    ["9 no-removed-property"],
  ],
  [
    "a type of the body that is an input",
    step(
      `customHeaders: '{${ACCEPT}}'\n          contentType: text/plain\n          data: '{"paused": true}'`,
      "fjogeleit/http-request-action@v1",
    ),
    ["8 require-version-media-type"],
  ],
  [
    "headers that are not known",
    step("headers: ${{ secrets.HEADERS }}\n          payload: '{\"paused\": true}'"),
    ["6 undetermined-request"],
  ],
])("the request of an action is read once: %s", async (_what, text, expected) => {
  expect(await errorsIn(text)).toEqual(expected);
});

it("the reason against a change of the body of an action does not call it broken JSON", async () => {
  const text = step(`headers: '{}'\n          payload: '{"providerSettings": {}}'`).replace("/v2/", "/v1.0/");
  const path = ".github/workflows/a.yml";
  const { units, files } = await fixFiles({ [path]: text }, ["safe", "unsafe"]);
  expect(files[path]).toBe(text);
  expect(units.flatMap(({ reasons }) => reasons)).toEqual([
    "the code that sends the request is not in this file",
    "v2ready does not edit JSON in a value of a settings file",
  ]);
});
