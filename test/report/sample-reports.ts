import type { Problem } from "../../src/core/problem.js";
import type { Report } from "../../src/core/report.js";
import type { ReportedRequest } from "../../src/core/reported-request.js";
import { edit, finding, related, report } from "./report-builder.js";
import type { Sample } from "./report-builder.js";

export const CONFIG: Sample = {
  path: "src/config.ts",
  source: `// where the service is\nexport const HOST = "https://cloud.example.net";\nexport const BASE = \`\${HOST}/api/admin/v1.0\`;\n`,
};

export const CLIENT: Sample = {
  path: "src/client.ts",
  source: [
    `import { BASE } from "./config.js";`,
    ``,
    `export async function clusters(group: string) {`,
    `  const url = \`\${BASE}/groups/\${group}/clusters\`;`,
    `  const response = await fetch(url, {`,
    `    method: "GET",`,
    `    headers: { "User-Agent": "tool" },`,
    `    redirect: "error",`,
    `  });`,
    `  return (await response.json()).results.map((cluster) => cluster.mongoURI);`,
    `}`,
    ``,
  ].join("\n"),
};

const CRLF: Sample = {
  path: "test/fixtures/cluster.json",
  source: `{\r\n  "name": "one",\r\n  "numShards": 2\r\n}\r\n`,
};

const DOCS: Sample = { path: "README.md", source: "Call `/api/admin/v2` with version 2023-01-01.\n" };

const FETCH_CALL = `fetch(url, {\n    method: "GET",\n    headers: { "User-Agent": "tool" },\n    redirect: "error",\n  })`;

const typical = report({
  findings: [
    finding({
      at: DOCS,
      piece: "2023-01-01",
      ruleId: "no-deprecated-version",
      messageId: "served",
      message: "Version 2023-01-01 is served until 2027-11-01",
      severity: "info",
      confidence: "medium",
      fileClass: "documentation",
    }),
    finding({
      at: CLIENT,
      piece: FETCH_CALL,
      ruleId: "require-version-media-type",
      messageId: "missingAccept",
      message: "This request has no dated Accept header",
      related: [
        related(CONFIG, "HOST", "the host"),
        related(CONFIG, "/api/admin/v1.0", "the base path"),
        related(CLIENT, "`${BASE}/groups/${group}/clusters`", "the URL [template]"),
      ],
      fixes: [
        {
          applicability: "unsafe",
          unit: "base-1",
          description: "Add the Accept header",
          edits: [edit(CLIENT, `{ "User-Agent": "tool" }`, `{ "User-Agent": "tool", Accept: "…" }`)],
        },
      ],
      advice: "Send Accept: application/vnd.service.2024-08-05+json.",
    }),
    finding({
      at: CLIENT,
      piece: "mongoURI",
      ruleId: "no-removed-property",
      messageId: "moved",
      message: "mongoURI is gone from results[]",
      severity: "warning",
      confidence: "medium",
      role: "response",
      property: "dbURI",
      related: [related(CLIENT, "fetch(url", "the request")],
      fixes: [
        {
          applicability: "safe",
          description: "Read connectionStrings.standard",
          edits: [edit(CLIENT, "mongoURI", "connectionStrings.standard")],
        },
        {
          applicability: "display-only",
          description: "Ask the owner of the cluster",
          edits: [edit(CLIENT, "mongoURI", "")],
        },
      ],
      advice: "Read connectionStrings.standard",
    }),
    finding({
      at: CONFIG,
      piece: "/api/admin/v1.0",
      advice: "Use /api/admin/v2 with a dated Accept header.",
    }),
    finding({
      at: CRLF,
      piece: `"numShards": 2`,
      ruleId: "no-removed-property",
      messageId: "removed",
      message: "numShards is gone from /groups/{groupId}/clusters",
      role: "payload",
      property: "numShards",
      fileClass: "test",
    }),
  ],
  files: {
    seen: 120,
    read: 7,
    parsed: 4,
    plain: 2,
    followed: 0,
    withoutAnchor: 111,
    skipped: { binary: 2, "too large": 1 },
    leftOut: { ".gitignore": 5, node_modules: 2 },
  },
  hidden: { confidence: 4, directive: 1 },
  undetermined: 2,
  problems: [
    { path: "src/broken.ts", line: 10, kind: "syntax", message: "Unexpected token; searched as plain text" },
  ],
  unchecked: [
    {
      kind: "syntax",
      reason: "does not parse, searched as plain text",
      missing: "headers, request bodies and most properties",
      count: 1,
      places: [{ path: "src/broken.ts", line: 10 }],
    },
    {
      kind: "plain-text",
      reason: "is searched as plain text (Python)",
      missing: "headers, request bodies and most properties",
      count: 5,
      places: ["a", "b", "c", "d", "e"].map((name) => ({ path: `tools/${name}.py` })),
    },
    {
      kind: "documentation",
      reason: "is searched as plain text (Markdown)",
      missing: "headers and bodies of requests in examples",
      count: 2,
      places: [{ path: "README.md" }, { path: "docs/api.md" }],
    },
  ],
  languages: { parsed: { TypeScript: 2, JSON: 1, JavaScript: 1 }, plain: { Python: 1, Markdown: 1 } },
});

