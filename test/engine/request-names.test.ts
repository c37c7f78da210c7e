import { describe, expect, it } from "vitest";
import { nameOfRequest, namedUrl } from "../../src/engine/request-names.js";
import { analyze } from "../support/analyze.js";

const BASE = 'const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";';

async function namesOf(code: string): Promise<string[]> {
  const { context } = await analyze("file.js", `${BASE}\n${code}`);
  return context.requests.map(nameOfRequest);
}

describe("the name of a request", () => {
  it.each([
    ["a parameter", "export const f = (id) => fetch(`${BASE}/groups/${id}/clusters`)", "{id}"],
    [
      "a variable that holds what an unknown function gives",
      'import core from "@actions/core"; const project_id = core.getInput("id"); fetch(BASE + "/groups/" + project_id + "/clusters")',
      "{project_id}",
    ],
    [
      "an unknown function that is called in the path",
      'import * as core from "@actions/core"; fetch(`${BASE}/groups/${core.getId("a b")}/clusters`)',
      "{core.getId()}",
    ],
    [
      "a function that gets the name of the value",
      'import * as core from "@actions/core"; fetch(`${BASE}/groups/${core.getInput("project-id")}/clusters`)',
      "{project-id}",
    ],
    [
      "a method that rewrites a value",
      "export const f = (c) => fetch(`${BASE}/groups/${c.group.toLowerCase().replace('-', '')}/clusters`)",
      "{group}",
    ],
    [
      "a function of a library that gets a text",
      'import { quote } from "shell"; import * as shell from "shell"; fetch(`${BASE}/groups/${shell.quote("a b")}/clusters`)',
      "{shell.quote()}",
    ],
    [
      "a function that rewrites its argument",
      'import { quote } from "shell"; export const f = (id) => fetch(`${BASE}/groups/${quote(id)}/clusters`)',
      "{id}",
    ],
    [
      "a function that rewrites an element",
      'import { quote } from "shell"; export const f = (data, key) => fetch(`${BASE}/groups/${quote(data[key])}/clusters`)',
      "{data[]}",
    ],
    [
      "a function that rewrites what another one returns",
      'import { quote } from "shell"; export const f = (idOf) => fetch(`${BASE}/groups/${quote(idOf([]))}/clusters`)',
      "{idOf()}",
    ],
    [
      "a function of a default export that is called in the path",
      'import core from "@actions/core"; fetch(`${BASE}/groups/${core.getId("a b")}/clusters`)',
      "{getId()}",
    ],
    [
      "a member of an instance",
      "export class C { constructor(options) { this.projectId = options.id; } f() { return fetch(`${BASE}/groups/${this.projectId}/clusters`); } }",
      "{projectId}",
    ],
    ["an environment variable", "fetch(`${BASE}/groups/${process.env.GROUP}/clusters`)", "{GROUP}"],
    [
      "a name that is imported",
      'import { group_id } from "./settings.js"; fetch(`${BASE}/groups/${group_id}/clusters`)',
      "{group_id}",
    ],
    ["a constant with a value", 'const id = "5f01"; fetch(`${BASE}/groups/${id}/clusters`)', "{id}"],
    [
      "one of two values, of which a test has one",
      'const id = process.env.TEST ? "5f01" : process.env.GROUP; fetch(`${BASE}/groups/${id}/clusters`)',
      "{id}",
    ],
    ["an empty constant", 'const id = ""; fetch(`${BASE}/groups/${id}/clusters`)', "{id}"],
    ["the text of a missing value", 'fetch(BASE + "/groups/undefined/clusters")', "{GROUP-ID}"],
    ["a value that is written in the path", 'fetch(BASE + "/groups/5f01/clusters")', "5f01"],
    [
      "a path that is kept in a variable before it is used",
      'const id = "5f01"; const path = `/groups/${id}/clusters`; const url = BASE + path; fetch(url)',
      "{id}",
    ],
    [
      "an argument of a wrapper",
      'function list(projectId) { const url = `${BASE}/groups/${projectId}/clusters`; return fetch(url); } list("5f01")',
      "{projectId}",
    ],
  ])("has for %s what its author calls it", async (_, code, name) => {
    expect(await namesOf(code)).toEqual([`GET /groups/${name}/clusters`]);
  });

  it("has for what is read of an answer the name of the property", async () => {
    const code =
      'const id = "5f01"; for (const cluster of (await (await fetch(`${BASE}/groups/${id}/clusters`)).json()).results) await fetch(`${BASE}/groups/${id}/clusters/${cluster.name}`, { method: "DELETE" })';
    expect(await namesOf(code)).toEqual(["GET /groups/{id}/clusters", "DELETE /groups/{id}/clusters/{name}"]);
  });

  it("has for a link that is followed the name of the property", async () => {
    const code =
      "for (const link of (await (await fetch(`${BASE}/groups`)).json()).links) await fetch(link.href);";
    expect(await namesOf(code)).toEqual(["GET /groups", "GET {href}"]);
  });

  it("has for a value that is not known the name that a format of Python gives it", async () => {
    const { context } = await analyze(
      "file.py",
      `import requests
def read(host):
    base = "https://cloud.mongodb.com/api/atlas/v1.0"
    requests.get("{base}/groups/{group_id}/clusters/{name!r}".format(base=base, group_id=[]))
    requests.get(base + "/groups/%(group_id)s/clusters" % {"group_id": []})
`,
    );
    expect(context.requests.map(nameOfRequest)).toEqual([
      "GET /groups/{group_id}/clusters/{name}",
      "GET /groups/{group_id}/clusters",
    ]);
  });

  it.each([
    [
      "a.go",
      'package a\nimport "net/http"\nfunc f(c C) { http.Get("https://cloud.mongodb.com/api/atlas/v1.0/groups/" + groupOf(c) + "/clusters") }',
      "{groupOf()}",
    ],
    [
      "A.java",
      'import java.net.URLEncoder; import org.springframework.web.client.RestTemplate; class A { RestTemplate rest = new RestTemplate(); void f(C c) { rest.getForObject("https://cloud.mongodb.com/api/atlas/v1.0/groups/" + URLEncoder.encode(c.getGroup(), "UTF-8") + "/clusters", String.class); } }',
      "{group}",
    ],
    [
      "a.cs",
      'using System.Net.Http; class A { async Task F(C c) { await new HttpClient().GetAsync($"https://cloud.mongodb.com/api/atlas/v1.0/groups/{Uri.EscapeDataString(c.Group)}/clusters"); } }',
      "{Group}",
    ],
    [
      "a.rb",
      'require "httparty"\ndef f(group) = HTTParty.get("https://cloud.mongodb.com/api/atlas/v1.0/groups/#{group.downcase}/clusters")',
      "{group}",
    ],
  ])("has for a value that is rewritten in %s the name of the value", async (path, code, name) => {
    const { context } = await analyze(path, code);
    expect(context.requests.map(nameOfRequest)).toEqual([`GET /groups/${name}/clusters`]);
  });

  it("has the names of empty constants also where the endpoint is not known, and at the end", async () => {
    const code =
      'const GROUP = ""; const NAME = ""; fetch(`${BASE}/groups/${GROUP}/clusters/${NAME}/thing`); fetch(BASE + "/groups/" + GROUP + "/things/" + NAME);';
    expect(await namesOf(code)).toEqual([
      "GET /groups/{GROUP}/clusters/{NAME}/thing",
      "GET /groups/{GROUP}/things/{NAME}",
    ]);
  });

  it("has the name of the documents for a segment with an empty part", async () => {
    const code =
      'const host = ""; const port = 27017; fetch(`${BASE}/groups/5f01/processes/${host}:${port}/measurements`)';
    expect(await namesOf(code)).toEqual(["GET /groups/5f01/processes/{PROCESS-ID}/measurements"]);
  });

  it("has the name of a value also in a path that no document has", async () => {
    const code =
      'function change(id) { return fetch(`${BASE}/users/${id}`, { method: "PATCH" }); } change("123")';
    expect(await namesOf(code)).toEqual(["PATCH /users/{id}"]);
  });

  it("keeps what the documents have as a word, also where a variable holds it", async () => {
    const code =
      'const resource = "clusters"; export const f = (id) => fetch(`${BASE}/groups/${id}/${resource}`)';
    expect(await namesOf(code)).toEqual(["GET /groups/{id}/clusters"]);
  });

  it("has the base where nothing of the path is known", async () => {
    const code =
      "export const f = (path) => fetch(BASE + path); export const g = (id) => fetch(`${BASE}/${id}`);";
    expect(await namesOf(code)).toEqual(["GET /api/atlas/v1.0{path}", "GET /api/atlas/v1.0/{id}"]);
  });

  it("is the path alone where the method is not known", async () => {
    const code = "export const f = (method, id) => fetch(`${BASE}/groups/${id}/clusters`, { method })";
    expect(await namesOf(code)).toEqual(["/groups/{id}/clusters"]);
  });
});

