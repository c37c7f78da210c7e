import type { InvalidCase } from "../../support/rule-tester.js";

const HIGH = { messageId: "unversioned", confidence: "high" } as const;
const LOW = { messageId: "unversioned", confidence: "low" } as const;
const ABSENT = { ...LOW, severity: "info" } as const;
const TOLD = { messageId: "unversioned", confidence: "high", severity: "info" } as const;
const NO_SUCH = { messageId: "noSuchVersion", confidence: "high" } as const;

/** Base paths by what the code does with them, and those that are nearly one. */
export const uses: readonly InvalidCase[] = [
  {
    name: "a resource that is not the service's, of an application's own",
    code: 'app.get("⟦/api/%admin%/v1.0⟧/reports", handler);\nawait fetch("https://intranet.example.org⟦/api/%admin%/v1.0⟧/users");\nconst BASE = "⟦/api/%admin%/v1.0⟧";\nawait fetch(`${BASE}/tickets/${id}`);',
    vocabulary: "service",
    withLow: true,
    errors: [LOW, LOW, LOW],
  },
  {
    name: "a resource that is not the service's, on another host",
    code: 'await fetch("https://harbor.example⟦/api/%admin%/v1.0⟧/ships/5f1");\nconst SHIPS = "https://harbor.example⟦/api/%admin%/v1.0⟧/ships";',
    withLow: true,
    errors: [LOW, LOW],
  },
  {
    name: "a resource of the service, on a host that stands for the one that is filled in",
    code: 'await fetch("https://harbor.example⟦/api/%admin%/v1.0⟧/groups/5f1/clusters");',
    errors: [HIGH],
  },
  {
    name: "a server that answers under it",
    code: 'app.use("⟦/api/%admin%/v1.0⟧", routes);\nserver.register(plugin, { prefix: "⟦/api/%admin%/v1.0⟧" });\n@Controller("⟦/api/%admin%/v1.0⟧")\nexport class Admin {}',
    filename: "server.ts",
    vocabulary: "service",
    withLow: true,
    errors: [LOW, LOW, LOW],
  },
  {
    name: "a header of a recorded response, in an HTTP archive",
    filename: "tests/session.har",
    code: '{"log":{"entries":[{"request":{"method":"POST","url":"%host%/api/%admin%/v2/groups"},"response":{"redirectURL":"%host%⟦/api/%admin%/v1.0⟧/groups/1","headers":[{"name":"Location","value":"%host%⟦/api/%admin%/v1.0⟧/groups/1"}]}}]}}',
    errors: [TOLD, TOLD],
  },
  {
    name: "a header of a recorded response, in a call that nock recorded",
    filename: "tests/nock.json",
    code: '[{"scope":"%host%","method":"POST","path":"/api/%admin%/v2/groups","response":{},"rawHeaders":["Location","%host%⟦/api/%admin%/v1.0⟧/groups/1"]}]',
    errors: [TOLD],
  },
  {
    name: "a header of a recorded response, in a cassette",
    filename: "tests/cassettes/create.yaml",
    code: 'interactions:\n- request:\n    method: POST\n    uri: "%host%/api/%admin%/v2/groups"\n  response:\n    headers:\n      Location: ["%host%⟦/api/%admin%/v1.0⟧/groups/1"]\n    body: {string: "{}"}',
    errors: [{ ...TOLD, confidence: "medium" }],
  },
  {
    name: "a header of a response in a text, and what stands behind the headers",
    filename: "tests/create.snaphost",
    code: 'HTTP/2.0 201 Created\nLocation: %host%⟦/api/%admin%/v1.0⟧/groups/1\n\nnext: "%host%⟦/api/%admin%/v1.0⟧/groups/2"',
    errors: [
      { ...TOLD, confidence: "medium" },
      { messageId: "unversioned", confidence: "medium" },
    ],
  },
  {
    name: "a server that stands in for the service",
    code: 'app.get("⟦/api/%admin%/v1.0⟧/groups/:group/clusters", (req, res) => res.json([]));',
    errors: [HIGH],
  },
  {
    name: "an own path and one of the service behind the same base",
    code: 'const BASE = "⟦/api/%admin%/v1.0⟧";\nawait fetch(`${BASE}/tickets`);\nawait fetch(`${BASE}/groups/${id}/clusters`);',
    errors: [HIGH],
  },
  {
    name: "assertions that it is absent",
    code: `test("moved", () => {
  expect(url).not.toContain("⟦/api/%admin%/v1.0⟧");
  expect(url.includes("⟦/api/%admin%/v1.0⟧")).toBe(false);
  assert.ok(!url.startsWith("⟦/api/%admin%/v1.0⟧"));
  assert.notEqual(path, "⟦/api/%admin%/v1.0⟧/groups");
});`,
    withLow: true,
    errors: [ABSENT, ABSENT, ABSENT, ABSENT],
  },
  {
    name: "assertions that it is there",
    code: `test("not moved", () => {
  expect(url).toContain("%host%⟦/api/%admin%/v1.0⟧/groups");
  expect(url.includes("⟦/api/%admin%/v1.0⟧/groups")).not.toBe(false);
  assert.ok(url.startsWith("⟦/api/%admin%/v1.0⟧/groups"));
});`,
    errors: [HIGH, HIGH, HIGH],
  },
  {
    name: "versions that there are none of",
    code: `fetch("%host%⟦/api/%admin%/v2.0⟧/groups/1/clusters");
const BASE = "%host%⟦/api/%admin%/v1⟧";
const pattern = /\\⟦/api\\/%admin%\\/v2\\.0⟧\\/groups/;
// %host%⟦/api/%admin%/v2.0⟧/groups`,
    vocabulary: "atlas",
    withLow: true,
    errors: [
      { ...NO_SUCH, confidence: "low" },
      { ...NO_SUCH, confidence: "medium" },
      { ...NO_SUCH, confidence: "low" },
      { ...NO_SUCH, confidence: "low", severity: "info" },
    ],
  },
  {
    name: "a version that there is none of, with a resource behind it",
    code: `fetch("%host%⟦/api/%admin%/v1⟧/groups/1/clusters");`,
    vocabulary: "atlas",
    errors: [NO_SUCH],
  },
  {
    name: "a version that there is none of, in text that is not parsed",
    filename: "a.pl",
    code: 'my $base = "%host%⟦/api/%admin%/v1⟧/groups";\n',
    vocabulary: "atlas",
    errors: [{ ...NO_SUCH, confidence: "medium" }],
  },
  {
    name: "docstrings, which are comments",
    filename: "a.py",
    code: `#!/usr/bin/env python
"""Calls ⟦/api/%admin%/v1.0⟧/groups first."""

class Client:
    # A comment.

    r'''
    Calls ⟦/api/%admin%/v1.0⟧/groups first.
    '''

    async def get(
        self,
    ) -> str:  # A comment.
        """Calls ⟦/api/%admin%/v1.0⟧/groups first."""  # A comment.
`,
    errors: [TOLD, TOLD, TOLD],
  },
  {
    name: "long strings that are not docstrings",
    filename: "a.py",
    code: `def get(id):
    """Gets a group."""
    url = """%host%⟦/api/%admin%/v1.0⟧/groups"""
    paths = {
        "one":
            """%host%⟦/api/%admin%/v1.0⟧/groups""",
        "two":
            """%host%⟦/api/%admin%/v1.0⟧/groups"""
    }
    return send(
        """%host%⟦/api/%admin%/v1.0⟧/groups"""
    )
`,
    errors: [HIGH, HIGH, HIGH, HIGH],
  },
  {
    name: "messages for people",
    code: `describe("⟦/api/%admin%/v1.0⟧/groups", () => {});
console.log("calling ⟦/api/%admin%/v1.0⟧/groups");
this.logger.info(\`calling %host%⟦/api/%admin%/v1.0⟧/groups/\${id}\`);
throw new ApiError("GET ⟦/api/%admin%/v1.0⟧/groups failed");`,
    errors: [TOLD, TOLD, TOLD, TOLD],
  },
  {
    name: "a request inside of a message",
    code: 'console.log(await fetch("%host%⟦/api/%admin%/v1.0⟧/groups"));',
    errors: [HIGH],
  },
];
