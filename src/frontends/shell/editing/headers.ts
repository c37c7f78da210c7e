import type { Edit } from "../../../core/finding.js";
import type { Location, Span } from "../../../core/span.js";
import type { NewHeader, SlotPlace } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** Commands that take a header as an argument of its own: `http URL Accept:text/plain`. */
const WITH_ITEMS: ReadonlySet<string> = new Set(["http", "https", "xh", "xhs"]);

/** The way a command takes a header. */
interface HeaderOption {
  readonly long: string;
  readonly short?: string;
  /** The text between the long option and its value. */
  readonly separator: " " | "=";
  /** Begins what is a command of its own for options. */
  readonly next?: ReadonlySet<string>;
}

const COMMANDS: ReadonlyMap<string, HeaderOption> = new Map<string, HeaderOption>([
  ["curl", { long: "--header", short: "-H", separator: " ", next: new Set(["--next", "-:"]) }],
  ["wget", { long: "--header", separator: "=" }],
]);

/** Adds headers as options of the command that sends the request. */
export function addHeaders(tree: CodeTree, slot: SlotPlace, headers: readonly NewHeader[]): readonly Edit[] {
  if (slot.kind !== "argument") return refuse("v2ready cannot add a header to this command");
  const command = commandAt(tree, slot.call);
  const words = [command.field("name")!, ...command.fields("argument")];
  const at = words.findIndex((word) => COMMANDS.has(nameOf(word)) || WITH_ITEMS.has(nameOf(word)));
  const name = words[at] ?? refuse("the name of the command is not written as one word");
  const given = words.slice(at + 1);
  const option = COMMANDS.get(nameOf(name));
  if (!option) return [tree.insert((given.at(-1) ?? name).end, headers.map(itemOf).join(""))];
  if (given.some(({ text }) => option.next?.has(text)))
    refuse("the command sends several requests with options of their own");
  const known = given.flatMap((word, index) => headerAt(word, given[index + 1], option) ?? []).at(-1);
  if (known) return [tree.insert(known.last.end, headers.map((one) => behind(tree, known, one)).join(""))];
  const isLong = !given.some(({ text }) => /^-\w/.test(text)) && given.some(({ text }) => /^--\w/.test(text));
  const { long, short, separator } = option;
  const written = isLong || short === undefined ? long + separator : `${short} `;
  return [tree.insert(name.end, headers.map((header) => ` ${written}${lineOf(header, '"')}`).join(""))];
}

function itemOf({ name, value }: NewHeader): string {
  if (!isPlain(name + value)) refuse("the header has characters that a shell may read");
  return ` "${name}:${value}"`;
}

function isPlain(text: string): boolean {
  return /^[\w./+-]+$/.test(text);
}

function commandAt(tree: CodeTree, call: Span): SyntaxNode {
  for (let node: SyntaxNode | undefined = tree.innermost(call); node; node = node.parent)
    if (node.type === "command") return node.field("name") ? node : refuse("the command has no name");
    else if (node.type === "redirected_statement" && node.field("body")?.type === "command")
      return node.field("body")!;
  return refuse("there is no command at this place");
}

/** `curl` of `/usr/bin/curl` and `curl.exe`. */
function nameOf(word: SyntaxNode): string {
  const isWord = word.type === "word" || (word.type === "command_name" && word.named[0]?.type === "word");
  return isWord ? (/(?:^|\/)([a-z]+)(?:\.exe)?$/.exec(word.text)?.[1] ?? "") : "";
}

/** A header that the command is given in one or two words. */
interface GivenHeader {
  readonly first: SyntaxNode;
  readonly last: SyntaxNode;
  /** The option as it is written, with the text between it and the value. */
  readonly written: string;
  readonly quote: string;
}

function headerAt(
  word: SyntaxNode,
  next: SyntaxNode | undefined,
  { long, short, separator }: HeaderOption,
): GivenHeader | undefined {
  const { text } = word;
  if (next && (text === long || text === short)) {
    const [quote] = next.text;
    const isQuoted = next.type === "raw_string" || next.type === "string";
    return { first: word, last: next, written: `${text} `, quote: isQuoted ? quote! : '"' };
  }
  const inOne = [`${long}=`, ...(short === undefined ? [] : [short])].find(
    (start) => text.startsWith(start) && text.length > start.length,
  );
  if (inOne === undefined) return undefined;
  const quote = text.at(-1);
  const written = inOne === short ? `${short} ` : long + (separator === "=" ? "=" : inOne.slice(long.length));
  return { first: word, last: word, written, quote: quote === "'" ? quote : '"' };
}

/** A header behind another one: on a line of its own where that has one. */
function behind(tree: CodeTree, { first, written, quote }: GivenHeader, header: NewHeader): string {
  const line = written + lineOf(header, quote);
  const isFirst = tree.mayBreak && tree.isFirstOnLine(first.start);
  return isFirst ? ` \\${tree.lineEnding}${tree.indentAt(first.start)}${line}` : ` ${line}`;
}

function lineOf({ name, value }: NewHeader, quote: string): string {
  if (!isPlain(name + value)) refuse("the header has characters that a shell may read");
  return `${quote}${name}: ${value}${quote}`;
}

/** Types of words that are one string. */
const STRINGS = new Set(["string", "raw_string", "word"]);

/** Gives the header of a line like `"Accept: application/json"` another value. */
export function setHeader(tree: CodeTree, entry: Location, { name, value }: NewHeader): readonly Edit[] {
  let node: SyntaxNode | undefined = tree.innermost(entry);
  while (node && !STRINGS.has(node.type)) node = node.parent;
  if (!node) return refuse("the header is not written as one string");
  const end = node.type === "word" ? node.end : node.end - 1;
  const line = tree.slice({ start: entry.start, end });
  const head = new RegExp(`^${name}:[ \\t]*`, "i").exec(line)?.[0];
  const isLast = node.parent?.type !== "concatenation" || node.parent.named.at(-1) === node;
  if (head === undefined || !isLast || line.includes("\n"))
    return refuse("v2ready cannot read the value of the header");
  if (node.type === "word" && line.includes("\\")) refuse("the value of the header has escape sequences");
  const start = entry.start + head.length;
  const computed = node.children.filter((child) => child.isNamed && child.end > start);
  if (computed.some(({ type }) => type !== "string_content" && !VARIABLES.has(type)))
    refuse("a command prints the value of the header");
  if (!isPlain(value)) refuse("the header has characters that a shell may read");
  return [tree.edit({ start, end }, value)];
}

const VARIABLES = new Set(["simple_expansion", "expansion"]);
