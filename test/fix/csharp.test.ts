import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

const USING = ["System.Net.Http", "System.Text.Json", "RestSharp", "Flurl.Http"]
  .map((name) => `using ${name};\n`)
  .join("");

/** A file with a class around members; a text that is fixed must parse, and stay as it is in a second run. */
const file = (version: string, members: string): string =>
  `${USING}public class Api\n{\n    const string Base = "${BASE}/${version}";\n${members}\n}\n`;

const csharp = (what: string, before: string, after: string): FixCase => ({
  what,
  path: "Api.cs",
  before: file("v1.0", before),
  after: file("v2", after),
});

const inMethod = (what: string, before: string, after: string): FixCase => {
  const method = (body: string): string =>
    `    public async Task Run()\n    {\n${body.replace(/^(?=.)/gm, "        ")}\n    }`;
  return csharp(what, method(before), method(after));
};

const left = (what: string, body: string, refused: RegExp): FixCase => ({
  what,
  path: "Api.cs",
  before: file("v1.0", `    public async Task Run()\n    {\n        ${body}\n    }`),
  refused,
});

describe("fixes in C#", () => {
  it.each([
    inMethod(
      "a client that a method makes",
      `var http = new HttpClient(); // one\nawait http.GetAsync(Base + "/groups/1/alerts");`,
      `var http = new HttpClient(); // one\nhttp.DefaultRequestHeaders.Add("Accept", "${TYPE}");\nawait http.GetAsync(Base + "/groups/1/alerts");`,
    ),
    inMethod(
      "a client of a block",
      `using (var http = new HttpClient())\n{\n    await http.GetAsync($"{Base}/groups/1/alerts");\n}`,
      `using (var http = new HttpClient())\n{\n    http.DefaultRequestHeaders.Add("Accept", "${TYPE}");\n    await http.GetAsync($"{Base}/groups/1/alerts");\n}`,
    ),
    csharp(
      "a client in a field",
      `    readonly HttpClient _http = new() { BaseAddress = new Uri(Base + "/") };\n    public Task A() => _http.GetAsync("groups/1/alerts");`,
      `    readonly HttpClient _http = new() { BaseAddress = new Uri(Base + "/"), DefaultRequestHeaders = { { "Accept", "${TYPE}" } } };\n    public Task A() => _http.GetAsync("groups/1/alerts");`,
    ),
    csharp(
      "another value for a client that is handed in",
      `    readonly HttpClient _http;\n    public Api(HttpClient http)\n    {\n        _http = http;\n        _http.DefaultRequestHeaders.Accept.Add(new MediaTypeWithQualityHeaderValue("application/json"));\n    }\n    public Task A() => _http.GetAsync(Base + "/groups/1/alerts");`,
      `    readonly HttpClient _http;\n    public Api(HttpClient http)\n    {\n        _http = http;\n        _http.DefaultRequestHeaders.Accept.Add(new MediaTypeWithQualityHeaderValue("${TYPE}"));\n    }\n    public Task A() => _http.GetAsync(Base + "/groups/1/alerts");`,
    ),
    inMethod(
      "a request that is made first",
      `using var http = new HttpClient();\nvar request = new HttpRequestMessage(HttpMethod.Get, Base + "/groups/1/alerts");\nawait http.SendAsync(request);`,
      `using var http = new HttpClient();\nvar request = new HttpRequestMessage(HttpMethod.Get, Base + "/groups/1/alerts");\nrequest.Headers.Add("Accept", "${TYPE}");\nawait http.SendAsync(request);`,
    ),
    inMethod(
      "another value of a request",
      `using var http = new HttpClient();\nvar request = new HttpRequestMessage(HttpMethod.Get, Base + "/groups/1/alerts");\nrequest.Headers.Add("Accept", "application/json");\nawait http.SendAsync(request);`,
      `using var http = new HttpClient();\nvar request = new HttpRequestMessage(HttpMethod.Get, Base + "/groups/1/alerts");\nrequest.Headers.Add("Accept", "${TYPE}");\nawait http.SendAsync(request);`,
    ),
    inMethod(
      "the property of a WebRequest",
      `var request = (HttpWebRequest)WebRequest.Create(Base + "/groups/1/alerts");\nrequest.Accept = "application/json";\nvar response = request.GetResponse();`,
      `var request = (HttpWebRequest)WebRequest.Create(Base + "/groups/1/alerts");\nrequest.Accept = "${TYPE}";\nvar response = request.GetResponse();`,
    ),
    inMethod(
      "requests of RestSharp",
      `var client = new RestClient(Base);\nvar one = new RestRequest("groups/1/alerts");\none.AddHeader("Accept", "application/json");\nawait client.ExecuteAsync(one);\nvar two = new RestRequest("groups/1/users");\nawait client.ExecuteAsync(two);`,
      `var client = new RestClient(Base);\nvar one = new RestRequest("groups/1/alerts");\none.AddHeader("Accept", "${TYPE}");\nawait client.ExecuteAsync(one);\nvar two = new RestRequest("groups/1/users");\ntwo.AddHeader("Accept", "${TYPE}");\nawait client.ExecuteAsync(two);`,
    ),
    inMethod(
      "a chain of Flurl",
      `await (Base + "/groups/1/alerts")\n    .WithBasicAuth("a", "b")\n    .GetJsonAsync<dynamic>();`,
      `await (Base + "/groups/1/alerts")\n    .WithBasicAuth("a", "b")\n    .WithHeader("Accept", "${TYPE}")\n    .GetJsonAsync<dynamic>();`,
    ),
    inMethod(
      "reads of the response",
      `using var http = new HttpClient();\nvar text = await http.GetStringAsync(Base + "/groups/1/clusters/a");\nusing var doc = JsonDocument.Parse(text);\nvar host = doc.RootElement.GetProperty("srvAddress").GetString();`,
      `using var http = new HttpClient();\nhttp.DefaultRequestHeaders.Add("Accept", "${TYPE}");\nvar text = await http.GetStringAsync(Base + "/groups/1/clusters/a");\nusing var doc = JsonDocument.Parse(text);\nvar host = doc.RootElement.GetProperty("connectionStrings").GetProperty("standardSrv").GetString();`,
    ),
    inMethod(
      "JSON in a raw string",
      `var http = new HttpClient();\nvar json = """\n    {"providerBackupEnabled": true}\n    """;\nvar content = new StringContent(json, Encoding.UTF8, "application/json");\nawait http.PatchAsync(Base + "/groups/1/clusters/a", content);`,
      `var http = new HttpClient();\nhttp.DefaultRequestHeaders.Add("Accept", "${TYPE}");\nvar json = """\n    {"backupEnabled": true}\n    """;\nvar content = new StringContent(json, Encoding.UTF8, "application/json");\nawait http.PatchAsync(Base + "/groups/1/clusters/a", content);`,
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "a connection string that is split",
      `using var http = new HttpClient(); var text = await http.GetStringAsync(Base + "/groups/1/clusters/a"); var uri = JsonDocument.Parse(text).RootElement.GetProperty("mongoURI").GetString(); var host = uri.Split("@")[1];`,
      /is split into parts/,
    ),
    left(
      "a client that shares its line",
      `var a = 1; var http = new HttpClient(); await http.GetAsync(Base + "/groups/1/alerts");`,
      /shares its line/,
    ),
    left(
      "JSON with escape sequences",
      `var http = new HttpClient();\n        await http.PatchAsync(Base + "/groups/1/clusters/a", new StringContent("{\\"providerBackupEnabled\\": true}", Encoding.UTF8, "application/json"));`,
      /not in a raw string/,
    ),
  ])("leave $what", expectFixed);
});
