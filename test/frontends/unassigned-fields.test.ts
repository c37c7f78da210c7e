import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { fixFiles } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v2";
const URL = `${BASE}/groups/g/clusters`;
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** Programs with a class whose fields no code assigns. They create a cluster; `code` makes `body`. */
const PROGRAMS: Readonly<Record<string, (fields: string, code: string) => string>> = {
  js: (fields, code) =>
    `const H = { Accept: "${TYPE}", "Content-Type": "application/json" };
export class Command {
  ${fields}
  async run() {
    ${code}
    await fetch("${URL}", { method: "POST", headers: H, body: JSON.stringify(body) });
  }
}
`,
  py: (fields, code) =>
    `import requests

class Command:
    ${fields}
    def run(self):
        ${code}
        requests.post("${URL}", json=body, headers={"Accept": "${TYPE}"})
`,
  java: (fields, code) =>
    `import java.net.URI;
import java.net.http.*;
import java.util.*;
import com.fasterxml.jackson.databind.ObjectMapper;
class Command {
  ${fields}
  void run() throws Exception {
    ${code}
    HttpRequest request = HttpRequest.newBuilder(URI.create("${URL}")).header("Content-Type", "application/json")
      .header("Accept", "${TYPE}").POST(HttpRequest.BodyPublishers.ofString(new ObjectMapper().writeValueAsString(body))).build();
    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
`,
  cs: (fields, code) =>
    `using System.Collections.Generic;
using System.Net.Http;
using System.Net.Http.Json;
class Command {
  ${fields}
  async void Run() {
    var client = new HttpClient();
    client.DefaultRequestHeaders.Add("Accept", "${TYPE}");
    ${code}
    await client.PostAsJsonAsync("${URL}", body);
  }
}
`,
};

/** Returns the removed properties that requests surely send. */
async function errorsIn(path: string, text: string): Promise<string[]> {
  const { findings, source } = await analyze(path, text);
  return findings
    .filter(
      ({ ruleId, severity, confidence }) =>
        ruleId === "no-removed-property" && severity === "error" && confidence === "high",
    )
    .map(({ place }) => source.text.slice(place.start, place.end).replace(/["':]/g, ""))
    .sort();
}

describe("fields that no known code assigns", () => {
  it.each([
    [
      "js",
      "backup; shards = null;",
      `const body = { providerBackupEnabled: this.backup, numShards: this.shards };`,
    ],
    [
      "py",
      "backup = None\n    shards = None",
      `body = {"providerBackupEnabled": self.backup, "numShards": self.shards}`,
    ],
    [
      "java",
      "private Boolean backup; @Option private int shards;",
      `Map<String, Object> body = new HashMap<>(); body.put("providerBackupEnabled", backup); body.put("numShards", shards);`,
    ],
    [
      "cs",
      "private bool? backup; public int? Shards { get; set; }",
      `var body = new Dictionary<string, object>(); body["providerBackupEnabled"] = backup; body["numShards"] = Shards;`,
    ],
  ])("are sent, and not known, in %s", async (language, fields, code) => {
    const text = PROGRAMS[language]!(fields, code);
    expect(await errorsIn(`a.${language}`, text)).toEqual(["numShards", "providerBackupEnabled"]);
  });

  it.each([
    [
      "js",
      "backup; shards = null; constructor() { this.size = null; this.more = undefined; }",
      `const body = {}; if (this.backup) body.providerBackupEnabled = true; if (this.shards !== null) body.numShards = 1; if (this.size) body.replicationFactor = 3;`,
    ],
    [
      "py",
      "backup = None\n    shards = None\n    def __init__(self):\n        self.size = None",
      `body = {}\n        if self.backup: body["providerBackupEnabled"] = True\n        if self.shards is not None: body["numShards"] = 1\n        if self.size: body["replicationFactor"] = 3`,
    ],
    [
      "java",
      "private Boolean backup; private Integer shards; private String size = null;",
      `Map<String, Object> body = new HashMap<>(); if (Boolean.TRUE.equals(backup)) body.put("providerBackupEnabled", true); if (shards != null) body.put("numShards", 1); if (size != null) body.put("replicationFactor", 3);`,
    ],
    [
      "cs",
      "private bool? backup; public int? Shards { get; set; } public string Size { get; set; } = null;",
      `var body = new Dictionary<string, object>(); if (backup ?? false) { body["providerBackupEnabled"] = true; } if (Shards != null) body["numShards"] = 1; if (Size is not null) body["replicationFactor"] = 3;`,
    ],
  ])("leave open which way a condition goes, in %s", async (language, fields, code) => {
    const text = PROGRAMS[language]!(fields, code);
    expect(await errorsIn(`a.${language}`, text)).toEqual([
      "numShards",
      "providerBackupEnabled",
      "replicationFactor",
    ]);
  });

  it.each([
    ["js", "options;", "const body = this.options;"],
    ["js", "constructor() { this.options = null; }", "const body = this.options;"],
    ["py", "options = None", "body = self.options"],
    ["java", "private Map<String, Object> options;", "Object body = options;"],
    ["cs", "public object Options { get; set; }", "var body = Options;"],
  ])("are an unknown body, in %s: %s", async (language, fields, code) => {
    const text = PROGRAMS[language]!(fields, code)
      .replaceAll("v2", "v1.0")
      .replaceAll(TYPE, "application/json");
    const { units } = await fixFiles({ [`a.${language}`]: text });
    const moves = units.filter(({ findings }) => findings.length > 1);
    expect(moves.map(({ applicability }) => applicability)).toEqual(["display-only"]);
    expect(moves[0]!.reasons.join()).toMatch(/cannot find the value of the request body, [Oo]ptions/);
  });
});

describe("fields that known code assigns", () => {
  it("have the value that it assigns", async () => {
    const fields = "backup = null; constructor() { this.shards = null; }";
    const code = `this.backup = false; if (this.backup) body.providerBackupEnabled = 1; const body = { name: "c" };`;
    expect(await errorsIn("a.js", PROGRAMS["js"]!(fields, code))).toEqual([]);
  });

  it("hold the base path that a method puts there first", async () => {
    const text = `export class Client {
  base;
  url() {
    if (!this.base) this.base = "${BASE.replace("v2", "v1.0")}";
    return this.base;
  }
  async run() {
    await fetch(this.url() + "/groups");
  }
}
`;
    const { units } = await fixFiles({ "a.js": text });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
  });

  it("are not sent by an object of its own that leaves them out", async () => {
    const text = `class Cluster { name; numShards; }
const cluster = new Cluster();
cluster.name = "c";
fetch("${URL}", { method: "POST", headers: { Accept: "${TYPE}", "Content-Type": "application/json" }, body: JSON.stringify(cluster) });
`;
    expect(await errorsIn("a.js", text)).toEqual([]);
  });
});
