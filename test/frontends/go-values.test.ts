import { describe, expect, it } from "vitest";
import { describe as asText } from "../../src/facts/text.js";
import { factsOfBody } from "../support/go-facts.js";

const API = "https://cloud.mongodb.com/api/atlas/v1.0/";

/** The values that the generated programs of test/differential had wrong, one by one. */
describe("values of Go", () => {
  it.each<[what: string, body: string, value: string]>([
    [
      "a label of an outer loop",
      `x := ""\nouter:\nfor _, a := range []string{"x", "y"} { for _, b := range []string{"x", "y"} { if a == b { continue outer }\n x += a + b } }`,
      "yx",
    ],
    [
      "a case that falls through",
      `x := "a"\nswitch x { case "a": x = "b"; fallthrough\n case "c": x += "d"\n default: x = "e" }`,
      "bd",
    ],
    [
      "copied elements",
      `l := make([]string, 2)\ncopy(l, []string{"a", "b", "c"})\nx := strings.Join(l, "-")`,
      "a-b",
    ],
    ["elements that are made", `x := strings.Join(make([]string, 3), "-")`, "--"],
    ["arrays, which are copied", `a := [2]string{"a", "b"}\nb := a\nb[0] = "c"\nx := a[0] + b[0]`, "ac"],
    ["arguments of a format by number", `x := fmt.Sprintf("%[2]s-%[1]s-%s", "a", "b")`, "b-a-b"],
    ["paths with ..", `x := path.Join("/a/", "b", "../c/")`, "/a/c"],
    ["pointers to a variable", `p := "a"\nq := &p\n*q += "b"\nx := p`, "ab"],
    ["numbers that are printed", `n := 3\nx := fmt.Sprint(n) + fmt.Sprint(n)`, "33"],
  ])("are right with %s", (_what, body, value) => {
    const { requests } = factsOfBody(`func f() {\n${body}\nhttp.Get("${API}" + x)\n}`);
    expect(requests.flatMap(({ urls }) => urls.map(asText))).toEqual([API + value]);
  });

  it.each<[what: string, body: string]>([
    [
      "a deferred function changes",
      `x := func() (out string) {\ndefer func() { out += "d" }()\nreturn "a"\n}()`,
    ],
    [
      "one of two pointers changes",
      `p, r := "a", "b"\nq := &p\nif p == os.Getenv("X") { q = &r }\n*q = "c"\nx := p`,
    ],
    ["a sum with an unknown number has", `n := -len(os.Args) / 2\nn++\nx := strconv.Itoa(n)`],
  ])("are unknown where %s", (_what, body) => {
    const { requests } = factsOfBody(`func f() {\n${body}\nhttp.Get("${API}" + x)\n}`);
    const urls = requests.flatMap((one) => one.urls.map(asText));
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls)
      expect(url).toMatch(/^https:\/\/cloud\.mongodb\.com\/api\/atlas\/v1\.0\/\{[^}]*\}$/);
  });
});
