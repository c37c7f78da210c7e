import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

it("a link of the API is followed without the header as the first request was, and what it leads to may be a cluster", async () => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    "links.js": `async function list() {
  const first = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");
  for (const link of (await first.json()).links) {
    const second = await fetch(link.href);
    const { links } = await second.json();
    await fetch(links[0].href + "?pretty=true");
    await fetch(link.avatar);
  }
}
list();
`,
    "links.py": `import requests
first = requests.get("https://cloud.mongodb.com/api/atlas/v1.0/groups")
for link in first.json()["links"]:
    requests.get(link["href"])
`,
    "kept.py": `import requests
BASE = "https://cloud.mongodb.com/api/atlas/v1.0"
def all(group):
    return requests.get(BASE + "/groups/" + group + "/clusters").json()
def describe(cluster_link):
    return requests.get(cluster_link).json()["srvAddress"]
def download(url):
    return requests.get(url)
`,
    "mixed.py": `import requests
requests.get("https://cloud.mongodb.com/api/atlas/v1.0/groups")
requests.get("https://api.example.com/items")
def show(link):
    return requests.get(link).json()["srvAddress"]
`,
    "rows.py": `import requests
def clusters(group):
    return requests.get("https://cloud.mongodb.com/api/atlas/v1.0/groups/" + group + "/clusters")
def host(cluster):
    return cluster["srvAddress"]
def scaling(row):
    return row["autoScaling"]
def size(row):
    return row["providerSettings"]
`,
    "other.js": `async function other() {
  const answer = await fetch("https://api.example.com/items");
  await fetch((await answer.json()).links[0].href);
}
other();
`,
  });
  const { findings } = await report(["--only", "require-version-media-type,no-removed-property"], { cwd });
  expect(findings.map(({ path, line }) => `${path}:${line}`).sort()).toEqual([
    "kept.py:4",
    "kept.py:6",
    "kept.py:6",
    "links.js:2",
    "links.js:4",
    "links.js:6",
    "links.py:2",
    "links.py:4",
    "mixed.py:2",
    "rows.py:3",
    "rows.py:5",
    "rows.py:7",
    "rows.py:9",
  ]);
});
