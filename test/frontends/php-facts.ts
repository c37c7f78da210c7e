import { beforeAll, expect } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { HOLE_MARK, flatten } from "../../src/facts/text.js";
import type { Frontend } from "../../src/frontends/frontend.js";
import { phpFrontend } from "../../src/frontends/php/entry.js";

export let frontend: Frontend;
beforeAll(async () => {
  frontend = await phpFrontend.load();
});

export const interest = new CatalogInterest(loadCatalog());
export const API = "https://cloud.mongodb.com/api/atlas/v1.0";

/** The facts of the first file; the others are there to be loaded. */
export function factsOf(files: Readonly<Record<string, string>>): FileFacts {
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  const program = frontend.begin!(interest, {
    resolve: () => undefined,
    isFile: (path) => sources.has(path),
    filesIn: (folder) =>
      [...sources.keys()]
        .filter((path) => path.startsWith(folder === "." ? "" : `${folder}/`))
        .map((path) => path.slice(folder === "." ? 0 : folder.length + 1))
        .filter((name) => !name.includes("/")),
    read: (path) => sources.get(path),
  });
  const [first] = sources.values();
  expect(program.add(first!)).toBeUndefined();
  program.evaluate();
  return program.facts().find(({ source }) => source === first)!.facts;
}

export const factsOfCode = (code: string): FileFacts => factsOf({ "a.php": `<?php\n${code}` });

/** `GET /groups/{} ; accept: …`: the requests with their headers. */
export function requestsOf({ requests }: FileFacts): string[] {
  return requests.map(({ methods, urls, headers }) => {
    const sent = headers.entries.map(({ name, values }) => `${name}: ${values.map(flatten).join("|")}`);
    const url = urls.map((one) => flatten(one).replaceAll(HOLE_MARK, "{}").replace(API, "")).join(" | ");
    return [`${methods.join("|")} ${url}`, ...sent].join(" ; ");
  });
}

/** What a program sends as the URL of a request after these statements made `x`. */
export function valueOf(code: string): string[] {
  const { requests } = factsOfCode(`${code}\nHttp::get($x);\n`);
  return requests.flatMap(({ urls }) => urls.map((one) => flatten(one).replaceAll(HOLE_MARK, "{}")));
}

/** The texts of the fields that a program names, with how. */
export function fieldsOf(facts: FileFacts, code: string): string[] {
  return facts.fields.map(
    ({ place, access }) => `${access} ${`<?php\n${code}`.slice(place.start, place.end).replace(/["']/g, "")}`,
  );
}
