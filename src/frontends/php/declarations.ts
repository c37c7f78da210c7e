import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { ClassFacts, FileState } from "./scope.js";

type Declared = Pick<
  FileState,
  "namespace" | "uses" | "classes" | "functions" | "constants" | "methods" | "references"
>;

/** Returns the text of a string literal. Undefined if a part of it is computed. */
export function plainString(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "string" && node?.type !== "encapsed_string") return undefined;
  if (node.named.some(({ type }) => type !== "string_content")) return undefined;
  return node.named.map(({ text }) => text).join("");
}

/** Collects the names that a file declares, at the top or in blocks, and the names that it imports. */
export function declarationsIn(root: SyntaxNode): Declared {
  let namespace = "";
  const uses = new Map<string, string>();
  const classes = new Map<string, ClassFacts>();
  const functions = new Set<string>();
  const constants = new Set<string>();
  const methods = new Set<string>();
  const references = new Map<string, number[]>();
  for (const node of root.walk()) {
    switch (node.type) {
      case "namespace_definition":
        namespace = node.field("name")?.text ?? namespace;
        break;
      case "namespace_use_declaration":
        for (const [alias, name] of usesOf(node)) uses.set(alias, name);
        break;
      case "class_declaration":
      case "trait_declaration":
      case "interface_declaration":
      case "enum_declaration": {
        const name = node.field("name")?.text;
        if (name !== undefined) classes.set(name, factsOf(node));
        break;
      }
      case "function_definition":
        functions.add(node.field("name")?.text ?? "");
        addReferences(node, references);
        break;
      case "method_declaration":
        methods.add(node.field("name")?.text ?? "");
        addReferences(node, references);
        break;
      case "const_element":
        if (node.parent?.parent?.type !== "declaration_list" && node.named[0])
          constants.add(node.named[0].text);
        break;
      case "function_call_expression": {
        const name = definedName(node);
        if (name !== undefined) constants.add(name);
        break;
      }
      default:
        break;
    }
  }
  return { namespace, uses, classes, functions, constants, methods, references };
}

/** Returns the name in `define("NAME", …)`. Undefined for other calls. */
export function definedName(node: SyntaxNode): string | undefined {
  if (node.field("function")?.text !== "define") return undefined;
  const [name] = node.field("arguments")?.all("argument") ?? [];
  const text = plainString(name?.named[0]);
  return text !== undefined && /^\w+$/.test(text) ? text : undefined;
}

function factsOf(node: SyntaxNode): ClassFacts {
  const declared = node.field("body")?.all("method_declaration") ?? [];
  return {
    methods: new Map(
      declared.map((one) => [one.field("name")?.text ?? "", one.child("static_modifier") !== undefined]),
    ),
  };
}

function addReferences(node: SyntaxNode, references: Map<string, number[]>): void {
  const params = node.field("parameters")?.named.filter(({ type }) => type.endsWith("_parameter")) ?? [];
  const found = params.flatMap((one, index) => (one.field("reference_modifier") ? [index] : []));
  const name = node.field("name")?.text;
  if (found.length > 0 && name !== undefined)
    references.set(name, [...(references.get(name) ?? []), ...found]);
}

/** `use A\B, C as D;`, `use A\{B, C as D};`; functions and constants are found by their last names. */
function usesOf(node: SyntaxNode): [alias: string, name: string][] {
  if (/^use\s+(?:function|const)\b/.test(node.text)) return [];
  const prefix = node.child("namespace_name")?.text;
  const clauses = [...node.all("namespace_use_clause"), ...(node.field("body")?.named ?? [])];
  return clauses.flatMap((clause) => {
    const written = clause.named.find(({ fieldName }) => fieldName !== "alias");
    if (!written || /^(?:function|const)\s/.test(clause.text)) return [];
    const own = written.text.replace(/^\\/, "");
    const full = prefix === undefined ? own : `${prefix.replace(/^\\/, "")}\\${own}`;
    const alias = clause.field("alias")?.text ?? full.slice(full.lastIndexOf("\\") + 1);
    return [[alias, full] as [string, string]];
  });
}
