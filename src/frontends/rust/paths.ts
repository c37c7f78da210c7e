import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { parsedAs, typeOf, type TypeKind } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { PREFIX } from "./modules.js";
import type { FileState, Scope } from "./scope.js";

/** Returns the parts of a path without types in angle brackets: `Vec::new` for `Vec::<u8>::new`. */
export function partsOf(node: SyntaxNode): string[] {
  switch (node.type) {
    case "scoped_identifier":
    case "scoped_type_identifier":
      return [node.field("path"), node.field("name")].flatMap((one) => (one ? partsOf(one) : []));
    case "generic_type":
    case "generic_type_with_turbofish":
      return node.field("type") ? partsOf(node.field("type")!) : [];
    case "bracketed_type":
      return node.named[0] ? partsOf(node.named[0]) : [];
    case "qualified_type":
      return node.field("type") ? partsOf(node.field("type")!) : [];
    case "reference_type":
      return node.field("type") ? partsOf(node.field("type")!) : [];
    default:
      return [node.text];
  }
}

/** Lowers a path: a variable, something that the file declares, or something of another module. */
export function path(node: SyntaxNode, scope: Scope): Expr {
  return pathOf(node, partsOf(node), scope);
}

/** Lowers a path of parts at a place. */
export function pathOf(node: SyntaxNode, parts: readonly string[], scope: Scope): Expr {
  const [first = "", ...others] = parts;
  const { file, owner } = scope;
  const variable = others.length === 0 ? scope.find(first) : undefined;
  if (variable !== undefined) return build.name(node, variable);
  if (first === "self" && others.length === 0) return build.self(node);
  if (first === "Self" && owner) return pathOf(node, [...partsOf(owner), ...others], scope);
  if (others.length > 0 && file.inline.has(first)) return pathOf(node, others, scope);
  if (file.declared.has(first)) return members(node, build.name(node, first), others);
  const used = file.uses.get(first);
  if (used) return outside(node, [...used, ...others], file);
  if (file.modules.has(first)) return outside(node, ["self", ...parts], file);
  if (others.length > 0) return outside(node, parts, file);
  const [from] = file.globs;
  // A name in lower case that nobody declares is a function or macro of the language.
  if (from && /^[A-Z]/.test(first)) return outside(node, [...from, first], file);
  return build.name(node, builtIn(first));
}

/** Types that are there without `use`. */
const BUILT_IN: ReadonlySet<string> = new Set(["String", "Vec", "Box", "Some", "Ok"]);

const builtIn = (name: string): string => (BUILT_IN.has(name) ? PREFIX + name : name);

/** Imports the item that a path leads to: the first part that is not the name of a module, or the last one. */
function outside(node: SyntaxNode, parts: readonly string[], file: FileState): Expr {
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  const item = first < 0 ? parts.length - 1 : first;
  const name = parts[item] ?? "";
  const module = file.modules.has(parts[0]!) ? ["self", ...parts.slice(0, item)] : parts.slice(0, item);
  if (module.length === 0) return members(node, build.name(node, builtIn(name)), parts.slice(item + 1));
  const local = imported(node, name, module.join("::"), file);
  return members(node, build.name(node, local), parts.slice(item + 1));
}

function imported(place: SyntaxNode, name: string, module: string, { imports, declared }: FileState): string {
  const key = `${module}::${name}`;
  const known = imports.get(key);
  if (known) return known.local;
  // A function may have the name of a variable.
  const isTaken =
    !/^[A-Z]/.test(name) || declared.has(name) || [...imports.values()].some(({ local }) => local === name);
  const local = isTaken ? `${PREFIX}${key}` : name;
  imports.set(key, { local, name, module, place });
  return local;
}

function members(node: SyntaxNode, object: Expr, names: readonly string[]): Expr {
  return names.reduce<Expr>((inner, key) => build.member(node, inner, build.name(node, key)), object);
}

/** Generic types, as kinds of types of data. */
const GENERIC: ReadonlyMap<string, TypeKind> = new Map<string, TypeKind>([
  ["Vec", "list"],
  ["HashMap", "record"],
  ["BTreeMap", "record"],
  ["Option", "optional"],
  ["Result", "same"],
  ["Box", "same"],
  ["Arc", "same"],
]);

/** Lowers the type of data: a struct, or one that is made of structs. */
export function dataType(node: SyntaxNode | undefined, scope: Scope): Expr {
  switch (node?.type) {
    case "generic_type": {
      const parts = node.field("type_arguments")?.named ?? [];
      const kind = GENERIC.get(partsOf(node).at(-1) ?? "") ?? "any";
      return typeOf(
        node,
        kind,
        parts.filter(({ type }) => type !== "lifetime").map((one) => dataType(one, scope)),
      );
    }
    case "type_identifier":
    case "scoped_type_identifier":
      return path(node, scope);
    default:
      return typeOf(node ?? build.span(0, 0), "any", []);
  }
}

/** Lowers a value that has a type of data, such as what is parsed of JSON. Other values stay as they are. */
export function typedValue(value: Expr, type: SyntaxNode | undefined, scope: Scope): Expr {
  const isData = type && /^(?:type_identifier|scoped_type_identifier|generic_type)$/.test(type.type);
  return isData ? parsedAs(type, dataType(type, scope), value) : value;
}
