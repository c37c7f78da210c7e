import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

/** The lines with findings after the safe fixes of a program that matches an answer in line 4. */
async function linesLeft(cases: string): Promise<string[]> {
  const code = `import requests\nfrom requests.auth import HTTPDigestAuth\nc = requests.get("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters/c", auth=HTTPDigestAuth("a", "b"))\nmatch c.json():\n${cases}\n`;
  const { remaining } = await fixFiles({ "a.py": code });
  return remaining.filter((one) => one.startsWith("no-removed-property"));
}

describe("a pattern of match reads a property", () => {
  it.each([
    ["of a mapping", `    case {"mongoURI": uri}:\n        print(uri)`, [5]],
    ["whose value is not wanted", `    case {"mongoURI": _}:\n        print(1)`, [5]],
    ["of one of several patterns", `    case {"name": n} | {"mongoURI": n}:\n        print(n)`, [5]],
    ["in lists", `    case {"results": [{"mongoURI": uri}, *_]}:\n        print(uri)`, [5]],
    [
      "of what it gives a name to",
      `    case {"results": [*all]} as whole if all:\n        print(all[0]["mongoURI"])\n        print(whole["mongoURI"])`,
      [6, 7],
    ],
    ["of the rest of a mapping", `    case {"name": n, **others}:\n        print(others["mongoURI"])`, [6]],
    ["of a class", `    case dict(mongoURI=uri):\n        print(uri)`, [5]],
    ["in its condition", `    case all if all["mongoURI"].endswith("a"):\n        print(1)`, [5]],
  ])("%s", async (_what, cases, lines) => {
    expect(await linesLeft(cases)).toEqual(lines.map((line) => `no-removed-property a.py:${line}`));
  });

  it("and no other one", async () => {
    expect(
      await linesLeft(`    case {"name": n, "id": 1}:\n        print(n)\n    case _:\n        pass`),
    ).toEqual([]);
  });
});
