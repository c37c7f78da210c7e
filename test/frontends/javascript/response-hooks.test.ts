import { describe, expect, it } from "vitest";
import { factsOf, requestsOf } from "../../support/requests.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const AXIOS = `import axios from "axios"; const api = axios.create({ baseURL: "${BASE}" });`;
const ONE = "/groups/1/clusters/a";

/** The properties of interest that code reads from responses, with their paths. */
function readsOf(code: string): string[] {
  return factsOf(code, "file.js")
    .fields.filter(({ access, owner }) => access === "read" && owner.kind === "response")
    .map(({ path }) => path.join("."));
}

describe("hooks get the answers of all requests of their client", () => {
  const cases: readonly (readonly [name: string, code: string, ...paths: string[]])[] = [
    [
      "an interceptor of axios that changes the answer",
      `${AXIOS} api.interceptors.response.use((r) => ({ ...r, data: { ...r.data, uri: r.data.srvAddress } }));
      export const get = async () => (await api.get("${ONE}")).data.uri;`,
      "srvAddress",
    ],
    [
      "an interceptor of axios that gives the body",
      `${AXIOS} api.interceptors.response.use(({ data }) => data);
      export const get = async () => (await api.get("${ONE}")).srvAddress;`,
      "srvAddress",
    ],
    [
      "an interceptor of axios that gets what the one before it gave",
      `${AXIOS} api.interceptors.response.use((r) => r.data); api.interceptors.response.use(async (c) => c.srvAddress);
      export const get = async () => api.get("${ONE}");`,
      "srvAddress",
    ],
    [
      "an interceptor of axios that is a method",
      `import axios from "axios";
      export class Client {
        constructor() { this.http = axios.create({ baseURL: "${BASE}" }); this.http.interceptors.response.use(this.see.bind(this)); }
        see(r) { this.last = r.data.srvAddress; return r; }
        get() { return this.http.get("${ONE}"); }
      }`,
      "srvAddress",
    ],
    [
      "an interceptor of axios that is not known, and what is read behind it",
      `import { unwrap } from "company-http"; ${AXIOS} api.interceptors.response.use(unwrap);
      export const get = async () => (await api.get("${ONE}")).data.srvAddress;`,
      "srvAddress",
    ],
    [
      "transformResponse of axios, which gets the text",
      `import axios from "axios"; const api = axios.create({ baseURL: "${BASE}", transformResponse: (text) => ({ uri: JSON.parse(text).srvAddress }) });
      export const get = async () => (await api.get("${ONE}")).data.uri;`,
      "srvAddress",
    ],
    [
      "transformResponse of axios behind its own",
      `import axios from "axios"; const api = axios.create({ baseURL: "${BASE}", transformResponse: [...axios.defaults.transformResponse, (c) => c.results] });
      export const get = async () => (await api.get("/groups/1/clusters")).data.map((c) => c.srvAddress);`,
      "results.[].srvAddress",
    ],
    [
      "transformResponse of one call of axios",
      `${AXIOS} export const get = () => api.get("${ONE}", { transformResponse: [(text) => JSON.parse(text).srvAddress] });`,
      "srvAddress",
    ],
    [
      "afterResponse of got",
      `import got from "got"; const api = got.extend({ prefixUrl: "${BASE}", responseType: "json", hooks: { afterResponse: [(r) => { r.body.uri = r.body.srvAddress; return r; }] } });
      export const get = async () => (await api.get("groups/1/clusters/a")).body.uri;`,
      "srvAddress",
    ],
    [
      "handlers of got",
      `import got from "got"; const api = got.extend({ prefixUrl: "${BASE}", responseType: "json", handlers: [async (options, next) => (await next(options)).body] });
      export const get = async () => (await api.get("groups/1/clusters/a")).srvAddress;`,
      "srvAddress",
    ],
    [
      "parseJson of got",
      `import got from "got"; const api = got.extend({ prefixUrl: "${BASE}", parseJson: (text) => ({ cluster: JSON.parse(text) }) });
      export const get = async () => (await api.get("groups/1/clusters/a").json()).cluster.srvAddress;`,
      "srvAddress",
    ],
    [
      "afterResponse of ky",
      `import ky from "ky"; const api = ky.create({ prefixUrl: "${BASE}", hooks: { afterResponse: [async (_request, _options, r) => { const c = await r.clone().json(); console.log(c.srvAddress); }] } });
      export const get = async () => (await api.get("groups/1/clusters/a").json()).providerSettings;`,
      "srvAddress",
      "providerSettings",
    ],
    [
      "parseJson of ky",
      `import ky from "ky"; const api = ky.create({ prefixUrl: "${BASE}", parseJson: (text) => ({ cluster: JSON.parse(text) }) });
      export const get = async () => (await api.get("groups/1/clusters/a").json()).cluster.srvAddress;`,
      "srvAddress",
    ],
    [
      "onResponse of ofetch",
      `import { ofetch } from "ofetch"; const api = ofetch.create({ baseURL: "${BASE}", onResponse({ response }) { response._data = { cluster: response._data }; } });
      export const get = async () => { const c = await api("${ONE}"); return c.srvAddress; };`,
      "srvAddress",
    ],
    [
      "parseResponse of ofetch",
      `import { ofetch } from "ofetch"; const api = ofetch.create({ baseURL: "${BASE}", parseResponse: (text) => ({ cluster: JSON.parse(text) }) });
      export const get = async () => (await api("${ONE}")).cluster.srvAddress;`,
      "srvAddress",
    ],
    [
      "onResponse of openapi-fetch",
      `import createClient from "openapi-fetch"; const api = createClient({ baseUrl: "${BASE}" });
      api.use({ async onResponse({ response }) { console.log((await response.clone().json()).srvAddress); } });
      export const get = async () => (await api.GET("${ONE}")).data.providerSettings;`,
      "srvAddress",
      "providerSettings",
    ],
    [
      "transforms of apisauce",
      `import { create } from "apisauce"; const api = create({ baseURL: "${BASE}" });
      api.addResponseTransform((r) => { r.data.uri = r.data.srvAddress; });
      export const get = async () => (await api.get("${ONE}")).data.uri;`,
      "srvAddress",
    ],
    [
      "transform of request-promise",
      `const rp = require("request-promise");
      exports.get = () => rp({ uri: "${BASE}${ONE}", json: true, transform: (body) => ({ cluster: body }) }).then((c) => c.cluster.srvAddress);`,
      "srvAddress",
    ],
    [
      "a parser of superagent that tells what it makes",
      `const superagent = require("superagent");
      const parse = (r, done) => { let text = ""; r.on("data", (d) => { text += d; }); r.on("end", () => done(null, { cluster: JSON.parse(text) })); };
      exports.get = async () => (await superagent.get("${BASE}${ONE}").parse(parse)).body.cluster.srvAddress;`,
      "srvAddress",
    ],
    [
      "what wretch resolves a request with",
      `import wretch from "wretch"; const api = wretch("${BASE}").resolve((r) => r.json((c) => ({ cluster: c })));
      export const get = async () => (await api.get("${ONE}")).cluster.srvAddress;`,
      "srvAddress",
    ],
  ];
  it.each(cases)("%s", (_, code, ...paths) => {
    expect(readsOf(code)).toEqual(paths);
  });

  it("and what they send again is not a request of its own", () => {
    const axios = `${AXIOS} api.interceptors.response.use(async (r) => (r.status === 202 ? api(r.config) : r));
      export const get = () => api.get("${ONE}");`;
    const ky = `import ky from "ky"; const api = ky.create({ prefixUrl: "${BASE}", hooks: { afterResponse: [(request, options, r) => (r.status === 401 ? ky(request, options) : r)] } });
      export const get = () => api.get("groups/1/clusters/a").json();`;
    for (const code of [axios, ky]) expect(requestsOf(code)).toEqual([`GET ${BASE}${ONE}`]);
  });

  it("but those of another instance", () => {
    const code = `${AXIOS} const other = axios.create({ baseURL: "http://other" }); other.interceptors.response.use((r) => r.data.srvAddress);
      export const get = () => api.get("${ONE}");`;
    expect(readsOf(code)).toEqual([]);
  });
});
