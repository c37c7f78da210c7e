import type { Edit } from "../../../core/finding.js";
import { contains } from "../../../core/span.js";
import type { NewRead } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { innermostOf, textOf, writeString } from "./strings.js";

const UNREADABLE = "v2ready cannot change how the code reads it";

/** Reads a key from elsewhere in the same object: `$a.x` becomes `$a.b.x`, and `$a['x']` becomes `$a['b']['x']`. */
export function renameRead(tree: CodeTree, { place, path }: NewRead): readonly Edit[] {
  if (path.some((step) => !/^\w+$/.test(step))) refuse("the new name needs quotes");
  for (let node: SyntaxNode | undefined = tree.innermost(place); node; node = node.parent) {
    const name = node.type === "member_access" ? innermostOf(node.child("member_name")) : undefined;
    if (name && contains(name, place)) {
      refuseWrite(node);
      if (name.type !== "simple_name") return refuse(UNREADABLE);
      return [tree.edit(name, path.map((step, index) => after(step, index)).join(""))];
    }
    if (node.type === "element_access") {
      const key = keyOf(node);
      if (textOf(key) === undefined || !key || !contains(key, place)) return refuse(UNREADABLE);
      refuseWrite(node);
      if (isOfProperties(node))
        return refuse("the code looks the name up among the properties of the object");
      const quote = key.type === "verbatim_string_characters" ? "'" : '"';
      const steps = path.map((step) => (/^\d+$/.test(step) ? step : writeString(step, quote)));
      return [tree.edit(key, steps.join("]["))];
    }
    if (/^(?:statement_list|statement_block|command)$/.test(node.type)) break;
  }
  return refuse(UNREADABLE);
}

/** A step behind a period, or an index. */
function after(step: string, index: number): string {
  if (/^\d+$/.test(step)) return `[${step}]`;
  return index === 0 ? step : `.${step}`;
}

function keyOf(access: SyntaxNode): SyntaxNode | undefined {
  const inner = innermostOf(access.named.at(-1));
  return inner?.type === "string_literal" ? inner.children[0] : inner;
}

/** Returns whether an element is read like `$x.PSObject.Properties['name']`, which is a property and not its value. */
function isOfProperties(access: SyntaxNode): boolean {
  const list = innermostOf(access.named[0]);
  const name = list?.type === "member_access" ? innermostOf(list.child("member_name")) : undefined;
  return name?.text.toLowerCase() === "properties";
}

function refuseWrite(access: SyntaxNode): void {
  for (let node: SyntaxNode | undefined = access; node; node = node.parent) {
    if (node.type === "left_assignment_expression") refuse("the key is written to at this place");
    if (node.parent && (node.parent.start !== node.start || node.parent.end !== node.end)) break;
  }
}
