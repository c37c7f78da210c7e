import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const API = "https://cloud.mongodb.com/api/atlas/v2/groups/1";
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** Returns the removed properties that are read, each with its confidence; those of low confidence are not shown. */
async function readsIn(path: string, text: string): Promise<readonly string[]> {
  const { findings } = await analyze(path, text);
  return findings
    .filter(({ ruleId, severity }) => ruleId === "no-removed-property" && severity === "error")
    .filter(({ confidence }) => confidence !== "low")
    .map(({ property, confidence }) => `${property} ${confidence}`);
}

/** A program of JavaScript that has a response. */
function script(code: string, path = "/clusters/c"): string {
  return `import * as lib from "some-library";
const r = await fetch("${API}${path}", { headers: { Accept: "${TYPE}" } });
const c = await r.json();
${code}
`;
}

describe("an unknown function that gets a response and a name", () => {
  it.each([
    ["a name", 'lib.pick(c, "srvAddress")', ["srvAddress medium"]],
    ["a constant", 'const NAME = "srvAddress";\nlib.pick(c, NAME)', ["srvAddress medium"]],
    ["a list of names", 'lib.pick(c, ["name", "mongoURI"])', ["mongoURI medium"]],
    ["a path", 'lib.at(c, "providerSettings.instanceSizeName")', ["providerSettings medium"]],
    ["a path of JSONPath", 'lib.query("$.srvAddress", c)', ["srvAddress medium"]],
    ["a method of the response", 'c.optString("srvAddress")', ["srvAddress medium"]],
    ["a question of the response", 'c.isNull("srvAddress")', ["srvAddress high"]],
    ["a search of what may be a text", 'r.body.lastIndexOf("srvAddress")', ["srvAddress medium"]],
  ])("may read it: %s", async (_, code, reads) => {
    expect(await readsIn("a.mjs", script(code))).toEqual(reads);
  });

  it.each([
    ["leaves it out", 'lib.omit(c, "srvAddress")'],
    ["asks for it", 'lib.has(c, "srvAddress")'],
    ["writes it", 'lib.set(c, "srvAddress", "x")'],
    ["writes it under a longer name", 'lib.SetMember(c, "srvAddress", "x")'],
    ["gets another part of the response", 'lib.keep("srvAddress", c.connectionStrings.standardSrv)'],
    ["gets a part of a copy", 'lib.keep("srvAddress", lib.copy(c).connectionStrings.standardSrv)'],
    ["gets a text about it", 'lib.say(c, "has no srvAddress any more")'],
    ["prints it", 'lib.log("srvAddress", c)'],
    ["searches the text for it", '(await r.text()).between("srvAddress", "mongoURI")'],
  ])("does not read it where it %s", async (_, code) => {
    expect(await readsIn("a.mjs", script(code))).toEqual([]);
  });

  it("reads nothing of another resource", async () => {
    const text = script('lib.pick(c, "srvAddress"); lib.decode(c).autoScaling', "/databaseUsers");
    expect(await readsIn("a.mjs", text)).toEqual([]);
  });
});

describe("what an unknown function makes of a response", () => {
  it.each([
    ["of one cluster", "console.log(lib.decode(c).srvAddress)", "/clusters/c", ["srvAddress medium"]],
    [
      "of a list",
      "for (const one of lib.decode(c).results) console.log(one.numShards)",
      "/clusters",
      ["numShards medium"],
    ],
    [
      "by a method of the response",
      "console.log(c.decode().srvAddress)",
      "/clusters/c",
      ["srvAddress medium"],
    ],
    ["by two functions", 'lib.pick(lib.decode(c), "autoScaling")', "/clusters/c", ["autoScaling medium"]],
  ])("is a cluster: %s", async (_, code, path, reads) => {
    expect(await readsIn("a.mjs", script(code, path))).toEqual(reads);
  });

  it("is not a cluster if the function gets another part", async () => {
    expect(await readsIn("a.mjs", script("console.log(lib.decode(c.labels).autoScaling)"))).toEqual([]);
  });
});

describe("an unknown function in another language", () => {
  it("reads names, and makes clusters, in Python", async () => {
    const text = `import requests
from library import decode, pick
r = requests.get("${API}/clusters/c", headers={"Accept": "${TYPE}"})
print(decode(r.content).autoScaling)
print(pick(r.json(), "srvAddress"))
`;
    expect(await readsIn("a.py", text)).toEqual(["autoScaling medium", "srvAddress medium"]);
  });

  it("reads names, and fills classes, in Java", async () => {
    const text = `import java.net.URI;
import java.net.http.*;
import library.Json;
class Cluster { public String name; public String srvAddress; }
class C {
  String load() throws Exception {
    HttpRequest q = HttpRequest.newBuilder(URI.create("${API}/clusters/c")).header("Accept", "${TYPE}").build();
    String body = HttpClient.newHttpClient().send(q, HttpResponse.BodyHandlers.ofString()).body();
    Cluster c = Json.parse(body, Cluster.class);
    System.out.println(c.srvAddress);
    return Json.read(body, "$.mongoURI");
  }
}
`;
    expect(await readsIn("C.java", text)).toEqual(["srvAddress medium", "mongoURI medium"]);
  });

  it.each([
    ["Codec.Deserialize<Cluster>(text)", "high"],
    ["new Codec().Read<Cluster>(text)", "high"],
    ["text.Decode<Cluster>()", "medium"],
  ])("fills a class that it gets as a type, in C#: %s", async (decoded, confidence) => {
    const text = `using System.Net.Http;
using Acme.Codecs;
class Cluster { public string Name { get; set; } public string SrvAddress { get; set; } }
class A {
  static async Task Main() {
    var http = new HttpClient();
    http.DefaultRequestHeaders.Add("Accept", "${TYPE}");
    var text = await http.GetStringAsync("${API}/clusters/c");
    var c = ${decoded};
    Console.WriteLine(c.SrvAddress);
  }
}
`;
    expect(await readsIn("A.cs", text)).toEqual([`srvAddress ${confidence}`]);
  });

  it("fills a class that it gets as a type, in Kotlin", async () => {
    const text = `import java.net.URI
import java.net.http.*
import acme.Codec

data class Cluster(val name: String, val numShards: Int)

fun main() {
  val q = HttpRequest.newBuilder(URI.create("${API}/clusters/c")).header("Accept", "${TYPE}").build()
  val body = HttpClient.newHttpClient().send(q, HttpResponse.BodyHandlers.ofString()).body()
  val c = Codec.decode<Cluster>(body)
  println(c.numShards)
}
`;
    expect(await readsIn("A.kt", text)).toEqual(["numShards medium"]);
  });

  it("decodes into a struct that it gets, in Go", async () => {
    const text = `package main

import (
	"fmt"
	"io"
	"net/http"

	"example.com/library"
)

type Cluster struct {
	Address string \`json:"srvAddress"\`
}

func main() {
	req, _ := http.NewRequest("GET", "${API}/clusters/c", nil)
	req.Header.Set("Accept", "${TYPE}")
	res, _ := http.DefaultClient.Do(req)
	b, _ := io.ReadAll(res.Body)
	var c Cluster
	library.Into(b, &c)
	fmt.Println(c.Address)
	fmt.Println(library.Get(b, "mongoURI"))
}
`;
    expect(await readsIn("main.go", text)).toEqual(["srvAddress high", "mongoURI medium"]);
  });
});
