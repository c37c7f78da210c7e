import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/** The prefix of the name of a module where the core tree names it. */
export const PREFIX = "py:";

/** Lowers `import a.b as c` to an import at the top of the file, wherever it is. */
export function imports(node: SyntaxNode, scope: Scope): Stmt[] {
  return node.fields("name").flatMap((one): Stmt[] => {
    const isAliased = one.type === "aliased_import";
    const module = (isAliased ? one.field("name")?.text : one.text)?.replace(/\s/g, "");
    const alias = isAliased ? one.field("alias") : undefined;
    if (module === undefined || module === "") return [];
    if (alias) return bind(alias, alias.text, module, undefined, scope);
    const [top] = module.split(".") as [string, ...string[]];
    const hidden = scope.file.dotted.get(module);
    if (hidden !== undefined && !scope.file.importedNames.has(hidden)) {
      scope.file.importedNames.add(hidden);
      scope.file.imports.push(importOf(one, hidden, module, undefined));
    }
    return bind(one.named[0] ?? one, top, top, undefined, scope);
  });
}

/** Lowers `from a.b import c as d`, `from . import c` and `from a import *`. */
export function fromImport(node: SyntaxNode, scope: Scope): Stmt[] {
  const module = node.field("module_name")?.text.replace(/\s/g, "");
  if (module === undefined) return [];
  if (node.child("wildcard_import")) {
    scope.file.stars.push(module);
    return [];
  }
  return node.fields("name").flatMap((one): Stmt[] => {
    const isAliased = one.type === "aliased_import";
    const name = isAliased ? one.field("name")?.text : one.text;
    const local = isAliased ? one.field("alias") : one;
    return name === undefined || !local ? [] : bind(local, local.text, module, name, scope);
  });
}

/** Binds a name of the module itself, or a variable of a function to a unique name. */
function bind(
  place: SyntaxNode,
  local: string,
  module: string,
  imported: string | undefined,
  scope: Scope,
): Stmt[] {
  const { file } = scope;
  if (scope.kind === "module") {
    // The second of two ways to get the same thing is for other versions.
    if (file.importedNames.has(local)) return [];
    file.importedNames.add(local);
    file.imports.push(importOf(place, local, module, imported));
    return [];
  }
  const hidden = `${local}@${place.start}`;
  file.imports.push(importOf(place, hidden, module, imported));
  const value = build.name(place, hidden);
  if (scope.kind === "class") return [];
  return scope.outer.has(local)
    ? [statements.statement(build.assign(place, build.name(place, local), value))]
    : [statements.declare(place, build.name(place, local), value, "var")];
}

function importOf(place: build.Place, local: string, module: string, imported: string | undefined): Stmt {
  const name = build.name(place, local);
  return statements.importFrom(
    place,
    build.madeText(place, `${PREFIX}${module}`),
    imported === undefined
      ? { all: name }
      : { names: [{ local: name, imported: build.name(place, imported) }] },
  );
}

/** Imports undeclared names from the modules of which a file imports everything (`*`). */
export function starImports(stars: readonly string[], names: readonly string[], place: build.Place): Stmt[] {
  const [only, ...others] = stars;
  if (only === undefined) return [];
  if (others.length === 0) return names.map((name) => importOf(place, name, only, name));
  return names.flatMap((name) => {
    const hidden = stars.map((_, index) => `${name}@star${index}`);
    const all = hidden
      .map((one) => build.name(place, one))
      .reverse()
      .reduce<Expr>((a, b) => build.either(place, "??", a, b), build.nothing(place));
    return [
      ...stars.map((star, index) => importOf(place, hidden[index]!, star, name)),
      statements.declare(place, build.name(place, name), all, "var"),
    ];
  });
}

/** The names behind `import`, in brackets with comments or up to the end of the line. */
const NAMES = String.raw`\((?:#[^\n]*|[^#)])*\)|(?:\\\r?\n|[^\n;#])*`;
const FROM = new RegExp(String.raw`^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(${NAMES})`, "gm");

/**
 * Returns the modules that a file imports, with the names that it takes of each; `undefined` for all of them. From its
 * text alone, so that it also works for files with syntax errors.
 */
export function importsIn(text: string): ReadonlyMap<string, ReadonlySet<string> | undefined> {
  const found = new Map<string, Set<string> | undefined>();
  const takeAll = (specifier: string): void => {
    found.set(specifier, undefined);
  };
  for (const [, module, written] of text.matchAll(FROM)) {
    const specifier = `${PREFIX}${module}`;
    const names = [...written!.matchAll(/(?<![\w.])\w+(?=[\s,)]|$)/g)].map(([name]) => name);
    if (written!.startsWith("*")) takeAll(specifier);
    else if (!found.has(specifier)) found.set(specifier, new Set(names));
    else for (const name of names) found.get(specifier)?.add(name);
    for (const name of names) takeAll(`${PREFIX}${submoduleOf(module!, name)}`);
  }
  for (const [, modules] of text.matchAll(/^[ \t]*import[ \t]+([^\n;#]+)/gm))
    for (const one of modules!.split(",")) {
      const [name] = /^[\w.]+/.exec(one.trim()) ?? [];
      if (name !== undefined) takeAll(`${PREFIX}${name}`);
    }
  return found;
}

/** Returns the name of a module inside another one. */
export function submoduleOf(module: string, name: string): string {
  return module.endsWith(".") ? `${module}${name}` : `${module}.${name}`;
}
