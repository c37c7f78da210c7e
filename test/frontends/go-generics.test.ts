import { describe, expect, it } from "vitest";
import { factsOf, file } from "../support/go-facts.js";

const CLUSTER = `type Cluster struct { Address string \`json:"srvAddress"\` }
type Page[T any] struct { Results []T \`json:"results"\` }
`;
const SEND = `req, _ := http.NewRequest("GET", "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters"+path, nil)
  res, err := http.DefaultClient.Do(req)`;

/** Returns the paths of what is read of responses. */
function readsIn(code: string, files: Readonly<Record<string, string>> = {}): string[] {
  const { fields } = factsOf({ "main.go": file(CLUSTER + code), ...files });
  return fields
    .filter(({ access, name, owner }) => access === "read" && name === "srvAddress" && "requests" in owner)
    .map(({ path }) => path.join("."));
}

const ofPage = ["results.[].srvAddress"];
const ofOne = ["srvAddress"];

describe("type parameters of Go", () => {
  it.each([
    [
      "a value that is returned",
      `func get[T any](path string) (T, error) {
  var out T
  ${SEND}
  if err != nil { return out, err }
  err = json.NewDecoder(res.Body).Decode(&out)
  return out, err
}
func f() { c, _ := get[Cluster]("/c"); fmt.Println(c.Address) }`,
      ofOne,
    ],
    [
      "a value that is returned beside the call that decodes into it",
      `func get[T any](path string) (T, error) {
  var out T
  ${SEND}
  if err != nil { return out, err }
  return out, json.NewDecoder(res.Body).Decode(&out)
}
func f() { c, _ := get[Cluster]("/c"); fmt.Println(c.Address) }`,
      ofOne,
    ],
    [
      "a value of a known type that is returned beside a call of a function of the program",
      `func call(path string, out any) error {
  ${SEND}
  if err != nil { return err }
  return json.NewDecoder(res.Body).Decode(out)
}
func load() (Cluster, error) { var c Cluster; return c, call("/c", &c) }
func f() { c, _ := load(); fmt.Println(c.Address) }`,
      ofOne,
    ],
    [
      "a pointer that is returned",
      `func get[T any](path string) (*T, error) {
  ${SEND}
  out := new(T)
  return out, json.NewDecoder(res.Body).Decode(out)
}
func f() { c, _ := get[Cluster]("/c"); fmt.Println(c.Address) }`,
      ofOne,
    ],
    [
      "a call without arguments, and a type with a parameter",
      `func get[T any]() (*T, error) {
  path := ""
  ${SEND}
  var out T
  err = json.NewDecoder(res.Body).Decode(&out)
  return &out, err
}
func f() { p, _ := get[Page[Cluster]](); for _, c := range p.Results { fmt.Println(c.Address) } }`,
      ofPage,
    ],
    [
      "more arguments, and a list inside",
      `func list[T any](client *http.Client, path string) ([]T, error) {
  ${SEND}
  var out Page[T]
  err = json.NewDecoder(res.Body).Decode(&out)
  return out.Results, err
}
func f() { all, _ := list[Cluster](nil, ""); for _, c := range all { fmt.Println(c.Address) } }`,
      ofPage,
    ],
    [
      "a function that calls another one",
      `func get[T any](client *http.Client, path string) (T, error) {
  var out T
  ${SEND}
  err = json.NewDecoder(res.Body).Decode(&out)
  return out, err
}
func all[E any](path string) []E { p, _ := get[Page[E]](nil, path); return p.Results }
func f() { for _, c := range all[Cluster]("") { fmt.Println(c.Address) } }`,
      ofPage,
    ],
    [
      "a method of a struct",
      `type Client[T any] struct { base string }
func (c *Client[T]) Get(path string) (T, error) {
  var out T
  ${SEND}
  err = json.NewDecoder(res.Body).Decode(&out)
  return out, err
}
func f() { api := &Client[Cluster]{base: "x"}; c, _ := api.Get("/c"); fmt.Println(c.Address) }`,
      ofOne,
    ],
    [
      "a struct that a function makes",
      `type Client[T any] struct { base string }
func NewClient[T any](base string) *Client[T] { return &Client[T]{base: base} }
func (c *Client[T]) Get(path string) (*T, error) {
  ${SEND}
  out := new(T)
  err = json.NewDecoder(res.Body).Decode(out)
  return out, err
}
func f() { api := NewClient[Cluster]("x"); c, _ := api.Get("/c"); fmt.Println(c.Address) }`,
      ofOne,
    ],
    [
      "a struct without a function",
      `func f(path string) {
  ${SEND}
  out := new(Page[Cluster])
  json.NewDecoder(res.Body).Decode(out)
  fmt.Println(out.Results[0].Address, err)
}`,
      ofPage,
    ],
    [
      "a parameter that the arguments decide",
      `func into[T any](path string, out *T) error {
  ${SEND}
  if err != nil { return err }
  return json.NewDecoder(res.Body).Decode(out)
}
func f() { var p Page[Cluster]; into("", &p); fmt.Println(p.Results[0].Address) }`,
      ofPage,
    ],
  ])("say what a response is decoded into: %s", (_what, code, reads) => {
    expect(readsIn(code)).toEqual(reads);
  });

  it("are found for a function of another file", () => {
    const api = file(`func get[T any](path string) (T, error) {
  var out T
  ${SEND}
  err = json.NewDecoder(res.Body).Decode(&out)
  return out, err
}`);
    const reads = readsIn(`func f() { c, _ := get[Cluster]("/c"); fmt.Println(c.Address) }`, {
      "api.go": api,
    });
    expect(reads).toEqual(ofOne);
  });

  it("tell the types of two calls apart", () => {
    const code = `type Project struct { Address string \`json:"other"\` }
func get[T any](path string) (T, error) {
  var out T
  ${SEND}
  err = json.NewDecoder(res.Body).Decode(&out)
  return out, err
}
func f() {
  c, _ := get[Cluster]("/c")
  p, _ := get[Project]("/p")
  fmt.Println(c.Address, p.Address)
}`;
    expect(readsIn(code)).toEqual(ofOne);
  });

  it("leave a call of what an index finds as it is", () => {
    const code = `func get(path string) {
  ${SEND}
  var c Cluster
  json.NewDecoder(res.Body).Decode(&c)
  fmt.Println(c.Address, err)
}
func f(i int) { all := map[string]func(string){"a": get}; key := "a"; all[key]("/c") }`;
    expect(readsIn(code)).toEqual(ofOne);
  });
});
