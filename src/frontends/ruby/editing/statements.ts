import type { Edit } from "../../../core/finding.js";
import type { NewHeader } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { quoteIn, writeKey, writeString } from "./strings.js";

const VARIABLES: ReadonlySet<string> = new Set(["identifier", "instance_variable", "global_variable"]);

/**
 * Adds headers to a request that is made first: below `req = Net::HTTP::Get.new(uri)`, or as the second argument where
 * that statement is not alone on its line.
 */
export function addStatements(
  tree: CodeTree,
  making: SyntaxNode,
  headers: readonly NewHeader[],
): readonly Edit[] {
  const { parent } = making;
  const name = parent?.type === "assignment" && parent.field("right") === making && parent.field("left");
  const variable = name && VARIABLES.has(name.type) ? name.text : undefined;
  if (variable !== undefined && tree.once(replacedIn).has(variable))
    refuse("the code replaces all headers of the request later");
  const quote = quoteIn(tree, parent ?? making);
  const texts = headers.map((one) => [writeString(one.name, quote), writeString(one.value, quote)] as const);
  const end = variable === undefined ? undefined : endOfStatement(tree, parent!);
  if (end !== undefined) {
    const lead = tree.lineEnding + tree.indentAt(parent!.start);
    return [tree.insert(end, texts.map(([key, value]) => `${lead}${variable}[${key}] = ${value}`).join(""))];
  }
  const given = making.field("arguments");
  const only = given?.named.filter((one) => !isComment(one)) ?? [];
  if (only.length !== 1 || only[0]!.type.endsWith("splat_argument") || given?.children[0]?.isNamed)
    return refuse("the request is not made in a statement of its own");
  const pairs = headers.map((one) => writeKey(one.name, "string", quote) + writeString(one.value, quote));
  return [tree.insert(only[0]!.end, `, { ${pairs.join(", ")} }`)];
}

/** The variables of requests of which all headers are replaced: `req.initialize_http_header({ … })` */
function replacedIn(root: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of root.walk()) {
    const isReplaced = node.type === "call" && node.field("method")?.text === "initialize_http_header";
    const receiver = isReplaced ? node.field("receiver") : undefined;
    if (receiver) names.add(receiver.text);
  }
  return names;
}

/** The end of the line of a statement that has its lines for itself, a comment aside, and that gives no result. */
function endOfStatement(tree: CodeTree, statement: SyntaxNode): number | undefined {
  const body = statement.parent;
  const isAlone = tree.mayBreak && tree.isFirstOnLine(statement.start);
  if (!body || !BODIES.has(body.type) || !isAlone) return undefined;
  const isLast = body.named.findLast((one) => !isComment(one)) === statement;
  if (isLast && body.type !== "program") return undefined;
  const rest = /^[^\r\n]*/.exec(tree.text.slice(statement.end))![0];
  return /^[ \t]*(?:#.*)?$/.test(rest) ? statement.end + rest.length : undefined;
}

const BODIES: ReadonlySet<string> = new Set([
  "program",
  "body_statement",
  "block_body",
  "then",
  "else",
  "do",
]);
