import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { lastName } from "../../src/catalog/matchers/properties.js";

const ROOT = join(import.meta.dirname, "../..");

/** The names of properties that no other resource has, in old and new versions and in all vocabularies. */
const NAMES: ReadonlySet<string> = new Set(
  loadCatalog().vocabularies.flatMap(({ properties, conversions, recognition }) => [
    ...properties.filter(({ distinctness }) => distinctness !== "ambiguous").map(lastName),
    ...conversions.flatMap((conversion) => Object.values(conversion.new)),
    ...recognition.flatMap(({ notBeside }) => notBeside),
  ]),
);

/** The words of one resource in a file, without its comments. */
function wordsIn(path: string): string[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && NAMES.has(node.text)) found.add(node.text);
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      for (const [word] of node.text.matchAll(/\w+/g)) if (NAMES.has(word)) found.add(word);
      if (/^clusters(?:\.|$)/.test(node.text)) found.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}

const files = ["src", "rules"].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => posix.relative(ROOT, join(entry.parentPath, entry.name)))
    // The double and the judge of its bodies are of the clusters resource. The anchors are generated from the catalog.
    .filter(
      (path) => !/^src\/(?:service-double\/|validation\/|hosts\/eslint\/built-in-anchors\.ts$)/.test(path),
    )
    .sort(),
);

describe("the words of one resource", () => {
  it("are in the data of the catalog only", () => {
    const naming = files.filter((path) => wordsIn(path).length > 0);
    expect(NAMES.size).toBeGreaterThan(20);
    expect(naming).toEqual([]);
  });
});
