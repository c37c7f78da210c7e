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
import { declarationsIn } from "./declarations.js";
import { KERNEL, PREFIX } from "./names.js";
import { Locals, assignedNames, type Definition, type FileState, type Scope } from "./scope.js";
import { DISCARD, bodyInto } from "./statements.js";

/** Parses and lowers a Ruby file. Returns a problem if it cannot be parsed. */
export function lowerRuby(parser: Parser, source: SourceText, interest: Interest): LoweredText | Problem {
  const { path, text } = source;
  const parsed = parseText(parser, text);
  if (!parsed.ok) return { path, kind: parsed.kind, message: parsed.message };
  const { root, errors } = parsed;
  const refusal = refusalOf(source, errors, "Ruby");
  if (refusal) return refusal;
  const file: FileState = {
    ...declarationsIn(root),
    definitions: new Map(),
    imports: new Map(),
    free: new Map(),
    required: new Map(),
    globals: new Map(),
    late: new Map(),
    heredocs: heredocsIn(root),
    broken: withAncestors(errors),
    brokenSpans: [],
  };
  const program = programOf(root, file);
  const comments = commentsIn(root);
  const strings = searchedStrings(source, interest, comments, insideOneOf(file.brokenSpans));
  return { programs: [program], comments, problems: problemsOf(source, file.brokenSpans), strings };
}

/** Here-documents by their openings: their texts are below, in the same order. */
function heredocsIn(root: SyntaxNode): Map<SyntaxNode, SyntaxNode> {
  const open: SyntaxNode[] = [];
  const found = new Map<SyntaxNode, SyntaxNode>();
  for (const node of root.walk()) {
    if (node.type === "heredoc_beginning") open.push(node);
    const beginning = node.type === "heredoc_body" ? open.shift() : undefined;
    if (beginning) found.set(beginning, node);
  }
  return found;
}

/** Comments, blocks of them, and text after the program. */
function commentsIn(root: SyntaxNode): LoweredComment[] {
  const comments: LoweredComment[] = [];
  for (const { type, text, start, end } of root.walk()) {
    if (type === "comment")
      comments.push({
        text: text.startsWith("=begin") ? text.slice(6).replace(/=end.*$/s, "") : text.slice(1),
        start,
        end,
      });
    else if (type === "uninterpreted") comments.push({ text, start, end });
  }
  return comments;
}

function programOf(root: SyntaxNode, file: FileState): CoreProgram {
  const assigned = assignedNames(root.named);
  const scope: Scope = { file, locals: new Locals(assigned.keys()), nesting: [], self: "main", isTop: true };
  const body = bodyInto(root.children, scope, DISCARD);
  const place = build.span(root.start, root.start);
  const variables = [...assigned, ...file.globals].map(([name, node]) =>
    statements.exported(statements.declare(node, build.name(node, name), null, "var")),
  );
  const late = [...file.late].map(([name, node]) =>
    statements.exported(statements.declare(node, build.name(node, name), null, "var")),
  );
  const classes = [...file.definitions.values()].map((definition) =>
    statements.exported(classOf(definition)),
  );
  return statements.program(build.span(0, root.end), [
    ...importsOf(file, place),
    ...exportsOf(file, place),
    ...variables,
    ...late,
    ...classes,
    ...body,
  ]);
}

function classOf({ place, id, superclass, members }: Definition): Stmt {
  return statements.classNode(place, id, superclass, members);
}

/** Imports constants of other files, functions that a required file may have, and the files themselves. */
function importsOf(file: FileState, place: build.Place): Stmt[] {
  const constants = [...file.imports].map(([key, { local, name, place: at }]) =>
    statements.importFrom(at, build.madeText(place, `${PREFIX}${key}`), {
      names: [{ local: build.name(at, local), imported: build.name(at, name) }],
    }),
  );
  const loaded = [...file.required].map(([path, at]) =>
    statements.importFrom(at, build.madeText(place, `${PREFIX}${path}`), {
      all: build.name(at, `rb:${path}`),
    }),
  );
  const files = [...file.required.keys()].some((path) => path.startsWith("./"));
  const functions = [...file.free]
    .filter(([name]) => files && !KERNEL.has(name) && /^[a-z_]\w*[?!]?$/.test(name))
    .map(([name, at]) =>
      statements.importFrom(at, build.madeText(place, `${PREFIX}#${name}`), {
        names: [{ local: build.name(at, name), imported: build.name(at, name) }],
      }),
    );
  return [...loaded, ...constants, ...functions];
}

/** A constant is found by its full name, and by the end of it where no other one of the file ends so. */
function exportsOf({ constants }: FileState, place: build.Place): Stmt[] {
  const named = new Map<string, string | undefined>();
  for (const [path, local] of constants) {
    const parts = path.split("::");
    for (let from = 0; from < parts.length; from++) {
      const end = parts.slice(from).join("::");
      named.set(end, named.has(end) && named.get(end) !== local && from > 0 ? undefined : local);
    }
  }
  return [...named].flatMap(([name, local]) =>
    local === undefined || local === name
      ? []
      : [statements.exportedName(build.name(place, local), build.name(place, name))],
  );
}
