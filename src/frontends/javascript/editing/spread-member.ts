import type { Node } from "@oxc-project/types";
import type { Edit } from "../../../core/finding.js";
import type { Span } from "../../../core/span.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { quoteIn } from "./object-members.js";
import { refuse } from "../../editing/refusal.js";
import type { SourceTree } from "./source-tree.js";
import { writeValue, type NewValue } from "./written-values.js";

/** Expressions that can be spread as they are written, and that a reader still takes for one thing. */
const SPREADABLE: ReadonlySet<string> = new Set([
  ...["AwaitExpression", "CallExpression", "Identifier", "MemberExpression"],
]);

/**
 * Makes the value of a member of an object literal a new object, with what it was spread before the new members:
 * `{ headers }` becomes `{ headers: { ...headers, Accept: "…" } }`.
 */
export function spreadIntoMember(
  tree: SourceTree,
  span: Span,
  key: string,
  object: Readonly<Record<string, NewValue>>,
): readonly Edit[] {
  const literal = tree.nodeAt(span, ["ObjectExpression"], "object literal");
  const members = literal.properties.filter(
    (property) => property.type === "Property" && !property.computed && keyName(property.key) === key,
  );
  const [member] = members;
  if (member?.type !== "Property" || member.method || members.length > 1)
    return refuse(`the object has no single member \`${key}\``);
  const value: Node = member.value;
  if (!SPREADABLE.has(value.type)) return refuse(`the value of \`${key}\` cannot be spread as it is written`);
  const source = value.type === "AwaitExpression" ? `(${tree.slice(value)})` : tree.slice(value);
  const written = writeValue(
    { object, spreads: { before: [source] } },
    {
      style: tree.style,
      quote: quoteIn(tree, literal, tree.style),
      quoteKeys: false,
      indent: tree.indentAt(member.start),
      mayBreak: !source.includes("\n"),
    },
  );
  if (member.shorthand) return [tree.insert(member.end, `: ${written}`)];
  return [tree.edit(value.start, value.end, written)];
}
