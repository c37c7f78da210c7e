import { expect, it } from "vitest";
import { convertClusterJson } from "../../../src/convert/json.js";
import { Fingerprints } from "../../../src/engine/fingerprints.js";
import { SourceText } from "../../../src/core/source-text.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import { applyEdits } from "../../../src/fix/text-edits.js";
import { indentAt } from "../../../src/fix/payload/style.js";

// Sizes at which work that grows with the square of its input does not end within the time of a test, and at which
// arguments no longer fit on the stack.

const cluster = (number: number): object => ({
  name: `c${number}`,
  providerSettings: { providerName: "AWS", regionName: "EU_WEST_1", instanceSizeName: "M10" },
});

it("converts 40,000 clusters of one line", () => {
  const text = JSON.stringify({ results: Array.from({ length: 40_000 }, (_, index) => cluster(index)) });
  const converted = convertClusterJson(text, {
    vocabularies: loadCatalog().vocabularies,
    purpose: "unknown",
  });
  if (!converted.ok || !("edits" in converted)) throw new Error(JSON.stringify(converted).slice(0, 200));
  const made = applyEdits(
    text,
    converted.edits.map((edit) => ({ path: "a.json", ...edit })),
  );
  expect(made.match(/"replicationSpecs"/g)).toHaveLength(40_000);
  expect(() => JSON.parse(made) as unknown).not.toThrow();
});

it("gives 50,000 findings of one long line different fingerprints", () => {
  const source = new SourceText("a.json", `{"a":"${"x".repeat(2_000_000)}"}\n{"b":1}\r\n\r\n`);
  const fingerprints = new Fingerprints();
  const made = new Set<string>();
  for (let index = 0; index < 50_000; index++) made.add(fingerprints.next("rule", "a.json", source.line(1)));
  expect(made.size).toBe(50_000);
  expect([source.line(2), source.line(3), source.line(4), source.line(9)]).toEqual(['{"b":1}', "", "", ""]);
});

it("finds the indentation of short lines alone", () => {
  expect(indentAt("a\n  b", 4)).toBe("  ");
  expect(indentAt("  b", 2)).toBe("  ");
  expect(indentAt(`\n  ${"x".repeat(5_000)}`, 4_900)).toBe("");
});
