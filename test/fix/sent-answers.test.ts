import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const CLUSTER = `${BASE}/groups/a/clusters/b`;
const OTHER = "https://inventory.example.org/clusters";

const python = (use: string): string =>
  `import hashlib\nimport httpx\nimport requests\n\nr = requests.get("${CLUSTER}")\nc = r.json()\n${use}\n`;

const javascript = (use: string): string =>
  `import axios from "axios";\nconst r = await fetch("${CLUSTER}");\n${use}\n`;

const java = (use: string): string => `import java.net.URI;
import java.net.http.*;
class A {
  HttpClient client = HttpClient.newHttpClient();
  void send() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("${CLUSTER}")).build();
    String c = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    ${use}
  }
}
`;

it.each([
  ["a.py", python(`requests.post("${OTHER}", json=c)`), "requests"],
  ["a.py", python(`requests.post("${OTHER}", json={"clusters": [c]})`), "requests"],
  ["a.py", python(`requests.put("${OTHER}", data=r.text)`), "requests"],
  ["a.py", python(`requests.post("${OTHER}", params=c)`), "requests"],
  ["a.py", python(`httpx.post("${OTHER}", json=c)`), "httpx"],
  ["a.js", javascript(`await axios.post("${OTHER}", await r.json());`), "axios"],
  ["a.js", javascript(`await fetch("${OTHER}", { method: "POST", body: await r.text() });`), "fetch"],
  [
    "A.java",
    java(
      `client.send(HttpRequest.newBuilder(URI.create("${OTHER}")).POST(HttpRequest.BodyPublishers.ofString(c)).build(), HttpResponse.BodyHandlers.discarding());`,
    ),
    "java.net.http",
  ],
  [
    "a.rb",
    `require "httparty"\nc = HTTParty.get("${CLUSTER}").parsed_response\nHTTParty.post("${OTHER}", body: c)\n`,
    "HTTParty",
  ],
  [
    "a.ps1",
    `$c = Invoke-RestMethod -Uri "${CLUSTER}"\n$done = Invoke-RestMethod -Method Post -Uri "${OTHER}" -Body $c\n`,
    "Invoke-RestMethod",
  ],
  ["a.sh", `curl -s --digest -u "$K" "${CLUSTER}" | curl -s -X POST -d @- "${OTHER}"\n`, "curl"],
])(
  "%s: a request whose answer is sent to another service is moved by no safe fix: %#",
  async (path, code, client) => {
    const { units } = await fixFiles({ [path]: code });
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons.join()).toContain(`the ${client} call gets the cluster in the response`);
  },
);

it.each([
  ["a.py", python(`requests.post("${OTHER}", json={"name": c["name"], "id": c["id"]})`)],
  ["a.js", javascript(`await axios.post("${OTHER}", { name: (await r.json()).name });`)],
])("%s: named parts of an answer may be sent", async (path, code) => {
  const { units } = await fixFiles({ [path]: code });
  expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
});

it("an answer may be sent to a call that moves as well", async () => {
  const code = python(`c["paused"] = True\nrequests.patch("${CLUSTER}", json=c)`);
  const { units } = await fixFiles({ "a.py": code });
  expect(units.flatMap(({ reasons }) => reasons).join()).not.toContain("gets the cluster");
});

it("a digest of an answer changes with it", async () => {
  const { units } = await fixFiles({ "a.py": python("print(hashlib.sha256(r.content).hexdigest())") });
  expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
  expect(units[0]!.reasons.join()).toContain("hashlib.sha256 gets the cluster");
});

it.each([
  [
    "a.py",
    `import requests

def role(name):
    url = "${BASE}/groups/a/customDBRoles/roles/" + name
    found = requests.get(url).json()
    found["url"] = url
    return found

requests.patch(role("r")["url"], json={"actions": []})
`,
  ],
  [
    "a.mjs",
    `async function role(name) {
  const url = \`${BASE}/groups/a/customDBRoles/roles/\${name}\`;
  const found = await (await fetch(url)).json();
  found.url = url;
  return found;
}
await fetch((await role("r")).url, { method: "PATCH", body: "{}" });
`,
  ],
  [
    "a.rb",
    `require "httparty"
def role(name)
  url = "${BASE}/groups/a/customDBRoles/roles/#{name}"
  found = HTTParty.get(url).parsed_response
  found["url"] = url
  found
end
HTTParty.patch(role("r")["url"], body: "{}")
`,
  ],
])("%s: a URL that code keeps in an answer, for a next call, stays as it is", async (path, code) => {
  const { files, units } = await fixFiles({ [path]: code });
  expect(files[path]).toBe(code);
  expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(
    /the base path is also passed to response\S*url/,
  );
});
