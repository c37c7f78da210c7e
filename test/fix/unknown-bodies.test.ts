import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters";

/** Programs that create a cluster with a given body, by the end of their file name. */
const PROGRAMS: Readonly<Record<string, (body: string) => string>> = {
  js: (body) =>
    `export const f = async (x, y) => {\n  await fetch("${URL}", { method: "POST", headers: { "Content-Type": "application/json" }, body: ${body} });\n};\n`,
  py: (body) =>
    `import requests\ndef f(x, y):\n    requests.post("${URL}", data=${body}, headers={"Content-Type": "application/json"})\n`,
  sh: (body) => `curl -s -X POST -H "Content-Type: application/json" --data ${body} ${URL}\n`,
  go: (body) =>
    `package main\n\nimport (\n\t"fmt"\n\t"net/http"\n\t"strings"\n)\n\nfunc f(x string) {\n\treq, _ := http.NewRequest("POST", "${URL}", strings.NewReader(${body}))\n\treq.Header.Set("Content-Type", "application/json")\n\thttp.DefaultClient.Do(req)\n\tfmt.Println("sent")\n}\n`,
  java: (body) =>
    `import java.net.URI;\nimport java.net.http.*;\nclass A {\n  void f(String x) throws Exception {\n    StringBuilder b = new StringBuilder();\n    b.append(x);\n    HttpRequest r = HttpRequest.newBuilder(URI.create("${URL}")).header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(${body})).build();\n    HttpClient.newHttpClient().send(r, HttpResponse.BodyHandlers.ofString());\n  }\n}\n`,
  cs: (body) =>
    `using System.Net.Http;\nusing System.Text;\nclass A {\n  async void F(string x) {\n    var c = new HttpClient();\n    await c.PostAsync("${URL}", new StringContent(${body}, Encoding.UTF8, "application/json"));\n  }\n}\n`,
  rb: (body) =>
    `require "httparty"\ndef f(x)\n  HTTParty.post("${URL}", body: ${body}, headers: { "Content-Type" => "application/json" })\n  nil\nend\n`,
};

/** Returns how the move of the request may be applied, with the reasons. */
async function outcome(path: string, text: string): Promise<[string | undefined, string]> {
  const { units } = await fixFiles({ [path]: text });
  const move = units.find(({ findings }) => findings.length > 1);
  return [move?.applicability, move?.reasons.join("; ") ?? ""];
}

describe("a text as a body of a request that moves", () => {
  it.each([
    ["js", "`${x}`", "the value of the request body, x"],
    ["js", '"{" + x + "}"', "which properties x adds to the request body"],
    ["js", '`{"name": "c"${x}}`', "which properties x adds to the request body"],
    ["js", '`{"name": "c", "${x}": 1}`', "which properties x adds to the request body"],
    ["js", "`${x}${y}`", "the value of the request body, x"],
    ["js", '`{"name": "c", "replicationSpecs": ${x}}`', "the value of replicationSpecs, x"],
    [
      "js",
      '`{"replicationSpecs": [{"zoneName": "z", ${x}}]}`',
      "which properties x adds to replicationSpecs",
    ],
    ["py", 'f"{x}"', "the value of the request body, x"],
    ["py", '"{}".format(x)', "the value of the request body, x"],
    ["py", '"%s" % x', "the value of the request body, x"],
    ["py", `'{"name": "c", ' + x + '}'`, "which properties x adds to the request body"],
    ["sh", `''"$X"''`, "the value of the request body, $X"],
    ["sh", `"{\\"name\\": \\"c\\", $X}"`, "which properties $X adds to the request body"],
    ["sh", `'{"name": "c", '"$X"'}'`, "which properties $X adds to the request body"],
    ["sh", `'{"name": "c", "paused": '"$X$Y"'}'`, "which properties $Y adds to the request body"],
    ["go", 'fmt.Sprintf("%s", x)', "the value of the request body, x"],
    ["java", 'String.format("%s", x)', "the value of the request body, x"],
    ["java", "b.toString()", "the value of the request body, x"],
    ["cs", '$"{x}"', "the value of the request body, x"],
    ["rb", '"#{x}"', "the value of the request body, x"],
  ])("is not known where something may add properties, %s: %s", async (language, body, what) => {
    const given = await outcome(`a.${language}`, PROGRAMS[language]!(body));
    expect(given).toEqual(["display-only", `cannot find ${what}`]);
  });

  it.each([
    ["js", '`{"name": "${x}", "paused": ${y}}`'],
    ["js", '`{"name": "c", "diskSizeGB": ${y}.5, "labels": [${x}]}`'],
    ["js", "JSON.stringify({ name: `c-${x}` })"],
    ["py", `'{"name": "%s"}' % x`],
    ["sh", `"{\\"name\\": \\"$X\\", \\"paused\\": $Y, \\"diskSizeGB\\": -$Z}"`],
    ["go", 'fmt.Sprintf(`{"name": "%s"}`, x)'],
    ["java", 'String.format("{\\"name\\": \\"%s\\"}", x)'],
    ["cs", '"{\\"name\\": \\"" + x + "\\"}"'],
    ["rb", '"{\\"name\\": \\"#{x}\\"}"'],
  ])("is known where only values are not, %s: %s", async (language, body) => {
    expect(await outcome(`a.${language}`, PROGRAMS[language]!(body))).toEqual(["safe", ""]);
  });

  it("is converted from a text that holds another JSON text", async () => {
    const [how, reasons] = await outcome(
      "a.js",
      PROGRAMS["js"]!('`{"name": "c", "replicationSpecs": ${JSON.stringify([{ zoneName: x }])}}`'),
    );
    expect([how, reasons]).toEqual(["safe", ""]);
  });
});

describe("an unknown part of an object that is a body", () => {
  it.each([
    ["{ name: x, replicationSpecs: y }", "the value of replicationSpecs, y"],
    ["{ name: x, replicationSpecs: [y] }", "the value of replicationSpecs, y"],
    ["{ name: x, replicationSpecs: [{ zoneName: x, ...y }] }", "which properties y adds to replicationSpecs"],
  ])("may hold what changes below it: %s", async (body, what) => {
    const given = await outcome("a.js", PROGRAMS["js"]!(`JSON.stringify(${body})`));
    expect(given).toEqual(["display-only", `cannot find ${what}`]);
  });

  it("hides nothing where nothing changes below it", async () => {
    const body = "JSON.stringify({ name: x, labels: y, biConnector: { enabled: true, ...y } })";
    expect(await outcome("a.js", PROGRAMS["js"]!(body))).toEqual(["safe", ""]);
  });

  it("makes the body unknown if the request creates or changes a cluster, as a value decides", async () => {
    const text = `export const f = (x, body) => fetch("${URL}" + (x ? "/c" : ""), { method: x ? "PATCH" : "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });\n`;
    const [how, reasons] = await outcome("a.js", text);
    expect(how).toBe("display-only");
    expect(reasons).toContain("cannot find the value of the request body, body");
  });
});
