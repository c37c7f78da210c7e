import { describe, expect, it } from "vitest";
import { describe as describeText } from "../../../src/facts/text.js";
import { factsOf, requestsOf } from "../../support/requests.js";

const U = "https://x/api/atlas/v1.0/groups";

describe("HTTP clients", () => {
  const cases: readonly (readonly [name: string, code: string, ...requests: string[]])[] = [
    ["fetch", `fetch("${U}", { method: "post", headers: { Accept: "a" } })`, `POST ${U} accept=a`],
    [
      "fetch with Headers",
      `const h = new Headers({ accept: "a" }); h.set("X-Y", "b"); h.append("X-Y", "c"); fetch("${U}", { headers: h })`,
      `GET ${U} accept=a x-y=b, c`,
    ],
    ["fetch with pairs", `fetch("${U}", { headers: [["Accept", "a"]] })`, `GET ${U} accept=a`],
    [
      "fetch with a Map",
      `fetch("${U}", { headers: Object.fromEntries(new Map([["Accept", "a"]])) })`,
      `GET ${U} accept=a`,
    ],
    [
      "fetch with a Request",
      `fetch(new Request("${U}", { method: "PUT", headers: { accept: "a" } }))`,
      `PUT ${U} accept=a`,
    ],
    ["node-fetch", `import fetch from "node-fetch"; fetch("${U}")`, `GET ${U}`],
    ["node-fetch by require", `const fetch = require("node-fetch"); fetch("${U}")`, `GET ${U}`],
    [
      "node-fetch imported late",
      `const { default: fetch } = await import("node-fetch"); await fetch("${U}")`,
      `GET ${U}`,
    ],
    [
      "undici",
      `import { request, fetch } from "undici"; request("${U}", { method: "DELETE" }); fetch("${U}")`,
      `DELETE ${U}`,
      `GET ${U}`,
    ],
    [
      "undici with names and values in turn",
      `import { Pool, request, stream } from "undici"; const headers = ["Accept", "a", "x-y", "b"];
      request("${U}", { headers }); stream("${U}", { headers });
      new Pool("https://x").request({ path: "/api/atlas/v1.0/groups", headers });
      request("${U}", { headers: [...unknown(), "Accept", "a"] })`,
      `GET ${U} accept=a x-y=b`,
      `GET ${U} accept=a x-y=b`,
      `GET ${U} accept=a x-y=b`,
      `GET ${U} +list of headers`,
    ],
    [
      "axios.get",
      `import axios from "axios"; axios.get("${U}", { headers: { Accept: "a" } })`,
      `GET ${U} accept=a`,
    ],
    [
      "axios.post",
      `const axios = require("axios"); axios.post("${U}", { a: 1 }, { headers: { Accept: "a" } })`,
      `POST ${U} accept=a`,
    ],
    [
      "axios(config)",
      `const axios = require("axios").default; axios({ url: "${U}", method: "patch" })`,
      `PATCH ${U}`,
    ],
    ["axios(url, config)", `import axios from "axios"; axios("${U}", { method: "delete" })`, `DELETE ${U}`],
    [
      "axios.request",
      `import axios from "axios"; axios.request({ baseURL: "https://x/api/atlas/v1.0/", url: "/groups" })`,
      `GET ${U}`,
    ],
    [
      "an axios instance",
      `import axios from "axios"; const api = axios.create({ baseURL: "https://x/api/atlas/v1.0", headers: { Accept: "a" } }); api.get("groups"); api({ url: "/groups", method: "POST" })`,
      `GET ${U} accept=a`,
      `POST ${U} accept=a`,
    ],
    [
      "axios defaults, set later",
      `import axios from "axios"; const api = axios.create(); api.defaults.baseURL = "https://x/api/atlas/v1.0"; api.defaults.headers.common["Accept"] = "a"; api.defaults.headers.post["Content-Type"] = "b"; api.post("/groups", {});`,
      `POST ${U} accept=a content-type=b`,
    ],
    [
      "an axios interceptor",
      `import axios from "axios"; const api = axios.create(); api.interceptors.request.use((c) => { c.headers.Accept = "a"; return c; }); api.get("${U}");`,
      `GET ${U} accept=a`,
    ],
    [
      "an axios interceptor that calls set",
      `import axios from "axios"; axios.interceptors.request.use((config) => { config.headers.set("Accept", "a"); return config; }); axios.get("${U}");`,
      `GET ${U} accept=a`,
    ],
    [
      "an axios interceptor that makes a new object",
      `import axios from "axios"; axios.interceptors.request.use((config) => ({ ...config, headers: { ...config.headers, Accept: "a" } })); axios.get("${U}");`,
      `GET ${U} accept=a`,
    ],
    [
      "got",
      `import got from "got"; got("${U}", { headers: { accept: "a" } }).json(); got.post("${U}", { json: {} });`,
      `GET ${U} accept=a`,
      `POST ${U}`,
    ],
    [
      "got.extend",
      `import got from "got"; const api = got.extend({ prefixUrl: "https://x/api/atlas/v1.0", headers: { accept: "a" } }); api.get("groups"); api("groups", { method: "put" });`,
      `GET ${U} accept=a`,
      `PUT ${U} accept=a`,
    ],
    [
      "got hooks",
      `import got from "got"; const api = got.extend({ hooks: { beforeRequest: [(options) => { options.headers.accept = "a"; }] } }); api.get("${U}");`,
      `GET ${U} accept=a`,
    ],
    [
      "got handlers",
      `import got from "got"; const api = got.extend({ handlers: [async (options, next) => { options.headers.accept = "a"; return next(options); }] }); api.get("${U}");`,
      `GET ${U} accept=a`,
    ],
    [
      "got handlers that give other options",
      `import got from "got"; const api = got.extend({ handlers: [(options, next) => next({ ...options, headers: { ...options.headers, accept: "a" } })] }); api.get("${U}");`,
      `GET ${U} accept=a`,
    ],
    [
      "ky",
      `import ky from "ky"; ky.get("${U}").json(); ky.create({ prefixUrl: "https://x/api/atlas/v1.0" }).delete("groups");`,
      `GET ${U}`,
      `DELETE ${U}`,
    ],
    [
      "openapi-fetch",
      `import createClient from "openapi-fetch"; const c = createClient({ baseUrl: "https://x/api/atlas/v1.0", headers: { Accept: "a" } }); c.use({ onRequest({ request }) { request.headers.set("X-Y", "b"); } }); c.DELETE("/groups", { headers: { Accept: "c" } });`,
      `DELETE ${U} accept=c x-y=b`,
    ],
    [
      "ky hooks",
      `import ky from "ky"; const api = ky.extend({ hooks: { beforeRequest: [(request) => { request.headers.set("Accept", "a"); }] } }); api("${U}");`,
      `GET ${U} accept=a`,
    ],
    [
      "superagent",
      `const superagent = require("superagent"); superagent.get("${U}").set("Accept", "a").then(() => {}); superagent("POST", "${U}").set({ Accept: "b" }).send({ a: 1 });`,
      `GET ${U} accept=a`,
      `POST ${U} accept=b`,
    ],
    [
      "an agent of superagent",
      `const superagent = require("superagent"); const agent = superagent.agent().auth("a", "b").set("Accept", "a"); agent.get("${U}").set("X-Y", "b").then(() => {});`,
      `GET ${U} accept=a x-y=b`,
    ],
    [
      "a URL below a base of the environment",
      `fetch(new URL("api/atlas/v1.0/groups", process.env.X + "/"))`,
      "GET {process.env.X}/api/atlas/v1.0/groups",
    ],
    [
      "superagent, a header on some way only",
      `const superagent = require("superagent"); const r = superagent.get("${U}"); if (process.env.X) r.set("Accept", "a"); await r;`,
      `GET ${U} accept=a?`,
    ],
    [
      "request",
      `const request = require("request"); request("${U}", { headers: { Accept: "a" } }, (e, r, b) => {}); request.post({ url: "${U}", json: true }); request.defaults({ baseUrl: "https://x/api/atlas/v1.0", headers: { Accept: "b" } }).del("/groups");`,
      `GET ${U} accept=a`,
      `POST ${U}`,
      `DELETE ${U} accept=b`,
    ],
    [
      "request-promise",
      `const rp = require("request-promise"); rp({ uri: "${U}", method: "PATCH", headers: { accept: "a" } }).auth("u", "p", false);`,
      `PATCH ${U} accept=a`,
    ],
    [
      "https.request with options",
      `import https from "node:https"; const req = https.request({ hostname: "x", path: "/api/atlas/v1.0/groups", method: "POST", headers: { Accept: "a" } }, (res) => {}); req.setHeader("X-Y", "b"); req.end("{}");`,
      `POST ${U} accept=a x-y=b`,
    ],
    [
      "https.get with a URL",
      `const https = require("https"); https.get("${U}", { headers: { Accept: "a" } }, () => {}); https.get(new URL("${U}"));`,
      `GET ${U} accept=a`,
      `GET ${U}`,
    ],
    [
      "https.request with a port",
      `import { request } from "https"; request({ host: "x", port: 8443, path: "/api/atlas/v1.0" });`,
      `GET https://x:8443/api/atlas/v1.0`,
    ],
    [
      "urllib",
      `const urllib = require("urllib"); urllib.request("${U}", { method: "POST", contentType: "json", headers: { Accept: "a" }, digestAuth: "u:p" });`,
      `POST ${U} content-type=application/json accept=a`,
    ],
    ["urllib by name", `import { request } from "urllib"; request("${U}");`, `GET ${U}`],
    [
      "urllib without a protocol",
      `import { request } from "urllib"; request("x/api/atlas/v1.0/groups"); request("basehttps://x/api/atlas/v1.0/groups"); request(process.env.BASE + "/api/atlas/v1.0/groups");`,
      "GET http://x/api/atlas/v1.0/groups",
      "GET http://basehttps://x/api/atlas/v1.0/groups",
      "GET {process.env.BASE}/api/atlas/v1.0/groups",
    ],
    [
      "urllib's HttpClient",
      `import { HttpClient } from "urllib"; const c = new HttpClient(); c.request("${U}", { headers: { Accept: "a" } });`,
      `GET ${U} accept=a`,
    ],
    [
      "digest-fetch",
      `import DigestFetch from "digest-fetch"; const c = new DigestFetch("u", "p"); c.fetch("${U}", { headers: { Accept: "a" } });`,
      `GET ${U} accept=a`,
    ],
    [
      "digest-fetch as a namespace",
      `import * as DigestFetch from "digest-fetch"; new DigestFetch("u", "p").fetch("${U}");`,
      `GET ${U}`,
    ],
    [
      "@mhoc/axios-digest-auth",
      `import AxiosDigestAuth from "@mhoc/axios-digest-auth"; new AxiosDigestAuth({ username: "u", password: "p" }).request({ method: "GET", url: "${U}", headers: { Accept: "a" } });`,
      `GET ${U} accept=a`,
    ],
    [
      "@mhoc/axios-digest-auth, default taken by hand",
      `const A = require("@mhoc/axios-digest-auth"); new A.default({}).request({ method: "GET", url: "${U}" });`,
      `GET ${U}`,
    ],
    [
      "axios-digest",
      `import AxiosDigest from "axios-digest"; const d = new AxiosDigest("u", "p"); d.get("${U}", { headers: { Accept: "a" } }); d.post("${U}", {}, { headers: { Accept: "b" } });`,
      `GET ${U} accept=a`,
      `POST ${U} accept=b`,
    ],
    [
      "App Services, URL",
      `exports = async () => context.http.get({ url: "${U}", headers: { Accept: ["a"] } });`,
      `GET ${U} accept=a`,
    ],
    [
      "App Services, host and path",
      `exports = async () => { const http = context.services.get("http"); return http.patch({ scheme: "https", host: "x", path: "api/atlas/v1.0/groups", digestAuth: true }); };`,
      `PATCH ${U}`,
    ],
    [
      "a wrapper",
      `async function call(method, path, body) { return fetch("https://x/api/atlas/v1.0" + path, { method, headers: { Accept: "a" }, body: JSON.stringify(body) }); } call("GET", "/groups");`,
      `GET ${U} accept=a`,
    ],
    [
      "options set later",
      `const options = { method: "POST", headers: {} }; options.headers.Accept = "a"; options.headers["X-Y"] = "b"; fetch("${U}", options);`,
      `POST ${U} accept=a x-y=b`,
    ],
    [
      "a header under a computed name",
      `const name = "ACCEPT"; fetch("${U}", { headers: { [name.toLowerCase()]: "a" } });`,
      `GET ${U} accept=a`,
    ],
    [
      "a header under one of two names",
      `const name = process.env.X ? "Accept" : "X-Y"; fetch("${U}", { headers: { [name]: "a" } });`,
      `GET ${U} accept=a? x-y=a?`,
    ],
    [
      "a header under a name that is not known",
      `fetch("${U}", { headers: { Accept: "a", [process.env.X]: "b" } });`,
      `GET ${U} accept=a|b +computed header name`,
    ],
    [
      "a spread after it",
      `export const f = (o) => fetch("${U}", { headers: { Accept: "a", ...o } });`,
      `GET ${U} accept=a|{o.Accept} +o`,
    ],
    [
      "a spread before it",
      `export const f = (o) => fetch("${U}", { headers: { ...o, Accept: "a" } });`,
      `GET ${U} accept=a +o`,
    ],
    [
      "options of the caller spread last",
      `export const f = (o) => fetch("${U}", { headers: { Accept: "a" }, ...o });`,
      `? ${U} accept=a|{o.headers.accept}? +o.headers`,
    ],
  ];
  for (const [name, code, ...requests] of cases) {
    it(name, () => {
      expect(requestsOf(code)).toEqual(requests);
    });
  }

  it("knows where headers are written, and whether that is in the function of the call", () => {
    const code = `const shared = { Accept: "a" };\nfunction f() { fetch("${U}", { headers: shared }); fetch("${U}", { headers: { B: "b" } }); }\nf();`;
    const [a, b] = factsOf(code).requests;
    expect(code.slice(a!.headers.place!.start, a!.headers.place!.end)).toBe(`{ Accept: "a" }`);
    expect(a!.headers.atSite).toBe(false);
    expect(code.slice(b!.headers.place!.start, b!.headers.place!.end)).toBe(`{ B: "b" }`);
    expect(b!.headers.atSite).toBe(true);
  });

  it("calls what is not known by the words of the code", () => {
    const code = `fetch("${U}/" + new Date().toISOString() + "/" + getHeaders()() + "/" + list()[0].id)`;
    expect(requestsOf(code)).toEqual([`GET ${U}/{new Date().toISOString()}/{getHeaders()()}/{list()[].id}`]);
  });

  const queries: readonly (readonly [name: string, code: string, ...parameters: string[]])[] = [
    ["fetch has none", `fetch(u, { query: { a: "1" } })`],
    ["a query in the URL stays there", `require("axios").get(u + "?a=1")`],
    ["axios", `require("axios").get(u, { params: { a: 1, b: ["x", "y"], c: null } })`, "a=1", "b=x|y"],
    ["axios.post", `require("axios").post(u, {}, { params: { a: "1" } })`, "a=1"],
    [
      "an axios instance",
      `require("axios").create({ params: { a: "1", b: "2" } }).get(u, { params: { b: "3" } })`,
      "a=1",
      "b=3",
    ],
    [
      "an axios interceptor",
      `const api = require("axios").create(); api.interceptors.request.use((c) => { c.params = { a: "1" }; return c; }); api.get(u);`,
      "a=1",
    ],
    ["a text", `require("got")(u, { searchParams: "?a=1&b=" + x + "&c" })`, "a=1", "b={x}"],
    ["URLSearchParams", `require("ky").get(u, { searchParams: new URLSearchParams({ a: "1" }) })`, "a=1"],
    ["one way or the other", `require("got")(u, { searchParams: x ? { a: "1" } : { a: "2" } })`, "a=1|2"],
    ["something unknown", `require("got")(u, { searchParams: x })`],
    ["request", `require("request").get({ url: u, qs: { a: "1" } }, done)`, "a=1"],
    ["superagent", `require("superagent").get(u).query({ a: "1" }).query("b=2")`, "a=1", "b=2"],
    ["superagent, behind the URL", `require("superagent").get(u, { a: "1" })`, "a=1"],
    ["superagent, a body", `require("superagent").post(u, { a: "1" })`],
    ["needle", `require("needle").request("get", u, { a: "1" }, {})`, "a=1"],
    ["needle, a body", `require("needle").post(u, { a: "1" })`],
    ["urllib", `require("urllib").request(u, { data: { a: "1" } })`, "a=1"],
    ["urllib, a body", `require("urllib").request(u, { method: "POST", data: { a: "1" } })`],
    ["undici", `require("undici").request(u, { query: { a: "1" } })`, "a=1"],
    ["ofetch", `import { $fetch } from "ofetch"; $fetch(u, { query: { a: "1" } })`, "a=1"],
    ["wretch", `import wretch from "wretch"; wretch(u).query({ a: "1" }).get()`, "a=1"],
    ["jQuery", `$.get(u, { a: "1" }); `, "a=1"],
    [
      "Playwright",
      `import { request } from "playwright"; request.newContext().get(u, { params: { a: "1" } })`,
      "a=1",
    ],
    ["Cypress", `cy.request({ url: u, qs: { a: "1" } })`, "a=1"],
    ["App Services", `context.http.get({ url: u, query: { a: ["1"] } })`, "a=1"],
    [
      "openapi-fetch",
      `import make from "openapi-fetch"; make({ baseUrl: u }).GET("/x", { params: { query: { a: "1" } } })`,
      "a=1",
    ],
    [
      "axios-digest-auth",
      `const D = require("@mhoc/axios-digest-auth"); new D({}).request({ url: u, params: { a: "1" } })`,
      "a=1",
    ],
  ];
  for (const [name, code, ...parameters] of queries) {
    it(`query: ${name}`, () => {
      const [request] = factsOf(`const u = "${U}"; ${code}`).requests;
      expect(request).toBeDefined();
      const query = request!.query ?? [];
      expect(query.map((one) => `${one.name}=${one.values.map(describeText).join("|")}`)).toEqual(parameters);
    });
  }

  const credentials: readonly (readonly [name: string, code: string, expected: string])[] = [
    ["Basic in a header", "fetch(u, { headers: { Authorization: `Basic ${btoa(k)}` } })", "basic"],
    ["Bearer in a header", 'fetch(u, { headers: { Authorization: "Bearer " + t } })', "bearer"],
    ["a header that is not known", "fetch(u, { headers: { Authorization: t } })", "unknown"],
    ["axios auth", 'require("axios").get(u, { auth: { username: "a", password: "b" } })', "basic"],
    ["digest-fetch", 'new (require("digest-fetch"))("a", "b").fetch(u)', "digest"],
    ["digest-fetch, told to", 'new (require("digest-fetch"))("a", "b", { basic: true }).fetch(u)', "basic"],
    [
      "digest-fetch, told not to",
      'new (require("digest-fetch"))("a", "b", { basic: false }).fetch(u)',
      "digest",
    ],
    ["urllib digestAuth", 'require("urllib").request(u, { digestAuth: "a:b" })', "digest"],
    [
      "request sendImmediately",
      'require("request").get(u, { auth: { user: "a", pass: "b", sendImmediately: false } })',
      "digest",
    ],
    ["request auth at once", 'require("request").get(u).auth("a", "b", true)', "basic"],
    ["none", "fetch(u)", "none"],
  ];
  for (const [name, code, expected] of credentials) {
    it(`credentials: ${name}`, () => {
      expect(factsOf(`const u = "${U}"; ${code}`).requests.map((request) => request.credentials)).toEqual([
        expected,
      ]);
    });
  }
});
