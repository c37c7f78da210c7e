import type { Edit } from "../../../core/finding.js";
import type { Location } from "../../../core/span.js";
import type { NewHeader, SlotPlace } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import { addBeforeCall, addBehind } from "../../lowered/editing/statements.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { importsOf } from "../syntax.js";
import { tidied } from "./format.js";
import { declarationsOf, isLocal, lastUseIn } from "./uses.js";

const CALLS: ReadonlySet<string> = new Set(["call_expression"]);
const STRINGS: ReadonlySet<string> = new Set(["interpreted_string_literal", "raw_string_literal"]);

/** Adds headers to the chain of calls that sends a request, or as statements behind the one that makes it. */
export function addHeaders(tree: CodeTree, slot: SlotPlace, headers: readonly NewHeader[]): readonly Edit[] {
  if (slot.kind !== "chain") return refuse("v2ready cannot add a header here");
  const call = tree.nodeAt(slot.call, CALLS, "call");
  const calls = headers.map(({ name, value }) => `${slot.method}(${quoted(name)}, ${quoted(value)})`);
  if (slot.method === "http.NewRequest") return makeRequest(tree, call, headers);
  if (!slot.method.startsWith("Header.")) {
    const callee = call.field("function");
    const [receiver, method] = [callee?.field("operand"), callee?.field("field")];
    if (!receiver || !method) return refuse("v2ready cannot add a call here");
    return addBeforeCall(tree, receiver, method, calls);
  }
  const { variable, anchor } = madeRequest(call);
  return addBehind(
    tree,
    anchor,
    calls.map((one) => `${variable}.${one}`),
  );
}

/** A string literal: JSON has no escapes that mean something else in Go. */
function quoted(value: string): string {
  return JSON.stringify(value);
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ["Get", "http.MethodGet"],
  ["Head", "http.MethodHead"],
]);

/**
 * Replaces `resp, err := http.Get(url)`, which has no place for headers, by a request that is made and sent. The check of
 * the error behind it is there twice then.
 */
function makeRequest(tree: CodeTree, call: SyntaxNode, headers: readonly NewHeader[]): readonly Edit[] {
  const { receiver, method, url } = simpleRequest(call);
  if (!receiver || !method || !url)
    return refuse(
      `${call.field("function")?.text ?? "the call"} has no place for headers; make the request with http.NewRequest`,
    );
  const { statement, names } = targetsOf(call);
  const [response, error] = names;
  const isDeclared = statement.type === "short_var_declaration" && names.length === 2;
  if (!isDeclared || response!.type !== "identifier" || response!.text === "_" || error!.text === "_")
    return refuse("the response and the error are not put into new variables");
  const siblings = statement.parent?.type === "statement_list" ? statement.parent.named : [];
  const check = siblings.slice(siblings.indexOf(statement) + 1).find((one) => !isComment(one));
  if (!check || !isErrorCheck(check, error!.text, response!.text) || !leaves(check))
    return refuse("the error of the request is not checked behind it");
  if (declarationsOf(response!).length !== 1) return refuse(`the function declares ${response!.text} twice`);
  const library = importsOf(tree.root).find(({ path }) => path === "net/http")?.name;
  if (library !== "http") return refuse("net/http has no name of its own in this file");
  const name = newName(tree, statement);
  const sender = receiver.text === library ? `${library}.DefaultClient` : receiver.text;
  return [
    tree.edit(
      { start: statement.start, end: url.start },
      `${name}, ${error!.text} := http.NewRequest(${method}, `,
    ),
    tree.edit({ start: url.end, end: call.end }, ", nil)"),
    ...addBehind(tree, statement, [
      check.text,
      ...headers.map((one) => `${name}.Header.Set(${quoted(one.name)}, ${quoted(one.value)})`),
      `${response!.text}, ${error!.text} := ${sender}.Do(${name})`,
    ]),
  ];
}

/** The parts of `c.Get(url)`. */
function simpleRequest(call: SyntaxNode): {
  readonly receiver?: SyntaxNode | undefined;
  readonly method?: string | undefined;
  readonly url?: SyntaxNode;
} {
  const callee = call.field("function");
  const [receiver, verb] = [callee?.field("operand"), callee?.field("field")?.text ?? ""];
  const [url, ...others] = call.field("arguments")?.named.filter((one) => !isComment(one)) ?? [];
  return url && others.length === 0 ? { receiver, method: VERBS.get(verb), url } : {};
}

/**
 * Returns a name for the request that a statement makes. Go refuses `:=` without a new name, so statements before it
 * that may be changed in the same way have other names.
 */
