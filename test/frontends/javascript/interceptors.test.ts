import { describe, expect, it } from "vitest";
import { requestsOf } from "../../support/requests.js";

const U = "https://x/api/atlas/v1.0/groups";

describe("what interceptors and hooks leave of headers", () => {
  const cases: readonly (readonly [name: string, code: string, ...requests: string[]])[] = [
    [
      "an axios interceptor that takes other headers",
      `import axios from "axios"; const api = axios.create({ headers: { Accept: "a" } }); api.interceptors.request.use((c) => { c.headers = { "X-Y": "b" }; return c; }); api.get("${U}");`,
      `GET ${U} x-y=b`,
    ],
    [
      "an axios interceptor that gives other headers",
      `import axios from "axios"; const api = axios.create({ headers: { Accept: "a" } }); const auth = (api) => { api.interceptors.request.use((c) => ({ ...c, headers: new axios.AxiosHeaders({ "X-Y": "b" }).set("X-Z", "c") })); return api; }; auth(api).get("${U}");`,
      `GET ${U} x-y=b x-z=c`,
    ],
    [
      "an axios interceptor that makes headers of those that there are",
      `import axios, { AxiosHeaders } from "axios"; const api = axios.create({ headers: { accept: "a" } }); api.interceptors.request.use((c) => { c.headers = AxiosHeaders.from(c.headers).concat({ "X-Y": "b" }); return c; }); api.get("${U}");`,
      `GET ${U} accept=a x-y=b`,
    ],
    [
      "an axios interceptor that deletes a header",
      `import axios from "axios"; const api = axios.create({ headers: { Accept: "a", "X-Y": "b" } }); api.interceptors.request.use((c) => { c.headers.delete("accept"); return c; }); api.get("${U}");`,
      `GET ${U} x-y=b`,
    ],
    [
      "an axios interceptor that sets what is missing",
      `import axios from "axios"; axios.interceptors.request.use((c) => { if (!c.headers.Accept) c.headers.Accept = "a"; c.headers["X-Y"] = "b"; return c; }); axios.get("${U}");`,
      `GET ${U} x-y=b`,
    ],
    [
      "an axios interceptor that is asked before another one",
      `import axios from "axios"; axios.interceptors.request.use((c) => { c.headers["X-Y"] = "a"; return c; }); axios.interceptors.request.use((c) => { c.headers = { "X-Y": "b", "X-Z": "b" }; return c; }); axios.get("${U}");`,
      `GET ${U} x-y=a x-z=b`,
    ],
    [
      "got hooks that take other headers",
      `import got from "got"; const api = got.extend({ headers: { accept: "a" }, hooks: { beforeRequest: [(options) => { options.headers = { "x-y": "b" }; }] } }); api.get("${U}");`,
      `GET ${U} x-y=b`,
    ],
    [
      "got hooks that delete a header",
      `import got from "got"; const api = got.extend({ headers: { accept: "a", "x-y": "b" }, hooks: { beforeRequest: [(options) => { delete options.headers.accept; }] } }); api.get("${U}");`,
      `GET ${U} x-y=b`,
    ],
    [
      "ky hooks that delete a header",
      `import ky from "ky"; const api = ky.extend({ headers: { Accept: "a", "X-Y": "b" }, hooks: { beforeRequest: [(request) => { request.headers.delete("accept"); }] } }); api("${U}");`,
      `GET ${U} x-y=b`,
    ],
  ];
  for (const [name, code, ...requests] of cases) {
    it(name, () => {
      expect(requestsOf(code)).toEqual(requests);
    });
  }
});
