import type { Parser } from "web-tree-sitter";
import { groupBy } from "../../core/group-by.js";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { contains } from "../../core/span.js";
import type { Interest } from "../interest.js";
import { problemsOf, refusalOf, searchedStrings } from "../lowered/broken-text.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { CoreProgram, Stmt } from "../lowered/core-tree.js";
import type { LoweredComment, LoweredText } from "../lowered/language.js";
import { parseText } from "../tree-sitter/parse.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { lastName } from "./expressions.js";
import { isTest, itemOf, itemsIn, renamedFields, madeStructs } from "./items.js";
import { unfolded } from "./macros.js";
import { PREFIX } from "./modules.js";
import { pathOf } from "./paths.js";
import { Scope, type FileState } from "./scope.js";
import { usesIn } from "./uses.js";

/** Parses and lowers a Rust file. Returns a problem if it cannot be parsed. */
export function lowerRust(parser: Parser, source: SourceText, interest: Interest): LoweredText | Problem {
  const { path, text } = source;
  const first = parseText(parser, text);
  if (!first.ok) return { path, kind: first.kind, message: first.message };
  const { macros, records, text: masked } = unfolded(first.root, text);
  const parsed = masked === text ? first : parseText(parser, text, masked);
  if (!parsed.ok) return { path, kind: parsed.kind, message: parsed.message };
  const { root, errors } = parsed;
  const refusal = refusalOf(source, errors, "Rust");
  if (refusal) return refusal;
  const items = itemsIn(root.named);
  const file: FileState = {
    interest,
    macros,
    records,
    declared: new Set(
      items.flatMap((one) => (DECLARES.test(one.type) ? (one.field("name")?.text ?? []) : [])),
    ),
    modules: new Set(
      items.flatMap((one) => (one.type === "mod_item" ? (one.field("name")?.text ?? []) : [])),
    ),
    inline: new Set(
      [...root.walk()].flatMap((one) =>
        one.type === "mod_item" && one.field("body") ? (one.field("name")?.text ?? []) : [],
      ),
    ),
    ...usesIn(root),
    renamed: renamedFields(items),
    made: madeStructs(items),
    imports: new Map(),
  };
  const comments = commentsIn(root);
  const strings = searchedStrings(source, interest, comments, (match) =>
    errors.some((error) => contains(error, match)),
  );
  const searched = [...root.walk()].filter(isTest);
  return {
    programs: [programOf(root, items, file)],
    comments,
    problems: problemsOf(source, errors),
    strings,
    searched,
  };
}

const DECLARES = /^(?:function|const|static|struct|enum|union)_item$/;

function commentsIn(root: SyntaxNode): LoweredComment[] {
  const comments: LoweredComment[] = [];
  for (const { type, text, start, end } of root.walk())
    if (type === "line_comment" || type === "block_comment")
      comments.push({ text: text.replace(/^(?:\/\/[/!]?|\/\*[*!]?)|\*\/$/g, ""), start, end });
  return comments;
}

function programOf(root: SyntaxNode, items: readonly SyntaxNode[], file: FileState): CoreProgram {
  const impls = groupBy(
    items.filter(({ type }) => type === "impl_item"),
    (item) => (item.field("type") ? lastName(item.field("type")!) : ""),
  );
  const isTop = (one: Stmt): boolean =>
    one.type === "ClassDeclaration" || one.type === "TSInterfaceDeclaration";
  const lowered = items.flatMap((item): Stmt[] => {
    const of = item.type === "impl_item" ? item.field("type") : undefined;
    if (of && file.declared.has(lastName(of))) return [];
    return itemOf(item, file, impls.get(item.field("name")?.text ?? "") ?? []);
  });
  const place = build.span(root.start, root.start);
  const passedOn = usedNames(root, file);
  const imports = [...file.imports.values()].map(({ local, name, module, place: at }) =>
    statements.importFrom(at, build.madeText(place, PREFIX + module), {
      names: [{ local: build.name(at, local), imported: build.name(at, name) }],
    }),
  );
  // Types are there before the constants and functions that use them.
  const body = [...lowered.filter(isTop), ...lowered.filter((one) => !isTop(one))];
  return statements.program(build.span(0, root.end), [...imports, ...body.map(exported), ...passedOn]);
}

/** Other modules may name what a file has by `use`: `crate::send` is what `use net::send` in the root brings. */
function usedNames(root: SyntaxNode, file: FileState): Stmt[] {
  const place = build.span(root.start, root.start);
  const isOwn = ([first = ""]: readonly string[]): boolean =>
    /^(?:crate|self|super)$/.test(first) || file.modules.has(first);
  const names = [...file.uses].filter(([, path]) => path.length > 1 && isOwn(path));
  const all = file.globs.map((path) =>
    statements.exportAll(place, build.madeText(place, PREFIX + path.join("::"))),
  );
  const exports = names.map(([name, path]) => {
    const used = pathOf(root, path, new Scope(file, undefined));
    return used.type === "Identifier" ? statements.exportedName(used, build.name(place, name)) : undefined;
  });
  return [...exports.filter((one) => one !== undefined), ...all];
}

function exported(one: Stmt): Stmt {
  const isNamed =
    one.type === "ClassDeclaration" ||
    one.type === "FunctionDeclaration" ||
    one.type === "VariableDeclaration";
  return isNamed ? statements.exported(one) : one;
}
