import { describe, expect, it } from "vitest";
import { BASE } from "../support/fix-cases.js";
import { fixFiles } from "../support/fix-files.js";

const UNVERSIONED = { url: `${BASE}/v1.0/groups/1/clusters/a`, type: "application/json" };
const VERSIONED = { url: `${BASE}/v2/groups/1/clusters/a`, type: "application/vnd.atlas.2024-08-05+json" };

type Program = (request: typeof VERSIONED, code: string) => string;

/** Programs in which `c` is a cluster; in Java and Kotlin `m` is the same as a map, and `s` is its text. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  "A.cs": ({ url, type }, code) => `using System; using System.Linq; using System.Net.Http;
using System.Collections.Generic; using System.Text.Json; using Newtonsoft.Json.Linq;
class A {
  static async Task Main() {
    using var http = new HttpClient();
    http.DefaultRequestHeaders.Add("Accept", "${type}");
    var s = await http.GetStringAsync("${url}");
    var c = JsonDocument.Parse(s).RootElement;
    ${code}
  }
}`,
  "A.java": ({ url, type }, code) => `import com.fasterxml.jackson.databind.*;
import com.google.gson.*;
import java.net.URI;
import java.net.http.*;
import java.util.*;
class A {
  public static void main(String[] a) throws Exception {
    HttpClient h = HttpClient.newHttpClient();
    HttpRequest q = HttpRequest.newBuilder(URI.create("${url}")).header("Accept", "${type}").build();
    String s = h.send(q, HttpResponse.BodyHandlers.ofString()).body();
    JsonNode c = new ObjectMapper().readTree(s);
    Map<String, Object> m = new ObjectMapper().readValue(s, Map.class);
    ${code}
  }
}`,
  "a.kt": ({ url, type }, code) => `import com.fasterxml.jackson.databind.ObjectMapper
import java.net.URI
import java.net.http.*
fun main() {
    val h = HttpClient.newHttpClient()
    val q = HttpRequest.newBuilder(URI.create("${url}")).header("Accept", "${type}").build()
    val s = h.send(q, HttpResponse.BodyHandlers.ofString()).body()
    val c = ObjectMapper().readTree(s)
    val m = ObjectMapper().readValue(s, Map::class.java) as Map<String, Any>
    ${code}
}`,
  "a.ps1": ({ url, type }, code) =>
    `$c = Invoke-RestMethod -Uri "${url}" -Headers @{ Accept = "${type}" }\n${code}`,
  "main.rs": ({ url, type }, code) => `fn main() {
    let client = reqwest::blocking::Client::new();
    let c: serde_json::Value = client.get("${url}").header("Accept", "${type}").send().unwrap().json().unwrap();
    ${code}
}`,
};

/** Code that picks `mongoURI` of a cluster out of all its properties. */
const READS: readonly (readonly [string, string])[] = [
  ["A.cs", `foreach (var p in c.EnumerateObject()) if (p.Name == "mongoURI") Console.WriteLine(p.Value);`],
  [
    "A.cs",
    `foreach (var p in c.EnumerateObject()) switch (p.Name) { case "mongoURI": Use(p.Value); break; }`,
  ],
  ["A.cs", `Console.WriteLine(c.EnumerateObject().First(p => p.Name == "mongoURI").Value);`],
  ["A.cs", `Console.WriteLine(c.EnumerateObject().Single(p => p.NameEquals("mongoURI")).Value.GetString());`],
  ["A.cs", `foreach (var p in JObject.Parse(s).Properties()) if (p.Name == "mongoURI") Use(p.Value);`],
  ["A.cs", `foreach (var p in JObject.Parse(s)) if (p.Key == "mongoURI") Use(p.Value);`],
  [
    "A.cs",
    `foreach (var (k, v) in JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(s)) if (k == "mongoURI") Use(v);`,
  ],
  ["A.java", `c.fields().forEachRemaining(e -> { if (e.getKey().equals("mongoURI")) use(e.getValue()); });`],
  [
    "A.java",
    `Iterator<Map.Entry<String, JsonNode>> it = c.fields(); while (it.hasNext()) { var e = it.next(); if (e.getKey().equals("mongoURI")) use(e.getValue()); }`,
  ],
  ["A.java", `for (var e : c.properties()) if ("mongoURI".equals(e.getKey())) use(e.getValue());`],
  [
    "A.java",
    `Iterator<String> it = c.fieldNames(); while (it.hasNext()) { String k = it.next(); if (k.equals("mongoURI")) use(c.get(k)); }`,
  ],
  [
    "A.java",
    `for (var e : JsonParser.parseString(s).getAsJsonObject().entrySet()) if (e.getKey().equals("mongoURI")) use(e.getValue());`,
  ],
  [
    "A.java",
    `org.json.JSONObject o = new org.json.JSONObject(s); for (String k : o.keySet()) if (k.equals("mongoURI")) use(o.get(k));`,
  ],
  [
    "A.java",
    `for (Map.Entry<String, Object> e : m.entrySet()) if (e.getKey().equals("mongoURI")) use(e.getValue());`,
  ],
  ["A.java", `m.forEach((k, v) -> { if (k.equals("mongoURI")) use(v); });`],
  ["a.kt", `println(c.fields().asSequence().first { it.key == "mongoURI" }.value)`],
  ["a.kt", `for ((k, v) in c.fields()) if (k == "mongoURI") println(v)`],
  ["a.kt", `for ((k, v) in m) if (k == "mongoURI") println(v)`],
  ["a.kt", `m.entries.forEach { if (it.key == "mongoURI") println(it.value) }`],
  ["a.ps1", `$c.PSObject.Properties | Where-Object { $_.Name -eq 'mongoURI' } | ForEach-Object { $_.Value }`],
  ["a.ps1", `foreach ($p in $c.PSObject.Properties) { if ($p.Name -eq 'mongoURI') { $p.Value } }`],
  ["a.ps1", `$c.PSObject.Properties['mongoURI'].Value`],
  ["a.ps1", `if ($c.PSObject.Properties.Name -contains 'mongoURI') { Write-Host yes }`],
  ["a.ps1", `if ('mongoURI' -in $c.PSObject.Properties.Name) { Write-Host yes }`],
  ["main.rs", `for (k, v) in c.as_object().unwrap() { if k == "mongoURI" { println!("{}", v); } }`],
];

