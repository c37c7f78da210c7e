import type { SourceText } from "../../core/source-text.js";
import type { Parser } from "web-tree-sitter";
import { LastTexts } from "../lowered/last-texts.js";
import { parseText, type ParsedText } from "../tree-sitter/parse.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

let parser: Parser | undefined;
const parsed = new WeakMap<SourceText, ParsedText>();
/** A tree takes up to 70 times the memory of its text. It is made again, from its flat copy, when it is asked for later. */
const MAX_KEPT = 300_000;
const last = new LastTexts(MAX_KEPT, (source) => parsed.delete(source));

/** Has Go files parsed by a parser that is loaded. */
export function useParser(loaded: Parser): void {
  parser = loaded;
}

/** Returns the syntax tree of a file. */
export function syntaxOf(source: SourceText): ParsedText {
  let known = parsed.get(source);
  if (!known) {
    known = parser
      ? parseText(parser, source.text, withValuesOfNew(source.text))
      : { ok: false, kind: "syntax", message: "the grammar of Go is not loaded" };
    parsed.set(source, known);
    last.add(source);
  }
  return known;
}

/**
 * The grammar knows `new(T)` of a type alone, and Go 1.26 has `new(3)` and `new(f(x))`: there it is read as a function that
 * has another name of the same length.
 */
function withValuesOfNew(text: string): string {
  return text.includes("new(") ? text.replace(VALUE_OF_NEW, "ne\u03c9(") : text;
}

const VALUE_OF_NEW = /(?<![\w.])new\((?=["'`\d(!-]|(?:true|false)\)|[A-Za-z_][\w.]*[({])/g;

/** A package that a file imports. */
export interface ImportedPackage {
  /** The name in this file. `.` and `_` are kept. */
  readonly name: string;
  readonly path: string;
  readonly node: SyntaxNode;
}

export function importsOf(root: SyntaxNode): ImportedPackage[] {
  return root.all("import_declaration").flatMap((declaration) => {
    const specs = [
      ...declaration.all("import_spec"),
      ...declaration.all("import_spec_list").flatMap((list) => list.all("import_spec")),
    ];
    return specs.flatMap((node): ImportedPackage[] => {
      const path = node.field("path")?.text.slice(1, -1) ?? "";
      return path === "" ? [] : [{ name: node.field("name")?.text ?? lastName(path), path, node }];
    });
  });
}

/** Packages whose names are not those of their paths. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["github.com/xinsnake/go-http-digest-auth-client", "digest_auth_client"],
]);

/**
 * A package has the name of the last part of its path that is not a version: `resty` of `github.com/go-resty/resty/v2`.
 */
function lastName(path: string): string {
  const known = NAMES.get(path);
  if (known !== undefined) return known;
  const parts = path.split("/");
  const last = parts.pop()!;
  const name = /^v\d+$/.test(last) && parts.length > 0 ? parts.pop()! : last;
  return name
    .replace(/\.v\d+$/, "")
    .replace(/^go-|-go$|\.go$/g, "")
    .replaceAll("-", "_");
}

/** Returns the names that a file declares for its package, methods as `Type.Method`. */
export function declaredNames(root: SyntaxNode): string[] {
  return root.children.flatMap((node): string[] => {
    switch (node.type) {
      case "function_declaration":
        return [node.field("name")?.text ?? ""];
      case "method_declaration": {
        const type = receiverType(node);
        return type === undefined ? [] : [`${type}.${node.field("name")?.text ?? ""}`];
      }
      case "type_declaration":
        return node.all("type_spec", "type_alias").map((spec) => spec.field("name")?.text ?? "");
      case "const_declaration":
      case "var_declaration":
        return specsOf(node).flatMap((spec) => spec.fields("name").map(({ text }) => text));
      default:
        return [];
    }
  });
}

/** Returns each line of `const ( A = 1; B = 2 )`. */
export function specsOf(declaration: SyntaxNode): SyntaxNode[] {
  return [
    ...declaration.all("const_spec", "var_spec"),
    ...declaration.all("var_spec_list").flatMap((list) => list.all("var_spec")),
  ];
}

/** Returns the name of the type that a method belongs to. */
export function receiverType(method: SyntaxNode): string | undefined {
  const parameter = method.field("receiver")?.child("parameter_declaration");
  return parameter && nameOfType(parameter.field("type"));
}

/** Checks whether an expression is a call. One of a function with types and one argument looks like a conversion. */
export function isCall(node: SyntaxNode): boolean {
  const isConversion = node.type === "type_conversion_expression";
  return node.type === "call_expression" || (isConversion && node.field("type")?.type === "generic_type");
}

/** The types that name a struct. */
const NAMED_TYPES: ReadonlySet<string> = new Set(["type_identifier", "qualified_type", "generic_type"]);

export function isNamedType(type: SyntaxNode | undefined): type is SyntaxNode {
  return type !== undefined && NAMED_TYPES.has(type.type);
}

/** Checks whether a type is an array, which is copied where a slice is shared. */
export function isArrayType(type: SyntaxNode | undefined): boolean {
  return type?.type === "array_type" || type?.type === "implicit_length_array_type";
}

/** Returns the names of the type parameters that a function or a type declares. */
export function typeParameters(node: SyntaxNode): SyntaxNode[] {
  const list = node.field("type_parameters")?.all("type_parameter_declaration") ?? [];
  return list.flatMap((one) => one.fields("name"));
}

/** Returns the names that a method has for the types of its receiver: `func (c *Client[T]) Get()`. */
export function receiverTypes(receiver: SyntaxNode): SyntaxNode[] {
  const generic = [...(receiver.field("type")?.walk() ?? [])].find(({ type }) => type === "generic_type");
  const types = generic?.field("type_arguments")?.named ?? [];
  return types.flatMap((one) => one.named.filter(({ type }) => type === "type_identifier"));
}

/** The name of a type of the package, behind pointers and before type arguments. */
function nameOfType(type: SyntaxNode | undefined): string | undefined {
  switch (type?.type) {
    case "type_identifier":
      return type.text;
    case "pointer_type":
    case "parenthesized_type":
      return nameOfType(type.named[0]);
    case "generic_type":
      return nameOfType(type.field("type"));
    default:
      return undefined;
  }
}

/**
 * Returns the file whose content a variable has: `//go:embed body.json` in the comments above it. Undefined if there is
 * none, or if the variable holds a folder of files.
 *
 * @param spec the variable with its type, alone or in a list
 */
export function embeddedIn(spec: SyntaxNode): string | undefined {
  const type = spec.field("type")?.text.replaceAll(/\s/g, "") ?? "";
  if (type !== "string" && type !== "[]byte") return undefined;
  const node = spec.parent?.type === "var_declaration" ? spec.parent : spec;
  const around = node.parent?.named ?? [];
  for (let index = around.indexOf(node) - 1; around[index]?.type === "comment"; index--) {
    const [, quoted, plain] = /^\/\/go:embed\s+(?:["`](.+)["`]|(\S+))\s*$/.exec(around[index]!.text) ?? [];
    if (quoted !== undefined || plain !== undefined) return quoted ?? plain;
  }
  return undefined;
}
