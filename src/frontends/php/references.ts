import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { plainString } from "./declarations.js";
import { expression } from "./expressions.js";
import { RETURNED, isOfLibrary } from "./names.js";
import { isCode, type FileState, type Scope } from "./scope.js";

/** Imports a declaration of another file, and returns its name in this file. */
export function imported(node: SyntaxNode, name: string, from: string, { file }: Scope): Expr {
  const key = `${from} ${name}`;
  let known = file.imports.get(key);
  if (!known) {
    const isTaken = [...file.imports.values()].some(({ local }) => local === name);
    const local = isTaken || name === RETURNED || file.classes.has(name) ? key : name;
    file.imports.set(key, (known = { local, name, from, place: node }));
  }
  return build.name(node, known.local);
}

/** Resolves a class name in the code of a file to its full name. */
export function fullName(text: string, { namespace, uses }: Pick<FileState, "namespace" | "uses">): string {
  if (text.startsWith("\\")) return text.slice(1);
  const own = text.replace(/^namespace\\/i, "");
  if (own !== text) return namespace === "" ? own : `${namespace}\\${own}`;
  const [first, ...others] = text.split("\\") as [string, ...string[]];
  const used = uses.get(first);
  if (used !== undefined) return [used, ...others].join("\\");
  return namespace === "" ? text : `${namespace}\\${text}`;
}

/** Lowers a reference to a class of this file, of a library, or of another file. */
export function classReference(node: SyntaxNode, scope: Scope): Expr {
  const { file } = scope;
  const full = fullName(node.text, file);
  const last = full.slice(full.lastIndexOf("\\") + 1);
  const isHere = file.classes.has(last) && full === fullName(last, { ...file, uses: new Map() });
  if (isHere) return build.name(node, last);
  if (isOfLibrary(full)) return build.name(node, full);
  return imported(node, last, full, scope);
}

/** Names that mean another thing in every file. */
const MAGIC = /^__(?:LINE|CLASS|FUNCTION|METHOD|NAMESPACE|TRAIT)__$/;

/** Lowers a constant outside of classes: of this file, of PHP, or of an included file. */
export function constant(node: SyntaxNode, scope: Scope): Expr {
  const { text } = node;
  const { file } = scope;
  const name = text.slice(text.lastIndexOf("\\") + 1);
  if (/^(?:true|false)$/i.test(name)) return build.scalar(node, name.toLowerCase() === "true");
  if (/^null$/i.test(name)) return build.scalar(node, null);
  if (name === "__DIR__") return build.call(node, build.name(node, "php:folder"), []);
  if (name === "__FILE__") return build.call(node, build.name(node, "php:file"), []);
  if (MAGIC.test(name)) return build.unknown(node);
  if (file.constants.has(name) || /^(?:PHP|CURL|JSON|E|ENT|LOCK|SORT|FILTER|STR|ARRAY)_?[A-Z]*_/.test(name))
    return build.name(node, name);
  return imported(node, name, `#${name}`, scope);
}

/** Lowers the name of a called function: of this file, of PHP, or of an included file. */
export function functionNamed(node: SyntaxNode, scope: Scope, isOfLanguage: (name: string) => boolean): Expr {
  const name = node.text.slice(node.text.lastIndexOf("\\") + 1);
  const { file } = scope;
  if (file.functions.has(name)) return build.name(node, name);
  if (!file.includes || isOfLanguage(name)) return build.name(node, name);
  return imported(node, name, `#${name}()`, scope);
}

/**
 * Returns the path of an included file, relative to the including file. It starts with `./` if its folder is known, and
 * with `?/` if it may be relative to any parent folder.
 */
export function includedPath(node: SyntaxNode | undefined): string | undefined {
  if (!node) return undefined;
  if (node.type === "parenthesized_expression") return includedPath(node.named.find(isCode));
  const text = plainString(node);
  if (text !== undefined)
    return text.startsWith(".") ? `./${text.replace(/^\.\//, "")}` : `?/${text.replace(/^\//, "")}`;
  const parts = concatenatedParts(node);
  const last = plainString(parts.at(-1));
  if (last === undefined || parts.length !== 2) return undefined;
  const up = foldersUp(parts[0]!);
  const path = last.replace(/^\//, "");
  return up === undefined ? `?/${path}` : `./${"../".repeat(up)}${path}`;
}

function concatenatedParts(node: SyntaxNode): SyntaxNode[] {
  if (node.type !== "binary_expression" || node.field("operator")?.type !== ".") return [node];
  return [...concatenatedParts(node.field("left")!), node.field("right")!];
}

/** Returns how many folders above this file a path is: `__DIR__`, `dirname(__FILE__)`, `dirname(__DIR__, 2)`. */
function foldersUp(node: SyntaxNode): number | undefined {
  if (node.text === "__DIR__") return 0;
  if (node.text === "__FILE__") return -1;
  if (node.type !== "function_call_expression" || !/^\\?dirname$/.test(node.field("function")?.text ?? ""))
    return undefined;
  const [of, levels] = node.field("arguments")?.all("argument") ?? [];
  const inner = of?.named[0] && foldersUp(of.named[0]);
  const count = levels ? Number(levels.text) : 1;
  return inner === undefined || !Number.isInteger(count) ? undefined : inner + count;
}

/**
 * Lowers `require "x.php"` to the value that the file returns. Its variables, functions and constants become visible
 * here.
 */
export function included(node: SyntaxNode, scope: Scope): Expr {
  const given = node.named.find(isCode);
  const path = includedPath(given);
  if (path === undefined)
    return build.call(node, build.name(node, "php:include"), [expression(given, scope)]);
  return imported(node, RETURNED, path, scope);
}
