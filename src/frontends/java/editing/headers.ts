import type { Edit } from "../../../core/finding.js";
import type { Location } from "../../../core/span.js";
import type { NewHeader, SlotPlace } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import { addBeforeCall, addBehind, lastSetting } from "../../lowered/editing/statements.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { importsIn } from "./reads.js";

const CALLS: ReadonlySet<string> = new Set(["method_invocation"]);

/** Adds headers to the chain of calls that builds a request, or below the object that holds them. */
export function addHeaders(tree: CodeTree, slot: SlotPlace, headers: readonly NewHeader[]): readonly Edit[] {
  const written = (method: string): string[] =>
    headers.map(({ name, value }) => `${method}(${quoted(name)}, ${quoted(value)})`);
  if (slot.kind === "headers") {
    const holder = tree.nodesAt(slot.place).find((node) => setterOf(node) !== undefined);
    if (!holder) return refuse("v2ready cannot add a header to this object");
    const { variable, anchor } = heldIn(holder);
    return addBehind(
      tree,
      anchor,
      written(setterOf(holder)!).map((call) => `${variable}.${call};`),
    );
  }
  if (slot.kind !== "chain" || slot.method === "setRequestProperty")
    return refuse("v2ready cannot add a header here");
  const call = tree.nodeAt(slot.call, CALLS, "call");
  const [receiver, method] = [call.field("object"), call.field("name")];
  if (!receiver || !method) return refuse("v2ready cannot add a call here");
  if (isOldUnirest(tree) && hasBody(receiver))
    refuse("Unirest takes no header after the body in this version");
  return addBeforeCall(tree, receiver, method, written(slot.method));
}

/** Returns whether a file uses version 1 of Unirest. */
function isOldUnirest(tree: CodeTree): boolean {
  return tree.once(importsIn).some((text) => text.includes("com.mashape.unirest"));
}

/** Returns whether a chain of calls states a body. */
function hasBody(chain: SyntaxNode | undefined): boolean {
  return (
    chain?.type === "method_invocation" &&
    (chain.field("name")?.text === "body" || hasBody(chain.field("object")))
  );
}

/** A string literal: JSON has no escapes that mean something else in Java. */
function quoted(value: string): string {
  return JSON.stringify(value);
}

/** Returns the method that sets a header of a new object. Undefined if it has none. */
function setterOf(node: SyntaxNode): string | undefined {
  if (node.type === "method_invocation")
    return node.field("name")?.text === "openConnection" ? "setRequestProperty" : undefined;
  if (node.type !== "object_creation_expression") return undefined;
  const type = /\w+$/.exec(node.field("type")?.text ?? "")?.[0] ?? "";
  if (type === "HttpHeaders") return "set";
  return /^Http(?:Get|Post|Put|Patch|Delete|Head)$/.test(type) ? "setHeader" : undefined;
}

const BODIES: ReadonlySet<string> = new Set(["block", "constructor_body", "switch_block_statement_group"]);

/** The variable that a new object is in, and the statement after which its headers can be set. */
function heldIn(object: SyntaxNode): { readonly variable: string; readonly anchor: SyntaxNode } {
  let value = object;
  while (value.parent?.type === "cast_expression" || value.parent?.type === "parenthesized_expression")
    value = value.parent;
  const holder = value.parent;
  const name =
    holder?.type === "variable_declarator" && holder.field("value") === value
      ? holder.field("name")
      : holder?.type === "assignment_expression" && holder.field("right") === value
        ? holder.field("left")
        : undefined;
  const statement = holder?.parent;
  const body = statement?.parent;
  const isAlone =
    statement?.type === "expression_statement" ||
    (statement?.type === "local_variable_declaration" && statement.all("variable_declarator").length === 1);
  if (name?.type !== "identifier" || !isAlone || !body || !BODIES.has(body.type))
    return refuse("the object is not put into a variable of its own");
  const variable = name.text;
  return { variable, anchor: lastSetting(statement, body, (next) => isSetting(next, variable)) };
}

