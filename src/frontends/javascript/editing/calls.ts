import type { CallExpression, NewExpression, Node } from "@oxc-project/types";
import type { Edit } from "../../../core/finding.js";
import type { Span } from "../../../core/span.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { insertItems, listBetween } from "./comma-lists.js";
import { refuse } from "../../editing/refusal.js";
import type { SourceTree } from "./source-tree.js";
import { isIdentifierName, writeValue, type NewValue } from "./written-values.js";

type Call = CallExpression | NewExpression;

/** A call that is added to a chain; `args` is the source between its parentheses. */
export interface ChainCall {
  readonly name: string;
  readonly args: string;
}

/**
 * Adds an argument at an index, with `undefined` for arguments before it that are left out. An existing argument
 * `undefined` is replaced; a callback moves one further, because clients take options before it.
 *
 * @param over replaces a variable that is the argument already; without it the variable stays
 */
export function addArgument(
  tree: SourceTree,
  span: Span,
  index: number,
  value: NewValue,
  over: (name: string) => NewValue | undefined = () => undefined,
): readonly Edit[] {
  const call = callAt(tree, span);
  const args = call.arguments;
  if (args.slice(0, index + 1).some(({ type }) => type === "SpreadElement"))
    refuse("the call spreads a list into its arguments, so their number is unknown");
  const layout = { style: tree.style, quote: tree.style.quote, quoteKeys: false };
  const present = args[index];
  const isCallback = present?.type === "ArrowFunctionExpression" || present?.type === "FunctionExpression";
  if (present && !isCallback) {
    const isName = present.type === "Identifier";
    const isNothing = isName && present.name === "undefined" && !tree.names.variableOf(present);
    const replacement = isNothing ? value : isName ? over(present.name) : undefined;
    if (replacement === undefined) return refuse(`the call already has an argument number ${index + 1}`);
    const indent = tree.indentAt(present.start);
    const written = writeValue(replacement, { ...layout, indent, mayBreak: false });
    return [tree.edit(present.start, present.end, written)];
  }
  const list = listBetween(tree, insideOf(tree, call), args, "");
  return insertItems(tree, list, Math.min(index, args.length), ({ indent, ownLine }) => {
    const fill = Array.from({ length: Math.max(0, index - args.length) }, () => "undefined");
    return [...fill, writeValue(value, { ...layout, indent, mayBreak: ownLine })];
  });
}

/** Adds calls of methods of what a call gives: `get(url)` becomes `get(url).set("Accept", "…")`. */
export function addChainCalls(tree: SourceTree, span: Span, added: readonly ChainCall[]): readonly Edit[] {
  const call = callAt(tree, span);
  insideOf(tree, call);
  const odd = added.find(({ name }) => !isIdentifierName(name));
  if (odd) refuse(`\`${odd.name}\` is not the name of a method`);
  const parent = tree.parentOf(call);
  if (parent?.type === "TaggedTemplateExpression") refuse("the result of the call is the tag of a template");
  for (const { name, args } of added)
    if (isInChain(tree, call, name, args)) refuse(`the chain has a call of \`${name}\` like this one`);
  const separator = lineOfChain(tree, call);
  return [tree.insert(call.end, added.map(({ name, args }) => `${separator}.${name}(${args})`).join(""))];
}

/** Returns whether a call, one that it is made of or one that is made of it, is `.name(args)`. */
function isInChain(tree: SourceTree, call: Call, name: string, args: string): boolean {
  const isLike = (link: Call): boolean =>
    link.callee.type === "MemberExpression" &&
    keyName(link.callee.property) === name &&
    tree.slice(insideOf(tree, link)).trim() === args;
  for (let at: Node = call; ;) {
    if (isCall(at) && isLike(at)) return true;
    const inner: Node | undefined = isCall(at)
      ? at.callee
      : at.type === "MemberExpression"
        ? at.object
        : undefined;
    if (!inner) break;
    at = inner;
  }
  for (let at: Node = call; ;) {
    const outer = tree.parentOf(at);
    const isLink =
      (outer && isCall(outer) && outer.callee === at) ||
      (outer?.type === "MemberExpression" && outer.object === at);
    if (!isLink) return false;
    if (isCall(outer) && isLike(outer)) return true;
    at = outer;
  }
}

function isCall(node: Node): node is Call {
  return node.type === "CallExpression" || node.type === "NewExpression";
}

/** Returns the line break and indentation before the links of a chain. Empty if it is on one line. */
function lineOfChain(tree: SourceTree, call: Call): string {
  const { callee } = call;
  const parent = tree.parentOf(call);
  const links = [];
  if (callee.type === "MemberExpression") links.push(callee);
  if (parent?.type === "MemberExpression" && parent.object === call) links.push(parent);
  for (const link of links) {
    if (link.computed) continue;
    const dot = tree.skipBack(link.property.start) - (link.optional ? 2 : 1);
    if (tree.isFirstOnLine(dot)) return tree.style.lineEnding + tree.indentAt(dot);
  }
  return "";
}

function callAt(tree: SourceTree, span: Span): Call {
  return tree.nodeAt(span, ["CallExpression", "NewExpression"], "call");
}

/** The offsets between the parentheses of a call. */
function insideOf(tree: SourceTree, call: Call): Span {
  let at = tree.skipForward(call.typeArguments?.end ?? call.callee.end);
  while (tree.text[at] === ")") at = tree.skipForward(at + 1);
  if (tree.text.startsWith("?.", at)) at = tree.skipForward(at + 2);
  if (at >= call.end || tree.text[at] !== "(" || tree.text[call.end - 1] !== ")")
    refuse("the call has no parentheses for arguments");
  return { start: at + 1, end: call.end - 1 };
}
