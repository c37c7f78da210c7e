import type { Edit } from "../../../core/finding.js";
import type { Location, Span } from "../../../core/span.js";
import type { NewHeader, SlotPlace } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { appendItems, isComment } from "../../lowered/editing/comma-list.js";
import { addBeforeCall, addBehind } from "../../lowered/editing/statements.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** Types that take default headers, each with the member or method that sets one. */
const TAKERS: ReadonlyMap<string, string> = new Map([
  ["HttpClient", "DefaultRequestHeaders.Add"],
  ["HttpRequestMessage", "Headers.Add"],
  ["RestRequest", "AddHeader"],
]);

/** Adds headers behind the statement that makes a client or a request, or to a chain of calls. */
export function addHeaders(tree: CodeTree, slot: SlotPlace, headers: readonly NewHeader[]): readonly Edit[] {
  if (headers.some(({ name }) => /^content-/i.test(name)))
    return refuse("the content of the request has this header");
  if (slot.kind === "chain") return addToChain(tree, slot.call, slot.method, headers);
  if (slot.kind !== "headers") return refuse("v2ready cannot add a header to this call");
  const making = tree.nodesAt(slot.place).find(({ type }) => type.endsWith("object_creation_expression"));
  const kind = making && typeOf(making);
  const add = TAKERS.get(kind ?? "");
  if (!making || add === undefined)
    return refuse(
      "v2ready finds no HttpClient, HttpRequestMessage or RestRequest that is made here and could get the header: set it where the client is made",
    );
  const declaration = declarationAround(making);
  if (!declaration) return addToInitializer(tree, making, add.replace(/\.?Add$/, ""), headers);
  const { name, statement } = declaration;
  const lines = headers.map((header) => `${name}.${add}(${argumentsOf(header)});`);
  if (statement.type !== "using_statement") return addBehind(tree, statement, lines);
  const body = statement.field("body");
  const [open, first] = body?.type === "block" ? body.children : [];
  if (!open || !first || !tree.isFirstOnLine(first.start) || first.type === "}" || !tree.mayBreak)
    return refuse("the statements of the block are not on lines of their own");
  const indent = tree.lineEnding + tree.indentAt(first.start);
  return [tree.insert(open.end, lines.map((line) => indent + line).join(""))];
}

/** The name of the class that `new` makes an instance of; `new()` has the type of the variable. */
function typeOf(making: SyntaxNode): string | undefined {
  const { parent } = making;
  const declared = parent?.type === "variable_declarator" ? parent.parent?.field("type") : undefined;
  return (making.field("type") ?? declared)?.text.split(".").at(-1);
}

/** `new HttpClient { DefaultRequestHeaders = { { "Accept", "a/b" } } }` */
function addToInitializer(
  tree: CodeTree,
  making: SyntaxNode,
  member: string,
  headers: readonly NewHeader[],
): readonly Edit[] {
  if (!/^\w*Headers$/.test(member)) return refuse("the request is not made in a statement of its own");
  const pairs = headers.map((header) => `{ ${argumentsOf(header)} }`).join(", ");
  const item = `${member} = { ${pairs} }`;
  const initializer = making.child("initializer_expression");
  if (initializer?.named.some((one) => one.field("left")?.text === member))
    refuse(`the initializer already has ${member}`);
  if (initializer) return appendItems(tree, initializer, [item]);
  return [tree.insert(making.end, ` { ${item} }`)];
}

/**
 * Finds the variable that keeps a new object, and the statement that declares or assigns it. Undefined if there is
 * none.
 */
function declarationAround(making: SyntaxNode): { name: string; statement: SyntaxNode } | undefined {
  const holder = making.parent;
  const statement = holder?.parent?.type === "variable_declaration" ? holder.parent.parent : holder?.parent;
  if (holder?.type === "variable_declarator" && statement) {
    const isLocal = statement.type === "local_declaration_statement" || statement.type === "using_statement";
    const name = holder.field("name")?.text;
    const isOnly = holder.parent!.all("variable_declarator").length === 1;
    if (isLocal && name !== undefined && isOnly) return { name, statement };
  }
  if (holder?.type === "assignment_expression" && statement?.type === "expression_statement") {
    const left = holder.field("left");
    const isName = left?.type === "identifier" || /^this\.\w+$/.test(left?.text ?? "");
    if (left && isName && holder.field("right") === making) return { name: left.text, statement };
  }
  return undefined;
}