/** Code that prints the names of all properties, or may read any of them. */
const LISTS: readonly (readonly [string, string])[] = [
  ["A.cs", `foreach (var p in c.EnumerateObject()) Console.WriteLine(p.Name);`],
  ["A.cs", `foreach (var p in c.EnumerateObject()) Console.WriteLine(p);`],
  ["A.java", `for (var e : m.entrySet()) System.out.println(e.getKey());`],
  ["a.kt", `c.fields().forEach { (k, v) -> println("$k=$v") }`],
  ["a.kt", `for ((k, v) in m) println(k)`],
  ["a.ps1", `$c.PSObject.Properties.Name | ForEach-Object { Write-Host $_ }`],
  ["a.ps1", `if ($c.PSObject.Properties.Name -contains $wanted) { Write-Host yes }`],
];

describe("a property that code picks out of all entries of a response", () => {
  it.each([...READS, ...LISTS])("keeps the request from a safe fix: %s %s", async (path, code) => {
    const files = { [path]: PROGRAMS[path]!(UNVERSIONED, code) };
    expect((await fixFiles(files)).files).toEqual(files);
  });

  it.each(READS)("is found where the request has a version: %s %s", async (path, code) => {
    const { remaining } = await fixFiles({ [path]: PROGRAMS[path]!(VERSIONED, code) }, [], "2024-08-05");
    expect([...new Set(remaining.map((one) => one.split(" ")[0]))]).toEqual(["no-removed-property"]);
  });

  it.each([
    ["A.cs", `foreach (var p in c.EnumerateObject()) if (p.Name == "name") Console.WriteLine("named");`],
    ["A.java", `for (var e : m.entrySet()) if (e.getKey().equals("name")) System.out.println("named");`],
    ["a.kt", `for ((k, v) in m) if (k == "name") println("named")`],
    ["a.ps1", `if ($c.PSObject.Properties['name']) { Write-Host $c.name }`],
    ["a.ps1", `if ($c.PSObject.Properties.Name -contains 'name') { Write-Host yes }`],
  ])("may have a name that stays: %s %s", async (path, code) => {
    const { units } = await fixFiles({ [path]: PROGRAMS[path]!(UNVERSIONED, code) });
    expect(units.map(({ applicability, reasons }) => [applicability, ...reasons])).toEqual([["safe"]]);
  });
});
