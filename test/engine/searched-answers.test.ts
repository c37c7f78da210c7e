import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters";
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** Programs that get the text of a cluster, or of all, as `body`, and then evaluate one more expression. */
const PROGRAMS: Readonly<Record<string, (code: string, url: string) => [string, string]>> = {
  JavaScript: (code, url) => [
    "a.mjs",
    `const body = await (await fetch("${url}", { headers: { Accept: "${TYPE}" } })).text();\nconsole.log(${code});\n`,
  ],
  Python: (code, url) => [
    "a.py",
    `import re, requests\nbody = requests.get("${url}", headers={"Accept": "${TYPE}"}).text\nprint(${code})\n`,
  ],
  Ruby: (code, url) => [
    "a.rb",
    `require "httparty"\nbody = HTTParty.get("${url}", headers: { "Accept" => "${TYPE}" }).body\nputs(${code})\n`,
  ],
  Java: (code, url) => [
    "A.java",
    `import java.net.URI;\nimport java.net.http.*;\nclass A {\n  public static void main(String[] a) throws Exception {\n    HttpRequest r = HttpRequest.newBuilder(URI.create("${url}")).header("Accept", "${TYPE}").GET().build();\n    String body = HttpClient.newHttpClient().send(r, HttpResponse.BodyHandlers.ofString()).body();\n    System.out.println(${code});\n  }\n}\n`,
  ],
  "C#": (code, url) => [
    "A.cs",
    `using System.Net.Http;\nclass A {\n  static async Task Main() {\n    var client = new HttpClient();\n    client.DefaultRequestHeaders.Add("Accept", "${TYPE}");\n    var body = await client.GetStringAsync("${url}");\n    Console.WriteLine(${code});\n  }\n}\n`,
  ],
  Kotlin: (code, url) => [
    "A.kt",
    `import java.net.URI\nimport java.net.http.*\nfun main() {\n    val r = HttpRequest.newBuilder(URI.create("${url}")).header("Accept", "${TYPE}").GET().build()\n    val body = HttpClient.newHttpClient().send(r, HttpResponse.BodyHandlers.ofString()).body()\n    println(${code})\n}\n`,
  ],
  Go: (code, url) => [
    "a.go",
    `package main\n\nimport (\n\t"fmt"\n\t"io"\n\t"net/http"\n\t"strings"\n)\n\nfunc main() {\n\treq, _ := http.NewRequest("GET", "${url}", nil)\n\treq.Header.Set("Accept", "${TYPE}")\n\tres, _ := http.DefaultClient.Do(req)\n\tbody, _ := io.ReadAll(res.Body)\n\tfmt.Println(${code})\n}\n`,
  ],
  PHP: (code, url) => [
    "a.php",
    `<?php\nuse Illuminate\\Support\\Facades\\Http;\n$body = Http::withHeaders(["Accept" => "${TYPE}"])->get("${url}")->body();\nvar_dump(${code});\n`,
  ],
  Rust: (code, url) => [
    "a.rs",
    `async fn f() {\n    let body = reqwest::Client::new().get("${url}").header("Accept", "${TYPE}").send().await.unwrap().text().await.unwrap();\n    println!("{}", ${code});\n}\n`,
  ],
};

/** Returns what is found about properties: the severity, the line and the name. */
async function found(language: string, code: string, url = `${URL}/c`): Promise<readonly string[]> {
  const [path, text] = PROGRAMS[language]!(code, url);
  const { source, findings } = await analyze(path, text);
  return findings
    .filter(({ ruleId, confidence }) => ruleId === "no-removed-property" && confidence !== "low")
    .map(({ severity, property, place }) =>
      [severity, source.position(place.start).line, property].join(" "),
    );
}

describe("a removed property whose name is looked for in the text of an answer", () => {
  it.each([
    ["JavaScript", `body.indexOf("srvAddress")`, "error 2 srvAddress"],
    ["JavaScript", `body.includes("mongoURI")`, "error 2 mongoURI"],
    ["JavaScript", `/"srvAddress":"([^"]+)"/.exec(body)`, "error 2 srvAddress"],
    ["JavaScript", `body.split('"srvAddress":"')[1]`, "error 2 srvAddress"],
    ["Python", `"srvAddress" in body`, "error 3 srvAddress"],
    ["Python", `body.find("mongoURI")`, "error 3 mongoURI"],
    ["Python", `re.search('"srvAddress": ?"(.*?)"', body)`, "error 3 srvAddress"],
    ["Ruby", `body.include?("srvAddress")`, "error 3 srvAddress"],
    ["Ruby", `body[/"srvAddress":"([^"]+)"/, 1]`, "error 3 srvAddress"],
    ["Java", `body.contains("srvAddress")`, "error 7 srvAddress"],
    ["C#", `body.Contains("srvAddress")`, "error 7 srvAddress"],
    ["Kotlin", `body.contains("srvAddress")`, "error 6 srvAddress"],
    ["Go", `strings.Contains(string(body), "srvAddress")`, "error 15 srvAddress"],
    ["PHP", `str_contains($body, "srvAddress")`, "error 4 srvAddress"],
    ["Rust", `body.contains("srvAddress")`, "error 3 srvAddress"],
  ])("is an error in %s: %s", async (language, code, error) => {
    expect(await found(language, code)).toEqual([error]);
  });

  it("is an error in the text of a list as well", async () => {
    expect(await found("JavaScript", `body.includes('"providerSettings"')`, URL)).toEqual([
      "error 2 providerSettings",
    ]);
  });

  it("is a warning if code also looks for what replaces it", async () => {
    const code = `body.includes("srvAddress") || body.includes("standardSrv")`;
    expect(await found("JavaScript", code)).toEqual(["warning 2 srvAddress"]);
  });

  it.each([
    ["a name that the new shape has in another place", `body.includes("numShards")`, `${URL}/c`],
    ["a longer word", `body.includes("mySrvAddresses srvAddresses")`, `${URL}/c`],
    ["the answer of another resource", `body.includes("srvAddress")`, URL.replace("clusters", "teams")],
    ["a property that stays", `body.includes("clusterType")`, `${URL}/c`],
  ])("is no finding for %s", async (_, code, url) => {
    expect(await found("JavaScript", code, url)).toEqual([]);
  });
});
