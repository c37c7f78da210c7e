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
