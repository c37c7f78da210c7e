import type { FrontendEntry } from "../frontend.js";
import { isTerraform } from "../plain/languages.js";

/**
 * Endings of files in JSON, JSON with comments or JSON Lines. JSON5 has strings in single quotes and keys without
 * any, which jsonc-parser does not read, and a notebook's code is what counts in it: both are read as plain text.
 */
const ENDINGS = new Set([
  "json",
  "jsonc",
  "har",
  "webmanifest",
  "jsonl",
  "ndjson",
  "jsonld",
  "geojson",
  "tfstate",
  "code-workspace",
  "postman_collection",
  "postman_environment",
]);

/** JSON and its relatives. The parser is loaded with the first candidate. */
export const jsonFrontend: FrontendEntry = {
  name: "json",
  reading: "syntax",
  languageOf: (path) => (ENDINGS.has(endingOf(path)) && !isTerraform(path) ? "json" : undefined),
  load: async () => {
    const [{ analyzeJson }, { jsonChangeBeside }] = await Promise.all([
      import("./frontend.js"),
      import("./compare-trees.js"),
    ]);
    return { analyze: analyzeJson, changeBeside: jsonChangeBeside };
  },
  loadEditor: async () => (await import("./editing/editor.js")).openEditor,
};

function endingOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? "" : path.slice(dot + 1).toLowerCase();
}
