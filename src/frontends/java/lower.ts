import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { Interest } from "../interest.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Stmt } from "../lowered/core-tree.js";
import type { LoweredText } from "../lowered/language.js";
import { lineAndBlockComments, lowerWhole } from "../lowered/lower-whole.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { TYPES, classOf } from "./classes.js";
import { isLibraryClass } from "../jvm/library/classes.js";
import { PREFIX, SETTINGS } from "../jvm/names.js";
import type { FileState } from "./scope.js";
import { qualifiedClasses } from "./types.js";

/** Parses and lowers a Java file. Returns a problem if it cannot be parsed. */
export function lowerJava(parser: Parser, source: SourceText, interest: Interest): LoweredText | Problem {
  return lowerWhole(parser, source, interest, { name: "Java", programOf, commentsIn: lineAndBlockComments });
}

function programOf(root: SyntaxNode) {
  const { statics, allStatics, ...imports } = importsOf(root);
  const declared = new Set<string>();
  for (const node of root.walk())
    if ((TYPES as readonly string[]).includes(node.type)) declared.add(node.field("name")?.text ?? "");
  const file: FileState = {
    ...imports,
    statics,
    allStatics,
    declared,
    named: new Set(),
    readsSettings: false,
  };
  const body = root.named
    .filter(({ type }) => (TYPES as readonly string[]).includes(type))
    .flatMap((node) => classOf(node, file))
    .map((one) => (one.type === "ClassDeclaration" ? statements.exported(one) : one));
  const place = build.span(root.start, root.start);
  const named = [...file.named].map((name): Stmt => {
    const local = build.name(place, name);
    const full = fullNameOf(name, file);
    return statements.importFrom(place, build.madeText(place, PREFIX + full), {
      names: [{ local, imported: build.name(place, name) }],
    });
  });
  const settings = file.readsSettings
    ? [statements.importFrom(place, build.madeText(place, SETTINGS), { all: build.name(place, SETTINGS) })]
    : [];
  return statements.program(build.span(0, root.end), [...named, ...settings, ...body]);
}

/** The full name of a class: as it is imported, of a package that is imported whole, or of the file's own package. */
function fullNameOf(name: string, { imported, packages }: FileState): string {
  const known = imported.get(name);
  if (known !== undefined) return known;
  const found = [...packages, "java.lang"].find((one) => isLibraryClass(`${one}.${name}`));
  // A package that is imported whole may be one of the repository.
  return found ? `${found}.${name}` : `.${name}|${packages.join("|")}`;
}

type Imports = Pick<FileState, "imported" | "packages" | "statics" | "allStatics">;

export function importsOf(root: SyntaxNode): Imports {
  const imported = new Map<string, string>();
  const packages: string[] = [];
  const statics = new Map<string, string>();
  const allStatics: string[] = [];
  for (const node of root.all("import_declaration")) {
    const name = (node.child("scoped_identifier") ?? node.child("identifier"))?.text.replace(/\s/g, "");
    if (name === undefined) continue;
    const end = name.lastIndexOf(".");
    const [owner, last] = [name.slice(0, end), name.slice(end + 1)];
    if (node.child("static")) {
      if (node.child("asterisk")) allStatics.push(name);
      else statics.set(last, owner);
    } else if (node.child("asterisk")) packages.push(name);
    else imported.set(last, name);
  }
  // A class that is named with its package has a name here too, and so has that of a member that is imported.
  for (const owner of [...statics.values(), ...allStatics, ...qualifiedClasses(root)]) {
    const simple = owner.slice(owner.lastIndexOf(".") + 1);
    if (!imported.has(simple)) imported.set(simple, owner);
  }
  return { imported, packages, statics, allStatics };
}
