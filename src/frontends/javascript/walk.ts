import type { Node } from "@oxc-project/types";

/** The child nodes of a node, in source order as the parser lists them. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === "parent" || key === "range") continue;
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value)) {
      children.push(value);
    }
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

/** Visits a tree from the top; `enter` says `false` where the walk is not to go further down. Not recursive: trees may be deep. */
export function walk(root: Node, enter: (node: Node, parent: Node | undefined) => boolean | undefined): void {
  const stack: { node: Node; parent: Node | undefined }[] = [{ node: root, parent: undefined }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (enter(top.node, top.parent) === false) continue;
    const children = childrenOf(top.node);
    for (let index = children.length - 1; index >= 0; index--)
      stack.push({ node: children[index]!, parent: top.node });
  }
}
