import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { parametersOf } from "./parameters.js";
import type { DeclaredFunction } from "./scope.js";

const TYPES: ReadonlySet<string> = new Set(["class_declaration", "object_declaration"]);

/** Checks for a class, an interface, an enumeration or an object. */
export function isTypeDeclaration({ type }: SyntaxNode): boolean {
  return TYPES.has(type);
}

/** Returns the names of all classes and objects of a file, also of those inside of others. */
export function typesIn(root: SyntaxNode): string[] {
  return [...root.walk()].flatMap((node) => {
    const name = isTypeDeclaration(node) ? node.field("name")?.text : undefined;
    return name ?? [];
  });
}

/** Returns the names that a property declares. */
export function namesOfProperty(node: SyntaxNode): SyntaxNode[] {
  const several = node.child("multi_variable_declaration");
  const all = several ? several.all("variable_declaration") : node.all("variable_declaration");
  return all.flatMap((one) => one.child("identifier") ?? []);
}

/** Returns the functions and properties that are outside of classes. */
export function topLevelNames(root: SyntaxNode): Set<string> {
  const names = new Set<string>();
  for (const node of root.named)
    if (node.type === "function_declaration") names.add(node.field("name")?.text ?? "");
    else if (node.type === "property_declaration")
      for (const { text } of namesOfProperty(node)) names.add(text);
  return names;
}

/** Checks whether a function is called on an object of another class: a type is before its name. */
export function receiverType(node: SyntaxNode): SyntaxNode | undefined {
  const name = node.field("name");
  if (!name) return undefined;
  return node.children.find(
    ({ type, start }) => start < name.start && /^(?:user_type|nullable_type|parenthesized_type)$/.test(type),
  );
}

/** Returns the functions of a file by name, as far as no two have the same. */
export function declaredFunctions(root: SyntaxNode): Map<string, DeclaredFunction> {
  const found = new Map<string, DeclaredFunction | undefined>();
  for (const node of root.walk()) {
    if (node.type !== "function_declaration") continue;
    const name = node.field("name")?.text ?? "";
    const one = {
      isExtension: receiverType(node) !== undefined,
      params: parametersOf(node).map((parameter) => parameter.name),
    };
    found.set(name, found.has(name) ? undefined : one);
  }
  return new Map([...found].flatMap(([name, one]) => (one ? [[name, one] as const] : [])));
}
