import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const ACCEPT = `Accept: "application/vnd.%vendor%.2023-02-01+json"`;
const USERS = "%host%/api/%admin%/v2/groups/1/databaseUsers";

const OWN = { messageId: "ownContentType", confidence: "medium" } as const;

/** Calls that send a body, and what each sends by itself: [name, code, type]. */
const SENT: readonly (readonly [name: string, code: string, type: string])[] = [
  [
    "axios, a text",
    `require("axios").post(url, JSON.stringify(user), { headers: ⟦{ ...headers }⟧ });`,
    "form",
  ],
  ["axios, a form", `⟦require("axios").post(url, new URLSearchParams(user), { headers })⟧;`, "form"],
  [
    "axios, data",
    `require("axios")({ method: "patch", url, data: JSON.stringify(user), headers: ⟦{ ...headers }⟧ });`,
    "form",
  ],
  [
    "axios, FormData",
    `const data = new FormData();\ndata.append("a", "b");\n⟦require("axios").put(url, data, { headers })⟧;`,
    "multipart",
  ],
  [
    "fetch, a form",
    `⟦fetch(url, { method: "POST", headers, body: new URLSearchParams({ a: "b" }) })⟧;`,
    "form",
  ],
  ["fetch, FormData", `⟦fetch(url, { method: "POST", headers, body: new FormData() })⟧;`, "multipart"],
  [
    "node-fetch, a form",
    `⟦require("node-fetch")(url, { method: "PUT", headers, body: new URLSearchParams() })⟧;`,
    "form",
  ],
  ["got, form", `⟦require("got").post(url, { headers, form: { a: "b" } })⟧;`, "form"],
  ["ky, FormData", `⟦require("ky").post(url, { headers, body: new FormData() })⟧;`, "multipart"],
  ["request, form", `⟦require("request").post({ url, headers, form: { a: "b" } }, done)⟧;`, "form"],
  ["request, form()", `⟦require("request").post({ url, headers })⟧.form({ a: "b" });`, "form"],
  [
    "request, formData",
    `⟦require("request").post({ url, headers, formData: { a: "b" } }, done)⟧;`,
    "multipart",
  ],
  [
    "superagent, a text",
    `⟦require("superagent").post(url)⟧.set("Accept", headers.Accept).send(JSON.stringify(user));`,
    "form",
  ],
  [
    "XMLHttpRequest",
    `const x = new XMLHttpRequest();\n⟦x.open("POST", url)⟧;\nx.setRequestHeader("Accept", headers.Accept);\nx.send(new FormData());`,
    "multipart",
  ],
];

const TYPES: Readonly<Record<string, string>> = {
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};

const withHeaders = (code: string) => `const url = "${USERS}";\nconst headers = { ${ACCEPT} };\n${code}`;

/** Content types that clients set for a body by themselves. */
export const valid: readonly ValidCase[] = [
  {
    name: "bodies that clients send as JSON, and a type that the code states",
    code: withHeaders(`const typed = { ...headers, "Content-Type": "application/json" };
require("axios").post(url, { a: 1 }, { headers });
require("axios").post(url, undefined, { headers });
require("axios").post(url, JSON.stringify(user), { headers: typed });
require("axios").get(url, { headers, params: new URLSearchParams() });
require("got").post(url, { headers, json: user });
require("request").post({ url, headers, json: true, form: undefined, body: user }, done);
require("superagent").post(url).set(headers).send({ a: 1 });
require("superagent").post(url).set(headers).type("json").send(JSON.stringify(user));
fetch(url, { method: "POST", headers, body });`),
  },
  {
    name: "a body that may be one or the other",
    code: withHeaders(
      `export const f = (c) => require("axios").post(url, c ? { a: 1 } : JSON.stringify(user), { headers });`,
    ),
  },
];

export const invalid: readonly InvalidCase[] = [
  ...SENT.map(([name, code, type]): InvalidCase => ({
    name: `its own type: ${name}`,
    code: withHeaders(code),
    errors: [{ ...OWN, message: `databaseUsers sends Content-Type: ${TYPES[type]!}, which` }],
  })),
  {
    name: "the short name of a type",
    code: withHeaders(`⟦require("superagent").post(url).set(headers).type("form")⟧.send({ a: 1 });`),
    errors: [{ messageId: "contentType", confidence: "medium" }],
  },
];
