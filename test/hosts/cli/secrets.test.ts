import { expect, it } from "vitest";
import { FORMAT_NAMES } from "../../../src/report/index.js";
import { check } from "../../support/command.js";
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
} as const;

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const cwd = sharedTree({
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
  ".env": `URL=https://app:${SECRETS.env}@cloud.mongodb.com/api/atlas/v1.0/groups\n`,
});

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
