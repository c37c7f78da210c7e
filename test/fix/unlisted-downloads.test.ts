import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

const FORMS: readonly (readonly [path: string, code: (path: string) => string])[] = [
  ["a.mjs", (path) => `fetch("${BASE}/groups/1/${path}");\n`],
  ["a.mjs", (path) => `const base = "${BASE}";\nfetch(base + "/groups/1/${path}");\n`],
  ["a.sh", (path) => `curl --digest -u a:b ${BASE}/groups/1/${path}\n`],
  ["a.sh", (path) => `BASE=${BASE}\ncurl --digest -u a:b "$BASE/groups/1/${path}"\n`],
  ["a.py", (path) => `import requests\nrequests.get("${BASE}/groups/1/${path}")\n`],
];

async function movesOf(path: string, code: string): Promise<readonly string[]> {
  const { units } = await fixFiles({ [path]: code });
  return units
    .filter(({ title }) => title.startsWith("move"))
    .map(({ applicability, reasons }) => `${applicability}: ${reasons.join("; ")}`);
}

describe.each(FORMS)("in %s, a request of a resource that is in no document", (path, code) => {
  it("is not moved if it downloads a file: nobody knows its media type", async () => {
    expect(await movesOf(path, code("hosts/x/logs/mongodb.gz"))).toEqual([
      expect.stringMatching(/^display-only: v2ready does not know this download/),
    ]);
  });

  it("is moved on request if it asks for JSON", async () => {
    expect(await movesOf(path, code("strange/x"))).toEqual([
      expect.stringMatching(/^unsafe: v2ready does not know this resource/),
    ]);
  });
});