function newName(tree: CodeTree, statement: SyntaxNode): string {
  const taken = tree.once(namesIn);
  const wanted = ["req", "request"].find((one) => !taken.has(one)) ?? "req";
  const siblings = statement.parent!.named;
  let left = siblings.slice(0, siblings.indexOf(statement)).filter(isSimpleRequest).length;
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : wanted + number;
    if (!taken.has(name) && left-- === 0) return name;
  }
}

/** Checks whether a statement is like `resp, err := c.Get(url)`. */
function isSimpleRequest(statement: SyntaxNode): boolean {
  if (statement.type !== "short_var_declaration") return false;
  const [call] = statement.field("right")?.named ?? [];
  return call?.type === "call_expression" && simpleRequest(call).method !== undefined;
}

function namesIn(root: SyntaxNode): ReadonlySet<string> {
  return new Set([...root.walk()].flatMap(({ type, text }) => (type === "identifier" ? [text] : [])));
}

/** Checks whether what is done about an error does not go on behind it. */
function leaves(check: SyntaxNode): boolean {
  const block = check.field("consequence");
  const list = block?.child("statement_list") ?? block;
  const last = list?.named.findLast((one) => !isComment(one));
  return (
    /^(?:return|continue|break)_statement$/.test(last?.type ?? "") ||
    /^(?:panic|os\.Exit|log\.(?:Fatal|Panic)\w*|\w+\.Fatalf?)\(/.test(last?.text ?? "")
  );
}

/** Finds the variable that holds a new request, and the statement after which headers can be set. */
function madeRequest(call: SyntaxNode): { readonly variable: string; readonly anchor: SyntaxNode } {
  const { statement, names } = targetsOf(call);
  const [request, second] = names;
  if (!request || request.type !== "identifier" || request.text === "_")
    return refuse("the request is not put into a variable of its own");
  // Other libraries make a request that cannot fail.
  const error = second?.text ?? "_";
  const siblings = statement.parent?.type === "statement_list" ? statement.parent.named : undefined;
  if (!siblings) return refuse("the request is made inside of another statement");
  const variable = request.text;
  const behind = siblings.slice(siblings.indexOf(statement) + 1).filter((one) => !isComment(one));
  let anchor = statement;
  let isSafe = error === "_" || (behind[0] !== undefined && usesFirst(behind[0], variable));
  for (const one of behind) {
    const isCheck = isErrorCheck(one, error, variable);
    if (isCheck || isAboutHeaders(one, variable)) anchor = one;
    isSafe ||= anchor === one;
    if (!isCheck && (isPassedOn(one, variable) || assigns(one, error))) break;
  }
  if (!isSafe) refuse("the error of the new request is not checked before it is used");
  return { variable, anchor };
}

/** The statement that a call is the only value of, with what it assigns to. */
function targetsOf(call: SyntaxNode): { readonly statement: SyntaxNode; readonly names: SyntaxNode[] } {
  const list = call.parent;
  const holder = list?.type === "expression_list" && list.named.length === 1 ? list.parent : undefined;
  switch (holder?.type) {
    case "short_var_declaration":
    case "assignment_statement":
      return { statement: holder, names: holder.field("left")?.named ?? [] };
    case "var_spec":
      if (holder.parent?.type === "var_declaration")
        return { statement: holder.parent, names: holder.fields("name").filter(({ isNamed }) => isNamed) };
      break;
    default:
  }
  return refuse("the request is not put into a variable of its own");
}

/** `if err != nil { … }` that does nothing with the request. */
function isErrorCheck(node: SyntaxNode, error: string, variable: string): boolean {
  const condition = node.type === "if_statement" ? node.field("condition") : undefined;
  if (condition?.type !== "binary_expression" || node.field("initializer") || node.field("alternative"))
    return false;
  const [left, operator, right] = ["left", "operator", "right"].map((name) => condition.field(name)?.text);
  return left === error && operator === "!=" && right === "nil" && !mentions(node, variable);
}

function mentions(node: SyntaxNode, variable: string): boolean {
  return [...node.walk()].some(({ type, text }) => type === "identifier" && text === variable);
}

const SIMPLE: ReadonlySet<string> = new Set([
  "expression_statement",
  "short_var_declaration",
  "assignment_statement",
]);

/** Checks whether a statement always uses the request, and would panic if it were nil. */
function usesFirst(node: SyntaxNode, variable: string): boolean {
  if (!SIMPLE.has(node.type)) return false;
  return ![...node.walk()].some(({ type }) => type === "func_literal") && mentions(node, variable);
}

/** Checks whether a statement may send the request: it uses more than a member of it. */
function isPassedOn(node: SyntaxNode, variable: string): boolean {
  return [...node.walk()].some(({ type, text, parent, fieldName }) => {
    const isMember = parent?.type === "selector_expression" && fieldName === "operand";
    return type === "identifier" && text === variable && !isMember;
  });
}

function assigns(node: SyntaxNode, name: string): boolean {
  const left = SIMPLE.has(node.type) ? node.field("left")?.named : undefined;
  return left?.some(({ text }) => text === name) === true;
}

function isAboutHeaders(node: SyntaxNode, variable: string): boolean {
  return new RegExp(`^${variable}\\.Header\\b`).test(node.text);
}

/** Gives a header another value: of a call with name and value, a pair in a map, or an element that is assigned. */
export function setHeader(tree: CodeTree, entry: Location, header: NewHeader): readonly Edit[] {
  const value = tree.nearest(entry, (node) => valueOf(node, header.name));
  if (!value) return refuse("v2ready cannot read the value of the header");
  if (!REPLACED.has(value.type)) refuse("the value of the header is computed");
  const last = lastUseIn(tree, value, (node) => isInHeader(node));
  if (last !== undefined) refuse(`nothing else uses ${last}, and Go does not allow that`);
  const edits = [{ start: value.start, end: value.end, text: quoted(header.value) }];
  let around: SyntaxNode | undefined;
  for (let one = value.parent; one; one = one.parent) if (one.type === "composite_literal") around = one;
  const all = around ? tidied(tree.text, around, edits) : edits;
  return all.map(({ start, end, text }) => tree.edit({ start, end }, text));
}

/** Expressions that may go: nothing else depends on that they are evaluated. */
const REPLACED: ReadonlySet<string> = new Set([...STRINGS, "identifier", "selector_expression"]);

const HEADER_NAME = /^(?:accept|content-type)$/i;

/** Checks whether a node is in a header value, which a fix may change as well. */
function isInHeader(node: SyntaxNode): boolean {
  for (let one: SyntaxNode | undefined = node; one && one.type !== "block"; one = one.parent) {
    const value = partsOf(one)?.value;
    if (value && value.start <= node.start && node.end <= value.end) return true;
  }
  return false;
}

function valueOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  const parts = partsOf(node);
  if (!parts) return undefined;
  const { key, value } = parts;
  const text = textOf(key);
  const isNamed = text === undefined ? isConstant(key) : text.toLowerCase() === name.toLowerCase();
  return isNamed ? onlyElement(value) : undefined;
}