describe("the URL of a request", () => {
  it("has the names of its author for what is not known", async () => {
    const { context } = await analyze(
      "file.js",
      "const host = process.env.HOST; export const f = (c) => fetch(`https://${host}/api/atlas/v1.0/groups/${c.group.id}/clusters`)",
    );
    expect(context.requests.map(({ readings }) => namedUrl(readings[0]!))).toEqual([
      "https://{host}/api/atlas/v1.0/groups/{id}/clusters",
    ]);
  });
});

describe("the name of a request in a workflow", () => {
  it("has the name of a secret without the variable that stands for it", async () => {
    const url =
      "https://cloud.mongodb.com/api/atlas/v1.0/groups/${{ secrets.GROUP }}/clusters/${{ inputs.cluster }}";
    const { context } = await analyze(
      ".github/workflows/list.yml",
      `jobs:\n  list:\n    steps:\n      - run: |\n          curl --digest "${url}"\n`,
    );
    expect(context.requests.map(nameOfRequest)).toEqual(["GET /groups/{GROUP}/clusters/{cluster}"]);
  });

  it("has the name of a variable of Ansible, with spaces in the braces and without", async () => {
    const base = "https://cloud.mongodb.com/api/atlas/v1.0";
    const { context } = await analyze(
      "play.yml",
      `- uri:\n    url: "${base}/groups/{{ project }}/clusters/{{name}}"\n`,
    );
    expect(context.requests.map(nameOfRequest)).toEqual(["GET /groups/{project}/clusters/{name}"]);
  });
});