/** `headers.set(…);`, which sends nothing. */
function isSetting(node: SyntaxNode, variable: string): boolean {
  const [call] = node.type === "expression_statement" ? node.named : [];
  return (
    call?.type === "method_invocation" &&
    call.field("object")?.text === variable &&
    /^(?:set|add)/.test(call.field("name")?.text ?? "")
  );
}

/** Gives a header another value: of a call with name and value, or of one that is about this header. */
export function setHeader(tree: CodeTree, entry: Location, header: NewHeader): readonly Edit[] {
  const edit = tree.nearest(entry, (node) => {
    const { value, isTyped } = valueOf(node, header.name) ?? {};
    return value && isTyped !== undefined ? replaced(tree, value, header.value, isTyped) : undefined;
  });
  return [edit ?? refuse("v2ready cannot read the value of the header")];
}

interface HeaderValue {
  readonly value: SyntaxNode;
  /** True if the method takes a media type instead of a string. */
  readonly isTyped: boolean;
}

/** Methods that take a name and a value. */
const BOTH = /^(?:(?:default|add|set)?[hH]eader|set|add|put|(?:set|add)RequestProperty|of)$/;
/** Methods that are about one header. */
const ONE: ReadonlyMap<string, string> = new Map([
  ["accept", "accept"],
  ["setAccept", "accept"],
  ["request", "accept"],
  ["contentType", "content-type"],
  ["setContentType", "content-type"],
]);

function valueOf(node: SyntaxNode, header: string): HeaderValue | undefined {
  if (node.type !== "method_invocation") return undefined;
  const method = node.field("name")?.text ?? "";
  const [first, second, ...others] = node.field("arguments")?.named.filter((one) => !isComment(one)) ?? [];
  const name = header.toLowerCase();
  if (first && !second && ONE.get(method) === name) return { value: first, isTyped: true };
  const isPair = first && second && others.length === 0 && BOTH.test(method) && isName(first, name);
  return isPair ? { value: second, isTyped: false } : undefined;
}

/** Checks whether an expression is certainly the name of a header: a literal or a constant. */
function isName(node: SyntaxNode, name: string): boolean {
  if (node.type === "string_literal") return node.text.slice(1, -1).toLowerCase() === name;
  const last = node.type === "field_access" ? node.field("field") : node;
  return last?.type === "identifier" && /^[A-Z][A-Z\d_]*$/.test(last.text);
}

const LISTS = /^(?:of|singletonList|singleton|asList)$/;
const PARSERS = /^(?:valueOf|parseMediaType|parse)$/;

function replaced(tree: CodeTree, value: SyntaxNode, text: string, isTyped: boolean): Edit {
  if (value.type === "string_literal") return tree.edit(value, quoted(text));
  if (value.type === "method_invocation") {
    const [inner, ...others] = value.field("arguments")?.named.filter((one) => !isComment(one)) ?? [];
    const method = value.field("name")?.text ?? "";
    if (inner && others.length === 0 && isTyped && LISTS.test(method))
      return replaced(tree, inner, text, isTyped);
    if (inner?.type === "string_literal" && isTyped && PARSERS.test(method))
      return tree.edit(inner, quoted(text));
  }
  if (value.type !== "identifier" && value.type !== "field_access")
    return refuse("the value of the header is computed");
  if (!isTyped) return tree.edit(value, quoted(text));
  const isText = isTextConstant(tree, value);
  return tree.edit(value, isText ? quoted(text) : `MediaType.valueOf(${quoted(text)})`);
}

/** Checks whether a constant of `MediaType` is a string, as in JAX-RS, and not an object. */
function isTextConstant(tree: CodeTree, { text }: SyntaxNode): boolean {
  const imports = tree.once(importsIn);
  const isOf = (start: RegExp): boolean => imports.some((one) => start.test(one));
  if (!/^MediaType\.\w+$/.test(text)) return refuse("v2ready cannot tell the type of the media type");
  if (isOf(/\bspringframework\.http\.(?:MediaType|\*)/)) return text.endsWith("_VALUE");
  if (isOf(/\bws\.rs\.core\.(?:MediaType|\*)/)) return !text.endsWith("_TYPE");
  return refuse("v2ready cannot tell the type of the media type");
}
