import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { bodyIn, namedIn } from "./lambdas.js";

/** A call of a function whose lambda may leave the function around the call. */
export interface InlineCall {
  readonly label: string;
  /** The object that the lambda gets. */
  readonly subject: SyntaxNode | undefined;
  readonly receives: "this" | "it" | "nothing";
  readonly gives: "result" | "subject";
  readonly isSafe: boolean;
  /** The name that the lambda gives to the object. */
  readonly parameter: SyntaxNode | undefined;
  readonly body: readonly SyntaxNode[];
}

const METHODS: ReadonlyMap<string, Pick<InlineCall, "receives" | "gives">> = new Map([
  ["let", { receives: "it", gives: "result" }],
  ["use", { receives: "it", gives: "result" }],
  ["run", { receives: "this", gives: "result" }],
  ["also", { receives: "it", gives: "subject" }],
  ["apply", { receives: "this", gives: "subject" }],
]);

/** Functions without an object that run their lambda once, with their first argument or without one. */
const FUNCTIONS: ReadonlyMap<string, "this" | "nothing"> = new Map([
  ["run", "nothing"],
  ["with", "this"],
  ["synchronized", "nothing"],
]);

/** Returns the parts of a call whose lambda returns from the function around it. Undefined for all others. */
export function inlineCall(node: SyntaxNode): InlineCall | undefined {
  const lambda = node.child("annotated_lambda")?.child("lambda_literal");
  if (!lambda || namedIn(lambda).length > 1 || !leaves(lambda)) return undefined;
  const [callee] = node.named;
  const parameter = namedIn(lambda)[0]?.child("identifier");
  const rest = { parameter, body: bodyIn(lambda) };
  if (callee?.type === "navigation_expression") {
    const [subject, name] = [callee.named[0], callee.named.at(-1)];
    const how = METHODS.get(name?.text ?? "");
    if (!how || !subject || !name) return undefined;
    return { label: name.text, subject, ...how, isSafe: callee.child("?.") !== undefined, ...rest };
  }
  const inner = callee?.type === "call_expression" ? callee : undefined;
  const name = inner ? inner.named[0] : callee;
  const receives = name?.type === "identifier" ? FUNCTIONS.get(name.text) : undefined;
  if (!receives || !name) return undefined;
  const subject =
    receives === "this" ? inner?.child("value_arguments")?.child("value_argument")?.named.at(-1) : undefined;
  if (receives === "this" && !subject) return undefined;
  return { label: name.text, subject, receives, gives: "result", isSafe: false, ...rest };
}

/** Checks whether a lambda has a `return` that leaves the function around it. */
function leaves(node: SyntaxNode): boolean {
  return node.children.some((child) => {
    if (child.type === "return_expression") return child.field("label") === undefined;
    return !/^(?:function_declaration|anonymous_function|class_body)$/.test(child.type) && leaves(child);
  });
}
