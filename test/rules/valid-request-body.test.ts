import rule from "../../rules/valid-request-body.js";
import { testRule, type InvalidCase } from "../support/rule-tester.js";

const ACCEPT = "application/vnd.%vendor%.2023-02-01+json";
const CLUSTERS = "%host%/api/%admin%/v2/groups/1/clusters";

/** A program that creates a cluster. */
const program = (body: string, accept = ACCEPT): string => `import axios from "axios";
const headers = { Accept: "${accept}" };
await axios.post("${CLUSTERS}", ${body}, { headers });
`;

const REGION = `providerName: "AWS", regionName: "US_EAST_1", priority: 7`;
const SPECS = `electableSpecs: { instanceSize: "M10", nodeCount: 3 }`;
const element = (region: string): string =>
  `{ name: "c0", clusterType: "REPLICASET", replicationSpecs: [{ numShards: 1, regionConfigs: [${region}] }] }`;

const regionOf = (name: string, priority: number | string, nodes: number | string, size = "M10"): string => {
  const [region, instanceSize] = [name, size].map((one) => (one.includes(".") ? one : `"${one}"`));
  return `{ providerName: "AWS", regionName: ${region}, priority: ${priority}, electableSpecs: { instanceSize: ${instanceSize}, nodeCount: ${nodes} } }`;
};

