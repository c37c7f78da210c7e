import { expect, it } from "vitest";
import { FORMAT_NAMES } from "../../../src/report/index.js";
import { check, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

/** Each stands on a line that is reported. */
const SECRETS = {
  password: "hunter2-in-a-uri",
  key: "5f0c2e44-1b2d-4c3e-9f00-aa11bb22cc33",
  basic: "cHVibGljOnByaXZhdGUtaW4tYmFzaWM9",
  bearer: "eyJhbGciOiJIUzI1NiJ9.payload0.signature0",
  curl: "private-in-curl-0042",
  env: "private-in-env-0042",
  literal: "private-in-literal",
  yaml: "private-in-yaml-0042",
  lines: "private-in-lines-0042",
  names: "private-in-names-0042",
  prose: "private-in-prose-0042",
} as const;

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const FILES = {
  "uri.js": `export const URI = "mongodb+srv://app:${SECRETS.password}@orders-ab123.mongodb.net:27017/shop";\n`,
  "key.js": `call("${BASE}/groups", { publicKey: "abcdefgh", privateKey: "${SECRETS.key}" });\n`,
  "basic.js": `await fetch("${BASE}/groups", { headers: { Authorization: "Basic ${SECRETS.basic}" } });\n`,
  "bearer.js": `await fetch("${BASE}/groups", { headers: { authorization: \`Bearer ${SECRETS.bearer}\` } });\n`,
  "literal.js": `await fetch("${BASE}/groups?" + new URLSearchParams({ password: "${SECRETS.literal}" }));\n`,
  "curl.sh": `curl --digest -u "abcdefgh:${SECRETS.curl}" ${BASE}/groups\n`,
  "key.json": `{ "url": "${BASE}", "privateKey": "${SECRETS.literal}" }\n`,
  "query.js": `export const load = (host) => fetch("https://" + host + "/groups/1/clusters?apiKey=${SECRETS.literal}");\n`,
  "a.yaml": `{ url: "${BASE}", password: "${SECRETS.yaml}" }\nuri: mongodb+srv://app:${SECRETS.password}@orders-ab123.mongodb.net\n`,
  "shared.js": `const call = (base) => fetch(base + "/groups");\ncall("${BASE}");\ncall("https://app:${SECRETS.password}@shop.example");\n`,
  "lines.py": `requests.get("${BASE}/groups", auth=HTTPDigestAuth(\n    user,\n    "${SECRETS.lines}",\n))\n`,
  "names.go": `package main\n\nimport "net/http"\n\nvar apiSecret, base = "${SECRETS.names}", "${BASE}"\n\nfunc main() { http.Get(base + "/groups") }\n`,
  "long.java": `class A { void a() { h.setContentType(JSON); h.setBearerAuth("${SECRETS.literal}"); template.exchange("${BASE}/groups", HttpMethod.GET, new HttpEntity<>(h), String.class); } }\n`,
  "digest.js": `request({ url: "${BASE}/groups", digest: "user:${SECRETS.literal}" });\n`,
  "prose.md": `Call ${BASE}/groups with password: ${SECRETS.prose} and go.\n`,
  ".env": `URL=https://app:${SECRETS.env}@cloud.mongodb.com/api/atlas/v1.0/groups\n`,
};
const cwd = sharedTree(FILES);

it.concurrent.each(FORMAT_NAMES)("no secret of a source is in %s", async (format) => {
  const { stdout, stderr, status } = await check(
    ["--format", format, "--show-undetermined", "--min-confidence", "low", "--stats"],
    { cwd },
  );
  expect(status).toBe(1);
  const written = stdout + stderr;
  const shown = Object.entries(SECRETS).filter(([, secret]) => written.includes(secret));
  expect(shown).toEqual([]);
  for (const path of [
    "uri.js",
    "key.js",
    "basic.js",
    "bearer.js",
    "literal.js",
    "curl.sh",
    "key.json",
    "query.js",
    "a.yaml",
    "shared.js",
    ".env",
  ])
    expect(written).toContain(path);
});

const LINES = [
  ["lines.py", 3],
  ["names.go", 5],
  ["long.java", 1],
  ["digest.js", 1],
  ["prose.md", 1],
  ["curl.sh", 1],
] as const;

it.concurrent.each(LINES)("no secret of a source is in why %s:%i", async (path, line) => {
  const { stdout, stderr } = await v2ready(["why", `${path}:${line}`, "--verbose"], { cwd });
  expect(stdout).toContain("********");
  for (const secret of Object.values(SECRETS)) expect(stdout + stderr).not.toContain(secret);
});

it.each(["text", "concise", "json"])("no secret of a source is in what fix lists as %s", async (format) => {
  const args = ["fix", "--format", format, "--exit-zero", "--allow-dirty"];
  const { stdout, stderr } = await v2ready(args, { cwd: sharedTree(FILES) });
  for (const secret of Object.values(SECRETS)) expect(stdout + stderr).not.toContain(secret);
  expect(stdout).toContain("prose.md");
});
