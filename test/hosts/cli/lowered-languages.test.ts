import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

describe("a Python program in several files", () => {
  it("is followed from the settings to the file that sends, over those that import them", async () => {
    const cwd = sharedTree({
      ".git/HEAD": "",
      "pkg/__init__.py": "",
      "pkg/settings.py": `class Settings:\n    BASE = "${BASE}"\n`,
      // Neither of them mentions the API.
      "pkg/net.py": "import requests\ndef get(url):\n    return requests.get(url).json()\n",
      "pkg/main.py": `from pkg.settings import Settings
from pkg.net import get

def clusters(group):
    for cluster in get(f"{Settings.BASE}/groups/{group}/clusters")["results"]:
        print(cluster["srvAddress"])
`,
    });
    const { findings } = await report([], { cwd });
    const places = findings.map(({ ruleId, path, line }) => `${ruleId} ${path}:${line}`);
    expect(places.sort()).toEqual([
      "no-removed-property pkg/main.py:6",
      "no-unversioned-base-path pkg/settings.py:2",
      "require-version-media-type pkg/net.py:3",
    ]);
  });
});

describe("names of imported functions in reasons", () => {
  it("are those of the code, without marks of the analysis", async () => {
    const cwd = sharedTree({
      ".git/HEAD": "",
      "jobs.py": `import requests
from acme.jobs import enqueue
BASE = "${BASE}"
enqueue(BASE)
requests.get(BASE + "/groups/1/clusters")
`,
      "Jobs.cs": `using Xunit; using System.Net.Http;
class Jobs { const string Base = "${BASE}";
  async void Go(HttpClient http) { Assert.NotNull(Base); await http.GetAsync(Base + "/groups/1/clusters"); } }
`,
    });
    const { findings } = await report([], { cwd });
    const reasons = findings.flatMap((finding) => (finding.reasons ?? []).map(({ text }) => text));
    expect(new Set(reasons.filter((text) => text.includes("passed to")))).toEqual(
      new Set([
        "the base path is also passed to Assert.NotNull, which v2ready cannot follow",
        "the base path is also passed to acme.jobs.enqueue, which v2ready cannot follow",
      ]),
    );
  });
});

describe("programs of other languages in several files", () => {
  it("are followed from where the base is to the file that sends, which does not mention the API", async () => {
    const cwd = sharedTree({
      ".git/HEAD": "",
      "env.sh": `BASE="${BASE}"\n`,
      "call.sh": `source ./env.sh\ncurl -s "$BASE/orgs/1"\n`,
      "app/Paths.java": `package app;\npublic class Paths { static final String BASE = "${BASE}"; }\n`,
      "app/Call.java": `package app;
import org.springframework.web.client.RestTemplate;
class Call { void go() { new RestTemplate().getForObject(Paths.BASE + "/orgs/1", String.class); } }
`,
      "composer.json": `{"autoload": {"psr-4": {"App\\\\": "php/"}}}`,
      "php/Paths.php": `<?php\nnamespace App;\nclass Paths { const BASE = "${BASE}"; }\n`,
      "php/Call.php": `<?php\nnamespace App;\n(new \\GuzzleHttp\\Client)->get(Paths::BASE . "/orgs/1");\n`,
      "ps/settings.ps1": `$Base = "${BASE}"\n`,
      "ps/call.ps1": `. "$PSScriptRoot/settings.ps1"\nInvoke-RestMethod "$base/orgs/1"\n`,
      "rs/Cargo.toml": '[package]\nname = "atlas-tool"\n',
      "rs/src/base.rs": `pub const BASE: &str = "${BASE}";\n`,
      "rs/src/main.rs": `mod base;\nfn main() { reqwest::blocking::get(format!("{}/orgs/1", base::BASE)); }\n`,
      "go.mod": "module example.com/tool\n",
      "atlas/base.go": `package atlas\n\nconst Base = "${BASE}"\n`,
      "atlas/same.go": `package atlas\n\nimport "net/http"\n\nfunc call() { http.Get(Base + "/orgs/1") }\n`,
      "cmd/other.go": `package main

import (
	"net/http"

	"example.com/tool/atlas"
)

func main() { http.Get(atlas.Base + "/orgs/1") }
`,
    });
    const { findings } = await report([], { cwd });
    const places = findings.map(({ ruleId, path, line }) => `${ruleId} ${path}:${line}`);
    expect(places.sort()).toEqual([
      "no-unversioned-base-path app/Paths.java:2",
      "no-unversioned-base-path atlas/base.go:3",
      "no-unversioned-base-path env.sh:1",
      "no-unversioned-base-path php/Paths.php:3",
      "no-unversioned-base-path ps/settings.ps1:1",
      "no-unversioned-base-path rs/src/base.rs:1",
      "require-version-media-type app/Call.java:3",
      "require-version-media-type atlas/same.go:5",
      "require-version-media-type call.sh:2",
      "require-version-media-type cmd/other.go:9",
      "require-version-media-type php/Call.php:3",
      "require-version-media-type ps/call.ps1:2",
      "require-version-media-type rs/src/main.rs:2",
    ]);
  });
});

