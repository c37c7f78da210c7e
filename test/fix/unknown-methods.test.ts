import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

/** Programs that send one request by its name, and others by a name that is not known. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "a.py": `import requests
BASE = "${BASE}"
s = requests.Session()
def call(verb, path, **options):
    return getattr(s, verb)(BASE + path, **options).json()
print([c["name"] for c in s.get(BASE + "/groups/1/clusters").json()["results"]])
call(input(), "/groups/1/clusters", json={"name": "x", "numShards": 1})
`,
  "module.py": `import requests
BASE = "${BASE}"
print([c["name"] for c in requests.get(BASE + "/groups/1/clusters").json()["results"]])
def call(method, path, body):
    return getattr(requests, method.lower())(BASE + path, json=body)
call(input(), "/groups/1/clusters", {"name": "x", "numShards": 1})
`,
  "a.rb": `require "faraday"
class Client
  def initialize
    @conn = Faraday.new(url: "${BASE}") { |f| f.request :json; f.response :json }
  end
  def call(verb, path, body)
    @conn.public_send(verb, path, body).body
  end
  def names
    @conn.get("groups/1/clusters").body["results"].map { |c| c["name"] }
  end
end
client = Client.new
puts client.names
client.call(gets, "groups/1/clusters", { name: "a", numShards: 1 })
`,
  "a.php": `<?php
use GuzzleHttp\\Client;
class Atlas {
  private $http;
  public function __construct() { $this->http = new Client(['base_uri' => '${BASE}/']); }
  public function call($verb, $path, $options) { return $this->http->{$verb}($path, $options); }
  public function names() { return array_column(json_decode($this->http->get("groups/1/clusters")->getBody(), true)['results'], 'name'); }
}
$a = new Atlas();
print_r($a->names());
$a->call(readline(), "groups/1/clusters", ['json' => ['name' => 'x', 'numShards' => 1]]);
`,
  "a.mjs": `import ky from "ky";
const http = ky.create({ prefixUrl: "${BASE}" });
const call = (verb, path, json) => http[verb](path, { json });
console.log((await http.get("groups/1/clusters").json()).results.map((c) => c.name));
await call(process.argv[2], "groups/1/clusters", { name: "x", numShards: 1 });
`,
};

describe("a call of a client by a name that is not known", () => {
  it.each(Object.entries(PROGRAMS))(
    "may be each of its methods, so nothing moves alone: %s",
    async (path, text) => {
      const { files, units } = await fixFiles({ [path]: text }, ["safe", "unsafe"]);
      expect(files[path]).toBe(text);
      const places = units.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId));
      expect(places).toContain("no-removed-property");
    },
  );
});
