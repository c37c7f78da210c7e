import { expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import { servedIn } from "../../src/engine/route-texts.js";
import { resolveRuby, specifiersOfRuby } from "../../src/frontends/ruby/modules.js";

const catalog = loadCatalog();
const interest = CatalogInterest.of(catalog);

const pathsOf = (path: string, text: string): string[] => [
  ...(servedIn(new SourceText(path, text), catalog.vocabularies, interest, {
    resolve: () => undefined,
    read: () => undefined,
  })?.paths ?? []),
];

it("the paths of a route are served by a program, and not by a test of it", () => {
  const text = `get "/groups/:id/clusters", to: "clusters#index"\nget "/tmp/a", to: "files#show"\n`;
  expect(pathsOf("config/routes.rb", text)).toEqual(["/groups", "/tmp/a"]);
  expect(pathsOf("test/routing_test.rb", text)).toEqual([]);
});

it("a program that names a path only matters by distinctive names", () => {
  const routes = new SourceText("routes.rb", `get "/clusters", to: "clusters#index"\n`);
  const served = servedIn(routes, catalog.vocabularies, interest, {
    resolve: () => undefined,
    read: () => undefined,
  });
  const everyday = `fetch("/clusters").then((found) => show(found.roles));\n`;
  const read = `fetch("/clusters").then((found) => show(found.${catalog.vocabularies[0]!.properties.find(
    ({ distinctness }) => distinctness === "unmistakable",
  )!
    .path.split(".")
    .at(-1)}));\n`;
  expect([everyday, read].map((text) => served?.mayRead(text, true))).toEqual([false, true]);
  expect([everyday, read].map((text) => served?.mayRead(text, false))).toEqual([true, true]);
});

it("the files that a Ruby file loads are looked for once, however many constants it names", () => {
  const files = new Map([
    [
      "a.rb",
      `require "b"\n${Array.from({ length: 50 }, (_, index) => `Some${index}.call\n`).join("")}Wanted.call\n`,
    ],
    ["b.rb", `require "c"\n`],
    ["c.rb", `module Wanted\nend\n`],
  ]);
  let reads = 0;
  const host = {
    resolve: () => undefined,
    isFile: (path: string) => files.has(path),
    read: (path: string) => {
      reads++;
      const text = files.get(path);
      return text === undefined ? undefined : new SourceText(path, text);
    },
  };
  const specifiers = specifiersOfRuby(new SourceText("a.rb", files.get("a.rb")!));
  expect(specifiers.map((one) => resolveRuby(one, "a.rb", host)).filter((one) => one !== undefined)).toEqual([
    "b.rb",
    "c.rb",
  ]);
  expect(reads).toBeLessThan(20);
});
