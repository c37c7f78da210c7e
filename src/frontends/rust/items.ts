import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, FunctionNode, Name, Param, Signature, Stmt } from "../lowered/core-tree.js";
import { fieldsFunction, type DeclaredField } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expr, lastName } from "./expressions.js";
import { bindings } from "./patterns.js";
import { dataType, partsOf, path } from "./paths.js";
import { Scope, type FileState } from "./scope.js";
import { blockBody } from "./statements.js";
import { stringLiteral } from "./strings.js";
import { wireName } from "./wire-names.js";

/** Returns all items of a file, those of modules inside it included. Unit tests are left out. */
export function itemsIn(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  return nodes.flatMap((one) => {
    if (isTest(one)) return [];
    return one.type === "mod_item" && one.field("body") ? itemsIn(one.field("body")!.named) : [one];
  });
}

/** Checks for `#[cfg(test)]`: unit tests are in the files that they test, and send requests to doubles. */
export function isTest(item: SyntaxNode): boolean {
  return (
    item.type === "mod_item" && attributesOf(item).some(({ text }) => /^#\[\s*cfg\s*\(\s*test\b/.test(text))
  );
}

/** Lowers an item: a function, constant or type. Others file may import it. */
export function itemOf(node: SyntaxNode, file: FileState, impls: readonly SyntaxNode[] = []): Stmt[] {
  const name = node.field("name");
  const scope = new Scope(file, undefined);
  switch (node.type) {
    case "function_item": {
      if (!name) return [];
      return [functionOf(node, scope, name.text)];
    }
    case "const_item":
    case "static_item": {
      const value = node.field("value");
      if (!name || !value) return [];
      const given = expr(value, scope);
      return [...scope.before, statements.declare(node, build.name(name, name.text), given, "const")];
    }
    case "struct_item":
    case "enum_item":
    case "union_item":
      return typeOf(node, file, impls);
    case "trait_item":
    case "impl_item":
      // Of a type that is declared elsewhere, or of any type: its functions run on their own.
      return (node.field("body")?.all("function_item") ?? []).map((one) =>
        functionOf(one, new Scope(file, node.field("type")), `rust:${one.field("name")?.text}${one.start}`),
      );
    default:
      return [];
  }
}

/** Lowers a struct or enumeration to a class with the functions of its `impl` blocks. */
function typeOf(node: SyntaxNode, file: FileState, impls: readonly SyntaxNode[]): Stmt[] {
  const name = node.field("name");
  if (!name) return [];
  const id = build.name(name, name.text);
  const variants = node.field("body")?.all("enum_variant") ?? [];
  const members = impls.flatMap((impl) =>
    (impl.field("body")?.named ?? []).flatMap((one) => memberOf(one, name, file)),
  );
  const constants = variants.flatMap((one): ClassMember[] => {
    const key = one.field("name");
    return key ? [statements.classField(one, build.name(key, key.text), build.unknown(one), true)] : [];
  });
  const fields = fieldsOf(node, file);
  const described = fields.length > 0 ? [describedFields(node, file)] : [];
  return [
    statements.classNode(node, id, null, [
      constructor(node, file),
      ...described,
      ...constants,
      ...unique(members),
    ]),
    ...(fields.length > 0
      ? [statements.typeDeclaration(node, build.name(name, `${name.text}:json`), fields)]
      : []),
  ];
}

/** A literal of a struct passes its fields as one record. */
function constructor(node: SyntaxNode, file: FileState): ClassMember {
  const place = build.span(node.start, node.start);
  const given = build.name(place, "rust:fields");
  const copy = build.call(place, build.name(place, "rust:assign"), [build.self(place), given]);
  const body = statements.block(
    place,
    [copy, ...clientsOf(node, file)].map((one) => statements.statement(one)),
  );
  const fn = statements.functionNode(place, null, [given], body, { isDeclaration: false });
  return statements.method(place, build.name(place, "constructor"), fn, "constructor");
}

/**
 * Fills the fields of a struct that no code makes, as only code of its file can do that: those whose type is a client
 * are that client.
 */
function clientsOf(node: SyntaxNode, file: FileState): Expr[] {
  const fields = node.field("body")?.all("field_declaration") ?? [];
  const isOpen = fields.every((one) => one.child("visibility_modifier") !== undefined);
  if (isOpen || file.made.has(node.field("name")?.text ?? "")) return [];
  const scope = new Scope(file, node.field("name"));
  return fields.flatMap((one): Expr[] => {
    const [name, type] = [one.field("name"), one.field("type")];
    const named = type && isOfClients(typeIn(type), file) ? classIn(type, scope) : undefined;
    if (!name || !named) return [];
    const own = build.member(name, build.self(name), build.name(name, wireName(name.text, file)));
    return [build.assign(name, own, build.call(name, build.name(name, "rust:given"), [own, named]))];
  });
}

const CLIENT_CRATES = /^(?:reqwest|reqwest_middleware|ureq|surf|isahc)$/;

function isOfClients(type: SyntaxNode | undefined, { uses, declared }: FileState): boolean {
  const [first = "", ...others] = type ? partsOf(type) : [];
  const [crate = ""] = uses.get(first) ?? (others.length > 0 ? [first] : []);
  return !declared.has(first) && CLIENT_CRATES.test(crate);
}

/** Returns the names of the structs that code makes by a literal. */
export function madeStructs(items: readonly SyntaxNode[]): Set<string> {
  const made = new Set<string>();
  for (const item of items)
    for (const node of item.walk()) {
      const name = node.type === "struct_expression" ? node.field("name") : undefined;
      const of = name?.text === "Self" ? item.field("type") : name;
      if (of) made.add(lastName(of));
    }
  return made;
}

/** Two traits may have a method of the same name: the first one counts. */
function unique(members: readonly ClassMember[]): ClassMember[] {
  const seen = new Set<string>();
  return members.filter(({ key }) => {
    const name = key.type === "Identifier" ? key.name : "";
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function memberOf(node: SyntaxNode, type: SyntaxNode, file: FileState): ClassMember[] {
  const name = node.field("name");
  const scope = new Scope(file, type);
  if (name && node.type === "const_item" && node.field("value")) {
    const value = expr(node.field("value")!, scope);
    return [statements.classField(node, build.name(name, name.text), value, true)];
  }
  if (!name || node.type !== "function_item") return [];
  const isStatic = node.field("parameters")?.child("self_parameter") === undefined;
  const fn = functionOf(node, scope);
  return [statements.method(node, build.name(name, name.text), fn, "method", isStatic)];
}

function functionOf(node: SyntaxNode, outer: Scope, name?: string): FunctionNode {
  const scope = outer.ofFunction(node.field("return_type"));
  const params: Param[] = [];
  const before: Stmt[] = [];
  for (const one of node.field("parameters")?.all("parameter") ?? []) {
    const pattern = one.field("pattern");
    if (!pattern) continue;
    const variable =
      pattern.type === "identifier"
        ? pattern
        : pattern.type === "mut_pattern"
          ? pattern.named.at(-1)
          : undefined;
    if (variable?.type === "identifier") params.push(parameter(one, variable, scope));
    else {
      const made = build.name(pattern, `rust:parameter${pattern.start}`);
      params.push(made);
      addAll(before, bindings(pattern, made, scope));
    }
  }
  const body = node.field("body");
  const code = body ? blockBody(body, scope, "return") : [];
  return statements.functionNode(
    node,
    name === undefined ? null : build.name(node.field("name") ?? node, name),
    params,
    statements.block(body ?? node, [...before, ...code]),
    { isDeclaration: name !== undefined },
  );
}

/** A parameter whose type is a client is that client for every caller. */
function parameter(node: SyntaxNode, name: SyntaxNode, scope: Scope): Param {
  const own = build.name(name, scope.declare(name));
  const type = classIn(node.field("type"), scope);
  return type ? build.typed(own, type) : own;
}

/** Returns the name of a class of another file or crate that a type names. */
function classIn(type: SyntaxNode | undefined, scope: Scope): Name | undefined {
  const named = type && typeIn(type);
  const isType = named && /^[A-Z]/.test(lastName(named)) && !scope.file.declared.has(lastName(named));
  const reference = isType ? path(named, scope) : undefined;
  return reference?.type === "Identifier" ? reference : undefined;
}

/** Returns the named type in `&Client`, `Arc<Client>` or `Option<&Client>`. */
function typeIn(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type === "type_identifier" || type.type === "scoped_type_identifier") return type;
  if (type.type === "generic_type") {
    const arguments_ = type.field("type_arguments")?.named ?? [];
    return arguments_.length === 1 ? typeIn(arguments_[0]!) : undefined;
  }
  if (type.type !== "reference_type") return undefined;
  const inner = type.field("type");
  return inner && typeIn(inner);
}

/** The keys that a struct has in JSON. */
function fieldsOf(node: SyntaxNode, file: FileState): Signature[] {
  const isSent = attributesOf(node).some(({ text }) => /\b(?:Serialize|Deserialize)\b/.test(text));
  if (!isSent) return [];
  return (node.field("body")?.all("field_declaration") ?? []).flatMap((one) => {
    const name = one.field("name");
    const key = renameOf(one);
    if (key) return [statements.signature(one, stringLiteral(key))];
    return name ? [statements.signature(one, build.name(name, wireName(name.text, file)))] : [];
  });
}

/** Describes the fields of a struct for serde, which refuses an object without one that has no default. */
function describedFields(node: SyntaxNode, file: FileState): ClassMember {
  const scope = new Scope(file, node.field("name"));
  const around = attributesOf(node).map(({ text }) => text);
  const isRead = around.some((text) => /\bDeserialize\b/.test(text));
  const hasDefaults = around.some((text) => SERDE_DEFAULT.test(text));
  const fields = (node.field("body")?.all("field_declaration") ?? []).flatMap((one): DeclaredField[] => {
    const name = one.field("name");
    if (!name) return [];
    const [key, type] = [renameOf(one), one.field("type")];
    const isLeftOut = attributesOf(one).some(({ text }) => SERDE_DEFAULT.test(text));
    const mayBeNothing = /^(?:std::option::)?Option\s*</.test(type?.text ?? "");
    const wire = key ? stringLiteral(key).value : wireName(name.text, file);
    return [
      {
        // The tree reads a field by its name on the wire already.
        own: wire,
        wire,
        place: key ?? name,
        type: dataType(type, scope),
        isRequired: isRead && !hasDefaults && !isLeftOut && !mayBeNothing,
      },
    ];
  });
  return fieldsFunction(build.span(node.start, node.start), fields);
}

/** Attributes of serde with which data may lack a field. */
const SERDE_DEFAULT = /^#\[\s*serde\b.*\b(?:default|skip|skip_deserializing|flatten)\b/s;

/** Returns the attributes in front of an item or field. */
function attributesOf(node: SyntaxNode): SyntaxNode[] {
  const siblings = node.parent?.named ?? [];
  const found: SyntaxNode[] = [];
  for (let index = siblings.indexOf(node) - 1; index >= 0; index--) {
    const one = siblings[index]!;
    if (one.type === "attribute_item") found.push(one);
    else if (!one.type.endsWith("comment")) break;
  }
  return found;
}

/** Returns the string in `#[serde(rename = "diskSizeGB")]`. */
function renameOf(field: SyntaxNode): SyntaxNode | undefined {
  for (const attribute of attributesOf(field)) {
    if (attribute.named[0]?.named[0]?.text !== "serde") continue;
    for (const { children } of attribute.walk()) {
      const index = children.findIndex(({ text }) => text === "rename");
      if (index < 0) continue;
      const text = children.slice(index + 1, index + 3).find(({ type }) => type === "string_literal");
      if (text) return text;
      const nested = children.slice(index).find(({ type }) => type === "token_tree");
      const inner = nested?.named.find(({ type }) => type === "string_literal");
      if (inner) return inner;
    }
  }
  return undefined;
}

/** Returns the names on the wire that attributes of serde give to fields; a name with two meanings is left out. */
export function renamedFields(items: readonly SyntaxNode[]): Map<string, string> {
  const renamed = new Map<string, string>();
  const unclear = new Set<string>();
  for (const item of items) {
    if (item.type !== "struct_item") continue;
    for (const one of item.field("body")?.all("field_declaration") ?? []) {
      const [name, text] = [one.field("name")?.text, renameOf(one)];
      if (name === undefined || !text) continue;
      const { value } = stringLiteral(text);
      if ((renamed.get(name) ?? value) !== value) unclear.add(name);
      renamed.set(name, value);
    }
  }
  for (const name of unclear) renamed.delete(name);
  return renamed;
}
