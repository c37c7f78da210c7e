import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

it("a request that follows a link of an answer of the API lacks the header as the first one does", async () => {
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
    "other.js": `async function other() {
  const answer = await fetch("https://api.example.com/items");
  await fetch((await answer.json()).links[0].href);
}
other();
`,
  });
  const { findings } = await report(["--only", "require-version-media-type"], { cwd });
  expect(findings.map(({ path, line }) => `${path}:${line}`).sort()).toEqual([
    "links.js:2",
    "links.js:4",
    "links.js:6",
    "links.py:2",
    "links.py:4",
  ]);
});
