import { describe, expect, it } from "vitest";
import { SourceText } from "../../src/core/source-text.js";
import { factsOf, factsOfBody, frontend, headersOf, interest, print, urlsOf } from "../support/go-facts.js";

const HOST = "https://cloud.mongodb.com";

describe("types of Go", () => {
  it("tell what a function without a known caller is given", () => {
    const code = `type C struct{ base string }
func New() *C { return &C{base: "${HOST}/api/atlas/v1.0"} }
func f(c *C) { http.Get(c.base + "/groups/x") }`;
    expect(urlsOf(factsOfBody(code))).toContain(`GET ${HOST}/api/atlas/v1.0/groups/x`);
  });
});

describe("URLs of Go", () => {
  const cases: readonly (readonly [name: string, body: string, url: string])[] = [
    [
      "a constant and +",
      `const base = "${HOST}/api/atlas/v1.0"\nfunc f() { http.Get(base + "/groups") }`,
      "GET /groups",
    ],
    [
      "Sprintf",
      `const base = "${HOST}/api/atlas/v1.0"\nfunc f(id string, n int) { http.Get(fmt.Sprintf("%s/groups/%s/%d%%", base, id, 7)) }`,
      "GET /groups/{}/7%",
    ],
    ["a raw string", `func f() { http.Get(\`${HOST}/api/atlas/v1.0/raw\`) }`, "GET /raw"],
    ["an escape", `func f() { http.Get("${HOST}/api/atlas/v1.0/\\x61\\u0062") }`, "GET /ab"],
    [
      "an implicit constant of the line above",
      `const (\n\ta = "${HOST}/api/atlas/v1.0"\n\tb\n)\nfunc f() { http.Get(b + "/x") }`,
      "GET /x",
    ],
    [
      "a struct field",
      `type C struct{ base string }\nfunc f() { c := C{base: "${HOST}/api/atlas/v1.0"}\n http.Get(c.base + "/x") }`,
      "GET /x",
    ],
    [
      "a pointer that a constructor gives",
      `type C struct{ base string }\nfunc New() *C { return &C{base: "${HOST}/api/atlas/v1.0"} }\nfunc (c *C) get(p string) { http.Get(c.base + p) }\nfunc f() { New().get("/x") }`,
      "GET /x",
    ],
    [
      "functional options",
      `type C struct{ base string }\ntype Option func(*C)\nfunc WithBase(b string) Option { return func(c *C) { c.base = b } }\nfunc New(options ...Option) *C { c := &C{}\n for _, o := range options { o(c) }\n return c }\nfunc f() { http.Get(New(WithBase("${HOST}/api/atlas/v1.0")).base + "/x") }`,
      "GET /x",
    ],
    [
      "an embedded struct",
      `type Base struct{ url string }\nfunc (b *Base) get(p string) { http.Get(b.url + p) }\ntype C struct{ *Base }\nfunc f() { c := C{&Base{url: "${HOST}/api/atlas/v1.0"}}\n c.get("/x") }`,
      "GET /x",
    ],
    [
      "several results",
      `func two() (string, error) { return "${HOST}/api/atlas/v1.0", nil }\nfunc f() { u, err := two()\n if err != nil { return }\n http.Get(u + "/x") }`,
      "GET /x",
    ],
    [
      "named results",
      `func two() (u string, err error) { u = "${HOST}/api/atlas/v1.0"\n return }\nfunc f() { u, _ := two()\n http.Get(u + "/x") }`,
      "GET /x",
    ],
    [
      "a variable that hides itself",
      `func f() { u := "${HOST}/api/atlas/v1.0"\n if true { u := u + "/x"\n http.Get(u) } }`,
      "GET /x",
    ],
    [
      "url.Parse and a path",
      `func f() { u, _ := url.Parse("${HOST}/")\n u.Path = "/api/atlas/v1.0/x"\n http.Get(u.String()) }`,
      "GET /x",
    ],
    [
      "url.URL",
      `func f() { u := url.URL{Scheme: "https", Host: "cloud.mongodb.com", Path: "/api/atlas/v1.0/x"}\n http.Get(u.String()) }`,
      "GET /x",
    ],
    [
      "url.JoinPath",
      `func f() { u, _ := url.JoinPath("${HOST}", "api/atlas/v1.0", "x")\n http.Get(u) }`,
      "GET /x",
    ],
    [
      "strings",
      `func f() { http.Get(strings.TrimSuffix("${HOST}/api/atlas/v1.0/", "/") + strings.Replace("/{id}/x", "{id}", "a", -1)) }`,
      "GET /a/x",
    ],
    [
      "strings.Join of a list",
      `func f() { http.Get(strings.Join([]string{"${HOST}/api/atlas", "v1.0", "x"}, "/")) }`,
      "GET /x",
    ],
    [
      "a map",
      `var paths = map[string]string{"list": "/x"}\nfunc f() { http.Get("${HOST}/api/atlas/v1.0" + paths["list"]) }`,
      "GET /x",
    ],
    [
      "a type conversion",
      `type Path string\nfunc f() { p := Path("/x")\n http.Get("${HOST}/api/atlas/v1.0" + string(p)) }`,
      "GET /x",
    ],
    [
      "type arguments",
      `func id[T any](v T) T { return v }\nfunc f() { http.Get(id[string]("${HOST}/api/atlas/v1.0") + "/x") }`,
      "GET /x",
    ],
    ["new of a value", `func f() { u := new("${HOST}/api/atlas/v1.0/x")\n http.Get(*u) }`, "GET /x"],
    ["a goroutine", `func f() { go func() { http.Get("${HOST}/api/atlas/v1.0/x") }() }`, "GET /x"],
    [
      "a switch over types",
      `func f(v any) { switch t := v.(type) { case string: http.Get("${HOST}/api/atlas/v1.0/" + t) } }`,
      "GET /{}",
    ],
  ];
  it.each(cases)("%s", (_name, body, expected) => {
    const [method, path] = expected.split(" ");
    expect(urlsOf(factsOfBody(body))).toEqual([`${method} ${HOST}/api/atlas/v1.0${path}`]);
  });

  it("copies structs and shares what pointers lead to", () => {
    const facts = factsOfBody(`type C struct{ base string }
func f() {
	a := C{base: "${HOST}/api/atlas/v1.0/a"}
	b := a
	b.base = "${HOST}/api/atlas/v2/b"
	http.Get(a.base)
	p := &C{base: "${HOST}/api/atlas/v1.0/c"}
	q := p
	q.base = "${HOST}/api/atlas/v2/d"
	http.Get(p.base)
}`);
    expect(urlsOf(facts)).toEqual([`GET ${HOST}/api/atlas/v1.0/a`, `GET ${HOST}/api/atlas/v2/d`]);
  });

  it("leaves out values that are returned beside an error, and fields that are removed or not set by known code", () => {
    const facts = factsOfBody(`type C struct{ base, own string }
func pick(ok bool) (string, error) {
	if !ok {
		return "", fmt.Errorf("none")
	}
	return "${HOST}/api/atlas/v1.0", nil
}
func f(ok bool, body map[string]any, c *cluster) {
	base, err := pick(ok)
	if err != nil {
		return
	}
	one := &C{base: base}
	c.Shards = nil
	http.Get(one.base + "/" + one.own)
}
type cluster struct { Shards *int \`json:"numShards"\` }`);
    expect(urlsOf(facts)).toEqual([`GET ${HOST}/api/atlas/v1.0/{}`]);
    expect(facts.fields.map(({ access }) => access)).toEqual(["declare"]);
  });

  it("knows no value that may have been set from elsewhere", () => {
    const facts = factsOfBody(`var Base string
func f(m map[string]string) { http.Get(Base + "/api/atlas/v1.0/" + m["x"] + os.Getenv("GROUP")) }`);
    expect(urlsOf(facts)).toEqual(["GET {}/api/atlas/v1.0/{}{}"]);
  });
});

