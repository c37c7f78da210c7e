import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { Interest } from "../interest.js";
import { PREFIX, SETTINGS } from "../jvm/names.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { CoreProgram, Stmt } from "../lowered/core-tree.js";
import type { LoweredText } from "../lowered/language.js";
import { lineAndBlockComments, lowerWhole } from "../lowered/lower-whole.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { declaredFunctions, topLevelNames, typesIn } from "./declared-names.js";
import { isLibraryName } from "./library/index.js";
import { ofClass } from "./modules.js";
import { parseKotlin } from "./parse.js";
import { Scope, type FileState, type Imported } from "./scope.js";
import { topLevelStatements } from "./top-level.js";

/** Parses and lowers a Kotlin file. Returns a problem if it cannot be parsed. */
export function lowerKotlin(parser: Parser, source: SourceText, interest: Interest): LoweredText | Problem {
  return lowerWhole(parser, source, interest, {
    name: "Kotlin",
    parse: parseKotlin,
    programOf,
    commentsIn: lineAndBlockComments,
  });
}

function programOf(root: SyntaxNode): CoreProgram {
  const { imported, packages } = importsOf(root);
  const topLevel = topLevelNames(root);
  const file: FileState = {
    imported,
    packages,
    declared: new Set([...topLevel, ...typesIn(root)]),
    functions: declaredFunctions(root),
    topLevel,
    named: new Set(),
    readsSettings: false,
  };
  const body = topLevelStatements(root, new Scope(file, undefined));
  const place = build.span(root.start, root.start);
  const imports = [...file.named].map((name): Stmt => {
    const { of, own } = specifierOf(name, file);
    return statements.importFrom(place, build.madeText(place, PREFIX + of), {
      names: [{ local: build.name(place, name), imported: build.name(place, own) }],
    });
  });
  const settings = file.readsSettings
    ? [statements.importFrom(place, build.madeText(place, SETTINGS), { all: build.name(place, SETTINGS) })]
    : [];
  return statements.program(build.span(0, root.end), [...imports, ...settings, ...body]);
}

/** Packages that every file imports. */
const ALWAYS = ["kotlin", "kotlin.collections", "kotlin.text", "kotlin.io", "java.lang"];

/** The full name of what a file uses: as it imports it, of a package that it imports whole, or of its own package. */
function specifierOf(name: string, { imported, packages }: FileState): { of: string; own: string } {
  if (name.includes(".")) return { of: name, own: name.slice(name.lastIndexOf(".") + 1) };
  const known = imported.get(name);
  if (known) return { of: known.of, own: known.of.slice(known.of.lastIndexOf(".") + 1) };
  // A package of one word, which needs no import: `khttp.get(url)`.
  if (isLibraryName(name)) return { of: name, own: name };
  const found = [...packages, ...ALWAYS].find((one) => isLibraryName(`${one}.${name}`));
  return { of: found ? `${found}.${name}` : `.${name}|${packages.join("|")}`, own: name };
}

function importsOf(root: SyntaxNode): { imported: Map<string, Imported>; packages: string[] } {
  const imported = new Map<string, Imported>();
  const packages: string[] = [];
  for (const node of root.all("import")) {
    const written = node.child("qualified_identifier")?.text.replace(/[\s`]/g, "");
    if (written === undefined) continue;
    if (node.child("*")) {
      packages.push(written);
      continue;
    }
    const local = node.child("identifier")?.text ?? written.slice(written.lastIndexOf(".") + 1);
    // A name of a library is found as a whole.
    const of = isLibraryName(written) ? written : ofClass(written);
    const rest = written.slice(of.length + 1);
    // The members of a companion are those of its class.
    const steps = rest === "" ? [] : rest.split(".").filter((step) => step !== "Companion");
    imported.set(local, { of, steps });
  }
  return { imported, packages };
}
