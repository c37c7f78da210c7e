import { isElement } from "../../editing/steps.js";
import { isWrapper } from "../../../analysis/wrappers.js";
import type { Node } from "@oxc-project/types";
import { addAll } from "../../../core/add-all.js";
import type { Edit } from "../../../core/finding.js";
import type { Absence } from "../../editor.js";
import type { Span } from "../../../core/span.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { renameInPatterns, type PatternRead } from "./pattern-reads.js";
import { refuse } from "../../editing/refusal.js";
import type { NodeOf, SourceTree } from "./source-tree.js";
import { isIdentifierName, writeString } from "./written-values.js";

/** A property that is read at `place`, the span of its name, and the way to where its value is now. */
export interface ReadMove {
  readonly place: Span;
  readonly path: readonly string[];
  /** The value of `ReadOptions` is the default. */
  readonly optional?: Absence;
}

export interface ReadOptions {
  /** True if objects on the way may be absent, so that reading goes on with `?.` and `= {}`; true by default. */
  readonly optional?: boolean;
  /** True if `?.` is not known where the code runs, as in templates of Vue 2. */
  readonly withoutChains?: boolean;
}

/** Makes properties be read from elsewhere in the same object: `c.srvAddress` as `c.connectionStrings?.standardSrv`. */
export function renameReads(
  tree: SourceTree,
  moves: readonly ReadMove[],
  { optional = true, withoutChains = false }: ReadOptions = {},
): readonly Edit[] {
  const edits: Edit[] = [];
  const inPatterns: PatternRead[] = [];
  for (const { place, path, optional: own = optional } of moves) {
    if (path.length === 0) refuse("there is no property to read instead");
    const read = readAt(tree, place);
    const key = read.kind === "pattern" ? read.property.key : read.key;
    if (keyName(key) === path[0]) refuse(`\`${path[0]}\` is already read there`);
    if (read.kind === "pattern") inPatterns.push({ ...read, path, optional: own === true });
    else {
      const mayBeAbsent = own === true || (own === "asked" && isGuarded(tree, read.member));
      if (withoutChains && mayBeAbsent) addAll(edits, renameWithoutChain(tree, read.key, read.member, path));
      else edits.push(renameMember(tree, read.key, read.member, path, mayBeAbsent));
    }
  }
  return [...edits, ...renameInPatterns(tree, inPatterns)];
}

type ReadPlace =
  | { readonly kind: "member"; readonly key: Node; readonly member: NodeOf<"MemberExpression"> }
  | {
      readonly kind: "pattern";
      readonly property: NodeOf<"Property">;
      readonly pattern: NodeOf<"ObjectPattern">;
    };

/** Returns the node that reads the property whose name is at `place`, with or without its quotes. */
export function readAt(tree: SourceTree, place: Span): ReadPlace {
  const quoted = { start: place.start - 1, end: place.end + 1 };
  const keys = [...tree.nodesAt(place), ...tree.nodesAt(quoted).filter(({ type }) => type === "Literal")];
  for (const key of keys) {
    const parent = tree.parentOf(key);
    if (parent?.type === "MemberExpression" && parent.property === key)
      return { kind: "member", key, member: parent };
    if (parent?.type !== "Property" || parent.key !== key) continue;
    const pattern = tree.parentOf(parent);
    if (pattern?.type === "ObjectPattern") {
      if (parent.computed) refuse("the key of the pattern is computed");
      return { kind: "pattern", property: parent, pattern };
    }
  }
  return refuse("the place is not the name of a property that is read");
}

