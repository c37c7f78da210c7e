import type { Edit } from "../../../core/finding.js";
import type { Location } from "../../../core/span.js";
import type { CodeSlot, NewHeader } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import { addBeforeCall, addBehind, lastSetting } from "../../lowered/editing/statements.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { importsIn, methodCall, plainText, quoted } from "./calls.js";

const CALLS: ReadonlySet<string> = new Set(["call_expression"]);

/** Adds headers to the chain of calls that builds a request, or below the object that holds them. */
export function addHeaders(tree: CodeTree, slot: CodeSlot, headers: readonly NewHeader[]): readonly Edit[] {
  const written = (method: string): string[] =>
    headers.map(({ name, value }) => `${method}(${quoted(name)}, ${quoted(value)})`);
  if (slot.kind === "headers") {
    const holder = tree.nodesAt(slot.place).find((node) => setterOf(tree, node) !== undefined);
    if (!holder) return refuse("v2ready cannot add a header to this object");
    const { variable, anchor } = heldIn(holder);
    return addBehind(
      tree,
      anchor,
      written(setterOf(tree, holder)!).map((call) => `${variable}.${call}`),
    );
  }
  if (slot.kind !== "chain" || slot.method === "setRequestProperty")
    return refuse("v2ready cannot add a header here");
  const call = methodCall(tree.nodeAt(slot.call, CALLS, "call"));
  // The methods of Ktor take lambdas, which the client runs together with what it adds by itself.
  if (!call || call.hasLambda || tree.once(importsIn).some((one) => one.startsWith("io.ktor.client")))
    return refuse("v2ready cannot add a header to this call");
  return addBeforeCall(tree, call.receiver, call.method, written(slot.method));
}

/** Returns the method that sets a header of a new object. Undefined if it has none. */
function setterOf(tree: CodeTree, node: SyntaxNode): string | undefined {
  if (node.type !== "call_expression" || node.child("annotated_lambda")) return undefined;
  if (methodCall(node)?.method.text === "openConnection") return "setRequestProperty";
  const isSpring = tree
    .once(importsIn)
    .some((one) => /^org\.springframework\.http\.(?:\*|HttpHeaders$)/.test(one));
  return isSpring && node.named[0]?.text === "HttpHeaders" ? "set" : undefined;
}

/** The variable that a new object is in, and the statement after which its headers can be set. */
function heldIn(object: SyntaxNode): { readonly variable: string; readonly anchor: SyntaxNode } {
  let value = object;
  while (value.parent?.type === "as_expression" || value.parent?.type === "parenthesized_expression")
    value = value.parent;
  const statement = value.parent;
  const name = statement?.child("variable_declaration")?.child("identifier");
  const body = statement?.parent;
  if (
    statement?.type !== "property_declaration" ||
    !name ||
    !body ||
    !/^(?:block|lambda_literal)$/.test(body.type) ||
    statement.children.some(({ type }) => type === "getter" || type === "property_delegate")
  )
    return refuse("the object is not put into a variable of its own");
  const variable = name.text;
  return { variable, anchor: lastSetting(statement, body, (next) => isSetting(next, variable)) };
}

/** `headers.set(…)` and `connection.requestMethod = "GET"`, which send nothing. */
function isSetting(node: SyntaxNode, variable: string): boolean {
  if (node.type === "assignment") {
    const target = node.field("left");
    return target?.type === "navigation_expression" && target.named[0]?.text === variable;
  }
  const call = methodCall(node);
  return call?.receiver.text === variable && /^(?:set|add)/.test(call.method.text);
}

/** Gives a header another value: of a call with name and value, or of one that is about this header. */
export function setHeader(tree: CodeTree, entry: Location, header: NewHeader): readonly Edit[] {
  const edit = tree.nearest(entry, (node) => {
    const value = valueOf(node, header.name.toLowerCase());
    return value && replaced(tree, value, header.value);
  });
  return [edit ?? refuse("v2ready cannot read the value of the header")];
}

/** Methods that take a name and a value. */
const BOTH = /^(?:(?:default|add|set)?[hH]eader|set|add|append|put|(?:set|add)RequestProperty)$/;

function valueOf(node: SyntaxNode, header: string): SyntaxNode | undefined {
  if (node.type === "infix_expression") {
    const [key, name, value] = node.named.filter((one) => !isComment(one));
    return name?.text === "to" && plainText(key)?.toLowerCase() === header ? value : undefined;
  }
  if (node.type !== "call_expression") return undefined;
  const [callee] = node.named;
  const method = callee?.type === "navigation_expression" ? callee.named.at(-1)?.text : callee?.text;
  const list = node.child("value_arguments")?.all("value_argument") ?? [];
  const [first, second, ...others] = list.map((one) => one.named.filter((inner) => !isComment(inner)));
  if (method === undefined || !BOTH.test(method) || others.length > 0) return undefined;
  const [name, value] = [first, second].map((one) => (one?.length === 1 ? one[0] : undefined));
  return name && value && isName(name, header) ? value : undefined;
}

/** Checks whether an expression is certainly the name of a header: a literal or a constant. */
function isName(node: SyntaxNode, header: string): boolean {
  const text = plainText(node);
  if (text !== undefined) return text.toLowerCase() === header;
  const last = node.type === "navigation_expression" ? node.named.at(-1) : node;
  const name = last?.type === "identifier" ? last.text.replace(/_/g, "").toLowerCase() : "";
  return name === header.replace(/-/g, "");
}

function replaced(tree: CodeTree, value: SyntaxNode, text: string): Edit {
  const isConstant =
    value.type === "identifier" ||
    (value.type === "navigation_expression" && /^[A-Z][A-Z\d_]*$/.test(value.named.at(-1)?.text ?? ""));
  const isText = plainText(value) !== undefined;
  if (!isText && !isConstant) return refuse("the value of the header is computed");
  if (!isText && !/_VALUE$|^[A-Z][A-Z\d_]*$/.test(value.text))
    return refuse("v2ready cannot tell the type of the media type");
  return tree.edit(value, quoted(text));
}
