import { expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import { analyzeJavaScript } from "../../src/frontends/javascript/frontend.js";

/** Returns the steps of a function that tries to make many objects, and writes one variable so often. */
function steps(writes: number): number {
  const made = Array.from({ length: 400 }, (_, index) => `({ a${index}: 1 });\n`).join("");
  const written = Array.from({ length: writes }, (_, index) => `last = ${index};\n`).join("");
  const text = `export async function list() {
  let last = "none";
  try {
    ${written}${made}  } catch {
    console.log(last);
  }
  return fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/" + last);
}\n`;
  const facts = analyzeJavaScript(new SourceText("a.js", text), CatalogInterest.of(loadCatalog()));
  return "steps" in facts ? facts.steps! : 0;
}

it("what a handler may find costs what the code before it wrote, not that times the writes of one variable", () => {
  expect(steps(1)).toBeGreaterThan(1000);
  expect(steps(16)).toBeLessThan(1.2 * steps(1));
});