describe("a Go program that uses a library for the API", () => {
  it("is found by the import of the library, and its fields are properties", async () => {
    const cwd = sharedTree({
      ".git/HEAD": "",
      "scale.go": `package main

import ma "go.mongodb.org/atlas/mongodbatlas"

func scale(client *ma.Client, settings *ma.ProviderSettings) {
	params := &ma.Cluster{Name: "c0", ReplicationFactor: 3, ProviderSettings: settings}
	client.Clusters.Update(ctx, "1", "c0", params)
}
`,
      // The infrastructure package has types of that name, too.
      "stack.go": `package main

import "github.com/pulumi/pulumi-mongodbatlas/sdk/v3/go/mongodbatlas"

var args = &mongodbatlas.ClusterArgs{ReplicationFactor: pulumi.Int(3)}
`,
    });
    const { findings } = await report([], { cwd });
    expect(findings.map(({ ruleId, path, line, column }) => `${ruleId} ${path}:${line}:${column}`)).toEqual([
      "no-removed-property scale.go:6:36",
      "no-removed-property scale.go:6:58",
    ]);
  });

  it("is followed to the types of other packages that hold those of the library", async () => {
    const cwd = sharedTree({
      ".git/HEAD": "",
      "go.mod": "module example.com/x\n\ngo 1.16\n",
      "store/store.go": `package store

import atlas "go.mongodb.org/atlas/mongodbatlas"

type Store interface {
	Cluster(name string) (*atlas.Cluster, error)
}

type Own struct{ client any }

func (s *Own) Cluster(name string) (*atlas.Cluster, error) {
	result, _, err := s.client.(*atlas.Client).Clusters.Get(nil, "1", name)
	return result, err
}
`,
      "quick.go": `package quick

import (
	"example.com/x/store"
	_ "go.mongodb.org/atlas/mongodbatlas"
)

type Opts struct{ store store.Store }

func (o *Opts) Run(own *store.Own) {
	one, _ := o.store.Cluster("c0")
	println(one.SrvAddress)
	two, _ := own.Cluster("c0")
	println(two.MongoURI)
}
`,
    });
    const { findings } = await report([], { cwd });
    expect(findings.map(({ path, line, column }) => `${path}:${line}:${column}`)).toEqual([
      "quick.go:12:14",
      "quick.go:14:14",
    ]);
  });
});

describe("methods that are passed on without a call", () => {
  it("keep the object that they are read from, in every language in which they do", async () => {
    const cwd = sharedTree({
      ".git/HEAD": "",
      "a.py": `import requests
class A:
    def __init__(self):
        self.base = "${BASE}"
        self.handlers = {"first": self.first, "second": self.second}
    def first(self):
        return requests.get(self.base + "/groups/1")
    def second(self):
        return requests.get(self.base + "/groups/2")
    def third(self, id):
        return requests.get(self.base + "/groups/" + id)
    def run(self, name):
        list(map(self.third, ["3"]))
        getattr(self, name)()
        return self.handlers[name]()
A().run("second")
`,
      "a.go": `package main
import "net/http"
type client struct{ base string }
func (c *client) one(id string) { http.Get(c.base + "/groups/" + id) }
func each(ids []string, f func(string)) { for _, id := range ids { f(id) } }
func main() {
	c := &client{base: "${BASE}"}
	each([]string{"1"}, c.one)
}
`,
      "A.cs": `using System.Net.Http;
public class A {
  private readonly HttpClient http = new HttpClient();
  private readonly string root = "${BASE}";
  public Task<string> One(string id) { return http.GetStringAsync($"{root}/groups/{id}"); }
  public async Task All(string[] ids) { await Task.WhenAll(ids.Select(One)); }
  public static async Task Main() { await new A().All(new[] { "1" }); }
}
`,
      "B.java": `import java.net.URI;
import java.net.http.*;
import java.util.*;
public class B {
  private final String base = "${BASE}";
  private final HttpClient http = HttpClient.newHttpClient();
  String one(String id) throws Exception {
    return http.send(HttpRequest.newBuilder().uri(URI.create(base + "/groups/" + id)).build(), HttpResponse.BodyHandlers.ofString()).body();
  }
  public static void main(String[] args) { B b = new B(); List.of("1").stream().map(b::one).toList(); }
}
`,
      "a.rb": `require "net/http"
class A
  def initialize; @base = "${BASE}"; end
  def one(id); Net::HTTP.get(URI("#{@base}/groups/#{id}")); end
  def all(ids); ids.map(&method(:one)); end
end
A.new.all(["1"])
`,
      "a.php": `<?php
class A {
  private string $base = "${BASE}";
  function one($id) { return file_get_contents($this->base . "/groups/" . $id); }
  function all($ids) { return array_map([$this, 'one'], $ids); }
}
(new A())->all(["1"]);
`,
    });
    const { findings } = await report([], { cwd });
    const sent = findings.filter(({ ruleId }) => ruleId === "require-version-media-type");
    expect(sent.map(({ path, line }) => `${path}:${line}`).sort()).toEqual([
      "A.cs:5",
      "B.java:8",
      "a.go:4",
      "a.php:4",
      "a.py:11",
      "a.py:7",
      "a.py:9",
      "a.rb:4",
    ]);
  });
});
