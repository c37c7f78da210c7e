import rule from "../../rules/require-body-property.js";
import { testRule } from "../support/rule-tester.js";

const POLICY = "https://cloud.mongodb.com/api/atlas/v2/groups/1/backupCompliancePolicy";
const NAMES = `authorizedUserFirstName: "Ada", authorizedUserLastName: "Lovelace"`;

/** A program that sends a backup compliance policy. */
const program = (body: string, date = "2023-10-01"): string => `import axios from "axios";
const headers = { Accept: "application/vnd.atlas.${date}+json" };
await axios.put("${POLICY}", ${body}, { headers });
`;

testRule(rule, {
  valid: [
    {
      name: "a value that a method of Java gives, where one of the callers would end the program",
      vocabulary: "atlas",
      filename: "Create.java",
      code: `import java.util.*; import java.net.http.*; import java.net.URI; import com.fasterxml.jackson.databind.ObjectMapper;
class Create {
  void send(String name, String region, String provider) throws Exception {
    Map<String, Object> electable = new HashMap<>(Map.of("instanceSize", "M10", "nodeCount", 3));
    Map<String, Object> config = new HashMap<>();
    config.put("providerName", provider.toUpperCase());
    config.put("regionName", region.toUpperCase());
    config.put("priority", 7);
    config.put("electableSpecs", electable);
    Map<String, Object> spec = new HashMap<>();
    spec.put("name", name);
    spec.put("clusterType", "REPLICASET");
    spec.put("replicationSpecs", List.of(Map.of("regionConfigs", List.of(config))));
    String body = new ObjectMapper().writeValueAsString(spec);
    HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("%host%/api/%admin%/v2/groups/g/clusters")).header("Accept", "application/vnd.%vendor%.2024-10-23+json").header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build(), null);
  }
  void none(String name) throws Exception { send(name, null, null); }
}`,
    },
    {
      name: "both names",
      vocabulary: "atlas",
      code: program(`{ authorizedEmail: "a@b.example", ${NAMES} }`),
    },
    {
      name: "a version that does not require them",
      vocabulary: "atlas",
      code: program(`{ authorizedEmail: "a@b.example" }`, "2023-01-01"),
    },
    {
      name: "a spread of an unknown object",
      vocabulary: "atlas",
      code: program(`{ authorizedEmail: "a@b.example", ...JSON.parse(process.env.POLICY) }`),
    },
    { name: "an unknown body", vocabulary: "atlas", code: program("JSON.parse(process.env.POLICY)") },
    {
      name: "an element that may be of an unknown list",
      vocabulary: "atlas",
      code: `import axios from "axios";
const headers = { Accept: "application/vnd.atlas.2024-08-05+json" };
const copySettings = JSON.parse(process.env.COPIES);
await axios.patch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0/backup/schedule", { copySettings }, { headers });
`,
    },
  ],
  invalid: [
    {
      name: "one of two names",
      vocabulary: "atlas",
      code: program(`⟦{ authorizedUserFirstName: "Ada" }⟧`),
      errors: [
        {
          messageId: "missing",
          confidence: "high",
          severity: "error",
          property: "authorizedUserLastName",
          role: "request",
          message:
            "The body of PUT /groups/1/backupCompliancePolicy has no authorizedUserLastName, which version 2023-10-01 requires.",
        },
      ],
    },
    {
      name: "a target that requires them",
      vocabulary: "atlas",
      target: "newest",
      code: program(`⟦{ authorizedUserFirstName: "Ada" }⟧`, "2023-01-01"),
      errors: [{ messageId: "missing", confidence: "medium", severity: "warning" }],
    },
    {
      name: "an element of a list",
      vocabulary: "atlas",
      code: `import axios from "axios";
const headers = { Accept: "application/vnd.atlas.2024-08-05+json" };
const copySettings = [{ zoneId: "z", regionName: "US_EAST_1" }, ⟦{ regionName: "US_WEST_2" }⟧];
await axios.patch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0/backup/schedule", { copySettings }, { headers });
`,
      errors: [{ messageId: "missing", confidence: "high", property: "copySettings[].zoneId" }],
    },
    {
      name: "a body in Python",
      vocabulary: "atlas",
      filename: "policy.py",
      code: `import requests
headers = {"Accept": "application/vnd.atlas.2023-10-01+json"}
requests.put("${POLICY}", json=⟦{"authorizedUserLastName": "Lovelace"}⟧, headers=headers)
`,
      errors: [{ messageId: "missing", confidence: "high", property: "authorizedUserFirstName" }],
    },
  ],
});
