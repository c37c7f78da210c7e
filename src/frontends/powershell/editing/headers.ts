import type { Edit } from "../../../core/finding.js";
import type { Location, Span } from "../../../core/span.js";
import type { CodeSlot, NewHeader } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { innermostOf, quoteIn, textOf, writeString } from "./strings.js";

const TABLES: ReadonlySet<string> = new Set(["hash_literal_expression"]);
const COMMANDS: ReadonlySet<string> = new Set(["command"]);

/** Adds headers to a hash table, or to a command as `-Headers @{ … }`. */
export function addHeaders(tree: CodeTree, slot: CodeSlot, headers: readonly NewHeader[]): readonly Edit[] {
  const table =
    slot.kind === "headers" ? tree.nodesAt(slot.place).find(({ type }) => TABLES.has(type)) : undefined;
  if (table) return addToTable(tree, table, headers);
  if (slot.kind !== "chain" || slot.method !== PARAMETER)
    return refuse("v2ready cannot add headers to this call");
  return addToCommand(tree, tree.nodeAt(slot.call, COMMANDS, "command"), headers);
}

/** The parameter of commands that takes headers. */
const PARAMETER = "-Headers";

function entriesOf(table: SyntaxNode): SyntaxNode[] {
  return table.child("hash_literal_body")?.all("hash_entry") ?? [];
}

function addToTable(tree: CodeTree, table: SyntaxNode, headers: readonly NewHeader[]): readonly Edit[] {
  const entries = entriesOf(table);
  const names = new Set(entries.map((one) => nameOf(one)?.toLowerCase()));
  const known = headers.find(({ name }) => names.has(name.toLowerCase()));
  if (known) refuse(`the hash table already has ${known.name}`);
  const written = headers.map((header) => entryOf(tree, table, header));
  const [open, last] = [table.children[0]!, entries.at(-1)];
  if (!last) {
    const inside = { start: open.end, end: table.end - 1 };
    if (tree.slice(inside).trim() !== "") refuse("there is only a comment between the braces");
    return [tree.edit(inside, ` ${written.join("; ")} `)];
  }
  if (!tree.isFirstOnLine(last.start))
    return [tree.insert(last.end, written.map((one) => `; ${one}`).join(""))];
  const rest = /^[^\r\n]*/.exec(tree.text.slice(last.end))![0];
  if (!/^[ \t]*;?[ \t]*(?:#.*)?$/.test(rest)) refuse("the last entry shares its line with something else");
  const lead = tree.lineEnding + tree.indentAt(last.start);
  return [tree.insert(last.end + rest.trimEnd().length, written.map((one) => lead + one).join(""))];
}

function entryOf(tree: CodeTree, near: SyntaxNode, { name, value }: NewHeader): string {
  const quote = quoteIn(tree, near);
  const key = /^[A-Za-z]\w*$/.test(name) ? name : writeString(name, quote);
  return `${key} = ${writeString(value, quote)}`;
}

function addToCommand(tree: CodeTree, command: SyntaxNode, headers: readonly NewHeader[]): readonly Edit[] {
  const elements = command.child("command_elements");
  const parts = elements?.children ?? [];
  const isGiven = parts.some(({ type, text }) => type === "command_parameter" && /^-head/i.test(text));
  if (isGiven) refuse("the command already has headers");
  const entries = headers.map((header) => entryOf(tree, command, header)).join("; ");
  const added = `${PARAMETER} @{ ${entries} }`;
  const last = parts.findLast(({ type }) => type !== "command_argument_sep");
  const separators = parts.filter(({ type }) => type === "command_argument_sep").map(({ text }) => text);
  // A command that goes on in the next line does so before each argument.
  const broken = separators.findLast((text) => text.includes("\n"));
  const end = last?.end ?? command.child("command_name")?.end ?? command.end;
  return [tree.insert(end, (broken ?? " ") + added)];
}

/** Gives a header another value: in a hash table, an assignment to an element, or a call of `Add`. */
export function setHeader(tree: CodeTree, entry: Location, { name, value }: NewHeader): readonly Edit[] {
  const found = valueAt(tree, entry, name.toLowerCase());
  return [tree.edit(found, writeString(value, quoteIn(tree, found)))];
}

function valueAt(tree: CodeTree, entry: Span, name: string): SyntaxNode {
  for (let node: SyntaxNode | undefined = tree.innermost(entry); node; node = node.parent) {
    const [key, value] = partsOf(node);
    if (value && key?.toLowerCase() === name) return value;
    if (/^(?:statement_list|statement_block|script_block)$/.test(node.type)) break;
  }
  return refuse("v2ready cannot read the value of the header");
}

/** The name and the value in `Accept = 'a/b'`, `$h['Accept'] = 'a/b'`, `$h.Accept = 'a/b'`, `$h.Add('Accept', 'a/b')`. */
function partsOf(node: SyntaxNode): [key: string | undefined, value: SyntaxNode | undefined] {
  switch (node.type) {
    case "hash_entry":
      return [nameOf(node), literalIn(node.child("pipeline"))];
    case "assignment_expression": {
      const left = innermostOf(node.child("left_assignment_expression"));
      const key =
        left?.type === "element_access"
          ? textOf(literalOf(left.named.at(-1)))
          : left?.type === "member_access"
            ? textOf(innermostOf(left.child("member_name")))
            : undefined;
      return [key, literalIn(node.field("value"))];
    }
    case "invokation_expression": {
      const list = node.child("argument_list")?.child("argument_expression_list");
      const [key, value, ...others] = list?.named.map((one) => literalOf(one)) ?? [];
      return others.length === 0 ? [textOf(key), value] : [undefined, undefined];
    }
    default:
      return [undefined, undefined];
  }
}

function nameOf(entry: SyntaxNode): string | undefined {
  return textOf(literalOf(entry.child("key_expression")));
}

/** The string at a place, without the nodes of operators around it. */
function literalOf(node: SyntaxNode | undefined): SyntaxNode | undefined {
  const inner = innermostOf(node);
  return inner?.type === "string_literal" ? inner.children[0] : inner;
}

/** The only value of a pipeline: one with other commands has another value. */
function literalIn(pipeline: SyntaxNode | undefined): SyntaxNode | undefined {
  const value = literalOf(pipeline);
  return value?.type === "pipeline" || value?.type === "pipeline_chain" ? undefined : value;
}
