import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const ALERTS = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/alerts";

it.each([
  [
    "a.py",
    `import requests
first = requests.get("${ALERTS}").json()
following = [link["href"] for link in first["links"] if link["rel"] == "next"]
while following:
    page = requests.get(following[0]).json()
    following = [link["href"] for link in page["links"] if link["rel"] == "next"]
`,
  ],
  [
    "a.mjs",
    `const first = await (await fetch("${ALERTS}")).json();
let following = first.links[0].href;
while (following) {
  const page = await (await fetch(following)).json();
  following = page.links[0].href;
}
`,
  ],
])("%s: a loop that follows the links of each page moves with the first request", async (path, code) => {
  const { files, units } = await fixFiles({ [path]: code });
  expect(units.flatMap(({ applicability, reasons }) => [applicability, ...reasons])).toEqual(["safe"]);
  expect(files[path]!.match(/application\/vnd\.atlas\.2023-02-01\+json/g)).toHaveLength(2);
});

it("a loop whose links come from another service stays as it is", async () => {
  const code = `import requests
first = requests.get("https://pages.example.org/alerts").json()
following = first["links"][0]["href"]
while following:
    page = requests.get(following).json()
    following = page["links"][0]["href"]
print(requests.get("${ALERTS}").json()["totalCount"])
`;
  const { files } = await fixFiles({ "a.py": code });
  expect(files["a.py"]!.match(/application\/vnd\.atlas\.2023-02-01\+json/g)).toHaveLength(1);
});
