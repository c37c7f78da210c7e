import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { insideOneOf } from "../../core/span.js";
import type { Interest } from "../interest.js";
import { problemsOf, refusalOf, searchedStrings, withAncestors } from "../lowered/broken-text.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { CoreProgram, Stmt } from "../lowered/core-tree.js";
import type { LoweredComment, LoweredText } from "../lowered/language.js";
import { parseText } from "../tree-sitter/parse.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { CLASSES } from "./classes.js";
import { declarationsIn } from "./declarations.js";
import { PREFIX } from "./names.js";
import { Variables, assignedIn, type FileState, type Scope } from "./scope.js";
import { bodyOf } from "./statements.js";

/** Parses and lowers a PHP file. Returns a problem if it cannot be parsed. */
export function lowerPhp(parser: Parser, source: SourceText, interest: Interest): LoweredText | Problem {
  const { path, text } = source;
  const parsed = parseText(parser, text);
  if (!parsed.ok) return { path, kind: parsed.kind, message: parsed.message };
  const { root, errors } = parsed;
  const refusal = refusalOf(source, errors, "PHP");
  if (refusal) return refusal;
  const file: FileState = {
    ...declarationsIn(root),
    includes: [...root.walk()].some(({ type }) => /^(?:require|include)(?:_once)?_expression$/.test(type)),
    hasRoutes: /\\Facades\\Route\b/.test(text),
    imports: new Map(),
    late: new Map(),
    broken: withAncestors(errors),
    brokenSpans: [],
  };
  const program = programOf(root, file);
  const comments = commentsIn(root);
  const strings = searchedStrings(source, interest, comments, insideOneOf(file.brokenSpans));
  return { programs: [program], comments, problems: problemsOf(source, file.brokenSpans), strings };
}

function commentsIn(root: SyntaxNode): LoweredComment[] {
  const comments: LoweredComment[] = [];
  for (const { type, text, start, end } of root.walk())
    if (type === "comment") comments.push({ text: text.replace(/^(?:\/\/|#|\/\*)|\*\/$/g, ""), start, end });
  return comments;
}

function programOf(root: SyntaxNode, file: FileState): CoreProgram {
  const namespaces = root.all("namespace_definition").flatMap((one) => one.field("body")?.children ?? []);
  const shared = [...root.walk()].flatMap((one) => (one.type === "global_declaration" ? one.named : []));
  const variables = new Variables(
    [...assignedIn([...root.children, ...namespaces]), ...shared.map(({ text }) => text)],
    true,
  );
  const scope: Scope = { file, variables, isTop: true };
  const body = bodyOf(inOrder(root.children), scope);
  const place = build.span(root.start, root.start);
  const declared = [...variables.all, ...file.late.keys()].map((name) =>
    statements.exported(statements.declare(place, build.name(place, name), null, "var")),
  );
  return statements.program(build.span(0, root.end), [...importsOf(file, place), ...declared, ...body]);
}

/** A class is there before the statement that declares it: it moves to the first one that names it. */
function inOrder(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  const ordered = [...nodes];
  for (const node of nodes) {
    const name = CLASSES.test(node.type) ? node.field("name")?.text : undefined;
    if (name === undefined) continue;
    const uses = new RegExp(`\\b${name}\\b`);
    const first = ordered.findIndex(
      (one) => !DECLARES.test(one.type) && (one === node || uses.test(one.text)),
    );
    const own = ordered.indexOf(node);
    if (first < 0 || first >= own) continue;
    ordered.splice(own, 1);
    ordered.splice(first, 0, node);
  }
  return ordered;
}

/** Nodes that name a class without creating or using it. */
const DECLARES = /^(?:function_definition|namespace_use_declaration|namespace_definition|comment|php_tag)$/;

/** Classes, functions, constants and variables of other files, and what files that are included return. */
function importsOf(file: FileState, place: build.Place): Stmt[] {
  return [...file.imports.values()].map(({ local, name, from, place: at }) =>
    statements.importFrom(at, build.madeText(place, `${PREFIX}${from}`), {
      names: [{ local: build.name(at, local), imported: build.name(at, name) }],
    }),
  );
}
