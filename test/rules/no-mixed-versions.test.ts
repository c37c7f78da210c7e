import rule from "../../rules/no-mixed-versions.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

const mixed = (expected: Partial<ExpectedFinding> = {}): ExpectedFinding => ({
  messageId: "mixed",
  confidence: "medium",
  message: "replicationSpecs has other elements and ids from version 2024-08-05 on.",
  ...expected,
});

/** A module with one function for each call. */
const client = (...calls: readonly [name: string, path: string, date: string | undefined][]): string =>
  [
    `import axios from "axios";`,
    ...calls.map(([name, path, date]) =>
      date === undefined
        ? `export const ${name} = () => axios.get("%host%/api/%admin%/v1.0/groups/1${path}");`
        : `export const ${name} = () => axios.get("%host%/api/%admin%/v2/groups/1${path}", { headers: { Accept: "application/vnd.%vendor%.${date}+json" } });`,
    ),
    "",
  ].join("\n");

const NEW = client(["list", "/clusters", "2024-08-05"]);

testRule(rule, {
  valid: [
    {
      name: "versions with the same elements",
      vocabulary: "atlas",
      code: client(["list", "/clusters", "2024-08-05"], ["get", "/clusters/c0", "2025-03-12"]),
    },
    {
      name: "older versions alone",
      vocabulary: "atlas",
      code: client(["list", "/clusters", undefined], ["get", "/clusters/c0", "2023-02-01"]),
    },
    {
      name: "an endpoint without a newer version",
      vocabulary: "atlas",
      code: `${NEW}export const drop = () => axios.delete("%host%/api/%admin%/v2/groups/1/clusters/c0", { headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" } });
`,
    },
    {
      name: "another resource",
      vocabulary: "atlas",
      code: client(["list", "/clusters", "2024-08-05"], ["users", "/databaseUsers", "2023-01-01"]),
    },
    {
      name: "another program",
      vocabulary: "atlas",
      code: client(["list", "/clusters", "2023-02-01"]),
      others: { "other.js": NEW },
    },
    {
      name: "a test of the program",
      vocabulary: "atlas",
      filename: "client.test.js",
      code: client(["list", "/clusters", "2023-02-01"]),
      others: { "other.js": NEW },
    },
  ],
  invalid: [
    {
      name: "a list of v1.0 beside a newer version",
      vocabulary: "atlas",
      code: `${NEW}export const old = () => ⟦axios.get("%host%/api/%admin%/v1.0/groups/1/clusters")⟧;
`,
      errors: [
        mixed({
          message:
            "GET /groups/1/clusters asks for v1.0, and GET /groups/1/clusters of the same program for 2024-08-05",
        }),
      ],
    },
  ],
});
