import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "oxc-parser";
import ts from "typescript";
import { commandNames, v2ready } from "../support/command.js";
import { PAGES, ROOT, proseOf } from "./pages.js";

/** A piece of text that people read, and where it is written. */
export interface Prose {
  readonly where: string;
  readonly text: string;
}

/** Stands for code and for values that are filled in. */
const VALUE = "X";

function filesIn(top: string, ending: string): string[] {
  return readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => posix.relative(ROOT, posix.join(entry.parentPath, entry.name)))
    .sort();
}

function sourceOf(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
}

const isProse = (text: string): boolean => /[a-z]{2,}[,;:]? [a-z]+[,;:]? [a-z]{2,}/i.test(text);

/** Returns the pages. Each paragraph, list item, heading and table cell is a piece. */
export function pageProse(): Prose[] {
  return PAGES.flatMap((page) =>
    proseOf(page)
      // The head of a rule page is made of titles and of texts that are checked where they are written.
      .replace(/<!-- generated:head -->[^]*?<!-- \/generated -->/g, "")
      .replace(/<!--[^]*?-->/g, "")
      .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\|)|^#.*$/m)
      .flatMap((block) => (block.startsWith("|") ? block.split(/(?<!\\)\|/) : [block]))
      .map((block) =>
        block
          .replace(/`[^`]*`/g, VALUE)
          .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
          .replace(/^\s*(?:[-*]|\d+\.) |[*_]/g, ""),
      )
      .filter(isProse)
      .map((text) => ({ where: page, text })),
  );
}

/** Returns a literal as a reader sees it, with its values replaced. Undefined for other nodes. */
function textOfLiteral(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => VALUE + literal.text).join("");
}

/** Checks whether a literal is a list of words that the program splits. */
const isWordList = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAccessExpression(parent) && parent.name.text === "split";

/** Returns every literal in the source with at least three words in a row: messages, help, reasons, titles. */
export function literalProse(): Prose[] {
  return ["src", "rules"]
    .flatMap((top) => filesIn(top, ".ts"))
    .flatMap((path) => {
      const source = sourceOf(path);
      const found: Prose[] = [];
      const visit = (node: ts.Node): void => {
        const text = textOfLiteral(node)?.replace(/\{\{\w+\}\}/g, VALUE);
        if (text !== undefined && !isWordList(node)) {
          const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
          const where = `${path}:${String(line + 1)}`;
          found.push(
            ...text
              .split("\n")
              .filter(isProse)
              .map((one) => ({ where, text: one })),
          );
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

/** The files whose docstrings users and authors of rules read: the library, its types and what rules are made with. */
const PUBLIC = [
  ...["index.ts", "rule-api.ts", "engine/rule.ts", "core/", "hosts/library/", "frontends/limits.ts"],
  ...["catalog/model.ts", "catalog/catalog.ts", "catalog/load.ts", "convert/library.ts", "convert/value.ts"],
  ...["report/json.ts", "report/fix-report.ts"],
].map((path) => `src/${path}`);

/** Returns the docstrings of the public files, without marks and tags. */
export function docstringProse(): Prose[] {
  return filesIn("src", ".ts")
    .filter((path) => PUBLIC.some((one) => path.startsWith(one)))
    .flatMap((path) => {
      const source = sourceOf(path);
      const { text } = source;
      const seen = new Map<number, string>();
      const visit = (node: ts.Node): void => {
        for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
          if (text.startsWith("/**", pos)) seen.set(pos, text.slice(pos + 3, end - 2));
        ts.forEachChild(node, visit);
      };
      visit(source);
      return [...seen].flatMap(([pos, comment]) => {
        const { line } = source.getLineAndCharacterOfPosition(pos);
        return comment
          .replace(/^\s*\* ?/gm, "")
          .replace(/`[^`]*`/g, VALUE)
          .split(/^@\w+ |\n\s*\n/m)
          .map((one) => ({ where: `${path}:${String(line + 1)}`, text: one }));
      });
    });
}

/** Comments that programs read: directives of linters, compilers and coverage. */
const isDirective = (comment: string): boolean => /^\W*(?:eslint-|@ts-|v8 ignore|prettier-)/.test(comment);

const comments = new Map<string, readonly Prose[]>();

/**
 * The comments of a file with code, with their first line. Comments on lines that follow each other are one. Two checks
 * read them.
 */
function wholeCommentsOf(path: string): readonly Prose[] {
  let found = comments.get(path);
  if (!found) comments.set(path, (found = readComments(path)));
  return found;
}

