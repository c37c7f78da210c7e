import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { describe as shown, flatten } from "../../src/facts/text.js";
import { LoweredProgram } from "../../src/frontends/lowered/program.js";
import { pythonLanguage } from "../../src/frontends/python/language.js";
import { loadParser } from "../../src/frontends/tree-sitter/grammars.js";

const language = pythonLanguage(await loadParser("python"));
const interest = CatalogInterest.of(loadCatalog());

/** The facts of the first of some files; the others are there to be imported. */
function factsOf(files: Readonly<Record<string, string>> | string): FileFacts {
  const all = typeof files === "string" ? { "main.py": files } : files;
  const sources = new Map(Object.entries(all).map(([path, text]) => [path, new SourceText(path, text)]));
  const program = new LoweredProgram(language, interest, {
    resolve: () => undefined,
    isFile: (path) => sources.has(path),
    read: (path) => sources.get(path),
  });
  const [main] = sources.values();
  expect(program.add(main!)).toBeUndefined();
  program.evaluate();
  return program.facts().find(({ source }) => source === main)!.facts;
}

/** The URLs of the requests, with what is not known by its name. */
function urlsOf(files: Readonly<Record<string, string>> | string): string[] {
  return factsOf(files).requests.flatMap(({ methods, urls }) =>
    urls.map((url) => `${methods.join("|")} ${shown(url)}`),
  );
}

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

describe("types of Python", () => {
  it("tell what a function without a known caller is given", () => {
    const code = `import requests
class Atlas:
    def __init__(self, base="${BASE}"):
        self.base = base
    def get(self, path):
        requests.get(self.base + path)
def scale(atlas: Atlas, gid: str):
    atlas.get(f"/groups/{gid}")
def more(atlas: Optional["Atlas"]):
    atlas.get("/orgs")
`;
    const found = urlsOf(code).map((url) => url.replace(BASE, ""));
    expect(found).toEqual(expect.arrayContaining(["GET /groups/{gid}", "GET /orgs"]));
  });
});