const WIDE: Sample = {
  path: "src/日本語 100%,a:b.ts",
  source: `\tconst 名前 = "😀é"; get("/api/admin/v1.0"); // 👩‍💻 ok\n`,
};

const HOSTILE: Sample = {
  path: "::error file=x::\u001B[2J\u0007\n.ts",
  source: `x("\u001B]8;;http://evil.example\u0007", "\u202E/api/admin/v1.0\u2066", "\u009B31m\u200B");\r\n`,
};

const MINIFIED: Sample = {
  path: "dist/app.min.js",
  source: `${"var a=1;".repeat(5_000)}fetch("/api/admin/v1.0");${"var b=2;".repeat(5_000)}\n`,
};

const unfriendly = report({
  findings: [
    finding({
      at: HOSTILE,
      piece: "/api/admin/v1.0",
      message: "Line one\r\nline two \u001B[31mred\u001B[0m \u202Eback % done",
      advice: "First,\nthen: \u0000 second",
      related: [related(HOSTILE, "x(", "a call\u0007 of [this](9)")],
    }),
    finding({ at: MINIFIED, piece: "/api/admin/v1.0" }),
    finding({ at: WIDE, piece: "/api/admin/v1.0", severity: "warning", message: "旧パス, 100% old: yes" }),
  ],
  problems: [{ path: "a\u001B[1mb.ts", kind: "encoding", message: "bytes\u0000 replaced\nsee 2%" }],
  unchecked: [
    {
      kind: "unreadable",
      reason: "could not\nbe read: \u001B[31mno",
      missing: "everything\u0007",
      count: 2,
      places: [{ path: "::error file=x::\u001B[2J\n" }, { path: "b\u202E.py", line: 3 }],
    },
  ],
  files: { seen: 3, read: 3, parsed: 3 },
  languages: { parsed: { JavaScript: 3 }, plain: {} },
});

const OLD_TARGET = {
  resource: "clusters",
  operations: ["GET /groups/{GROUP-ID}/clusters", "PATCH /groups/{GROUP-ID}/clusters/{CLUSTER-NAME}"],
  state: "deprecated",
  newest: "2026-10-01",
} as const;
const problemsOnly = report({
  targetNotices: [
    { vocabulary: "service", ...OLD_TARGET, sunset: "2027-02-01", isComputed: true },
    { vocabulary: "atlas", ...OLD_TARGET },
  ],
  problems: [
    { path: "", kind: "limit", message: "Too many importers" },
    { path: "src/gone.ts", kind: "vanished", message: "Was listed and is gone" },
    {
      path: "src/deep.json",
      line: 1,
      kind: "too-deep",
      message: "Has more than 2000 nested levels; searched as plain text",
    },
  ],
  files: { seen: 9, read: 2, parsed: 0, plain: 1, followed: 0, withoutAnchor: 7, skipped: { unreadable: 1 } },
  languages: { parsed: {}, plain: { JSON: 1 } },
});

const uncheckedOnly = report({
  files: { seen: 9, read: 2, parsed: 1, plain: 1 },
  languages: { parsed: { JavaScript: 1 }, plain: { Python: 1 } },
  unchecked: [
    {
      kind: "limit",
      reason:
        "7 files that import files with a mention of the API were not followed: the limit of 2000 is reached (--limit importers)",
      missing: "what depends on values beyond the limit",
      count: 7,
      places: [],
    },
    {
      kind: "ignored",
      reason: "is tracked by git, but a .gitignore file names it",
      missing: "everything in it",
      count: 1,
      places: [{ path: "dist/client.js" }],
    },
  ],
});

const manyProblems: Problem[] = Array.from({ length: 24 }, (_, index) => ({
  path: `packages/p${String(index).padStart(2, "0")}/broken.js`,
  line: index + 1,
  kind: "syntax",
  message: `Unexpected token number ${index + 1}`,
}));

const many = report({
  findings: Array.from({ length: 28 }, (_, index) => {
    const path = `package-${String(index % 20).padStart(2, "0")}/file-${String(index).padStart(2, "0")}.js`;
    return finding({
      at: { path, source: `get("/api/admin/v1.0/groups"); // ${index}\n` },
      piece: "/api/admin/v1.0",
      severity: index % 4 === 0 ? "warning" : "error",
    });
  }),
  problems: [
    ...manyProblems,
    { path: "src/odd.ts", kind: "internal", message: "A rule failed on this file" },
  ],
  files: {
    seen: 4_000,
    read: 65,
    parsed: 64,
    plain: 0,
    followed: 0,
    withoutAnchor: 3_935,
    skipped: { internal: 1 },
  },
  languages: { parsed: { JavaScript: 64 }, plain: {} },
});

