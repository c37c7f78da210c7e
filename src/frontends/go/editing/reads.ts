import type { Edit } from "../../../core/finding.js";
import type { NewRead } from "../../editor.js";
import { isElement } from "../../editing/steps.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { declarationsOf } from "./uses.js";

const STRINGS: ReadonlySet<string> = new Set(["interpreted_string_literal", "raw_string_literal"]);
/** Maps that JSON objects are decoded to: objects in them are maps of the same type. */
const OBJECT = /^map\[string\](?:interface\s*\{\s*\}|any)$/;

/** Edits a read of a key so that it reads another path of the same map: `m["a"].(string)`. */
export function renameRead(tree: CodeTree, { place, path, optional }: NewRead): readonly Edit[] {
  const key = tree.holderOf(place, STRINGS);
  const read = key?.parent;
  const object = read?.field("operand");
  if (!key || !object || read?.type !== "index_expression")
    return refuse(
      "the field of a struct or another expression reads it, and v2ready cannot change that in Go",
    );
  if (path.some(isElement)) refuse("v2ready cannot read an element of a list instead in this language");
  if (isWritten(read)) refuse("the key is written to at this place");
  const last = tree.edit(key, JSON.stringify(path.at(-1)));
  if (path.length === 1) return [last];
  const type = typeOf(object) ?? refuse("v2ready cannot tell that the map holds values of any type");
  // A type assertion with one result panics already where there is no value.
  if (optional !== false && !isAsserted(read)) refuse("the code goes on where there is no value");
  const steps = path.slice(0, -1).map((step) => `[${JSON.stringify(step)}].(${type})`);
  return [tree.insert(object.end, steps.join("")), last];
}

function isWritten(read: SyntaxNode): boolean {
  const { parent } = read;
  const isTarget = parent?.type === "expression_list" && parent.fieldName === "left";
  const isDeleted = parent?.type === "unary_expression" || parent?.type === "inc_statement";
  return isTarget || isDeleted;
}

/** `m["a"].(string)` that does not ask whether it is one. */
function isAsserted(read: SyntaxNode): boolean {
  const { parent: assertion } = read;
  if (assertion?.type !== "type_assertion_expression" || !assertion.field("type")) return false;
  const list = assertion.parent;
  if (list?.type !== "expression_list") return true;
  const targets =
    list.parent?.field("left")?.named ?? list.parent?.fields("name").filter(({ isNamed }) => isNamed);
  return (targets?.length ?? 1) === list.named.length;
}

/** Returns the written type of a map. Undefined if it is uncertain, or not a map of JSON values. */
function typeOf(object: SyntaxNode): string | undefined {
  if (object.type === "type_assertion_expression") return objectType(object.field("type"));
  if (object.type === "parenthesized_expression") return typeOf(object.named[0]!);
  if (object.type !== "identifier") return undefined;
  const types = declarationsOf(object).map(declaredType);
  return types.every((one) => one !== undefined && one === types[0]) ? types[0] : undefined;
}

function objectType(type: SyntaxNode | undefined): string | undefined {
  return type && OBJECT.test(type.text) ? type.text : undefined;
}

/** The type that a declaration gives a name. */
function declaredType(name: SyntaxNode): string | undefined {
  const { parent } = name;
  if (parent?.type === "parameter_declaration" || parent?.type === "var_spec") {
    const stated = parent.field("type");
    if (stated) return objectType(stated);
  }
  const list = parent?.type === "expression_list" ? parent : undefined;
  const statement = list?.parent ?? parent;
  const values = (statement?.field("right") ?? statement?.field("value"))?.named ?? [];
  const names = list?.named ?? parent?.fields("name").filter(({ isNamed }) => isNamed) ?? [];
  const value = values.length === 1 ? values[0] : values[names.indexOf(name)];
  // A call with several results gives its first result to the first name.
  if (!value || (values.length < names.length && names[0] !== name)) return undefined;
  switch (value.type) {
    case "type_assertion_expression":
    case "composite_literal":
      return objectType(value.field("type"));
    case "call_expression":
      return value.field("function")?.text === "make"
        ? objectType(value.field("arguments")?.named[0])
        : undefined;
    default:
      return undefined;
  }
}
