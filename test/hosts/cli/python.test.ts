import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

describe("a Python program in several files", () => {
  it("is followed from the settings to the file that sends, over those that import them", async () => {
    const cwd = sharedTree({
      ".git/HEAD": "",
      "pkg/__init__.py": "",
      "pkg/settings.py": `class Settings:\n    BASE = "${BASE}"\n`,
      // Neither of them mentions the API.
      "pkg/net.py": "import requests\ndef get(url):\n    return requests.get(url).json()\n",
      "pkg/main.py": `from pkg.settings import Settings
from pkg.net import get

def clusters(group):
    for cluster in get(f"{Settings.BASE}/groups/{group}/clusters")["results"]:
        print(cluster["srvAddress"])
`,
    });
    const { findings } = await report([], { cwd });
    const places = findings.map(({ ruleId, path, line }) => `${ruleId} ${path}:${line}`);
    expect(places.sort()).toEqual([
      "no-removed-property pkg/main.py:6",
      "no-unversioned-base-path pkg/settings.py:2",
      "require-version-media-type pkg/net.py:3",
    ]);
  });
});