describe("packages of Go", () => {
  it("share the names of all their files, methods included", () => {
    const facts = factsOf({
      "atlas/calls.go": 'package atlas\n\nfunc (c *Client) List() { c.send("GET", base+"/groups") }\n',
      "atlas/client.go": `package atlas\n\nimport "net/http"\n\nconst base = "${HOST}/api/atlas/v1.0"\n\ntype Client struct{}\n`,
      "atlas/send.go":
        'package atlas\n\nimport "net/http"\n\nfunc (c *Client) send(m, u string) { r, _ := http.NewRequest(m, u, nil); http.DefaultClient.Do(r) }\n',
    });
    expect(facts.uses).toEqual(expect.arrayContaining(["atlas/client.go"]));
    expect(facts.problems).toEqual([]);
  });

  it("are found by the path of the module, and by what replaces others", () => {
    const facts = factsOf({
      "cmd/main.go": `package main\n\nimport (\n\t"net/http"\n\n\t"example.com/tool/internal/config"\n\tother "example.com/other"\n)\n\nfunc main() { http.Get(config.Base + other.Path) }\n`,
      "go.mod": "module example.com/tool\n\ngo 1.22\n\nreplace example.com/other => ./third/other\n",
      "internal/config/config.go": `package config\n\nconst Base = "${HOST}/api/atlas/v1.0"\n`,
      "third/other/other.go": 'package other\n\nvar Path = "/groups"\n',
    });
    expect(urlsOf(facts)).toEqual([`GET ${HOST}/api/atlas/v1.0/groups`]);
  });
});