describe("values of Python", () => {
  it.each([
    ["constants", `B = "${BASE}"\nrequests.get(B + "/groups")`, "/groups"],
    ["f-strings", `b = "${BASE}"\nrequests.get(f"{b}/groups/{'x'}")`, "/groups/x"],
    ["doubled braces", `b = "${BASE}"\nrequests.get(f"{b}/{{x}}")`, "/{x}"],
    ["percent", `requests.get("%s/groups/%d" % ("${BASE}", 7))`, "/groups/7"],
    ["percent with names", `requests.get("%(b)s/g%%" % {"b": "${BASE}"})`, "/g%"],
    ["format", `requests.get("{}/{x}".format("${BASE}", x="groups"))`, "/groups"],
    ["format by position", `requests.get("{1}/{0}".format("groups", "${BASE}"))`, "/groups"],
    ["strings side by side", `requests.get("${BASE}" "/groups")`, "/groups"],
    ["join", `requests.get("/".join(["${BASE}", "groups", "a"]))`, "/groups/a"],
    ["+= and str", `u = "${BASE}"\nu += "/" + str(12)\nrequests.get(u)`, "/12"],
    ["dictionaries", `S = {"base": "${BASE}"}\nrequests.get(S["base"] + "/g")`, "/g"],
    ["a key that a method has the name of", `S = {"items": "${BASE}"}\nrequests.get(S["items"])`, ""],
    ["get with a default", `S = {}\nrequests.get(S.get("b", "${BASE}") + "/g")`, "/g"],
    ["items", `for k, v in {"a": "${BASE}"}.items():\n    requests.get(v + "/" + k)`, "/a"],
    ["slices", `requests.get("${BASE}/groups//"[:-1])`, "/groups/"],
    ["rstrip", `requests.get("${BASE}/".rstrip("/") + "/g")`, "/g"],
    ["the last element", `requests.get(["a", "${BASE}"][-1])`, ""],
    ["or", `requests.get((None or "${BASE}") + "/g")`, "/g"],
    ["empty lists are false", `requests.get("a" if [] else "${BASE}")`, ""],
    ["a conditional", `requests.get("${BASE}" if 1 < 2 <= 2 else "b")`, ""],
    ["comprehensions", `for u in ["${BASE}/" + x for x in ["a"] if x != "b"]:\n    requests.get(u)`, "/a"],
    ["comprehensions of dictionaries", `d = {k: "${BASE}" for k in ["a"]}\nrequests.get(d["a"])`, ""],
    ["list concatenation", `requests.get((["${BASE}"] + ["x"])[0])`, ""],
    ["unpacking", `a, (b, *c) = 1, ["${BASE}", 2]\nrequests.get(b)`, ""],
    ["several targets", `a = b = "${BASE}"\nrequests.get(a)`, ""],
    ["walrus", `if (u := "${BASE}"):\n    requests.get(u)`, ""],
    ["lambdas", `f = lambda x, y="/g": x + y\nrequests.get(f("${BASE}"))`, "/g"],
    ["generators", `def g():\n    yield "${BASE}"\nfor u in g():\n    requests.get(u)`, ""],
    ["match", `match "a":\n    case "a": u = "${BASE}"\n    case _: u = "x"\nrequests.get(u)`, ""],
    ["Template", `from string import Template\nrequests.get(Template("$b/g").substitute(b="${BASE}"))`, "/g"],
    ["print of None and True", `requests.get(f"${BASE}/{None}/{True}")`, "/None/True"],
    ["os.path.join", `import os\nrequests.get(os.path.join("${BASE}", "groups"))`, "/groups"],
    ["urljoin", `from urllib.parse import urljoin\nrequests.get(urljoin("${BASE}/", "groups"))`, "/groups"],
    ["quote", `import urllib.parse\nrequests.get("${BASE}/" + urllib.parse.quote("a b"))`, "/a%20b"],
    [
      "urlencode",
      `from urllib.parse import urlencode\nrequests.get("${BASE}?" + urlencode({"a": "x y"}))`,
      "?a=x+y",
    ],
    ["partial", `from functools import partial\nf = partial(requests.get, "${BASE}")\nf()`, ""],
    ["escapes", `requests.get("${BASE}/\\x41\\u0042\\\n")`, "/AB"],
  ])("%s", (_name, code, path) => {
    expect(urlsOf(`import requests\n${code}\n`)).toEqual([`GET ${BASE}${path}`]);
  });

  it("are unknown where the language would print them in a way of its own", () => {
    const [url] = factsOf(`import requests\nrequests.get(f"${BASE}/{1.50:.1f}/{[1]!r}/{4 / 2}")\n`)
      .requests[0]!.urls;
    expect(flatten(url!)).toMatch(/^https:\/\/cloud\.mongodb\.com\/api\/atlas\/v1\.0\/.\/.\/.$/su);
  });

  it("have exact places, behind a prefix and in an f-string", () => {
    const text = `import requests\nb = r'${BASE}'\nrequests.get(f'{b}/groups')\n`;
    const parts = factsOf(text).requests[0]!.urls[0]!.parts;
    const written = parts.map((part) => (part.kind === "segment" ? part.written : undefined));
    expect(written.map((one) => text.slice(one!.start, one!.end))).toEqual([BASE, "/groups"]);
    expect(written.every((one) => one!.exact)).toBe(true);
  });
});

describe("functions and classes of Python", () => {
  it("bind arguments by position and by name, with defaults, the rest and what is given by name", () => {
    const code = `
import requests
def call(path, *parts, base="${BASE}", verb="get", **options):
    return requests.request(verb, base + path + "".join(parts), **options)
call("/a", "/b", verb="post", headers={"Accept": "x"})
call(path="/c", **{"verb": "put"})
`;
    const { requests } = factsOf(code);
    expect(requests.map(({ methods, urls }) => `${methods.join()} ${shown(urls[0]!)}`)).toEqual([
      `POST ${BASE}/a/b`,
      `PUT ${BASE}/c`,
    ]);
    expect(requests[0]!.headers.entries[0]).toMatchObject({ name: "accept", certain: true });
    expect(requests[1]!.headers).toMatchObject({ entries: [], open: [] });
  });

  it("have members of classes on instances, and constructors and methods of the class above", () => {
    const code = `
import requests
class Base:
    ROOT = "${BASE}"
    def __init__(self, group):
        self.group = group
    @property
    def url(self):
        return f"{self.ROOT}/groups/{self.group}"
    @staticmethod
    def join(a, b): return a + "/" + b
    @classmethod
    def of(cls, group): return cls(group)
class Clusters(Base):
    def __init__(self, group, name="c"):
        super().__init__(group)
        self.name = name
    def get(self):
        return requests.get(self.join(self.url, "clusters/" + self.name))
Clusters.of("g").get()
`;
    expect(urlsOf(code)).toEqual([`GET ${BASE}/groups/g/clusters/c`]);
  });

  it("make constructors of the fields of data classes, and dictionaries of their instances", () => {
    const code = `
import requests
from dataclasses import dataclass, asdict, field
@dataclass
class Cluster:
    name: str
    numShards: int = 1
    tags: list = field(default_factory=list)
requests.post("${BASE}/groups/g/clusters", json=asdict(Cluster("a", numShards=3)))
`;
    const { requests } = factsOf(code);
    const body = requests[0]!.body;
    expect(JSON.stringify(body)).toContain('"numShards"');
    expect(factsOf(code).fields.map(({ name, access }) => `${access} ${name}`)).toContain(
      "declare numShards",
    );
  });

  it("give enumerations, context managers, decorators and nested functions their meaning", () => {
    const code = `
import functools, requests
from contextlib import contextmanager
from enum import Enum
class Url(Enum):
    PROD = "${BASE}"
@contextmanager
def client():
    yield requests.Session()
def retry(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    return wrapper
@retry
def load(path):
    def url():
        return Url.PROD.value + path
    with client() as session:
        return session.get(url())
load("/groups")
`;
    expect(urlsOf(code)).toContain(`GET ${BASE}/groups`);
  });

  it("read globals that are set further down, and those that a function sets", () => {
    const code = `
import requests
def load():
    return requests.get(URL + path)
def init():
    global path
    path = "/groups"
URL = "${BASE}"
init()
load()
`;
    expect(urlsOf(code)).toContain(`GET ${BASE}/groups`);
  });
});

