import type { Edit } from "../../../core/finding.js";
import { contains, type Location, type Span } from "../../../core/span.js";
import type { CodeSlot, NewHeader } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { appendItems, isComment } from "../../lowered/editing/comma-list.js";
import { addBehind } from "../../lowered/editing/statements.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { addToArray, elementsOf, writeHeaders, writeLines } from "./arrays.js";
import { quoteIn, textOf, writeString } from "./strings.js";

const ARRAYS: ReadonlySet<string> = new Set(["array_creation_expression"]);
const CALLS: ReadonlySet<string> = new Set([
  ...["function_call_expression", "member_call_expression", "nullsafe_member_call_expression"],
  ...["scoped_call_expression", "object_creation_expression"],
]);

/** Adds headers to an array, to a call as an argument, to a chain of calls, or behind the making of a curl handle. */
export function addHeaders(tree: CodeTree, slot: CodeSlot, headers: readonly NewHeader[]): readonly Edit[] {
  switch (slot.kind) {
    case "headers":
      return addToArray(tree, tree.nodeAt(slot.place, ARRAYS, "array of headers"), headers, slot.isList);
    case "options":
      return addOption(tree, tree.nodeAt(slot.place, ARRAYS, "array of options"), slot.key, headers);
    case "argument":
      return addArgument(tree, tree.nodeAt(slot.call, CALLS, "call"), slot.index, slot.key, headers);
    case "chain": {
      const call = tree.nodeAt(slot.call, CALLS, "call");
      return slot.method === "curl_setopt"
        ? addToHandle(tree, call, headers)
        : addToChain(tree, call, slot.method, headers);
    }
  }
}

/** Adds `'headers' => […]` to an array of options; `header` of a stream takes lines, as a list or one text. */
function addOption(
  tree: CodeTree,
  options: SyntaxNode,
  key: string,
  headers: readonly NewHeader[],
): readonly Edit[] {
  const elements = elementsOf(options) ?? refuse(`the options take over others, which may have ${key}`);
  const same = elements.find((one) => textOf(one.key) === key)?.value;
  const areLines = key === "header";
  const written = areLines ? writeLines(tree, options, headers) : writeHeaders(tree, options, headers);
  if (same?.type === "null") return [tree.edit(same, written)];
  if (same && areLines) return addToLines(tree, same, headers);
  if (same) return refuse(`the options already have ${key}`);
  return appendItems(tree, options, [`${writeString(key, quoteIn(tree, options))} => ${written}`]);
}

/** Adds lines to a text of headers, which is in double quotes or ends with a string that is. */
function addToLines(tree: CodeTree, value: SyntaxNode, headers: readonly NewHeader[]): readonly Edit[] {
  const last = value.type === "binary_expression" && value.child(".") ? value.named.at(-1) : value;
  if (last?.type !== "encapsed_string") return refuse("the headers are not a text in double quotes");
  const lines = headers.map(({ name, value: text }) => `${name}: ${text}`);
  const end = last.end - 1;
  const isEnded = /\\n$/.test(tree.text.slice(last.start, end));
  return [tree.insert(end, lines.map((line) => (isEnded ? `${line}\\r\\n` : `\\r\\n${line}`)).join(""))];
}

function addArgument(
  tree: CodeTree,
  call: SyntaxNode,
  index: number,
  key: string | undefined,
  headers: readonly NewHeader[],
): readonly Edit[] {
  const list = call.field("arguments") ?? call.child("arguments");
  if (!list || key === "header") return refuse("v2ready cannot add headers to this call");
  const given = list.all("argument");
  const isOpen = given.some((one) => one.field("name") ?? one.child("variadic_unpacking"));
  if (isOpen || given.length < index || list.child("variadic_placeholder"))
    return refuse("v2ready cannot tell which arguments the call has");
  const record = writeHeaders(tree, call, headers);
  const made = key === undefined ? record : `[${writeString(key, quoteIn(tree, call))} => ${record}]`;
  const there = given[index];
  if (!there) return appendItems(tree, list, [made]);
  return there.text.toLowerCase() === "null" ? [tree.edit(there, made)] : refuse(NO_ARGUMENT);
}

const NO_ARGUMENT = "v2ready cannot add this argument";

/** `->withHeaders([…])` before the call that sends the request */
function addToChain(
  tree: CodeTree,
  call: SyntaxNode,
  method: string,
  headers: readonly NewHeader[],
): readonly Edit[] {
  const name = call.field("name");
  const scope = call.field("scope");
  const added = `${method}(${writeHeaders(tree, call, headers)})`;
  if (name && scope) return [tree.insert(name.start, `${added}->`)];
  const object = call.field("object");
  if (!name || !object) return refuse("v2ready cannot add a call here");
  const between = tree.slice({ start: object.end, end: name.start });
  if (!/^\s*\??->\s*$/.test(between)) return refuse("a comment is in the chain of calls");
  return [tree.insert(object.end, between.replace("?", "") + added)];
}