function renameMember(
  tree: SourceTree,
  key: Node,
  member: NodeOf<"MemberExpression">,
  path: readonly string[],
  optional: boolean,
): Edit {
  if (member.object.type === "Super") refuse("the property belongs to a base class");
  refuseTarget(tree, member);
  // If the value is used without a test, the objects before it are as well: both throw.
  const step = optional && !isDereferenced(tree, member) ? "?." : ".";
  const edit = (text: string): Edit => {
    if (step === ".") return tree.edit(key.start, key.end, text);
    // The edit makes the expression a chain. The check allows that only for an edit that reaches to its end.
    const { end } = asserted(tree, member);
    return tree.edit(key.start, end, text + tree.text.slice(key.end, end));
  };
  if (!member.computed) {
    if (key.type !== "Identifier") refuse("the property is private");
    const [head, ...tail] = path;
    if (!isIdentifierName(head!)) refuse(`\`${head!}\` cannot follow a period`);
    const links = tail.map((name) =>
      isIdentifierName(name) ? step + name : bracket(step) + bracketed(tree, name),
    );
    return edit(head! + links.join(""));
  }
  const quote = tree.text[key.start];
  const isPlain =
    (key.type === "Literal" && typeof key.value === "string") ||
    (key.type === "TemplateLiteral" && key.expressions.length === 0);
  if (!isPlain) refuse("the name of the property is computed");
  if (quote === "`" && path.some((name) => /[`\\$]/.test(name)))
    refuse("the name cannot be written as a template");
  const names = path.map((name) =>
    isElement(name) ? name : quote === "`" ? `\`${name}\`` : writeString(name, quote === "'" ? "'" : '"'),
  );
  return edit(names.join(`]${bracket(step)}[`));
}

/** `c.srvAddress` as `(c.connectionStrings || {}).standardSrv`. */
function renameWithoutChain(
  tree: SourceTree,
  key: Node,
  member: NodeOf<"MemberExpression">,
  path: readonly string[],
): readonly Edit[] {
  if (isDereferenced(tree, member)) return [renameMember(tree, key, member, path, false)];
  refuseTarget(tree, member);
  const [head, tail, ...others] = path;
  const isNamed =
    !member.computed &&
    others.length === 0 &&
    [head, tail].every((name) => name !== undefined && isIdentifierName(name));
  if (!isNamed || member.optional) refuse("without `?.` it cannot be read safely");
  return [tree.insert(member.start, "("), tree.edit(key.start, key.end, `${head!} || {}).${tail!}`)];
}

function bracket(step: "?." | "."): string {
  return step === "?." ? step : "";
}

function bracketed(tree: SourceTree, name: string): string {
  return isElement(name) ? `[${name}]` : `[${writeString(name, tree.style.quote)}]`;
}

/** The outermost expression that is the same value. */
function throughCasts(
  tree: SourceTree,
  node: Node,
): { readonly node: Node; readonly parent: Node | undefined } {
  let at = node;
  let parent = tree.parentOf(at);
  while (parent && isWrapper(parent)) {
    at = parent;
    parent = tree.parentOf(at);
  }
  return { node: at, parent };
}

/** Returns the expression with the `!` behind it: an optional chain includes them. */
function asserted(tree: SourceTree, node: Node): Node {
  const parent = tree.parentOf(node);
  return parent?.type === "TSNonNullExpression" ? asserted(tree, parent) : node;
}

/** Refuses what is written, deleted or called, and the places where the language allows no optional chain. */
function refuseTarget(tree: SourceTree, member: Node): void {
  const { node, parent } = throughCasts(tree, member);
  switch (parent?.type) {
    case "AssignmentExpression":
      if (parent.left === node) refuse("the property is written here, not read");
      return;
    case "AssignmentPattern":
    case "ForInStatement":
    case "ForOfStatement":
      if (parent.left === node) refuse("the property is written here, not read");
      return;
    case "ArrayPattern":
    case "RestElement":
    case "UpdateExpression":
      return refuse("the property is written here, not read");
    case "Property":
      if (tree.parentOf(parent)?.type === "ObjectPattern" && parent.value === node)
        refuse("the property is written here, not read");
      return;
    case "UnaryExpression":
      if (parent.operator === "delete") refuse("the property is deleted here, not read");
      return;
    case "CallExpression":
    case "NewExpression":
      if (parent.callee === node) refuse("the property is called as a function");
      return;
    case "TaggedTemplateExpression":
      if (parent.tag === node) refuse("the property is called as a function");
      return;
    case "Decorator":
      return refuse("the property is used as a decorator");
    case "ClassDeclaration":
    case "ClassExpression":
    case "TSClassImplements":
    case "TSInterfaceHeritage":
      return refuse("the property is used as a base class");
    case "TSInstantiationExpression":
      return refuse("the property is given type arguments");
    default:
      return;
  }
}

/** Returns whether a property of the value is taken without `?.`. */
function isDereferenced(tree: SourceTree, member: Node): boolean {
  let at = member;
  for (let parent = tree.parentOf(at); parent; parent = tree.parentOf(at)) {
    if (parent.type === "MemberExpression") return parent.object === at && !parent.optional;
    if (!isWrapper(parent)) return false;
    at = parent;
  }
  return false;
}

/** Returns whether the code asks if the value is there: `a.b ?? c`, `a.b?.c`, `if (a.b)`. */
function isGuarded(tree: SourceTree, member: Node): boolean {
  const { node, parent } = throughCasts(tree, member);
  switch (parent?.type) {
    case "LogicalExpression":
      return parent.left === node;
    case "MemberExpression":
      return parent.object === node && parent.optional;
    case "IfStatement":
    case "ConditionalExpression":
      return parent.test === node;
    case "UnaryExpression":
      return parent.operator === "!";
    case "BinaryExpression":
      return /^[!=]==?$/.test(parent.operator);
    default:
      return false;
  }
}