testRule(rule, {
  valid: [
    { name: "a body of the version", code: program(element(`{ ${REGION}, ${SPECS} }`)) },
    {
      name: "regions that fit each other",
      code: program(element([regionOf("US_EAST_1", 7, 2), regionOf("US_WEST_2", 6, 1)].join(", "))),
    },
    {
      name: "priorities of which one is unknown",
      code: program(
        element([regionOf("US_EAST_1", 7, 2), regionOf("US_WEST_2", "+process.env.P", 1)].join(", ")),
      ),
    },
    {
      name: "numbers of nodes of which one is unknown",
      code: program(element([regionOf("US_EAST_1", 7, 2), regionOf("US_WEST_2", 6, "nodes")].join(", "))),
    },
    {
      name: "sizes of which one is unknown",
      code: program(
        element([regionOf("US_EAST_1", 7, 2, "M30"), regionOf("US_WEST_2", 6, 1, "x.size")].join(", ")),
      ),
    },
    {
      name: "values that depend on the same condition",
      code: program(
        `{ name, clusterType: all ? "SHARDED" : "REPLICASET", replicationSpecs: [{ numShards: all ? 2 : 1, regionConfigs: [{ ${REGION}, ${SPECS} }] }] }`,
      ),
    },
    {
      name: "regions that do not fit each other beside members that are unknown",
      code: program(
        element(
          [regionOf("US_EAST_1", 6, 2), `{ ...defaults, regionName: "US_WEST_2", priority: 7 }`].join(", "),
        ),
      ),
    },
    {
      name: "a modification that some clusters allow",
      code: program(`{ pitEnabled: true }`).replace(".post", ".patch").replace("/clusters", "/clusters/c0"),
    },
    { name: "unknown values", code: program(`{ name: process.env.NAME, paused: process.env.PAUSED }`) },
    {
      name: "null or a value that is not known",
      code: program(`{ name: "c0", clusterType: process.env.TYPE ? process.env.TYPE : null }`),
    },
    {
      name: "a parameter in a here-document",
      filename: "create.sh",
      code: `curl --digest -u a:b -H "Accept: ${ACCEPT}" -H "Content-Type: application/json" "${CLUSTERS}" -d @- <<EOF
{"name": "$1", "diskSizeGB": $2}
EOF
`,
    },
    { name: "an unknown body", code: program(`JSON.parse(process.env.BODY)`) },
    { name: "a request without a version", code: program(`{ nothing: 1 }`, "application/json") },
    {
      name: "a date that the service never released",
      code: program(`{ nothing: 1 }`, "application/vnd.%vendor%.2023-05-05+json"),
    },
    { name: "a member that is undefined", code: program(`{ name: "c0", srvAddress: undefined }`) },
    {
      name: "a property that another rule knows more of",
      code: program(`{ name: "c0", tags: [{ key: "a", value: "b" }], labels: [{ value: null }] }`),
    },
    {
      name: "links, which clients send back",
      code: program(element(`{ ${REGION}, ${SPECS} }`).replace("{ name", "{ links: [], name")),
    },
    {
      name: "an unknown resource",
      code: program(`{ nothing: 1 }`).replace("/clusters", "/peers"),
    },
    {
      name: "a text beside an object, of which code knows the one that it sends",
      code: `import axios from "axios";
const headers = { Accept: "${ACCEPT}" };
const body = process.env.BODY ? "" : { name: "c0" };
await axios.post("${CLUSTERS}", body, { headers });
`,
    },
    {
      name: "an open object of the catalog",
      code: program(`{ name: "c0", advancedConfiguration: { anything: 1 } }`),
    },
  ],
  invalid: [
    {
      name: "a size that the provider does not have: nothing is said of the disk, which the body does not mention",
      code: program(element(regionOf("US_EAST_1", 7, 3, "M0")).replace("instanceSize", "⟦instanceSize⟧")),
      errors: [
        {
          messageId: "relation",
          message:
            "replicationSpecs[].regionConfigs[].electableSpecs.instanceSize is refused in cluster requests of version 2023-02-01: M0 is not a size of AWS.",
          confidence: "high",
          severity: "warning",
        },
      ],
    },
    {
      name: "priorities that go up",
      code: program(
        element(
          [regionOf("US_EAST_1", 6, 2), regionOf("US_WEST_2", 7, 1).replace("priority", "⟦priority⟧")].join(
            ", ",
          ),
        ),
      ),
      errors: [
        {
          messageId: "relation",
          message:
            "replicationSpecs[].regionConfigs[].priority is refused in cluster requests of version 2023-02-01: Priorities must be in descending order.",
          confidence: "high",
          severity: "warning",
        },
      ],
    },
    {
      name: "auto-scaling in one of two regions: the place is the region without it",
      code: program(
        element(
          [
            regionOf("US_EAST_1", 7, 2).replace(
              "providerName",
              "autoScaling: { diskGB: { enabled: true } }, providerName",
            ),
            `⟦${regionOf("US_WEST_2", 6, 1)}⟧`,
          ].join(", "),
        ),
      ),
      errors: [{ messageId: "relation", confidence: "high", severity: "warning" }],
    },
    {
      name: "a replica set of two shards",
      code: program(
        element(`{ ${REGION}, ${SPECS} }`)
          .replace("numShards: 1", "numShards: 2")
          .replace("clusterType", "⟦clusterType⟧"),
      ),
      errors: [{ messageId: "relation", confidence: "high", severity: "warning" }],
    },
    ...[
      ["an unknown name", 'name: "c0"', "name: process.env.NAME"],
      ["a name in parts", 'name: "c0"', "name: `c-${suffix}`"],
      ["an unknown region", '"US_WEST_2"', "process.env.REGION"],
      ["an unknown number of nodes", "nodeCount: 1", "nodeCount: nodes"],
      ["tags that are unknown", 'name: "c0"', 'name: "c0", tags, labels: list()'],
      ["a member in one branch only", 'name: "c0"', 'name: "c0", ...(process.env.P ? { paused: true } : {})'],
      ["one of two types", '"REPLICASET"', 'many ? "SHARDED" : "REPLICASET"'],
    ].map(([what = "", known = "", other = ""]): InvalidCase => ({
      name: `priorities that go up, beside ${what}`,
      code: program(
        element(
          [regionOf("US_EAST_1", 6, 2), regionOf("US_WEST_2", 7, 1).replace("priority", "⟦priority⟧")].join(
            ", ",
          ),
        ).replace(known, other),
      ),
      errors: [{ messageId: "relation", confidence: "high", severity: "warning" }],
    })),
    {
      name: "a modification that no cluster allows, of an unknown name",
      code: program(`{ ⟦diskSizeGB⟧: 5000, name: process.env.NAME, paused: process.env.PAUSED === "1" }`)
        .replace(".post", ".patch")
        .replace("/clusters", "/clusters/c0"),
      errors: [{ messageId: "relation", confidence: "high", severity: "warning" }],
    },
    {
      name: "a modification that no cluster allows",
      code: program(`{ ⟦diskSizeGB⟧: 5000 }`).replace(".post", ".patch").replace("/clusters", "/clusters/c0"),
      errors: [{ messageId: "relation", confidence: "high", severity: "warning" }],
    },
    {
      name: "a property that only responses had",
      code: program(`{ name: "c0", ⟦srvAddress⟧: "x" }`),
      errors: [
        {
          messageId: "unknown",
          confidence: "high",
          role: "request",
          property: "srvAddress",
          message: "srvAddress is not a property of cluster requests in version 2023-02-01.",
          advice: "Only responses have it: do not send it.",
        },
      ],
    },
    {
      name: "an unknown name beside an unknown part",
      code: program(`{ ...JSON.parse(process.env.REST), ⟦nothingThatExists⟧: 1 }`),
      errors: [{ messageId: "unknown", confidence: "high" }],
    },
    {
      name: "old names in the new place",
      code: program(
        element(`{ ${REGION}, electableSpecs: { ⟦instanceSizeName⟧: "M10", nodeCount: 3 },
  autoScaling: { ⟦diskGBEnabled⟧: true }, ⟦electableNodes⟧: 3 }`),
      ),
      errors: [
        { messageId: "unknown", confidence: "high", advice: "Send instanceSize instead." },
        { messageId: "unknown", confidence: "high", advice: "Send diskGB.enabled instead." },
        { messageId: "unknown", confidence: "high", advice: "Send electableSpecs.nodeCount instead." },
      ],
    },
    {
      name: "one for several",
      code: program(`{ name: "c0", ⟦replicationSpecz⟧: [], ⟦tag⟧: [] }`),
      errors: [
        { messageId: "unknown", confidence: "high", advice: "Send replicationSpecs instead." },
        { messageId: "unknown", confidence: "high", advice: "Send tags instead." },
      ],
    },
    {
      name: "a map for a list",
      code: program(
        `{ name: "c0", replicationSpecs: [{ numShards: 1, ⟦regionConfigs⟧: { US_EAST_1: { priority: 7 } } }] }`,
      ),
      errors: [
        {
          messageId: "value",
          confidence: "high",
          property: "replicationSpecs[].regionConfigs",
          message:
            "replicationSpecs[].regionConfigs must be a list in cluster requests of version 2023-02-01.",
          advice: "Send a list.",
        },
      ],
    },
    {
      name: "values of another kind",
      code: program(`{ name: "c0", ⟦diskSizeGB⟧: "40", ⟦paused⟧: "false", ⟦clusterType⟧: "REPLICA_SET" }`),
      errors: [
        { messageId: "value", confidence: "high", message: /must be a number/ },
        { messageId: "value", confidence: "high", message: /must be true or false/ },
        { messageId: "value", confidence: "high", message: /must be one of REPLICASET, SHARDED, GEOSHARDED/ },
      ],
    },
    {
      name: "a whole body that is a list",
      code: `import axios from "axios";
const headers = { Accept: "${ACCEPT}" };
await ⟦axios.post("${CLUSTERS}", [{ name: "c0" }], { headers })⟧;
`,
      errors: [{ messageId: "value", confidence: "high", message: "The body must be an object" }],
    },
    {
      name: "one of two bodies",
      code: `import axios from "axios";
const headers = { Accept: "${ACCEPT}" };
const body = process.env.OLD ? { name: "c0", ⟦srvAddress⟧: "x" } : { name: "c0" };
await axios.post("${CLUSTERS}", body, { headers });
`,
      errors: [{ messageId: "unknown", confidence: "medium", severity: "warning" }],
    },
    {
      name: "one of two versions",
      code: `import axios from "axios";
const date = process.env.OLD ? "2023-01-01" : "2023-02-01";
const headers = { Accept: \`application/vnd.%vendor%.\${date}+json\` };
await axios.post("${CLUSTERS}", { name: "c0", ⟦srvAddress⟧: "x" }, { headers });
`,
      errors: [{ messageId: "unknown", confidence: "medium", severity: "warning" }],
    },
    {
      name: "Python",
      filename: "create.py",
      code: `import requests
H = {"Accept": "${ACCEPT}", "Content-Type": "application/json"}
requests.post("${CLUSTERS}", headers=H, json={"name": "c0", ⟦"srvAddress"⟧: "x"})
`,
      errors: [{ messageId: "unknown", confidence: "high" }],
    },
    {
      name: "shell",
      filename: "create.sh",
      code: `curl --digest -u a:b -H "Accept: ${ACCEPT}" -H "Content-Type: application/json" "${CLUSTERS}" -d '{"name": "c0", ⟦"srvAddress"⟧: "x"}'
`,
      errors: [{ messageId: "unknown", confidence: "high" }],
    },
    {
      name: "Go",
      filename: "create.go",
      code: `package main

import (
	"net/http"
	"strings"
)

func create() {
	req, _ := http.NewRequest("POST", "${CLUSTERS}", strings.NewReader(\`{"name": "c0", ⟦"srvAddress"⟧: "x"}\`))
	req.Header.Set("Accept", "${ACCEPT}")
	req.Header.Set("Content-Type", "application/json")
	http.DefaultClient.Do(req)
}
`,
      errors: [{ messageId: "unknown", confidence: "high" }],
    },
  ],
});