const CALLS: Sample = {
  path: "src/calls.ts",
  source: [
    `const BASE = "/api/admin/v1.0";`,
    `const options = { method: "POST" };`,
    `await fetch(BASE, {`,
    `  ...options,`,
    `});`,
  ].join("\n"),
};

const WRAPPER: Sample = {
  path: "src/wrapper.ts",
  source: `const send = (path: string) => urllib.request(path);\n`,
};

const RESOURCES: Sample = {
  path: "src/resources.ts",
  source: Array.from(
    { length: 13 },
    (_, index) => `r${String(index + 1).padStart(2, "0")}___("listed");`,
  ).join("\n"),
};

const at = (path: string, line: number, column: number) => ({ path, position: { line, column } });

const ofResources: ReportedRequest[] = Array.from({ length: 11 }, (_, index) => ({
  id: `ab${index + 1}`,
  kind: "call",
  method: "GET",
  path: `/groups/{id}/r${String(index + 1).padStart(2, "0")}`,
  client: "urllib",
  call: at(RESOURCES.path, index + 1, 1),
  sentAt: at(WRAPPER.path, 1, 32),
  fileClass: "source",
}));

const ACCEPT = {
  ruleId: "require-version-media-type",
  messageId: "missing",
  message: "POST /groups/{group}/clusters sends no dated Accept header",
  brief: "no dated Accept header",
  part: "header",
  advice: "Send the dated media type.",
} as const;
const WAY = [related(CALLS, "options", "the options")];

const calls = report({
  requests: [
    {
      id: "c0",
      kind: "call",
      method: "POST",
      path: "/groups/{group}/clusters",
      client: "fetch",
      call: at(CALLS.path, 3, 7),
      setUp: at(CALLS.path, 1, 14),
      fileClass: "source",
    },
    ...ofResources,
  ],
  findings: [
    finding({
      at: CALLS,
      piece: "fetch(BASE, {\n  ...options,\n})",
      ...ACCEPT,
      requests: ["c0"],
      related: WAY,
      fixes: [
        {
          applicability: "unsafe",
          description: "Add the header",
          reasons: ["the answer may be read elsewhere"],
          edits: [],
        },
      ],
    }),
    finding({
      at: CALLS,
      piece: "/api/admin/v1.0",
      brief: "the old base path",
      part: "base",
      requests: ["c0"],
      related: WAY,
      fixes: [{ applicability: "safe", description: "Write v2", edits: [] }],
    }),
    finding({
      at: WRAPPER,
      piece: "urllib.request(path)",
      ...ACCEPT,
      requests: ofResources.map(({ id }) => id),
    }),
    finding({
      at: RESOURCES,
      piece: "r01___",
      ruleId: "no-removed-property",
      messageId: "gone",
      message: "r01 is gone",
      part: "path",
      requests: ["ab1"],
      related: [related(WRAPPER, "urllib.request(path)", "sent here")],
    }),
    ...Array.from({ length: 13 }, (_, index) =>
      finding({
        at: { ...RESOURCES, path: "src/listed.ts" },
        piece: `r${String(index + 1).padStart(2, "0")}___`,
        ruleId: "no-removed-property",
        messageId: "gone",
        message: "listed is gone",
        ...(index === 12 ? { severity: "warning" as const } : {}),
      }),
    ),
    ...["r01___", "r02___"].map((piece) =>
      finding({
        at: { ...RESOURCES, path: "test/a.test.ts" },
        piece,
        ruleId: "no-removed-property",
        messageId: "gone",
        message: "old in a test",
        advice: "Change the test, too.",
        fileClass: "test",
      }),
    ),
  ],
  files: { seen: 5, read: 5, parsed: 5 },
  languages: { parsed: { TypeScript: 5 }, plain: {} },
});

/** Hand-made reports by the name of their golden files under `fixtures/reports/`. */
export const SAMPLE_REPORTS: Readonly<Record<string, Report>> = {
  empty: report(),
  clean: report({
    files: {
      seen: 120,
      read: 3,
      parsed: 3,
      followed: 0,
      withoutAnchor: 115,
      skipped: { binary: 2 },
      leftOut: { ".gitignore": 1 },
    },
    languages: { parsed: { TypeScript: 3 }, plain: {} },
  }),
  typical,
  unfriendly,
  "problems-only": problemsOnly,
  "unchecked-only": uncheckedOnly,
  many,
  calls,
};