describe("requests of net/http", () => {
  it("have the headers that are set on them, in their own functions and by a transport", () => {
    const facts = factsOfBody(`type versioned struct{ next http.RoundTripper }
func (t *versioned) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Accept", "application/vnd.atlas.2023-02-01+json")
	return t.next.RoundTrip(r)
}
func accept(r *http.Request) { r.Header.Add("X-Own", "1") }
func f() {
	client := &http.Client{Transport: &versioned{next: http.DefaultTransport}}
	r, err := http.NewRequest(http.MethodGet, "${HOST}/api/atlas/v2/groups", nil)
	if err != nil { log.Fatal(err) }
	accept(r)
	client.Do(r)
}`);
    expect(facts.requests.map(headersOf)).toEqual([
      { accept: "application/vnd.atlas.2023-02-01+json", "x-own": "1" },
    ]);
  });

  it("take whole headers, written as literals and by key", () => {
    const facts = factsOfBody(`func f() {
	r, _ := http.NewRequest("GET", "${HOST}/api/atlas/v1.0/a", nil)
	r.Header = http.Header{"Accept": {"application/json"}}
	r.Header["X-Own"] = []string{"1"}
	http.DefaultClient.Do(r)
}`);
    expect(facts.requests.map(headersOf)).toEqual([{ accept: "application/json", "x-own": "1" }]);
  });

  it("have bodies under the keys of the tags", () => {
    const facts = factsOfBody(`type settings struct { Provider string \`json:"providerName"\` }
type common struct { Name string \`json:"name,omitempty"\` }
type cluster struct {
	common
	Shards   int        \`json:"numShards"\`
	Settings *settings  \`json:"providerSettings,omitempty"\`
	Specs    []settings \`json:"specs"\`
	Secret   string     \`json:"-"\`
	hidden   string
}
func f(name string) {
	c := cluster{common: common{Name: name}, Shards: 1, Secret: "x", hidden: "y"}
	c.Settings = &settings{Provider: "AWS"}
	c.Specs = append(c.Specs, settings{Provider: "GCP"})
	body, err := json.Marshal(c)
	if err != nil { return }
	r, _ := http.NewRequest("POST", "${HOST}/api/atlas/v1.0/groups/1/clusters", bytes.NewBuffer(body))
	http.DefaultClient.Do(r)
}`);
    expect(facts.requests.map(({ body }) => print(body))).toEqual([
      {
        name: "?",
        numShards: 1,
        providerSettings: { providerName: "AWS" },
        specs: [{ providerName: "GCP" }],
      },
    ]);
    const written = facts.fields.filter(({ access }) => access === "write").map(({ name }) => name);
    expect(written).toEqual(expect.arrayContaining(["numShards", "providerSettings"]));
  });

  it("are copied once for each value, however many others hold it", () => {
    const levels = Array.from({ length: 10 }, (_, level) => {
      const held =
        level === 0 ? '"numShards": 1' : "abcdef".split("").map((key) => `"${key}": m${level - 1}`);
      return `\tm${level} := map[string]interface{}{${String(held)}}`;
    });
    const facts = factsOfBody(`func f() {
${levels.join("\n")}
	body, _ := json.Marshal(m9)
	r, _ := http.NewRequest("POST", "${HOST}/api/atlas/v1.0/groups/1/clusters", bytes.NewBuffer(body))
	http.DefaultClient.Do(r)
}`);
    expect(facts.requests).toHaveLength(1);
    expect(facts.steps).toBeLessThan(15_000);
  });

  it("are read by the keys of the tags, whatever the fields are called", () => {
    const facts = factsOfBody(`type list struct { Results []item \`json:"results"\` }
type item struct { Address string \`json:"mongoURI"\`; Other string \`json:"other"\` }
func f() {
	res, err := http.Get("${HOST}/api/atlas/v1.0/groups/1/clusters")
	if err != nil { return }
	defer res.Body.Close()
	var found list
	if err := json.NewDecoder(res.Body).Decode(&found); err != nil { return }
	for _, one := range found.Results { fmt.Println(one.Address) }
	raw, _ := io.ReadAll(res.Body)
	var loose map[string]interface{}
	json.Unmarshal(raw, &loose)
	fmt.Println(loose["mongoURIUpdated"])
}`);
    const reads = facts.fields.filter(({ access }) => access === "read");
    expect(reads.map(({ path, owner }) => `${path.join(".")} ${owner.kind}`)).toEqual([
      "results.[].mongoURI response",
      "mongoURIUpdated response",
    ]);
  });
});