function addToChain(
  tree: CodeTree,
  place: Span,
  method: string,
  headers: readonly NewHeader[],
): readonly Edit[] {
  const call = tree.nodesAt(place).find(({ type }) => type === "invocation_expression");
  const callee = call?.field("function");
  const [receiver, name] = [callee?.field("expression"), callee?.field("name")];
  if (callee?.type !== "member_access_expression" || !receiver || !name)
    return refuse("v2ready cannot add a call here");
  return addBeforeCall(
    tree,
    receiver,
    name,
    headers.map((header) => `${method}(${argumentsOf(header)})`),
  );
}

function argumentsOf({ name, value }: NewHeader): string {
  return `${JSON.stringify(name)}, ${JSON.stringify(value)}`;
}

/** Gives a header another value, where a call, an assignment, an initializer or a content states it. */
export function setHeader(tree: CodeTree, entry: Location, { name, value }: NewHeader): readonly Edit[] {
  const wanted = name.toLowerCase();
  for (let node: SyntaxNode | undefined = tree.innermost(entry); node; node = node.parent) {
    const found = valueIn(node, wanted);
    if (found) return [tree.edit(found, JSON.stringify(value))];
    if (node.type.endsWith("_statement") || node.type === "block") break;
  }
  return refuse("v2ready cannot read the value of the header");
}

function valueIn(node: SyntaxNode, name: string): SyntaxNode | undefined {
  switch (node.type) {
    case "invocation_expression":
      return valueOfCall(node, name);
    case "object_creation_expression":
      return name === "content-type" ? typeOfContent(node) : undefined;
    case "initializer_expression": {
      // `{ "Accept", "a/b" }`
      const [key, value, ...others] = node.named.filter((one) => !isComment(one));
      return others.length === 0 && textOf(key)?.toLowerCase() === name ? value : undefined;
    }
    case "assignment_expression": {
      const left = node.field("left");
      const keys = argumentsIn(left?.field("subscript") ?? left);
      const member = left?.type === "member_access_expression" ? left.field("name")?.text : undefined;
      const isNamed =
        (keys.length === 1 && textOf(keys[0])?.toLowerCase() === name) ||
        (member !== undefined && nameOfMember(member) === name);
      return isNamed ? node.field("right") : undefined;
    }
    default:
      return undefined;
  }
}

/** `x.Headers.Add("Accept", "a/b")`, `x.Accept.Add(new MediaTypeWithQualityHeaderValue("a/b"))` */
function valueOfCall(call: SyntaxNode, name: string): SyntaxNode | undefined {
  const given = argumentsIn(call.field("arguments"));
  const [key, value, ...others] = given;
  if (value && others.length === 0 && textOf(key)?.toLowerCase() === name) return value;
  const part = call.field("function")?.field("expression");
  const isOfHeader =
    part?.type === "member_access_expression" && nameOfMember(part.field("name")?.text ?? "") === name;
  if (!isOfHeader || !key || value) return undefined;
  return key.type === "object_creation_expression"
    ? onlyText(key)
    : textOf(key) === undefined
      ? undefined
      : key;
}

/** `new StringContent(text, Encoding.UTF8, "a/b")`, `new MediaTypeHeaderValue("a/b")` */
function typeOfContent(making: SyntaxNode): SyntaxNode | undefined {
  const kind = making.field("type")?.text.split(".").at(-1);
  const given = argumentsIn(making.field("arguments"));
  if (kind === "StringContent") return textOf(given[2]) === undefined ? undefined : given[2];
  return kind === "MediaTypeHeaderValue" ? onlyText(making) : undefined;
}

function onlyText(making: SyntaxNode): SyntaxNode | undefined {
  const [only, ...others] = argumentsIn(making.field("arguments"));
  return others.length === 0 && textOf(only) !== undefined ? only : undefined;
}

/** `ContentType` is `content-type`. */
function nameOfMember(member: string): string {
  return member.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}

function argumentsIn(list: SyntaxNode | undefined): SyntaxNode[] {
  return (list?.all("argument") ?? []).flatMap((one) => {
    const inside = one.named.filter((child) => !isComment(child));
    return inside.length === 1 ? [inside[0]!] : [one];
  });
}

/** The text of a plain string. */
function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "string_literal") return undefined;
  const inside = node.named;
  if (inside.length === 0) return "";
  return inside.length === 1 && inside[0]!.type === "string_literal_content" ? inside[0]!.text : undefined;
}
