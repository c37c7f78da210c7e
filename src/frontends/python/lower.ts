import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { insideOneOf, type Span } from "../../core/span.js";
import type { StringKind } from "../../facts/string.js";
import type { Interest } from "../interest.js";
import { problemsOf, refusalOf, searchedStrings, withAncestors } from "../lowered/broken-text.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { CoreProgram, Stmt } from "../lowered/core-tree.js";
import type { LoweredComment, LoweredText } from "../lowered/language.js";
import { parseText } from "../tree-sitter/parse.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { starImports } from "./imports.js";
import { assignedNames, globalNames, type FileState, type Scope } from "./scope.js";
import { statementsOf } from "./statements.js";

/** Parses and lowers a Python file. Returns a problem if it cannot be parsed. */
export function lowerPython(parser: Parser, source: SourceText, interest: Interest): LoweredText | Problem {
  const { path, text } = source;
  const parsed = parseText(parser, text);
  if (!parsed.ok) return { path, kind: parsed.kind, message: parsed.message };
  const { root, errors } = parsed;
  const refusal = refusalOf(source, errors, "Python");
  if (refusal) return refusal;
  const file: FileState = {
    imports: [],
    importedNames: new Set(),
    dotted: new Map(),
    stars: [],
    docstrings: [],
    broken: withAncestors(errors),
    brokenSpans: [],
    removedKeys: [],
    path,
    lineOf: (offset) => source.position(offset).line,
  };
  for (const node of root.walk())
    if (node.type === "import_statement" && node.text.includes("."))
      for (const name of node.all("dotted_name"))
        if (name.text.includes(".")) file.dotted.set(name.text.replace(/\s/g, ""), `py:${name.text}`);
  const program = programOf(root, file);
  const comments: LoweredComment[] = [...commentsIn(root), ...file.docstrings];
  const isInDocument = insideOneOf(longStrings(root));
  const isInBroken = insideOneOf(file.brokenSpans);
  const strings = searchedStrings(
    source,
    interest,
    comments,
    (match) => isInBroken(match) || (OF_DOCUMENTS.has(match.what) && isInDocument(match)),
  );
  const problems = problemsOf(source, file.brokenSpans);
  return { programs: [program], comments, problems, strings, removedKeys: file.removedKeys };
}

/** Names in the text of a string: an example, the description of a module. */
const OF_DOCUMENTS: ReadonlySet<StringKind> = new Set(["name", "held-name"]);

/** Strings of several lines. */
function longStrings(root: SyntaxNode): Span[] {
  const spans: Span[] = [];
  for (const { type, text, start, end } of root.walk())
    if (type === "string" && text.includes("\n")) spans.push({ start, end });
  return spans;
}

function commentsIn(root: SyntaxNode): LoweredComment[] {
  const comments: LoweredComment[] = [];
  for (const { type, text, start, end } of root.walk())
    if (type === "comment") comments.push({ text: text.slice(1), start, end });
  return comments;
}

function programOf(root: SyntaxNode, file: FileState): CoreProgram {
  const scope: Scope = { file, kind: "module", outer: new Set() };
  const body = statementsOf(root, scope).map((one): Stmt =>
    one.type === "FunctionDeclaration" || one.type === "ClassDeclaration" ? statements.exported(one) : one,
  );
  const exported = new Set(
    body.flatMap((one) =>
      one.type === "ExportNamedDeclaration" && one.declaration && "id" in one.declaration
        ? [one.declaration.id?.name]
        : [],
    ),
  );
  const names = [...assignedNames(root), ...globalNames(root)];
  const declared = names.flatMap(([name, node]): Stmt[] => {
    if (exported.has(name) || file.importedNames.has(name)) return [];
    exported.add(name);
    return [statements.exported(statements.declare(node, build.name(node, name), null, "var"))];
  });
  const place = build.span(root.start, root.start);
  const stars = [
    ...starImports(file.stars, file.stars.length > 0 ? freeNames(root, exported, file) : [], place),
    ...file.stars.map((star) => statements.exportAll(place, build.madeText(place, `py:${star}`))),
  ];
  const imported = [...file.importedNames]
    .filter((name) => !name.includes(":"))
    .map((name) => statements.exportedName(build.name(place, name)));
  return statements.program(build.span(0, root.end), [
    ...file.imports,
    ...stars,
    ...imported,
    ...declared,
    ...body,
  ]);
}

/** Names that a file reads and declares nowhere. */
function freeNames(root: SyntaxNode, declared: ReadonlySet<string | undefined>, file: FileState): string[] {
  const found = new Set<string>();
  const bound = new Set<string>();
  for (const node of root.walk()) {
    if (node.type === "function_definition" || node.type === "lambda") {
      for (const one of node.field("parameters")?.walk() ?? [])
        if (one.type === "identifier" && one.fieldName !== "value") bound.add(one.text);
      if (node.type === "function_definition")
        for (const name of assignedNames(node.field("body") ?? node).keys()) bound.add(name);
    }
    const isRead =
      node.type === "identifier" &&
      node.fieldName !== "attribute" &&
      !(node.fieldName === "name" && node.parent?.type === "keyword_argument") &&
      !/import|dotted_name/.test(node.parent?.type ?? "");
    if (isRead) found.add(node.text);
  }
  return [...found].filter(
    (name) => !declared.has(name) && !bound.has(name) && !file.importedNames.has(name),
  );
}
