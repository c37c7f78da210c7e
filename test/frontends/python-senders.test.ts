import { describe, expect, it } from "vitest";
import { briefly } from "../support/requests.js";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { API, LanguageFacts } from "./language-facts.js";

const facts = new LanguageFacts(pythonFrontend, "main.py");
const sent = (code: string): string[] =>
  facts.of(code).requests.map((request) => briefly(request).replace(API, ""));

describe("headers of a client of Python", () => {
  it("are replaced by those of a call of urllib3", () => {
    const code = `import urllib3
pool = urllib3.PoolManager(headers={"Accept": "a"})
pool.request("GET", "${API}/groups")
pool.request("PUT", "${API}/groups", headers={"X-A": "b"})
pool.request("PATCH", "${API}/groups", headers={**pool.headers, "X-A": "b"})
`;
    expect(sent(code)).toEqual(["GET /groups accept=a", "PUT /groups x-a=b", "PATCH /groups accept=a x-a=b"]);
  });

  it("are sent by a session of requests if it has prepared the request itself", () => {
    const code = `import requests
session = requests.Session()
session.headers["Accept"] = "a"
session.auth = ("user", "key")
request = lambda method: requests.Request(method, "${API}/groups", headers={"X-A": "b"})
session.send(request("GET").prepare())
session.send(session.prepare_request(request("PUT")))
requests.Session().send(session.prepare_request(request("PATCH")))
`;
    expect(sent(code)).toEqual([
      "GET /groups x-a=b",
      "PUT /groups accept=a x-a=b",
      "PATCH /groups accept=a x-a=b",
    ]);
    expect(facts.of(code).requests.map(({ credentials }) => credentials)).toEqual(["none", "basic", "basic"]);
  });

  it("are sent by a client of httpx if it has built the request itself", () => {
    const code = `import httpx
client = httpx.Client(headers={"Accept": "a"}, base_url="${API}", auth=httpx.DigestAuth("user", "key"))
client.send(httpx.Request("GET", "${API}/groups", headers={"X-A": "b"}))
client.send(client.build_request("PUT", "/groups", headers={"X-A": "b"}))
`;
    expect(sent(code)).toEqual(["GET /groups x-a=b", "PUT /groups accept=a x-a=b"]);
    expect(facts.of(code).requests.map(({ credentials }) => credentials)).toEqual(["digest", "digest"]);
  });
});
