import type { RuleCases } from "../support/rule-tester.js";

const TYPE = "application/vnd.%vendor%.2023-02-01+json";
const ACCEPT = `Accept: "${TYPE}"`;
const NEW = "%host%/api/%admin%/v2";
const LIST = `${NEW}/groups/1/clusters`;

const BODY = { messageId: "body", confidence: "low" } as const;

const patch = (body: string, url = `${LIST}/c`, accept = ACCEPT): string =>
  `fetch("${url}", { method: "PATCH", body: ${body}, headers: { ${accept}, "Content-Type": "application/json" } })`;

/** Cases of undetermined-request about bodies. */
export const BODY_CASES: RuleCases = {
  valid: [
    { name: "a body that is known", code: `${patch("JSON.stringify({ paused: true })")};` },
    {
      name: "a body with unknown values under known names",
      code: `export const pause = (paused) => ${patch("JSON.stringify({ paused })")};`,
    },
    {
      name: "a body that is an answer of the service",
      code: `const cluster = await (await fetch("${LIST}/c", { headers: { ${ACCEPT} } })).json();\n${patch("JSON.stringify(cluster)")};`,
    },
    {
      name: "an unknown body of a resource whose properties stay",
      code: `export const name = (body) => ${patch("JSON.stringify(body)", `${NEW}/groups/1`)};`,
    },
    {
      name: "an unknown body for a version that nothing was removed in",
      code: `export const resize = (body) => ${patch("JSON.stringify(body)", `${LIST}/c`, `Accept: "application/vnd.%vendor%.2023-01-01+json"`)};`,
    },
    {
      name: "an unknown body of a call that has no header",
      code: `export const resize = (body) => ${patch("JSON.stringify(body)", `${LIST}/c`, '"X-Own": "1"')};`,
    },
    {
      name: "an unknown body in a test",
      filename: "test/resize.test.js",
      code: `export const resize = (body) => ${patch("JSON.stringify(body)")};`,
    },
  ],
  invalid: [
    {
      name: "a body that is an answer of an older version",
      code: `const old = { ${ACCEPT.replace("2023-02-01", "2023-01-01")} };
const cluster = await (await fetch("${LIST}/c", { headers: old })).json();
⟦${patch("JSON.stringify(cluster)")}⟧;`,
      errors: [BODY],
    },
    {
      name: "a body that a loop fills with a part of an answer of an older version",
      code: `const old = { ${ACCEPT.replace("2023-02-01", "2023-01-01")} };
const cluster = await (await fetch("${LIST}/c", { headers: old })).json();
const body = Object.keys(cluster).filter((k) => k !== "id").reduce((all, k) => ({ ...all, [k]: cluster[k] }), {});
⟦${patch("JSON.stringify(body)")}⟧;`,
      errors: [BODY],
    },
    {
      name: "a body that is known in one branch only",
      code: `export const resize = (body, name) => {
  if (name === "try") body = { paused: true };
  return ⟦${patch("JSON.stringify(body)")}⟧;
};`,
      errors: [BODY],
    },
    {
      name: "a body that is an answer with unknown changes",
      code: `export const resize = async (change) => {
  const cluster = await (await fetch("${LIST}/c", { headers: { ${ACCEPT} } })).json();
  return ⟦${patch("JSON.stringify({ ...cluster, ...change })")}⟧;
};`,
      errors: [BODY],
    },
    {
      name: "a body that is parsed from a text in an answer",
      code: `const cluster = await (await fetch("${LIST}/c", { headers: { ${ACCEPT} } })).json();
⟦${patch("JSON.stringify(JSON.parse(cluster.tags[0].value))")}⟧;`,
      errors: [BODY],
    },
    {
      name: "a body that is handed in",
      code: `export const resize = (body) => ⟦${patch("JSON.stringify(body)")}⟧;`,
      errors: [
        {
          ...BODY,
          message:
            "Cannot tell the body that PATCH /groups/1/clusters/c sends (body is a parameter with unknown callers), so its properties are not checked.",
        },
      ],
    },
    {
      name: "a body with unknown members beside known ones",
      code: `export const resize = (changes) => ⟦${patch("JSON.stringify({ ...changes, paused: false })")}⟧;`,
      errors: [BODY],
    },
    {
      name: "a body that is an answer of another service",
      code: `const cluster = await (await fetch("https://example.com/body")).json();\n⟦${patch("JSON.stringify(cluster)")}⟧;`,
      errors: [BODY],
    },
    {
      name: "a body of two unknown values",
      code: `export const resize = (a, b) => ⟦${patch("JSON.stringify(a ?? b)")}⟧;`,
      errors: [BODY],
    },
    {
      name: "a body that one caller does not know",
      code: `const resize = (body) => ⟦${patch("JSON.stringify(body)")}⟧;\nresize({ paused: true });\nexport const change = (body) => resize(body);`,
      errors: [BODY],
    },
    {
      name: "a body from a file that is not there",
      code: `import { readFileSync } from "node:fs";\n⟦${patch('readFileSync("body.json", "utf8")')}⟧;`,
      errors: [BODY],
    },
    {
      name: "a body from a file that is not there, in Ruby",
      filename: "a.rb",
      code: `⟦HTTParty.patch("${LIST}/c", headers: { "Accept" => "${TYPE}", "Content-Type" => "application/json" }, body: File.read("body.json"))⟧`,
      errors: [{ ...BODY, message: "(body.json is a file that v2ready does not find in the repository)" }],
    },
  ],
};