describe("clients of Go that build requests", () => {
  const imports = (path: string): string => `package main\n\nimport "${path}"\n\n`;

  it("send what an instance has: sling", () => {
    const facts = factsOf({
      "main.go": `${imports("github.com/dghubble/sling")}type service struct{ sling *sling.Sling }
type cluster struct { Shards int \`json:"numShards"\`; URI string \`json:"mongoURI"\` }
func newService(base *sling.Sling) *service { return &service{sling: base.Path("groups/")} }
func (s *service) create(id string, c *cluster) string {
	made := new(cluster)
	s.sling.New().Post(id + "/clusters").BodyJSON(&cluster{Shards: 1}).Receive(made, nil)
	return made.URI
}
func New() *service {
	base := sling.New().Base("${HOST}/api/atlas/v1.0/").Set("X-Own", "1")
	return newService(base.New())
}
`,
    });
    expect(urlsOf(facts)).toEqual([`POST ${HOST}/api/atlas/v1.0/groups/{}/clusters`]);
    const [request] = facts.requests;
    expect(headersOf(request!)).toEqual({ "x-own": "1" });
    expect(print(request!.body)).toEqual({ numShards: 1, mongoURI: "" });
    expect(request!.instance?.site).toMatchObject({ path: "main.go" });
    const read = facts.fields.filter(({ access }) => access === "read").map(({ path }) => path);
    expect(read).toEqual([["mongoURI"]]);
  });

  it("send what an instance has: resty", () => {
    const facts = factsOf({
      "main.go": `${imports("github.com/go-resty/resty/v2")}type cluster struct { URI string \`json:"mongoURI"\` }
func f() {
	client := resty.New().SetBaseURL("${HOST}/api/atlas/v1.0").SetHeader("Accept", "application/json")
	var found cluster
	client.R().SetDigestAuth("u", "p").SetBody(map[string]any{"numShards": 1}).SetResult(&found).Patch("/groups/1/clusters/x")
	println(found.URI)
}
`,
    });
    expect(urlsOf(facts)).toEqual([`PATCH ${HOST}/api/atlas/v1.0/groups/1/clusters/x`]);
    const [request] = facts.requests;
    expect(headersOf(request!)).toEqual({ accept: "application/json" });
    expect(request!.credentials).toBe("digest");
    expect(print(request!.body)).toEqual({ numShards: 1 });
    expect(facts.fields.map(({ access, path }) => `${access} ${path.join(".")}`)).toEqual(
      expect.arrayContaining(["read mongoURI", "write numShards"]),
    );
  });

  it.each([
    [
      "github.com/hashicorp/go-retryablehttp",
      'r, _ := retryablehttp.NewRequest("GET", URL, nil)\n retryablehttp.NewClient().Do(r)',
      "none",
    ],
    [
      "github.com/mongodb-forks/digest",
      't := digest.NewTransport("u", "p")\n c, _ := t.Client()\n c.Get(URL)',
      "digest",
    ],
    [
      "github.com/xinsnake/go-http-digest-auth-client",
      'r := digest_auth_client.NewRequest("u", "p", "GET", URL, "")\n r.Execute()',
      "digest",
    ],
  ])("send requests: %s", (path, code, credentials) => {
    const facts = factsOf({
      "main.go": `${imports(path)}const URL = "${HOST}/api/atlas/v1.0/x"\nfunc f() { ${code} }\n`,
    });
    expect(urlsOf(facts)).toEqual([`GET ${HOST}/api/atlas/v1.0/x`]);
    expect(facts.requests.map((request) => request.credentials)).toEqual([credentials]);
  });
});

