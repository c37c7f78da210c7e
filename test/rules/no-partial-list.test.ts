import rule from "../../rules/no-partial-list.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

const SINCE = "2024-08-05";
const common = { property: "replicationSpecs", role: "request", confidence: "high" } as const;
const one = (expected: Partial<ExpectedFinding> = {}): ExpectedFinding => ({
  ...common,
  messageId: "oneElement",
  message: `sends back one element of replicationSpecs; from version ${SINCE} on, that asks to delete all others.`,
  ...expected,
});
const first = (expected: Partial<ExpectedFinding> = {}): ExpectedFinding => ({
  ...common,
  messageId: "firstChanged",
  advice: "Change every element of replicationSpecs.",
  ...expected,
});

/** A program that reads a cluster, does something with it, and sends something back. */
const program = (work: string, body: string, date = "2024-10-23"): string => `import axios from "axios";
const url = "%host%/api/%admin%/v2/groups/1/clusters/c0";
const headers = { Accept: "application/vnd.%vendor%.${date}+json" };
const { data: cluster } = await axios.get(url, { headers });
${work}
await axios.patch(url, ${body}, { headers });
`;
const RESIZE = "regionConfigs[0].electableSpecs.instanceSize = 'M30';";

testRule(rule, {
  valid: [
    {
      name: "all elements, each of them changed",
      vocabulary: "atlas",
      code: program(
        `for (const spec of cluster.replicationSpecs) spec.${RESIZE}`,
        "{ replicationSpecs: cluster.replicationSpecs }",
      ),
    },
    {
      name: "an element with the number of a loop, which is 0 at first",
      vocabulary: "atlas",
      code: program(
        `for (let i = 0; i < cluster.replicationSpecs.length; i++) cluster.replicationSpecs[i].${RESIZE}`,
        "{ replicationSpecs: cluster.replicationSpecs }",
      ),
    },
    {
      name: "a copy of each element",
      vocabulary: "atlas",
      code: program(
        "const replicationSpecs = cluster.replicationSpecs.map((spec) => ({ ...spec, zoneName: 'a' }));",
        "{ replicationSpecs }",
      ),
    },
    {
      name: "some elements, whose number is not known",
      vocabulary: "atlas",
      code: program(
        "",
        "{ replicationSpecs: cluster.replicationSpecs.filter((spec) => spec.zoneName === 'a') }",
      ),
    },
    {
      name: "a cluster that is said to have one element",
      vocabulary: "atlas",
      code: program("", "{ clusterType: 'REPLICASET', replicationSpecs: [cluster.replicationSpecs[0]] }"),
    },
    {
      name: "a list of the program",
      vocabulary: "atlas",
      code: program("", "{ replicationSpecs: [{ zoneName: cluster.name, regionConfigs: [] }] }"),
    },
    {
      name: "the first element at a version in which it is a zone",
      vocabulary: "atlas",
      code: program("", "{ replicationSpecs: [cluster.replicationSpecs[0]] }", "2023-02-01"),
    },
    {
      name: "a change of the first element that is not sent",
      vocabulary: "atlas",
      code: program(`cluster.replicationSpecs[0].${RESIZE} console.log(cluster);`, "{ paused: true }"),
    },
    {
      name: "a change of the first element of another response",
      vocabulary: "atlas",
      code: program(
        `const { data: other } = await axios.get(url + "1", { headers }); other.replicationSpecs[0].${RESIZE}`,
        "{ replicationSpecs: cluster.replicationSpecs }",
      ),
    },
    {
      name: "a new cluster, which has no other elements",
      vocabulary: "atlas",
      code: program("", "{ replicationSpecs: [cluster.replicationSpecs[0]] }").replace(
        ".patch(url",
        ".post(`%host%/api/%admin%/v2/groups/1/clusters`",
      ),
    },
  ],
  invalid: [
    {
      name: "the first element alone",
      vocabulary: "atlas",
      code: program("", "{ ⟦replicationSpecs⟧: [cluster.replicationSpecs[0]] }"),
      errors: [one()],
    },
    {
      name: "the first element by destructuring, at 2024-08-05",
      vocabulary: "atlas",
      code: program(
        "const [spec] = cluster.replicationSpecs;",
        "{ ⟦replicationSpecs⟧: [{ ...spec, id: undefined }] }",
        "2024-08-05",
      ),
      errors: [one()],
    },
    {
      name: "parts of some element, of a list of clusters",
      vocabulary: "atlas",
      code: `import axios from "axios";
const base = "%host%/api/%admin%/v2/groups/1/clusters";
const headers = { Accept: "application/vnd.%vendor%.2024-10-23+json" };
const { data } = await axios.get(base, { headers });
for (const cluster of data.results) {
  const { regionConfigs } = cluster.replicationSpecs.find((spec) => spec.zoneName === "Zone 1");
  await axios.patch(\`\${base}/\${cluster.name}\`, { ⟦replicationSpecs⟧: [{ zoneName: "Zone 1", regionConfigs }] }, { headers });
}
`,
      errors: [one()],
    },
    {
      name: "a change of the first element, and the list",
      vocabulary: "atlas",
      code: program(
        `cluster.replicationSpecs[0].${RESIZE}`,
        "{ ⟦replicationSpecs⟧: cluster.replicationSpecs }",
      ),
      errors: [first()],
    },
    {
      name: "a change of the first element by a variable, and a copy of the cluster as JSON",
      vocabulary: "atlas",
      code: `const url = "%host%/api/%admin%/v2/groups/1/clusters/c0";
const headers = { Accept: "application/vnd.%vendor%.2024-10-23+json", "Content-Type": "application/json" };
const cluster = await (await fetch(url, { headers })).json();
const spec = cluster.replicationSpecs[0];
spec.${RESIZE}
await ⟦fetch(url, { method: "PATCH", headers, body: JSON.stringify({ ...cluster, paused: false }) })⟧;
`,
      errors: [first()],
    },
    {
      name: "at an older version, with a newer target",
      vocabulary: "atlas",
      target: "2024-10-23",
      code: program("", "{ ⟦replicationSpecs⟧: [cluster.replicationSpecs[0]] }", "2023-02-01"),
      errors: [one({ severity: "warning", confidence: "medium" })],
    },
    {
      name: "in Python",
      vocabulary: "atlas",
      filename: "scale.py",
      code: `import requests

URL = "%host%/api/%admin%/v2/groups/1/clusters/c0"
HEADERS = {"Accept": "application/vnd.%vendor%.2024-10-23+json"}
cluster = requests.get(URL, headers=HEADERS).json()
cluster["replicationSpecs"][0]["regionConfigs"][0]["electableSpecs"]["instanceSize"] = "M30"
requests.patch(URL, json={⟦"replicationSpecs"⟧: cluster["replicationSpecs"]}, headers=HEADERS)
requests.patch(URL, json={⟦"replicationSpecs"⟧: [cluster["replicationSpecs"][0]]}, headers=HEADERS)
`,
      errors: [first(), one()],
    },
  ],
});