/** `$ch = curl_init($url);` gets its headers in the array of options behind it, or in a statement of their own. */
function addToHandle(tree: CodeTree, making: SyntaxNode, headers: readonly NewHeader[]): readonly Edit[] {
  const assignment = making.parent;
  const left = assignment?.field("left");
  const statement = assignment?.parent;
  const isKept = assignment?.type === "assignment_expression" && assignment.field("right") === making;
  if (!isKept || !left || statement?.type !== "expression_statement")
    return refuse("the curl handle is not kept in a variable where it is made");
  const lines = writeLines(tree, making, headers);
  const options = optionsOf(statement, left.text);
  if (options) return appendItems(tree, options, [`CURLOPT_HTTPHEADER => ${lines}`]);
  if (!tree.mayBreak || !BODIES.has(statement.parent?.type ?? ""))
    return refuse("the curl handle is not made in a statement of its own");
  return addBehind(tree, statement, [`curl_setopt(${left.text}, CURLOPT_HTTPHEADER, ${lines});`]);
}

const BODIES: ReadonlySet<string> = new Set(["program", "compound_statement"]);

/** The array of `curl_setopt_array($ch, […])` among the statements behind the one that makes the handle. */
function optionsOf(statement: SyntaxNode, handle: string): SyntaxNode | undefined {
  for (const { start, named } of statement.parent?.named ?? []) {
    const call = start > statement.start ? named[0] : undefined;
    if (call?.type === "assignment_expression" && call.field("left")?.text === handle) return undefined;
    if (call?.field("function")?.text !== "curl_setopt_array") continue;
    const [of, array] = (call.field("arguments")?.all("argument") ?? []).map((one) => one.named[0]);
    if (of?.text !== handle || array?.type !== "array_creation_expression") continue;
    return elementsOf(array)?.every(({ key }) => key && key.text !== "CURLOPT_HTTPHEADER") === true
      ? array
      : undefined;
  }
  return undefined;
}

/** Gives a header another value: in a line, an array, an assignment to an element, or a call. */
export function setHeader(tree: CodeTree, entry: Location, { name, value }: NewHeader): readonly Edit[] {
  const wanted = name.toLowerCase();
  const calls = tree.nodesAt(entry).filter(({ type }) => CALLS.has(type));
  for (const call of calls) {
    const found = setCall(tree, call, wanted, value);
    if (found) return found;
  }
  for (let node: SyntaxNode | undefined = tree.innermost(entry); node; node = node.parent) {
    const line = lineIn(tree, node, entry, wanted);
    if (line) return [tree.edit(line, value)];
    const found = valueOf(node, wanted);
    if (found) return [tree.edit(found, writeString(value, quoteIn(tree, found)))];
    const called = CALLS.has(node.type) ? setCall(tree, node, wanted, value) : undefined;
    if (called) return called;
    if (node.type.endsWith("_statement")) break;
  }
  return refuse("v2ready cannot read the value of the header");
}

/** `['Accept' => 'a/b']`, `$headers['Accept'] = 'a/b'` */
function valueOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  if (node.type === "array_element_initializer") {
    const [key, value] = node.named.filter((one) => !isComment(one));
    return textOf(key)?.toLowerCase() === name ? value : undefined;
  }
  if (node.type !== "assignment_expression") return undefined;
  const left = node.field("left");
  const key =
    left?.type === "subscript_expression" ? left.named.filter((one) => !isComment(one))[1] : undefined;
  return textOf(key)?.toLowerCase() === name ? node.field("right") : undefined;
}

/** Calls of Laravel that set one header, whose name they have → the header. */
const SETTERS: ReadonlyMap<string, string> = new Map([
  ["accept", "accept"],
  ["acceptjson", "accept"],
  ["contenttype", "content-type"],
]);

/** `->withHeader('Accept', 'a/b')`, `->accept('a/b')`, `->acceptJson()` */
function setCall(tree: CodeTree, call: SyntaxNode, name: string, value: string): readonly Edit[] | undefined {
  const method = call.field("name");
  const list = call.field("arguments");
  if (!method || !list) return undefined;
  const [first, second, ...others] = list.all("argument").map((one) => one.named.at(-1)!);
  const text = writeString(value, quoteIn(tree, call));
  if (second && others.length === 0 && textOf(first)?.toLowerCase() === name)
    return [tree.edit(second, text)];
  if (second || SETTERS.get(method.text.toLowerCase()) !== name) return undefined;
  if (first) return [tree.edit(first, text)];
  return name === "accept"
    ? [tree.edit({ start: method.start, end: list.end }, `accept(${text})`)]
    : undefined;
}

/** The value in the line of a header that a string has at a place: `'Accept: a/b'`. */
function lineIn(tree: CodeTree, node: SyntaxNode, place: Span, name: string): Span | undefined {
  if (node.type !== "string" && node.type !== "encapsed_string") return undefined;
  const end = node.end - 1;
  if (!contains({ start: node.start + 1, end }, place)) return undefined;
  const rest = tree.text.slice(place.start, end);
  const found = /^([\w-]+):[ \t]*([\w./+;=*, -]*?)[ \t]*(?=$|\\[rn]|[\r\n])/.exec(rest);
  if (found?.[1]!.toLowerCase() !== name) return undefined;
  const isWhole = found[0].length === rest.length;
  const { parent } = node;
  if (isWhole && parent?.type === "binary_expression" && parent.named[0] === node)
    return refuse("the value of the header is put together");
  const start = place.start + found[0].length - found[2]!.length - /[ \t]*$/.exec(found[0])![0].length;
  return { start, end: start + found[2]!.length };
}