describe("a declared struct", () => {
  it("states the properties that its tags name, at any depth", () => {
    const facts = factsOfBody(`type cluster struct {
	Specs []struct { Shards int \`json:"numShards"\` } \`json:"replicationSpecs" bson:"x"\`
	Own   string
}`);
    expect(facts.fields.map(({ access, path }) => `${access} ${path.join(".")}`)).toEqual([
      "declare replicationSpecs",
      "declare replicationSpecs.[].numShards",
    ]);
  });
});

describe("a variable with the name of a property", () => {
  it("is not that property, where the field beside it is", () => {
    const facts = factsOfBody(`func f(settings Settings) {
	mongoURIWithOptions := settings.copy()
	print(mongoURIWithOptions)
	print(map[string]any{"providerSettings": mongoURIWithOptions})
}`);
    expect(facts.strings.map(({ what, place }) => `${what} ${place.start}`)).toEqual([]);
    expect(facts.fields.map(({ path }) => path.join("."))).toEqual(["providerSettings"]);
  });
});

describe("Go that does not parse", () => {
  it("is read outside of the broken statements, and says so", () => {
    const facts = factsOfBody(`func broken() {
	x := := "${HOST}/api/atlas/v1.5"
}
func f() { http.Get("${HOST}/api/atlas/v1.0/x") }`);
    expect(urlsOf(facts)).toEqual([`GET ${HOST}/api/atlas/v1.0/x`]);
    expect(facts.problems).toEqual([expect.objectContaining({ kind: "syntax", line: 8 })]);
    expect(facts.strings.map(({ value }) => value)).toEqual(
      expect.arrayContaining(["/api/atlas/v1.5", "/api/atlas/v1.0"]),
    );
  });

  it("is read outside of functions, as in an example", () => {
    const { requests } = factsOfBody(
      'answer, err := http.Get("/groups/1")\nreturn err\nhttp.Get("/groups/2")\n',
    );
    expect(requests).toHaveLength(2);
  });

  it("is searched as text if most of it is not Go", () => {
    const source = new SourceText("a.go", 'def f():\n  base = "/api/atlas/v1.0" if x else y\n');
    expect(frontend.analyze(source, interest)).toMatchObject({ kind: "syntax" });
  });
});
