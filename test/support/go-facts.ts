import { beforeAll, expect } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import type { RequestFact } from "../../src/facts/request.js";
import { HOLE_MARK, flatten } from "../../src/facts/text.js";
import type { Tree } from "../../src/facts/tree.js";
import { goFrontend } from "../../src/frontends/go/entry.js";
import type { Frontend } from "../../src/frontends/frontend.js";

export let frontend: Frontend;
beforeAll(async () => {
  frontend = await goFrontend.load();
});

export const interest = CatalogInterest.of(loadCatalog());

/** Returns the facts of the first file. It may import the others. */
export function factsOf(files: Readonly<Record<string, string>>): FileFacts {
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  const program = frontend.begin!(interest, {
    resolve: () => undefined,
    isFile: (path) => sources.has(path),
    filesIn: (folder) =>
      [...sources.keys()]
        .filter((path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))) === folder)
        .map((path) => path.slice(path.lastIndexOf("/") + 1)),
    read: (path) => sources.get(path),
  });
  const [first, ...others] = sources.values();
  expect(program.add(first!)).toBeUndefined();
  // The files that mention the API are candidates.
  for (const one of others)
    if (one.path.endsWith(".go") && interest.scan(one.text).length > 0) program.add(one);
  program.evaluate();
  return program.facts().find(({ source }) => source === first)!.facts;
}

/** Makes a file with the given functions, and imports of the packages that it names. */
export function file(body: string): string {
  const known: Readonly<Record<string, string>> = {
    bytes: "bytes",
    fmt: "fmt",
    http: "net/http",
    json: "encoding/json",
    os: "os",
    strings: "strings",
    url: "net/url",
    io: "io",
    log: "log",
    path: "path",
  };
  const used = Object.entries(known).filter(([name]) => new RegExp(`\\b${name}\\.[A-Z]`).test(body));
  return `package main\n\nimport (\n${used.map(([, path]) => `\t"${path}"\n`).join("")})\n\n${body}`;
}

export const factsOfBody = (body: string): FileFacts => factsOf({ "main.go": file(body) });

export function urlsOf({ requests }: FileFacts): string[] {
  return requests.flatMap(({ methods, urls }) =>
    urls.map((url) => `${methods.join("|")} ${flatten(url).replaceAll(HOLE_MARK, "{}")}`),
  );
}

export const headersOf = ({ headers }: RequestFact): Record<string, string> =>
  Object.fromEntries(headers.entries.map(({ name, values }) => [name, values.map(flatten).join(" | ")]));

export function print(tree: Tree | undefined): unknown {
  switch (tree?.kind) {
    case "object":
      return Object.fromEntries(tree.members.map(({ key, value }) => [key, print(value)]));
    case "list":
      return tree.items.map(print);
    case "text":
      return flatten(tree.text);
    case "scalar":
      return tree.value;
    case "choice":
      return tree.of.map(print);
    default:
      return "?";
  }
}
