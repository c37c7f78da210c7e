import { describe, expect, it } from "vitest";
import { factsOfBody } from "../support/go-facts.js";

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
});