describe("modules of Python", () => {
  const use = `requests.get(BASE + "/groups")\n`;
  it.each([
    ["of the same folder", "app/main.py", "from config import BASE", "app/config.py"],
    ["relative", "app/main.py", "from .config import BASE", "app/config.py"],
    ["above", "app/sub/main.py", "from ..config import BASE", "app/config.py"],
    ["of the root", "app/sub/main.py", "from app.config import BASE", "app/config.py"],
    ["below src", "tests/main.py", "from pkg.config import BASE", "src/pkg/config.py"],
    ["of a package", "main.py", "from pkg import BASE", "pkg/__init__.py"],
    ["with a star", "main.py", "from config import *", "config.py"],
    [
      "in a try",
      "main.py",
      "try:\n    from config import BASE\nexcept ImportError:\n    BASE = 'x'",
      "config.py",
    ],
  ])("%s", (_name, path, line, other) => {
    const urls = urlsOf({ [path]: `import requests\n${line}\n${use}`, [other]: `BASE = "${BASE}"\n` });
    expect(urls).toContain(`GET ${BASE}/groups`);
  });

  it.each([
    ["from pkg import config", "config.BASE"],
    ["from . import config", "config.BASE"],
    ["import pkg.config", "pkg.config.BASE"],
    ["import pkg.config as c", "c.BASE"],
  ])("%s", (line, base) => {
    const path = line.includes("from .") ? "pkg/main.py" : "main.py";
    const urls = urlsOf({
      [path]: `import requests\n${line}\nrequests.get(${base} + "/g")\n`,
      "pkg/__init__.py": "",
      "pkg/config.py": `import os\nBASE = "${BASE}"\n`,
    });
    expect(urls).toEqual([`GET ${BASE}/g`]);
  });

  it("re-export what they import", () => {
    const urls = urlsOf({
      "main.py": `import requests\nfrom pkg import BASE\n${use}`,
      "pkg/__init__.py": "from .config import BASE\n",
      "pkg/config.py": `BASE = "${BASE}"\n`,
    });
    expect(urls).toEqual([`GET ${BASE}/groups`]);
  });
});

