import type { Edit } from "../../../core/finding.js";
import { addToGroup } from "../../../core/group-by.js";
import type { NewRead } from "../../editor.js";
import { isElement } from "../../editing/steps.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { qualifiedClasses } from "../types.js";

const STRINGS: ReadonlySet<string> = new Set(["string_literal"]);

/** The way a JSON library reads an object in another one. */
interface Library {
  readonly name: RegExp;
  /** The method that leads to an object, for a method that reads a value there; both fail where there is none. */
  stepOf(method: string): string | undefined;
}

const LIBRARIES: readonly Library[] = [
  {
    name: /\bjackson\./,
    stepOf: (method) => (method === "path" || method === "get" || method === "required" ? method : undefined),
  },
  { name: /\bcom\.google\.gson\./, stepOf: (method) => (method === "get" ? "getAsJsonObject" : undefined) },
  {
    name: /\borg\.json\./,
    stepOf: (method) =>
      /^get(?:String|Int|Long|Double|Boolean)?$/.test(method) ? "getJSONObject" : undefined,
  },
];

/** Reads a key from elsewhere in the same object: `node.path("a")`, `node.get("a").asText()`, `json.getString("a")`. */
export function renameRead(tree: CodeTree, { place, path }: NewRead): readonly Edit[] {
  const key = tree.holderOf(place, STRINGS);
  const list = key?.parent?.type === "argument_list" ? key.parent : undefined;
  const read = list?.parent?.type === "method_invocation" ? list.parent : undefined;
  const object = read?.field("object");
  if (!key || !list || !read || !object || list.named.length !== 1)
    return refuse("v2ready cannot change how the code reads it");
  if (path.some(isElement)) refuse("v2ready cannot read an element of a list instead in this language");
  const method = read.field("name")?.text ?? "";
  const isPointer = method === "at" && key.text.startsWith('"/');
  if (isPointer) return [tree.edit({ start: key.start + 2, end: key.end - 1 }, path.join("/"))];
  const last = tree.edit(key, JSON.stringify(path.at(-1)));
  if (path.length === 1) return [last];
  const step = libraryOf(tree).stepOf(method) ?? refuse("the code goes on where there is no value");
  // Maps have the same method, and what it gives is not another map.
  if (method === "get" && !isObject(tree, object))
    refuse("v2ready cannot tell that this is an object of JSON");
  if (method === "get" && !isUsed(read)) refuse("the code goes on where there is no value");
  const steps = path.slice(0, -1).map((one) => `.${step}(${JSON.stringify(one)})`);
  return [tree.insert(object.end, steps.join("")), last];
}

/** Returns the import declarations of a file. */
export function importsIn(root: SyntaxNode): readonly string[] {
  return root.all("import_declaration").map(({ text }) => text);
}

function libraryOf(tree: CodeTree): Library {
  const named = [...tree.once(importsIn), ...tree.once(qualifiedClasses)];
  const used = LIBRARIES.filter(({ name }) => named.some((one) => name.test(one)));
  return used.length === 1 ? used[0]! : refuse("v2ready cannot tell which library reads the JSON");
}

/** Checks whether a method is called on the value that is read. This fails if the value is null. */
function isUsed({ parent, fieldName }: SyntaxNode): boolean {
  return parent?.type === "method_invocation" && fieldName === "object";
}

const TYPES: ReadonlySet<string> = new Set(["JsonNode", "ObjectNode", "JsonObject", "JSONObject"]);
/** Methods that give an object of JSON, whatever they are called on. */
const GIVES_OBJECT = /^(?:readTree|path|required|getAsJsonObject|getJSONObject)$/;

/** Checks whether an expression is certainly a JSON object of a library. */
function isObject(tree: CodeTree, node: SyntaxNode): boolean {
  if (node.type === "method_invocation") {
    const method = node.field("name")?.text ?? "";
    const object = node.field("object");
    return GIVES_OBJECT.test(method) || (method === "get" && object !== undefined && isObject(tree, object));
  }
  if (node.type !== "identifier") return false;
  const types = tree.once(declaredTypes).get(node.text) ?? [];
  return types.length > 0 && types.every((type) => TYPES.has(type));
}

/** The types of all variables of the file, by name. A type that is not written is empty. */
function declaredTypes(root: SyntaxNode): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (name: string | undefined, type: string): void => {
    if (name !== undefined) addToGroup(found, name, type);
  };
  for (const node of root.walk()) {
    const { type, parent } = node;
    if (type === "inferred_parameters") for (const { text } of node.named) add(text, "");
    else if (type === "lambda_expression") add(node.field("parameters")?.text, "");
    else if (type === "variable_declarator") add(node.field("name")?.text, parent?.field("type")?.text ?? "");
    else if (type === "formal_parameter" || type === "enhanced_for_statement")
      add(node.field("name")?.text, node.field("type")?.text ?? "");
  }
  return found;
}
