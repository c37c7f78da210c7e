import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { LIBRARY } from "./names.js";
import type { FileState, Scope } from "./scope.js";

/** Returns the full name of a constant: `A::B::C`. Undefined if a part of it is computed. */
export function constantPath(node: SyntaxNode): string | undefined {
  if (node.type === "constant") return node.text;
  if (node.type !== "scope_resolution") return undefined;
  const name = node.field("name");
  const scope = node.field("scope");
  if (name?.type !== "constant") return undefined;
  if (!scope) return node.text.startsWith("::") ? name.text : undefined;
  const outer = constantPath(scope);
  return outer === undefined ? undefined : `${outer}::${name.text}`;
}

/** Returns the full name of a declaration inside the given modules. */
export function declaredPath(path: string, nesting: readonly string[]): string {
  const innermost = nesting.at(-1);
  return innermost === undefined ? path : `${innermost}::${path}`;
}

/** The variable of a constant of this file, as code in these modules means it. */
function variableOf(path: string, nesting: readonly string[], file: FileState): string | undefined {
  for (let at = nesting.length; at >= 0; at--) {
    const local = file.constants.get(declaredPath(path, nesting.slice(0, at)));
    if (local !== undefined) return local;
  }
  return undefined;
}

/** Lowers a constant: of this file, of a library, or of another file. */
export function constant(node: SyntaxNode, scope: Scope, lower: (node: SyntaxNode) => Expr): Expr {
  const path = constantPath(node);
  if (path === undefined) {
    // `self.class::BASE`
    const outer = node.field("scope");
    const name = node.field("name");
    return outer && name
      ? build.member(node, lower(outer), build.name(name, name.text))
      : build.unknown(node);
  }
  const { file, nesting } = scope;
  const whole = variableOf(path, nesting, file);
  if (whole !== undefined) return build.name(node, whole);
  const parts = path.split("::");
  const isLibrary = LIBRARY.has(parts[0]!);
  for (let count = parts.length - 1; count > 0; count--) {
    const local = variableOf(parts.slice(0, count).join("::"), nesting, file);
    if (local === undefined) continue;
    const members = parts
      .slice(count)
      .reduce<Expr>(
        (object, part) => build.member(node, object, build.name(node, part)),
        build.name(node, local),
      );
    return build.either(node, "??", members, imported(node, path, scope));
  }
  if (isLibrary) return build.name(node, path);
  // A class above may have it.
  const owner = scope.self === "main" ? undefined : nesting.at(-1);
  const definition = owner === undefined ? undefined : file.definitions.get(owner);
  const other = imported(node, path, scope);
  if (!definition?.superclass || parts.length > 1) return other;
  return build.either(
    node,
    "??",
    build.member(node, build.name(node, definition.id.name), build.name(node, path)),
    other,
  );
}

/** A constant of another file, as it is named from these modules. */
function imported(node: SyntaxNode, path: string, { file, nesting }: Scope): Expr {
  const key = `${nesting.at(-1) ?? ""}|${path}`;
  let known = file.imports.get(key);
  if (!known) {
    const isTaken =
      [...file.imports.values()].some(({ local }) => local === path) ||
      [...file.constants.values()].includes(path);
    const local = isTaken ? `${path}@${node.start}` : path;
    file.imports.set(key, (known = { local, name: path, place: node }));
  }
  return build.name(node, known.local);
}
