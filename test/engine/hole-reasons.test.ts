import { describe, expect, it } from "vitest";
import { reasonOfHole } from "../../src/engine/hole-reasons.js";
import { holesOf } from "../../src/facts/text.js";
import { analyze } from "../support/analyze.js";

async function reasonsOf(code: string): Promise<string[]> {
  const { context } = await analyze(
    "file.js",
    `const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n${code}`,
  );
  const texts = context.requests.flatMap(({ fact }) => fact.urls);
  return [...new Set(texts.flatMap(holesOf).map((hole) => reasonOfHole(hole)))];
}

describe("the reason of an unknown value", () => {
  it("names a loop where a loop changes it", async () => {
    const code = "let path = ''; for (const one of all()) { path += one; fetch(BASE + path); }";
    expect((await reasonsOf(code)).join("\n")).toMatch(/^a value that changes in a loop$/m);
  });

  it("names code that may run later where a variable is set by such code, and no loop", async () => {
    const code =
      "let group; const timer = setInterval(() => fetch(`${BASE}/groups/${group}`), 5); process.on('message', (one) => { group = one.id; });";
    expect(await reasonsOf(code)).toEqual(["group is changed by code that may run before or later"]);
  });

  it("has the words of the code for what is parsed from a text", async () => {
    const code = 'import { read } from "./gone.js"; fetch(`${BASE}/groups/${JSON.parse(read()).id}/alerts`);';
    expect(await reasonsOf(code)).toEqual([
      "./gone.js.read().id is imported from a file that was not followed",
    ]);
  });
});