describe("clients of Python", () => {
  it.each([
    ["requests", `import requests\nrequests.post(U, json={"a": 1}, headers=H)`, "POST"],
    ["a session", `import requests\ns = requests.Session()\ns.headers.update(H)\ns.get(U)`, "GET"],
    [
      "headers of a session",
      `import requests\ns = requests.Session()\ns.headers["Accept"] = "x"\ns.get(U)`,
      "GET",
    ],
    ["httpx", `import httpx\nhttpx.get(U, headers=H)`, "GET"],
    [
      "a client of httpx",
      `import httpx\nwith httpx.Client(base_url=B, headers=H) as c:\n    c.get("/g")`,
      "GET",
    ],
    [
      "an asynchronous client",
      `import httpx\nasync def f():\n    async with httpx.AsyncClient(headers=H) as c:\n        r = await c.get(U)\nf()`,
      "GET",
    ],
    [
      "aiohttp",
      `import aiohttp\nasync def f():\n    async with aiohttp.ClientSession() as s:\n        async with s.patch(U, json={}, headers=H) as r:\n            await r.json()\nf()`,
      "PATCH",
    ],
    [
      "urllib",
      `import urllib.request\nurllib.request.urlopen(urllib.request.Request(U, headers=H, method="PUT"))`,
      "PUT",
    ],
    [
      "urllib, a header added",
      `from urllib.request import Request, urlopen\nr = Request(U, data=b"{}")\nr.add_header("Accept", "x")\nurlopen(r)`,
      "POST",
    ],
    [
      "urllib3",
      `import urllib3\nhttp = urllib3.PoolManager()\nhttp.request("DELETE", U, headers=H)`,
      "DELETE",
    ],
    [
      "fetch_url of Ansible",
      `from ansible.module_utils.urls import fetch_url\nr, info = fetch_url(M, U, headers=H, method="PUT")`,
      "PUT",
    ],
    [
      "open_url of Ansible",
      `from ansible.module_utils.urls import open_url\nopen_url(U, data="{}", headers=H)`,
      "POST",
    ],
    [
      "http.client",
      `import http.client\nc = http.client.HTTPSConnection("cloud.mongodb.com")\nc.request("GET", "/api/atlas/v1.0/g", headers=H)`,
      "GET",
    ],
  ])("%s", (_name, code, method) => {
    const { requests } = factsOf(`B = "${BASE}"\nU = B + "/g"\nH = {"Accept": "x"}\n${code}\n`);
    expect(requests).toHaveLength(1);
    const [request] = requests;
    expect(request!.methods).toEqual([method]);
    expect(shown(request!.urls[0]!)).toMatch(/cloud\.mongodb\.com\/api\/atlas\/v1\.0\/g$/);
    expect(request!.headers.entries).toMatchObject([{ name: "accept", certain: true }]);
  });

  it("say how they authenticate, and what they say of a body by themselves", () => {
    const code = `
import requests
from requests.auth import HTTPDigestAuth
requests.post("${BASE}", auth=HTTPDigestAuth("a", "b"), json={})
requests.post("${BASE}", auth=("a", "b"), data={"a": 1})
`;
    const [first, second] = factsOf(code).requests;
    expect(first).toMatchObject({ credentials: "digest", setsContentType: true });
    expect(second).toMatchObject({
      credentials: "basic",
      setsContentType: false,
      ownContentType: { type: "application/x-www-form-urlencoded" },
    });
  });

  it("have their responses read, also where a key is deleted, unless it may be absent", () => {
    const code = `
import json, requests
r = requests.get("${BASE}/groups/g/clusters")
for c in json.loads(r.text)["results"]:
    print(c["mongoURI"], c.get("srvAddress", ""))
    del c["mongoURIUpdated"]
    c.pop("mongoURIWithOptions")
    c.pop("numShards", None)
x = r.json().get("results")[0]["providerSettings"]
`;
    const reads = factsOf(code).fields.filter(({ owner }) => owner.kind === "response");
    expect(reads.map(({ name, path }) => [name, path.join(".")])).toEqual([
      ["mongoURI", "results.[].mongoURI"],
      ["srvAddress", "results.[].srvAddress"],
      ["mongoURIUpdated", "results.[].mongoURIUpdated"],
      ["mongoURIWithOptions", "results.[].mongoURIWithOptions"],
      ["providerSettings", "results.[].providerSettings"],
    ]);
  });
});

describe("what Python has beside its code", () => {
  it("has no names that pop takes out of an object if they are there, and reads those that del needs", () => {
    const code = `def strip(c):
    c.pop("mongoURIUpdated", None)
    del c["mongoURIWithOptions"]
    return c
`;
    const { strings, fields } = factsOf(code);
    expect(strings.filter(({ what }) => what === "name")).toEqual([]);
    expect(fields.map(({ name, access }) => [name, access])).toEqual([["mongoURIWithOptions", "read"]]);
  });

  it("keeps what is written in comments and docstrings as such", () => {
    const code = `"""Uses ${BASE}"""\n# old: ${BASE}\ndef f():\n    '''${BASE}'''\nx = "${BASE}"\n`;
    expect(factsOf(code).strings.map(({ setting }) => setting)).toEqual([
      "comment",
      "comment",
      "comment",
      "code",
    ]);
  });

  it("is read around a statement that does not parse, which is searched", () => {
    const code = `import requests\nx = = "${BASE}/old"\nrequests.get("${BASE}")\nrequests.get("${BASE}/g")\n`;
    const facts = factsOf(code);
    expect(facts.problems).toMatchObject([{ kind: "syntax" }]);
    expect(facts.strings).toHaveLength(3);
    expect(facts.requests).toHaveLength(2);
  });
});
