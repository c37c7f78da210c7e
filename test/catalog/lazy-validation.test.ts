import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";

/** In a file of its own: what another test has loaded would stay loaded. */
it("loads the schema validator with the first vocabulary of the user's, not before", () => {
  const { cache } = createRequire(import.meta.url);
  const isLoaded = (): boolean => Object.keys(cache).some((path) => /[\\/]schema-validator\.js$/.test(path));
  loadCatalog();
  expect(isLoaded()).toBe(false);
  loadCatalog({ userVocabularies: [{ origin: "test", data: { name: "mine", extends: "atlas" } }] });
  expect(isLoaded()).toBe(true);
});
