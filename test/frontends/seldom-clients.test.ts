import { expect, it } from "vitest";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { kotlinFrontend } from "../../src/frontends/kotlin/entry.js";
import { phpFrontend } from "../../src/frontends/php/entry.js";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { rubyFrontend } from "../../src/frontends/ruby/entry.js";
import { API, LanguageFacts, requestsOf } from "./language-facts.js";

const python = new LanguageFacts(pythonFrontend, "atlas.py");
const ruby = new LanguageFacts(rubyFrontend, "atlas.rb");
const php = new LanguageFacts(phpFrontend, "atlas.php", "<?php\n");
const kotlin = new LanguageFacts(kotlinFrontend, "Atlas.kt");

const ONE = `"${API}/groups/1/clusters/c"`;

/** The requests, and the paths of what is read of their responses. */
function sentAndRead(facts: FileFacts): string[] {
  const read = facts.fields.filter(({ access, owner }) => access === "read" && owner.kind === "response");
  return [...requestsOf(facts), ...read.map(({ path }) => `read ${path.join(".")}`)];
}

it.each<[string, string, string[]]>([
  [
    "httplib2, whose second result is the text",
    `import json, httplib2
h = httplib2.Http(".cache")
h.add_credentials("a", "b")
response, content = h.request(${ONE}, "GET", headers={"Accept": "a/b"})
print(json.loads(content)["srvAddress"])`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "treq",
    `import treq
async def one():
    response = await treq.put(${ONE}, json={"name": "x"}, headers={"Accept": "a/b"})
    return (await treq.json_content(response))["srvAddress"]`,
    ["PUT /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "tornado",
    `from tornado.escape import json_decode
from tornado.httpclient import AsyncHTTPClient
async def one():
    response = await AsyncHTTPClient().fetch(${ONE}, method="GET", headers={"Accept": "a/b"})
    return json_decode(response.body)["srvAddress"]`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "a request of tornado that is made first",
    `from tornado import httpclient
request = httpclient.HTTPRequest(${ONE}, method="PATCH", headers={"Accept": "a/b"}, body="{}")
httpclient.HTTPClient().fetch(request)`,
    ["PATCH /groups/1/clusters/c ; accept: a/b"],
  ],
  [
    "curl as a function of sh",
    `import json, sh
out = sh.curl("-s", ${ONE}, H="Accept: a/b", _timeout=9)
print(json.loads(str(out))["srvAddress"])`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "pycurl that writes to a buffer",
    `import io, json, pycurl
buffer = io.BytesIO()
c = pycurl.Curl()
c.setopt(c.URL, ${ONE})
c.setopt(c.WRITEDATA, buffer)
c.perform()
print(json.loads(buffer.getvalue().decode())["srvAddress"])`,
    ["GET /groups/1/clusters/c", "read srvAddress"],
  ],
  [
    "pycurl that calls a function",
    `import io, json, pycurl
buffer = io.BytesIO()
c = pycurl.Curl()
c.setopt(c.URL, ${ONE})
c.setopt(c.WRITEFUNCTION, buffer.write)
c.perform()
print(json.loads(buffer.getvalue())["srvAddress"])`,
    ["GET /groups/1/clusters/c", "read srvAddress"],
  ],
])("a client of Python that few programs use: %s", (_what, code, expected) => {
  expect(sentAndRead(python.of(`${code}\n`))).toEqual(expected);
});

it.each<[string, string, string[]]>([
  [
    "a handle of curb, which has the response",
    `c = Curl::Easy.new(${ONE})
c.headers["Accept"] = "a/b"
c.perform
puts JSON.parse(c.body_str)["srvAddress"]`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "a handle of curb that sends at once",
    `c = Curl::Easy.http_post(${ONE}, "{}") do |curl|
  curl.headers["Accept"] = "a/b"
end
puts JSON.parse(c.body)["srvAddress"]`,
    ["POST /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "a function of curb",
    `Curl.get(${ONE}) { |http| http.headers["Accept"] = "a/b" }`,
    ["GET /groups/1/clusters/c ; accept: a/b"],
  ],
  [
    "Patron",
    `session = Patron::Session.new
session.base_url = "${API}"
session.headers["Accept"] = "a/b"
puts JSON.parse(session.get("/groups/1/clusters/c").body)["srvAddress"]`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "Mechanize",
    `agent = Mechanize.new
page = agent.get(${ONE}, [], nil, { "Accept" => "a/b" })
puts JSON.parse(page.body)["srvAddress"]`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
])("a client of Ruby that few programs use: %s", (_what, code, expected) => {
  expect(sentAndRead(ruby.of(`${code}\n`))).toEqual(expected);
});

it("curb sends the credentials that its handle has", () => {
  const { requests } = ruby.of(`c = Curl::Easy.new(${ONE})
c.http_auth_types = :digest
c.userpwd = "a:b"
c.perform
d = Curl::Easy.perform(${ONE}) { |curl| curl.username = "a" }
`);
  expect(requests.map(({ credentials }) => credentials)).toEqual(["digest", "basic"]);
});

it.each<[string, string, string[]]>([
  [
    "Httpful",
    String.raw`$r = \Httpful\Request::get(${ONE})->addHeader("Accept", "a/b")->expectsJson()->send();
echo $r->body->srvAddress;`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "Httpful with the text of the response",
    String.raw`use Httpful\Request;
$r = Request::patch(${ONE})->sendsJson()->body("{}")->send();
echo json_decode($r->raw_body)->srvAddress;`,
    ["PATCH /groups/1/clusters/c", "read srvAddress"],
  ],
  [
    "Unirest",
    String.raw`$r = Unirest\Request::get(${ONE}, ["Accept" => "a/b"]);
echo json_decode($r->raw_body, true)["srvAddress"];`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
])("a client of PHP that few programs use: %s", (_what, code, expected) => {
  expect(sentAndRead(php.of(`${code}\n`))).toEqual(expected);
});

it.each<[string, string, string[]]>([
  [
    "khttp",
    `fun main() {
  val r = khttp.get(${ONE}, headers = mapOf("Accept" to "a/b"))
  println(r.jsonObject.getString("srvAddress"))
}`,
    ["GET /groups/1/clusters/c ; accept: a/b", "read srvAddress"],
  ],
  [
    "khttp with an import and a body",
    `import khttp.patch
fun main() {
  patch(url = ${ONE}, json = mapOf("name" to "x"))
}`,
    ["PATCH /groups/1/clusters/c"],
  ],
  [
    "http4k",
    `import org.http4k.client.OkHttp
import org.http4k.core.Method.GET
import org.http4k.core.Request
fun main() {
  val client = OkHttp()
  val response = client(Request(GET, ${ONE}).header("Accept", "a/b"))
  println(ObjectMapper().readTree(response.bodyString()).get("srvAddress"))
}`,
    ["GET /groups/1/clusters/c ; accept: a/b"],
  ],
])("a client of Kotlin that few programs use: %s", (_what, code, expected) => {
  expect(sentAndRead(kotlin.of(`${code}\n`))).toEqual(expected);
});
