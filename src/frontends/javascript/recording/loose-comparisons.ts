import type { Node } from "@oxc-project/types";
import type { Location } from "../../../core/span.js";
import type { ComparisonFact } from "../../../facts/file-facts.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { walk } from "../walk.js";

/** The content type of answers that say no version. */
export const PLAIN_TYPE = "application/json";
/** What stands in the text of a file that holds it, however the slash between them is written. */
const PARTS = PLAIN_TYPE.split("/");
/** Methods that a text is looked up or searched with. */
const ASKING: ReadonlySet<string> = new Set([
  ...["endsWith", "get", "has", "includes", "indexOf", "is", "match", "search", "startsWith", "test"],
]);

/**
 * Places where code asks for the plain content type of JSON, of whatever: a key of a table, an operand, what a text is
 * searched for. Hooks of clients, tables and helpers in between keep it from being seen whose content type that is.
 *
 * @param known comparisons of the file whose request is known; one with a literal stands at its text, between the quotes
 */
export function looseComparisons(
  { program, path, source }: ModuleRecord,
  known: readonly ComparisonFact[],
): ComparisonFact[] {
  if (!PARTS.every((part) => source.text.includes(part))) return [];
  const seen = new Set(known.map(({ place }) => place.start));
  const facts: ComparisonFact[] = [];
  walk(program, (node, parent) => {
    if (node.type !== "Literal" || typeof node.value !== "string" || !node.value.startsWith(PLAIN_TYPE))
      return undefined;
    const place: Location = { path, start: node.start + 1, end: node.end - 1 };
    if (seen.has(place.start) || !parent || !isAsked(node, parent)) return undefined;
    facts.push({ kind: "comparison", path: [], requests: [], value: node.value, place });
    return undefined;
  });
  return facts;
}

function isAsked(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case "Property":
      return parent.key === node;
    case "BinaryExpression":
      return /^[=!]==?$/.test(parent.operator);
    case "SwitchCase":
      return parent.test === node;
    case "MemberExpression":
      return parent.property === node;
    // An entry of a map; in a list of headers the type comes second.
    case "ArrayExpression":
      return parent.elements[0] === node && parent.elements.length === 2;
    case "CallExpression": {
      const { callee } = parent;
      return (
        parent.arguments[0] === node &&
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        ASKING.has(callee.property.name)
      );
    }
    default:
      return false;
  }
}
