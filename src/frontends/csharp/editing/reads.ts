import type { Edit } from "../../../core/finding.js";
import type { NewRead } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** Rewrites `x.GetProperty("a")` to `x.GetProperty("b").GetProperty("a")`. Both throw if the property is missing. */
export function renameRead(tree: CodeTree, { place, path }: NewRead): readonly Edit[] {
  let key: SyntaxNode | undefined = tree.innermost(place);
  while (key && key.type !== "string_literal") key = key.parent;
  const list = key?.parent?.type === "argument" ? key.parent.parent : undefined;
  const callee = list?.parent?.type === "invocation_expression" ? list.parent.field("function") : undefined;
  const object = callee?.field("expression");
  const isRead = callee?.field("name")?.text === "GetProperty" && list?.all("argument").length === 1;
  if (!key || !object || !isRead) return refuse("v2ready cannot change how the code reads it");
  const way = path.slice(0, -1).map((step) => `.GetProperty(${JSON.stringify(step)})`);
  return [tree.insert(object.end, way.join("")), tree.edit(key, JSON.stringify(path.at(-1)))];
}
