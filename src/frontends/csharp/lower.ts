import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { Interest } from "../interest.js";
import type { ModuleHost } from "../module-host.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { CoreProgram, Stmt } from "../lowered/core-tree.js";
import type { LoweredComment, LoweredText } from "../lowered/language.js";
import { lowerWhole } from "../lowered/lower-whole.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { TYPES, classOf, valuesWithDirectives } from "./classes.js";
import { isLibraryClass, namespaceOf } from "./library/classes.js";
import { fileOfExtension } from "./modules.js";
import { parseCsharp } from "./parse.js";
import { parameterList } from "./parameters.js";
import { Scope, type Extension, type FileState } from "./scope.js";
import { SETTINGS } from "./configuration.js";
import { statementsOf } from "./statements.js";

/** The prefix of what a C# file imports. */
export const PREFIX = "cs:";

/** Parses and lowers a C# file. Returns a problem if it cannot be parsed. */
export function lowerCsharp(
  parser: Parser,
  source: SourceText,
  interest: Interest,
  host?: ModuleHost,
): LoweredText | Problem {
  const isExtension = (name: string): boolean =>
    host !== undefined && fileOfExtension(name, source.path, host) !== undefined;
  return lowerWhole(parser, source, interest, {
    name: "C#",
    parse: parseCsharp,
    programOf: (root) => programOf(root, interest, isExtension),
    commentsIn,
  });
}

function commentsIn(root: SyntaxNode): LoweredComment[] {
  const comments: LoweredComment[] = [];
  for (const { type, text, start, end } of root.walk()) {
    if (type !== "comment") continue;
    const isBlock = text.startsWith("/*");
    const inner = isBlock
      ? text.slice(2, text.endsWith("*/") ? -2 : undefined)
      : text.replace(/^\/\/\/?/, "");
    comments.push({ text: inner, start, end });
  }
  return comments;
}

function programOf(
  root: SyntaxNode,
  interest: Interest,
  isExtension: (name: string) => boolean,
): CoreProgram {
  const { aliases, usings } = usingsOf(root);
  const declared = new Set<string>();
  for (const node of root.walk()) if (TYPES.test(node.type)) declared.add(node.field("name")?.text ?? "");
  const extensions = extensionsIn(root);
  const file: FileState = {
    ...{ aliases, usings, declared, named: new Set(), interest, readsSettings: false },
    ...{ extensions, isExtension },
  };
  const classes = typesIn(root)
    .flatMap((node) => classOf(node, file))
    .map((one) => (one.type === "ClassDeclaration" ? statements.exported(one) : one));
  const functions = [...extensions].map(([name, { place, owner }]) =>
    statements.exported(
      statements.declare(
        place,
        build.name(place, name),
        build.member(place, build.name(place, owner), build.name(place, name)),
        "const",
      ),
    ),
  );
  const code = statementsOf(root.all("global_statement"), new Scope(file, undefined));
  const place = build.span(root.start, root.start);
  const imports = [...file.named].map((name): Stmt => {
    const local = build.name(place, name);
    return statements.importFrom(place, build.madeText(place, specifierOf(name, file)), {
      names: [{ local, imported: build.name(place, name) }],
    });
  });
  const settings = file.readsSettings
    ? [statements.importFrom(place, build.madeText(place, SETTINGS), { all: build.name(place, SETTINGS) })]
    : [];
  return statements.program(build.span(0, root.end), [
    ...imports,
    ...settings,
    ...classes,
    ...functions,
    ...code,
  ]);
}

/** The methods of a file that are called on objects of other classes: `static Task Load(this HttpClient http)`. */
function extensionsIn(root: SyntaxNode): Map<string, Extension> {
  const found = new Map<string, Extension>();
  for (const type of typesIn(root)) {
    const owner = type.field("name")?.text;
    for (const part of type.field("body")?.all("method_declaration") ?? []) {
      const [first] = parameterList(part)?.all("parameter") ?? [];
      const name = part.field("name");
      const isExtension = first?.all("modifier").some(({ text }) => text === "this") === true;
      if (owner !== undefined && name && isExtension && !found.has(name.text))
        found.set(name.text, { place: name, owner });
    }
  }
  return found;
}

/** The types of a file, in whatever namespaces they are. */
function typesIn(node: SyntaxNode): SyntaxNode[] {
  return valuesWithDirectives(node).flatMap((child) => {
    if (TYPES.test(child.type)) return [child];
    if (/namespace_declaration$/.test(child.type)) return typesIn(child.field("body") ?? child);
    return child.type === "declaration_list" ? typesIn(child) : [];
  });
}

/** A class of a library whose namespace the file uses, or a class of the project. */
function specifierOf(name: string, { usings }: FileState): string {
  const namespace = namespaceOf(name);
  const isUsed =
    isLibraryClass(name) && (namespace === undefined || [...usings].some((one) => one.startsWith(namespace)));
  return `${PREFIX}${isUsed ? "" : "."}${name}`;
}

function usingsOf(root: SyntaxNode): { aliases: Map<string, string>; usings: Set<string> } {
  const aliases = new Map<string, string>();
  const usings = new Set<string>();
  for (const node of root.walk()) {
    if (node.type !== "using_directive") continue;
    const alias = node.field("name");
    const named = node.named.filter((one) => one !== alias).at(-1);
    if (!named) continue;
    const name = named.text.replace(/\s/g, "").replace(/<.*/s, "");
    if (alias) aliases.set(alias.text, name.slice(name.lastIndexOf(".") + 1));
    else usings.add(name);
  }
  return { aliases, usings };
}
