import { firstFrom } from "../../../core/ordered.js";
import type { Edit } from "../../../core/finding.js";
import { contains, type Span } from "../../../core/span.js";
import { refuse } from "../../editing/refusal.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** The syntax tree of a text that is edited. */
export class CodeTree {
  readonly lineEnding: "\r\n" | "\n";
  readonly #found = new Map<(root: SyntaxNode) => unknown, unknown>();

  constructor(
    readonly path: string,
    readonly text: string,
    readonly root: SyntaxNode,
    /** True if what is added may stand on lines of its own. */
    readonly mayBreak = true,
  ) {
    this.lineEnding = text.includes("\r\n") ? "\r\n" : "\n";
  }

  /**
   * Returns what a function finds in the whole tree. Each function is called once, because thousands of edits may ask.
   */
  once<Found>(find: (root: SyntaxNode) => Found): Found {
    if (!this.#found.has(find)) this.#found.set(find, find(this.root));
    return this.#found.get(find) as Found;
  }

  /** Returns the innermost node that contains a place. */
  innermost(place: Span): SyntaxNode {
    let node = this.root;
    if (!contains(node, place) && !contains({ start: 0, end: this.text.length }, place))
      refuse("the place is not in the file");
    for (;;) {
      const inner = childAround(node, place);
      if (!inner) return node;
      node = inner;
    }
  }

  /** Returns the nodes with exactly this place, outermost first. */
  nodesAt({ start, end }: Span): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    for (let node: SyntaxNode | undefined = this.root; node;) {
      if (node.start === start && node.end === end) found.push(node);
      node = childAround(node, { start, end });
    }
    return found;
  }

  /** Returns the node of one of these types at a place. Refuses the edit if there is none. */
  nodeAt(place: Span, types: ReadonlySet<string>, what: string): SyntaxNode {
    return (
      this.nodesAt(place).find(({ type }) => types.has(type)) ?? refuse(`there is no ${what} at this place`)
    );
  }

  /** Returns the first result for a node at a place or around it, within the same statement. */
  nearest<Found>(place: Span, find: (node: SyntaxNode) => Found | undefined): Found | undefined {
    for (let node: SyntaxNode | undefined = this.innermost(place); node; node = node.parent) {
      const found = find(node);
      if (found !== undefined) return found;
      if (node.type.endsWith("_statement") || node.type === "block") break;
    }
    return undefined;
  }

  /** Returns the innermost node of one of these types that contains a place. */
  holderOf(place: Span, types: ReadonlySet<string>): SyntaxNode | undefined {
    for (let node: SyntaxNode | undefined = this.innermost(place); node; node = node.parent)
      if (types.has(node.type)) return node;
    return undefined;
  }

  slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  /** Returns the white space at the start of the line of an offset. */
  indentAt(offset: number): string {
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    return /^[ \t]*/.exec(this.text.slice(start, offset))![0];
  }

  /** Returns whether only white space precedes an offset on its line. */
  isFirstOnLine(offset: number): boolean {
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    return this.text.slice(start, offset).trim() === "";
  }

  edit({ start, end }: Span, text: string): Edit {
    return { path: this.path, start, end, text };
  }

  insert(at: number, text: string): Edit {
    return { path: this.path, start: at, end: at, text };
  }
}

/** Returns the first child that contains a place and is not empty. Children are in order and do not overlap. */
function childAround({ children }: SyntaxNode, place: Span): SyntaxNode | undefined {
  let at = firstFrom(children, ({ end }) => end < place.end);
  for (let child = children[at]; child && child.start <= place.start; child = children[++at])
    if (child.end > child.start && contains(child, place)) return child;
  return undefined;
}