/** The name and the value of a header. */
function partsOf(node: SyntaxNode): { readonly key: SyntaxNode; readonly value: SyntaxNode } | undefined {
  const [key, value, ...others] = keyAndValue(node);
  const text = key && textOf(key);
  const isName = key !== undefined && (text === undefined ? isConstant(key) : HEADER_NAME.test(text));
  return isName && value && others.length === 0 ? { key, value } : undefined;
}

function keyAndValue(node: SyntaxNode): (SyntaxNode | undefined)[] {
  switch (node.type) {
    case "keyed_element":
      return [node.field("key"), node.field("value")].map((one) => one?.named[0]);
    case "call_expression": {
      const method = node.field("function")?.field("field")?.text;
      const isSetter = method === "Set" || method === "Add" || method === "SetHeader";
      return isSetter ? (node.field("arguments")?.named.filter((one) => !isComment(one)) ?? []) : [];
    }
    case "assignment_statement": {
      const [left, ...others] = node.field("left")?.named ?? [];
      const [right] = node.field("right")?.named ?? [];
      const isElement = left?.type === "index_expression" && others.length === 0;
      return isElement ? [left.field("index"), right] : [];
    }
    default:
      return [];
  }
}

/** `{"x"}` and `[]string{"x"}` as `"x"`. */
function onlyElement(value: SyntaxNode): SyntaxNode | undefined {
  const list = value.type === "composite_literal" ? value.field("body") : value;
  if (list?.type !== "literal_value") return value;
  const elements = list.all("literal_element", "keyed_element");
  return elements.length === 1 && elements[0]!.type === "literal_element" ? elements[0]!.named[0] : undefined;
}

function textOf(node: SyntaxNode): string | undefined {
  return STRINGS.has(node.type) && !node.child("escape_sequence") ? node.text.slice(1, -1) : undefined;
}

/** Returns whether a name is declared outside of the function. */
function isConstant(node: SyntaxNode): boolean {
  const name = node.type === "selector_expression" ? node.field("operand") : node;
  return name?.type === "identifier" && !isLocal(name);
}