function readComments(path: string): Prose[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const joined: { start: number; end: number }[] = [];
  for (const { start, end, type } of parseSync(path, text).comments) {
    const last = joined.at(-1);
    if (
      type === "Line" &&
      last &&
      text.startsWith("//", last.start) &&
      /^\s*$/.test(text.slice(last.end, start))
    )
      last.end = end;
    else joined.push({ start, end });
  }
  const lineAt = lineFinder(text);
  return joined.map(({ start, end }) => ({
    where: `${path}:${String(lineAt(start))}`,
    text: text
      .slice(start, end)
      .replace(/^\/\*+|\*\/$/g, "")
      .replace(/^\s*(?:\/\/|\*) ?/gm, ""),
  }));
}

/** Returns a function that counts lines, from 1, for offsets that do not fall. */
function lineFinder(text: string): (offset: number) => number {
  let [line, at] = [1, 0];
  return (offset) => {
    for (; at < offset; at++) if (text[at] === "\n") line++;
    return line;
  };
}

/** The comments of a file by paragraphs and tags. */
function commentsOf(path: string): Prose[] {
  return wholeCommentsOf(path).flatMap(({ where, text }) =>
    text
      .replace(/`[^`]*`/g, VALUE)
      .split(/^@\w+ |\n\s*\n/m)
      .filter((one) => isProse(one) && !isDirective(one))
      .map((one) => ({ where, text: one })),
  );
}

/** Returns the comments of the files in some folders. */
export function commentProse(tops: readonly string[]): Prose[] {
  return tops
    .flatMap((top) => ["ts", "mjs"].flatMap((ending) => filesIn(top, `.${ending}`)))
    .flatMap(commentsOf);
}

/** Returns the comments of the files in some folders, each as a whole. */
export function commentStarts(tops: readonly string[]): Prose[] {
  return tops
    .flatMap((top) => ["ts", "mjs"].flatMap((ending) => filesIn(top, `.${ending}`)))
    .flatMap(wholeCommentsOf);
}

/** Returns the docstrings of the functions that files of the source and rules export. */
export function functionDocstrings(): Prose[] {
  return ["src", "rules"]
    .flatMap((top) => filesIn(top, ".ts"))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
      return source.statements.flatMap((node): Prose[] => {
        const isExported =
          ts.isFunctionDeclaration(node) &&
          node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
        const comments = isExported ? (ts.getLeadingCommentRanges(text, node.pos) ?? []) : [];
        const last = comments.findLast(({ pos }) => text.startsWith("/**", pos));
        if (!last) return [];
        const { line } = source.getLineAndCharacterOfPosition(last.pos);
        return [
          {
            where: `${path}:${String(line + 1)}`,
            text: text.slice(last.pos, last.end).replace(/^\/\*\*[\s*]*/, ""),
          },
        ];
      });
    });
}

const TITLED = new Set(["describe", "it", "test"]);

/** Checks whether a call names a test or a group of tests: `it("…")`, `describe.each(…)("…")`, `it.skipIf(…)("…")`. */
function isTitled(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TITLED.has(callee.text);
  if (ts.isPropertyAccessExpression(callee)) return isTitled(callee.expression);
  return ts.isCallExpression(callee) && isTitled(callee.expression);
}

/** Returns the titles of all tests. */
export function titleProse(): Prose[] {
  return filesIn("test", ".ts").flatMap((path) => {
    const source = sourceOf(path);
    const found: Prose[] = [];
    const visit = (node: ts.Node): void => {
      const title = ts.isCallExpression(node) && isTitled(node.expression) ? node.arguments[0] : undefined;
      const words = title && textOfLiteral(title);
      if (words !== undefined) {
        const { line } = source.getLineAndCharacterOfPosition(title!.getStart(source));
        found.push({ where: `${path}:${String(line + 1)}`, text: words });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** Returns every text in the JSON files of the source: the catalog, the vocabularies and the schemas. */
export function dataProse(): Prose[] {
  return filesIn("src", ".json").flatMap((path) => {
    const found: Prose[] = [];
    const visit = (value: unknown, at: string): void => {
      if (typeof value === "string") {
        if (isProse(value)) found.push({ where: `${path}${at}`, text: value.replace(/`[^`]*`/g, VALUE) });
      } else if (typeof value === "object" && value !== null) {
        for (const [key, child] of Object.entries(value)) visit(child, `${at}/${key}`);
      }
    };
    visit(JSON.parse(readFileSync(join(ROOT, path), "utf8")), "#");
    return found;
  });
}

/** Returns the output of `--help`, of the program and of each command. */
export async function helpProse(): Promise<Prose[]> {
  const { stdout } = await v2ready(["--help"]);
  const found = [{ where: "--help", text: stdout }];
  for (const name of await commandNames()) {
    const help = await v2ready([name, "--help"]);
    found.push({ where: `${name} --help`, text: help.stdout });
  }
  return found;
}

/** Returns the sentences of a text, without the space around them. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/\s+/g, " ")
    .split(/(?<=[.?!][)"”]?) (?=[^a-z])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

export const wordsIn = (sentence: string): number =>
  sentence.split(" ").filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
