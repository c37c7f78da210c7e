import { describe, expect, it } from "vitest";
import { describe as asRead } from "../../src/facts/text.js";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { API, LanguageFacts } from "./language-facts.js";

const facts = new LanguageFacts(pythonFrontend, "main.py");

describe("requests of Python that are made first and sent later", () => {
  it.each([
    [
      "requests",
      `import requests
class Client:
    def __init__(self):
        self.session = requests.Session()
    def send(self, request):
        request.params.update({"pageNum": 1})
        request.headers["X-A"] = "b"
        return self.session.send(self.session.prepare_request(request)).json()
Client().send(requests.Request("GET", "${API}/groups/g/clusters"))["results"][0]["providerSettings"]
`,
    ],
    [
      "requests, prepared without a session",
      `from requests import Request, Session
request = Request(method="get", url="${API}/groups/g/clusters", headers={"X-A": "b"}).prepare()
print(Session().send(request, timeout=3).json()["results"][0]["providerSettings"])
`,
    ],
    [
      "httpx",
      `import httpx
client = httpx.Client(base_url="${API}")
request = client.build_request("GET", "/groups/g/clusters", headers={"X-A": "b"})
print(client.send(request).json()["results"][0]["providerSettings"])
`,
    ],
  ])("are those of %s", (_name, code) => {
    const { requests, fields } = facts.of(code);
    expect(requests.map(({ methods, urls }) => `${methods.join()} ${asRead(urls[0]!)}`)).toEqual([
      `GET ${API}/groups/g/clusters`,
    ]);
    const [{ site, headers }] = requests as [(typeof requests)[number]];
    expect(code.slice(site.start, site.end)).toMatch(/\.send\(/);
    expect(headers).toMatchObject({ entries: [{ name: "x-a", certain: true }], open: [] });
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toContain("read providerSettings");
  });
});

describe("setdefault", () => {
  it.each([
    ["an empty dictionary", "{}", true],
    ["one with members, which may be missing in the other", '{"X-A": "b"}', false],
  ])("gives a dictionary, by default %s, whose later headers are sent", (_name, standby, certain) => {
    const { requests } = facts.of(`import requests
def send(url, **kw):
    kw.setdefault("headers", ${standby})["Accept"] = "application/json"
    return requests.get(url, **kw)
send("${API}/groups")
def unknown(**kw):
    kw.setdefault("headers", ${standby})["Accept"] = "application/json"
    return requests.get("${API}/groups/1", **kw)
`);
    const accepts = requests.map(({ urls, headers }) => [
      asRead(urls[0]!).replace(API, ""),
      headers.entries.find(({ name }) => name === "accept")?.certain,
    ]);
    expect(accepts).toEqual([
      ["/groups", true],
      ["/groups/1", certain],
    ]);
  });
});

describe("loops over numbers", () => {
  it.each([
    ["the number", "", '"/" + str(attempt)', ["/0", "/1", "/2"]],
    ["an earlier round", 'rows.append("x")', '"/" + "-".join(rows)', ["/x-x", "/x-x-x"]],
    ["neither", "if attempt == 2:\n            raise Exception(attempt)", '"/x"', ["/x"]],
  ])("run as often as it takes if %s decides about the request", (_name, before, path, expected) => {
    const { requests } = facts.of(`import requests, time
def call():
    rows = []
    for attempt in range(3):
        ${before || "pass"}
        requests.get("${API}" + ${path})
        time.sleep(2 ** attempt)
`);
    const urls = requests.flatMap((request) => request.urls.map(asRead));
    expect(urls).toEqual(expect.arrayContaining(expected.map((end) => API + end)));
  });
});

describe("a value of Python that may be nothing", () => {
  it.each([
    ["is added to a URL", '"/groups/" + first(input())', ["/groups/{input().name}"]],
    ["is joined with others", '"/" + "/".join(["groups", first(input())])', ["/groups/{input().name}"]],
    ["is formatted", 'f"/groups/{first(input())}"', ["/groups/{input().name}", "/groups/None"]],
    ["is a field that code which is not seen sets", '"/groups/" + Settings().project', ["/groups/{…}"]],
    ["is the default of a class", '"/groups/" + Settings.org', ["/groups/{org}"]],
  ])("%s", (_how, path, expected) => {
    const { requests } = facts.of(`import requests
class Settings:
    org = None
    def __init__(self):
        self.project = None
def first(found):
    if found:
        return found["name"]
requests.get("${API}" + ${path})
`);
    expect(requests.flatMap(({ urls }) => urls.map((url) => asRead(url).slice(API.length)))).toEqual(
      expected,
    );
  });

  it("is the base where it is added with urljoin", () => {
    const { requests } = facts.of(`import requests
from urllib.parse import urljoin
requests.get(urljoin("${API}/", None))
`);
    expect(requests.map(({ urls }) => urls.map(asRead))).toEqual([[`${API}/`]]);
  });
});

describe("properties of clusters in Python", () => {
  it("are declared by the aliases of fields", () => {
    const code = `from pydantic import BaseModel, Field
class Cluster(BaseModel):
    name: str
    srv: str = Field(..., alias="srvAddress")
    uri: str = Field(default=None, validation_alias='mongoURI')
    numShards: int = 1
`;
    const { fields } = facts.of(code);
    expect(fields.map(({ access, place }) => [access, code.slice(place.start, place.end)])).toEqual([
      ["declare", '"srvAddress"'],
      ["declare", "'mongoURI'"],
      ["declare", "numShards"],
    ]);
  });
});

describe("attributes that no class assigns", () => {
  it.each([
    ["an attribute", "self.base", "{base}"],
    ["an element of one", "self.settings['BASE']", "{settings.BASE}"],
    ["a class variable without a value", "self.empty", "{empty}"],
  ])("are unknown in a URL: %s", (_name, base, expected) => {
    const { requests } = facts.of(`import requests
class Client:
    empty: str = None
    def list(self):
        return requests.get(f"{${base}}/groups/g/clusters")
Client().list()
`);
    expect(requests.map(({ urls }) => urls.map(asRead))).toEqual([[`${expected}/groups/g/clusters`]]);
  });

  it("are unknown functions if they are called", () => {
    const { requests } = facts.of(`class Client:
    def list(self):
        return self.make_request("${API}/groups/g/clusters")
Client().list()
`);
    expect(requests.map(({ understood }) => understood)).toEqual([false]);
  });

  it("are None where they are assigned", () => {
    const { requests } = facts.of(`import requests
class Client:
    def __init__(self):
        self.path = None
    def list(self):
        path = "/groups" if self.path is None else "/orgs"
        return requests.get("${API}" + path)
Client().list()
`);
    expect(requests.map(({ urls }) => urls.map(asRead))).toEqual([[`${API}/groups`]]);
  });
});

describe("a call that a test of Python expects", () => {
  it.each([
    ["by its name", "from unittest.mock import call", "call"],
    ["in its module", "from unittest import mock", "mock.call"],
    ["in the package", "import mock", "mock.call"],
  ])("sends nothing: %s", (_what, head, name) => {
    const { requests } = facts.of(`${head}
session.get.assert_has_calls([${name}("${API}/groups/1/clusters", headers={"Accept": "a/b"})])
assert session.mock_calls == [${name}.get("${API}/groups/1/clusters", json={"numShards": 1})]
`);
    expect(requests).toEqual([]);
  });
});
