import { describe, expect, it } from "vitest";
import { analyze } from "../../support/analyze.js";
import { API, expectDoubts, expectHeaders, expectMissing } from "./expect-hooks.js";

/** A session of requests, with a class of the program. */
const session = (code: string): string => `import requests
from requests.adapters import HTTPAdapter
from requests.auth import AuthBase
from urllib.parse import urljoin
${code}`;

describe("Python", () => {
  expectHeaders("api.py", {
    "an opener that urllib uses for all requests": `import urllib.request
class Dated(urllib.request.BaseHandler):
    def https_request(self, req):
        req.add_header("HEADER", "TYPE")
        return req
urllib.request.install_opener(urllib.request.build_opener(Dated()))
urllib.request.urlopen("API/groups")
`,
    "the headers of an opener that urllib uses for all requests": `from urllib.request import build_opener, install_opener, urlopen
opener = build_opener()
opener.addheaders = [("HEADER", "TYPE")]
install_opener(opener)
urlopen("API/groups")
`,
    "auth of a call": session(`class Token(AuthBase):
    def __init__(self, token):
        self.token = token
    def __call__(self, r):
        r.headers["Authorization"] = f"Bearer {self.token}"
        r.headers["HEADER"] = "TYPE"
        return r

def groups(token):
    return requests.get("API/groups", auth=Token(token)).json()
`),
    "auth of a session": session(`class Dated(requests.auth.AuthBase):
    def __call__(self, request):
        request.headers.update({"HEADER": "TYPE"})
        return request

session = requests.Session()
session.auth = Dated()
def clusters(group):
    return session.get(f"API/groups/{group}/clusters").json()
`),
    "auth that extends the one of the library": session(`class Dated(requests.auth.HTTPDigestAuth):
    def __call__(self, r):
        r.headers["HEADER"] = "TYPE"
        return super().__call__(r)
requests.patch("API/groups/x/clusters/y", json={"paused": True}, auth=Dated("a", "b"))
`),
    "a function as auth": session(`def dated(r):
    r.headers["HEADER"] = "TYPE"
    return r
requests.get("API/groups", auth=dated)
`),
    "auth that looks first": session(`class Dated(AuthBase):
    def __call__(self, r):
        if "HEADER" not in r.headers:
            r.headers["HEADER"] = "TYPE"
        r.headers.setdefault("HEADER", "text/plain")
        return r
requests.get("API/groups", auth=Dated())
`),
    "an adapter that adds headers": session(`class Dated(HTTPAdapter):
    def add_headers(self, request, **kw):
        request.headers["HEADER"] = "TYPE"
s = requests.Session()
s.mount("https://cloud.mongodb.com", Dated())
s.get("API/groups")
`),
    "an adapter that sends": session(`class Dated(HTTPAdapter):
    def __init__(self, version, *args, **kwargs):
        self.version = version
        super().__init__(*args, **kwargs)
    def send(self, request, **kwargs):
        request.headers["HEADER"] = self.version
        return super().send(request, **kwargs)
s = requests.Session()
s.mount("https://", Dated("TYPE"))
print(s.get("API/groups").json()["results"])
`),
    "a session with its own request": session(`class Api(requests.Session):
    def __init__(self, base_url):
        super().__init__()
        self.base_url = base_url
    def request(self, method, url, *args, **kwargs):
        headers = kwargs.pop("headers", None) or {}
        headers.setdefault("HEADER", "TYPE")
        return super().request(method, urljoin(self.base_url, url), *args, headers=headers, **kwargs)
Api("API/").get("groups")
`),
    "a session with its own send": session(`class Api(requests.Session):
    def send(self, request, **kwargs):
        request.headers["HEADER"] = "TYPE"
        return super().send(request, **kwargs)
Api().get("API/groups")
`),
    "a session that prepares requests itself": session(`class Api(requests.Session):
    def prepare_request(self, request):
        request.headers["HEADER"] = "TYPE"
        return super().prepare_request(request)
Api().get("API/groups")
`),
    "an event hook of httpx": `import httpx
def dated(request):
    request.headers["HEADER"] = "TYPE"
c = httpx.Client(base_url="API", event_hooks={"request": [dated]})
c.patch("/groups/x/clusters/y", json={"paused": True})
`,
    "an event hook that is added later": `import httpx
async def dated(request: httpx.Request) -> None:
    request.headers["HEADER"] = "TYPE"
async def main():
    async with httpx.AsyncClient(base_url="API") as c:
        c.event_hooks["request"].append(dated)
        r = await c.get("/groups")
        return r.json()
`,
    "auth of httpx": `import httpx
class Dated(httpx.Auth):
    def __init__(self, token):
        self.token = token
    def auth_flow(self, request):
        request.headers["Authorization"] = f"Bearer {self.token}"
        request.headers["HEADER"] = "TYPE"
        yield request
client = httpx.Client(auth=Dated("t"))
client.get("API/groups")
`,
    "a transport of httpx": `import httpx
class Dated(httpx.HTTPTransport):
    def handle_request(self, request):
        request.headers["HEADER"] = "TYPE"
        return super().handle_request(request)
client = httpx.Client(transport=Dated(), base_url="API")
client.get("/groups")
`,
    "headers of an opener": `import urllib.request
auth = urllib.request.HTTPDigestAuthHandler(urllib.request.HTTPPasswordMgrWithDefaultRealm())
opener = urllib.request.build_opener(auth)
opener.addheaders = [("HEADER", "TYPE"), ("User-Agent", "x")]
opener.open("API/groups")
`,
    "a handler of an opener": `import urllib.request
class Dated(urllib.request.BaseHandler):
    def http_request(self, req):
        req.add_header("HEADER", "TYPE")
        return req
    https_request = http_request
opener = urllib.request.build_opener(Dated())
opener.open("API/groups")
`,
    "middleware of aiohttp": `import aiohttp
async def dated(req, handler):
    req.headers["HEADER"] = "TYPE"
    return await handler(req)
async def main():
    async with aiohttp.ClientSession(middlewares=(dated,)) as s:
        async with s.get("API/groups") as r:
            return await r.json()
`,
    "an adapter that looks at the URL": `import requests
class Client:
    def __init__(self, key, secret):
        self.session = requests.Session()
        self.session.auth = requests.auth.HTTPDigestAuth(key, secret)
        self.session.mount("https://", DatedAdapter(max_retries=3))
    def get(self, path):
        r = self.session.get("API" + path)
        r.raise_for_status()
        return r.json()
class DatedAdapter(requests.adapters.HTTPAdapter):
    def send(self, request, *args, **kwargs):
        if request.url.startswith("https://cloud.mongodb.com/"):
            request.headers["HEADER"] = "TYPE"
        return super().send(request, *args, **kwargs)
print(Client("a", "b").get("/groups")["results"])
`,
    "a method as an event hook": `import httpx
class Api:
    def __init__(self):
        self.client = httpx.Client(base_url="API", event_hooks={"request": [self._stamp], "response": [self._check]})
    def _stamp(self, request):
        request.headers["HEADER"] = "TYPE"
    def _check(self, response):
        response.raise_for_status()
    def groups(self):
        return self.client.get("/groups").json()
Api().groups()
`,
    "a client of httpx with its own request": `import httpx
class Api(httpx.Client):
    def request(self, method, url, **kwargs):
        headers = kwargs.pop("headers", {}) or {}
        headers["HEADER"] = "TYPE"
        return super().request(method, url, headers=headers, **kwargs)
Api(base_url="API").get("/groups")
`,
    "a client of httpx that builds requests itself": `import httpx
class Api(httpx.Client):
    def build_request(self, *args, **kwargs):
        request = super().build_request(*args, **kwargs)
        request.headers["HEADER"] = "TYPE"
        return request
Api(base_url="API").get("/groups")
`,
    "a session of aiohttp with its own request": `import aiohttp
class Api(aiohttp.ClientSession):
    async def _request(self, method, url, **kwargs):
        kwargs.setdefault("headers", {})["HEADER"] = "TYPE"
        return await super()._request(method, url, **kwargs)
async def go():
    async with Api() as s:
        r = await s.get("API/groups")
`,
  });

  expectDoubts("api.py", {
    "auth of a package": `import requests
from requests_aws4auth import AWS4Auth
requests.get("API/groups", auth=AWS4Auth("a", "b"))
`,
    "an adapter of a package": `import requests
from atlas_tools import VersionAdapter
s = requests.Session()
s.mount("https://", VersionAdapter())
s.get("API/groups")
`,
  });

  expectMissing("api.py", {
    "auth from outside": session(`def groups(auth):
    return requests.get("API/groups", auth=auth).json()
`),
    "an adapter that tries again": session(`from urllib3.util.retry import Retry
s = requests.Session()
s.mount("https://", HTTPAdapter(max_retries=Retry(total=3)))
s.auth = requests.auth.HTTPDigestAuth("a", "b")
s.get("API/groups")
`),
    "a session with nothing of its own": session(`class Api(requests.Session):
    def __init__(self):
        super().__init__()
        self.headers["User-Agent"] = "x"
Api().get("API/groups")
`),
  });

  it("does not send a request again where code passes on the one that it gets", async () => {
    const { findings } = await analyze(
      "api.py",
      session(`class Key(AuthBase):
    def __call__(self, r):
        return self.profile.api_auth(r)
requests.get("${API}/groups", auth=Key(), headers={"Accept": "application/vnd.atlas.2023-02-01+json"})
`),
    );
    expect(findings).toEqual([]);
  });

  it("keeps the header of the call if other code only sets a missing one", async () => {
    const { findings } = await analyze(
      "api.py",
      session(`class Plain(AuthBase):
    def __call__(self, r):
        r.headers.setdefault("Accept", "application/json")
        return r
requests.get("${API}/groups", auth=Plain(), headers={"Accept": "application/vnd.atlas.2023-02-01+json"})
`),
    );
    expect(findings).toEqual([]);
  });
});
