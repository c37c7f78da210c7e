import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/**
 * Returns whether Jackson, as it is set up by default, prints a field that nothing is assigned to: it finds the field,
 * and no annotation leaves out nothing. `null` stands for it in the tree, and nothing at all for other fields.
 */
export function isPrintedEmpty(part: SyntaxNode, name: string, owner: SyntaxNode): boolean {
  const [own, around] = [modifiersOf(part), modifiersOf(owner)];
  if (has(own, "JsonIgnore") || own?.child("transient") || own?.child("static")) return false;
  if (!isPrimitive(part) && [own, around].some((one) => leavesOutNothing(one))) return false;
  if (own?.child("public") || has(own, "JsonProperty") || has(own, "JsonGetter") || has(own, "Getter"))
    return true;
  return ["Data", "Getter", "Value"].some((one) => has(around, one)) || hasGetter(owner, name);
}

function modifiersOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.child("modifiers");
}

function isPrimitive(part: SyntaxNode): boolean {
  const type = part.field("type")?.type ?? "";
  return type === "integral_type" || type === "floating_point_type" || type === "boolean_type";
}

function annotationsOf(modifiers: SyntaxNode | undefined): SyntaxNode[] {
  return modifiers?.all("annotation", "marker_annotation") ?? [];
}

function has(modifiers: SyntaxNode | undefined, name: string): boolean {
  return annotationsOf(modifiers).some((one) => one.field("name")?.text.split(".").at(-1) === name);
}

/** `@JsonInclude(JsonInclude.Include.NON_NULL)`, and the older `@JsonSerialize(include = …)`. */
function leavesOutNothing(modifiers: SyntaxNode | undefined): boolean {
  return annotationsOf(modifiers).some((one) => {
    const name = one.field("name")?.text.split(".").at(-1);
    const names = [...one.walk()].map(({ text }) => text);
    return (name === "JsonInclude" || name === "JsonSerialize") && names.some((text) => /^NON_/.test(text));
  });
}

function hasGetter(owner: SyntaxNode, name: string): boolean {
  const end = name.charAt(0).toUpperCase() + name.slice(1);
  const getters = new Set([`get${end}`, `is${end}`]);
  return (owner.field("body")?.all("method_declaration") ?? []).some((one) =>
    getters.has(one.field("name")?.text ?? ""),
  );
}
