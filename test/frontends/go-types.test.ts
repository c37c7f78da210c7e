import { describe, expect, it } from "vitest";
import { describe as asRead } from "../../src/facts/text.js";
import { factsOfBody, print } from "../support/go-facts.js";
import { API } from "./language-facts.js";

const CLUSTER = `type Settings struct { Size string \`json:"instanceSizeName"\` }
type Cluster struct {
  Name string \`json:"name"\`
  AutoScaling bool \`json:"autoScaling"\`
  Settings *Settings \`json:"providerSettings"\`
  Address string \`json:"srvAddress"\`
}`;

describe("declared types of Go", () => {
  it.each([
    [
      "a method of an interface gives",
      `type API interface {
  Get(id string) (*Cluster, error)
  Drop(id string) error
}
func f(api API) {
  c, err := api.Get("x")
  fmt.Println(c.Settings.Size, c.Address, err)
}`,
    ],
    ["a parameter has", `func f(c *Cluster) { fmt.Println(c.Settings.Size, c.Address) }`],
  ])("name what the value holds that %s", (_kind, code) => {
    const fields = factsOfBody(`${CLUSTER}\n${code}`).fields.filter(({ access }) => access === "read");
    const found = fields.map(({ path, owner }) => [path.join("."), "siblings" in owner && owner.siblings]);
    const all = ["name", "autoScaling", "providerSettings", "srvAddress"];
    expect(found).toEqual(
      expect.arrayContaining([
        ["providerSettings", expect.arrayContaining(all)],
        ["srvAddress", expect.arrayContaining(all)],
      ]),
    );
  });

  it.each([
    ["a parameter", "client *Client", ""],
    ["a type assertion", "meta interface{}", "client := meta.(*Client)"],
  ])("have their methods where no known code makes the value of %s", (_kind, parameter, statement) => {
    const { requests, fields } = factsOfBody(`${CLUSTER}
type Client struct { User string }
func (c *Client) Post(path string, body *bytes.Buffer) (*http.Response, error) {
  request, _ := http.NewRequest("POST", "${API}/"+path, body)
  return http.DefaultClient.Do(request)
}
func create(id string, ${parameter}) {
  ${statement}
  cluster := Cluster{Name: id}
  cluster.Settings = &Settings{Size: "M10"}
  text, _ := json.Marshal(cluster)
  client.Post("groups/"+id+"/clusters", bytes.NewBuffer(text))
}`);
    expect(requests.map(({ urls }) => urls.map(asRead).join())).toContain(`${API}/groups/{id}/clusters`);
    expect(fields.filter(({ access }) => access === "write").map(({ path }) => path.join("."))).toContain(
      "providerSettings",
    );
  });

  it("give to bodies, of fields with the same key, the one that is embedded the least deeply, or alone has a tag", () => {
    const facts = factsOfBody(`type deepest struct { Name deepestName; Size int \`json:"size"\` }
type deepestName struct { Wrong int }
type left struct { deepest; Twice int; Tagged int }
type right struct { Twice string; Own bool \`json:"Tagged"\` }
type name struct { Right int }
type cluster struct {
	Name name
	left
	right
	Second name
}
func f() {
	var c cluster
	body, _ := json.Marshal(c)
	r, _ := http.NewRequest("POST", "${API}/groups/1/clusters", bytes.NewBuffer(body))
	http.DefaultClient.Do(r)
}`);
    expect(facts.requests.map(({ body }) => print(body))).toEqual([
      { Name: { Right: 0 }, Second: { Right: 0 }, Tagged: false, size: 0 },
    ]);
  });

  it("have fields without keys in a literal, which are found where their values are", () => {
    const { fields } = factsOfBody(`type NewCluster struct {
  Name string \`json:"name"\`
  Shards int \`json:"numShards"\`
}
func f() {
  var buffer bytes.Buffer
  json.NewEncoder(&buffer).Encode(NewCluster{"n", 12345})
  r, _ := http.NewRequest("POST", "${API}/groups/1/clusters", &buffer)
  http.DefaultClient.Do(r)
}`);
    const sent = fields.filter(({ access }) => access === "write");
    expect(sent.map(({ path, place }) => [path.join("."), place.end - place.start])).toContainEqual([
      "numShards",
      "12345".length,
    ]);
  });
});
