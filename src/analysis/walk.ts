import type { Decorator, Node } from "@oxc-project/types";

/** Returns the child nodes of a node, in source order as the parser lists them. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  addChildren(node, children);
  return children;
}

/**
 * Keys of nodes from another parser that are not child nodes: parents, places, and tokens and comments, which have
 * types as well.
 */
const BESIDE: ReadonlySet<string> = new Set(["parent", "loc", "range", "tokens", "comments"]);

function addChildren(node: Node, children: Node[]): void {
  const members = node as unknown as Readonly<Record<string, unknown>>;
  for (const key in members) {
    const value = members[key];
    if (typeof value !== "object" || value === null || BESIDE.has(key)) continue;
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value)) {
      children.push(value);
    }
  }
}

/** Returns the decorators of a node. Trees of ESLint's own parser have none. */
export function decoratorsOf(node: object): readonly Decorator[] {
  return (node as { readonly decorators?: readonly Decorator[] }).decorators ?? [];
}

/** Statements that leave the code around them without an error. */
export const LEAVING: ReadonlySet<Node["type"]> = new Set([
  "ReturnStatement",
  "ContinueStatement",
  "BreakStatement",
]);

/** Returns whether a statement is one of some types, or a block that ends in one. */
export function endsIn(statement: Node, types: ReadonlySet<Node["type"]>): boolean {
  const last = statement.type === "BlockStatement" ? statement.body.at(-1) : statement;
  return last !== undefined && types.has(last.type);
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

/** The nodes of a tree in the order of a walk. */
interface Listed {
  readonly nodes: readonly Node[];
  readonly parents: readonly (Node | undefined)[];
  /** Behind the last node below each. */
  readonly ends: Uint32Array;
}

/** A program is walked by many who look for different things; what its nodes are is found out once. */
const known = new WeakMap<Node, Listed>();

/** Visits a tree from the top; `enter` says `false` where the walk is not to go further down. */
export function walk(root: Node, enter: (node: Node, parent: Node | undefined) => boolean | undefined): void {
  let listed = known.get(root);
  if (!listed) {
    listed = list(root);
    if (root.type === "Program") known.set(root, listed);
  }
  const { nodes, parents, ends } = listed;
  for (let index = 0; index < nodes.length;)
    index = enter(nodes[index]!, parents[index]) === false ? ends[index]! : index + 1;
}

/** Not recursive: trees may be deep. */
function list(root: Node): Listed {
  const nodes: Node[] = [];
  const parents: (Node | undefined)[] = [];
  const above: number[] = [];
  const open: Node[] = [root];
  const openParents: number[] = [-1];
  const children: Node[] = [];
  for (let top = open.pop(); top; top = open.pop()) {
    const index = nodes.length;
    const parent = openParents.pop()!;
    nodes.push(top);
    parents.push(nodes[parent]);
    above.push(parent);
    addChildren(top, children);
    for (let child = children.pop(); child; child = children.pop()) {
      open.push(child);
      openParents.push(index);
    }
  }
  const ends = new Uint32Array(nodes.length);
  for (let index = nodes.length - 1; index >= 0; index--) {
    const parent = above[index]!;
    ends[index] = Math.max(ends[index]!, index + 1);
    if (parent >= 0) ends[parent] = Math.max(ends[parent]!, ends[index]!);
  }
  return { nodes, parents, ends };
}
