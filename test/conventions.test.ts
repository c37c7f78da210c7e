import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface SourceText {
  readonly path: string;
  readonly text: string;
}

const SOURCES: readonly SourceText[] = readdirSync(join(ROOT, "src"), {
  recursive: true,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => posix.relative(ROOT, join(entry.parentPath, entry.name)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

/** Returns the strings of a file, and the beginnings of its templates. */
function stringsIn({ path, text }: SourceText): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

/** Files with brackets of another language: comments of Lua. */
const OF_LANGUAGES = new Set(["src/frontends/plain/quoting.ts"]);

it("no key among the members of an object is one of the evaluator", () => {
  const keys = SOURCES.filter(({ path, text }) => text.includes("[[") && !OF_LANGUAGES.has(path)).flatMap(
    (file) =>
      stringsIn(file)
        .filter((text) => text.startsWith("[["))
        .map((text) => `${file.path}: ${text}`),
  );
  expect(keys).toEqual([]);
});

/** Names that only the folders of languages and of their libraries may say. */
const FOREIGN = new RegExp(
  [
    ...["javascript", "typescript", "python", "ruby", "java", "php", "golang", "kotlin", "csharp", "c#"],
    ...["powershell", "rust", "axios\\w*", "lodash", "node_modules", "isjavascript"],
  ]
    .map((name) => `(?<![\\w-])${name}(?![\\w-])`)
    .join("|"),
  "i",
);

it("the evaluator says no name of a language or of a library", () => {
  const named = SOURCES.filter(({ path }) => path.startsWith("src/analysis/")).flatMap(({ path, text }) =>
    text
      .split("\n")
      .filter((line) => FOREIGN.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(FOREIGN.test("a file of Python")).toBe(true);
  expect(named).toEqual([]);
});

/** Files that keep something between runs under names, each with the reason why that may stay. */
const KEEPS_BETWEEN_RUNS: Readonly<Record<string, string>> = {
  "src/analysis/evaluation/coerce.ts": "lists that are just printed; empty behind each of them",
  "src/catalog/matchers/endpoints.ts": "paths of catalogs in pieces",
  "src/catalog/matchers/properties.ts": "properties of catalogs in pieces",
  "src/frontends/embedded/loaded.ts": "frontends that are loaded",
  "src/frontends/go/declared-types.ts": "types that are just looked up; empty behind each of them",
  "src/frontends/tree-sitter/grammars.ts": "parsers that are loaded",
  "src/hosts/eslint/data-languages.ts": "plug-ins that are loaded",
  "src/hosts/eslint/engine.ts": "sessions, which live as long as the process",
  "src/hosts/eslint/gates.ts": "gates, which live as long as the process",
  "src/hosts/eslint/typescript-parser.ts": "warnings that users have had",
  "src/hosts/eslint/unread-settings.ts": "warnings that users have had",
  "src/runs/load-frontend.ts": "frontends that are loaded",
  "src/workspace/ripgrep-process.ts": "folders in which a process was slow",
  "src/workspace/ripgrep-watch.ts": "folders in which a process hung",
};

it("no module fills a collection of its own from one run to the next, but for those with a reason", () => {
  const filled = SOURCES.filter(({ text }) =>
    /^(?:export )?(?:const|let) [a-z]\w*(?:: [^=]+)? = (?:new (?:Map|Set)(?:<[^(]*>)?\(\)|\[\]);/m.test(text),
  ).map(({ path }) => path);
  expect(filled.sort()).toEqual(Object.keys(KEEPS_BETWEEN_RUNS));
});

/** Files that may name a rule, each with the reason. */
const NAMES_RULES: Readonly<Record<string, string>> = {
  "src/hosts/cli/help-texts.ts": "an example that works as it stands",
  "src/hosts/eslint/rule-metadata.ts": "generated from the rules",
};

it("nothing but the rules knows a rule by its id", () => {
  const ids = readdirSync(join(ROOT, "rules"))
    .filter((name) => name.endsWith(".ts") && name !== "index.ts")
    .map((name) => name.slice(0, -".ts".length));
  const named = SOURCES.filter((file) => stringsIn(file).some((text) => ids.some((id) => text.includes(id))));
  expect(named.map(({ path }) => path)).toEqual(Object.keys(NAMES_RULES));
});
