import type { Node, Program } from "@oxc-project/types";
import type { Comment } from "oxc-parser";
import { firstFrom } from "../../../core/ordered.js";
import type { Edit } from "../../../core/finding.js";
import { contains, type Span } from "../../../core/span.js";
import type { Names } from "../../../analysis/evaluation/module-record.js";
import { childrenOf, walk } from "../../../analysis/walk.js";
import { styleOf, type FileStyle } from "./file-style.js";
import { refuse } from "../../editing/refusal.js";

export type NodeOf<T extends Node["type"]> = Extract<Node, { type: T }>;

/** The parsed form of a file, or of one script in it. */
interface ParsedScript {
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly names: Names;
}

/** So many children are searched by halves. */
const WIDE = 16;

/** Returns whether nodes follow each other. Most do; a decorator may be in front of its class. */
function areInOrder(nodes: readonly Node[]): boolean {
  return nodes.every((node, index) => index === 0 || nodes[index - 1]!.end <= node.start);
}

/**
 * A tree with the text that it was parsed from: nodes by place, parents, and the text between nodes.
 *
 * Between two neighbouring nodes there are only punctuation, white space and comments, and the parser has reported the
 * comments. The scanning here relies on that, so it must start at the edge of a node.
 */
export class SourceTree {
  readonly program: Program;
  readonly names: Names;
  readonly comments: readonly Comment[];
  readonly #parents = new Map<Node, Node>();
  readonly #byStart = new Map<number, Node | Node[]>();
  readonly #commentFrom = new Map<number, Comment>();
  readonly #commentTo = new Map<number, Comment>();
  readonly #identifiers = new Set<string>();
  /** The children of nodes with many, such as the statements of a file. A search for each edit begins at the file. */
  readonly #wide = new Map<Node, readonly Node[]>();
  #style: FileStyle | undefined;

  constructor(
    readonly path: string,
    readonly text: string,
    script: ParsedScript,
    /** True if the text around the tree is markup, which may use what the script declares. */
    readonly isComponent: boolean,
  ) {
    this.program = script.program;
    this.comments = script.comments;
    this.names = script.names;
    walk(script.program, (node, parent) => {
      if (parent) this.#parents.set(node, parent);
      if (node.type === "Identifier" || node.type === "JSXIdentifier") this.#identifiers.add(node.name);
      this.#noteStart(node);
      return undefined;
    });
    for (const comment of script.comments) {
      this.#commentFrom.set(comment.start, comment);
      this.#commentTo.set(comment.end, comment);
    }
  }

  /** Adds a node by its start. Most places start only one node, which needs no list. */
  #noteStart(node: Node): void {
    const there = this.#byStart.get(node.start);
    if (Array.isArray(there)) there.push(node);
    else this.#byStart.set(node.start, there ? [there, node] : node);
  }

  get style(): FileStyle {
    return (this.#style ??= styleOf(this));
  }

  /** Returns every name in the tree. */
  identifiers(): ReadonlySet<string> {
    return this.#identifiers;
  }

  parentOf(node: Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** Returns all nodes with exactly this span, outermost first. */
  nodesAt({ start, end }: Span): Node[] {
    const there = this.#byStart.get(start) ?? [];
    return (Array.isArray(there) ? there : [there]).filter((node) => node.end === end);
  }

  /** Returns the node of a type with exactly this span. Refuses the edit if there is none. */
  nodeAt<T extends Node["type"]>(span: Span, types: readonly T[], what: string): NodeOf<T> {
    const found = this.nodesAt(span).find((node): node is NodeOf<T> =>
      (types as readonly string[]).includes(node.type),
    );
    return found ?? refuse(`there is no ${what} at this place`);
  }

  /** Returns the smallest node around a span. */
  innermost(span: Span): Node {
    let at: Node = this.program;
    for (;;) {
      const inner: Node | undefined = this.#near(at, span).find((child) => contains(child, span));
      if (!inner) return at;
      at = inner;
    }
  }

  /** Returns the children of a node that may contain a span: of many, only those where it begins. */
  #near(node: Node, { start }: Span): readonly Node[] {
    const wide = this.#wide.get(node);
    if (wide === undefined) {
      const children = childrenOf(node);
      if (children.length >= WIDE && areInOrder(children)) this.#wide.set(node, children);
      return children;
    }
    const behind = firstFrom(wide, (one) => one.start <= start);
    return wide.slice(Math.max(0, behind - 2), behind);
  }

  slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  edit(start: number, end: number, text: string): Edit {
    return { path: this.path, start, end, text };
  }

  insert(at: number, text: string): Edit {
    return this.edit(at, at, text);
  }

  /** Returns the start of the next token, after white space and comments. */
  skipForward(offset: number): number {
    let at = offset;
    for (;;) {
      const comment = this.#commentFrom.get(at);
      if (comment) at = comment.end;
      else if (isSpace(this.text[at])) at++;
      else return at;
    }
  }

  /** Returns the end of the token before. */
  skipBack(offset: number): number {
    let at = offset;
    for (;;) {
      const comment = this.#commentTo.get(at);
      if (comment) at = comment.start;
      else if (at > 0 && isSpace(this.text[at - 1])) at--;
      else return at;
    }
  }

  commentsBetween(start: number, end: number): Comment[] {
    return this.comments.filter((comment) => start <= comment.start && comment.end <= end);
  }

  /** Finds the comments after an offset on its line: their end, and whether the last one ends the line. */
  commentsOnLine(offset: number, limit: number): { readonly end: number; readonly endsLine: boolean } {
    let end = offset;
    for (const comment of this.commentsBetween(offset, limit)) {
      const between = this.text.slice(end, comment.start);
      if (between.trim() !== "" || between.includes("\n")) break;
      end = comment.end;
      if (comment.type === "Line") return { end, endsLine: true };
    }
    return { end, endsLine: false };
  }

  /**
   * Returns the start of an item with its own comments: those before it, except those on the line of the token before.
   */
  startWithComments(start: number): number {
    const before = this.skipBack(start);
    const { end } = this.commentsOnLine(before, start);
    const from = this.text.slice(end, start).includes("\n") ? end : before;
    return this.commentsBetween(from, start)[0]?.start ?? start;
  }

  lineStart(offset: number): number {
    return offset === 0 ? 0 : this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  lineEnd(offset: number): number {
    const found = this.text.indexOf("\n", offset);
    const end = found < 0 ? this.text.length : found;
    return end > offset && this.text[end - 1] === "\r" ? end - 1 : end;
  }

  /** Returns the white space at the start of the line of an offset. */
  indentAt(offset: number): string {
    const start = this.lineStart(offset);
    let end = start;
    while (this.text[end] === " " || this.text[end] === "\t") end++;
    return this.text.slice(start, end);
  }

  /** Returns whether no other token precedes on the line. */
  isFirstOnLine(offset: number): boolean {
    const start = this.lineStart(offset);
    return start === 0 ? this.skipBack(offset) === 0 : this.skipBack(offset) < start;
  }

  /** Returns the span of a node with the parentheses around it that are within `limits`. */
  withParentheses(node: Span, limits: Span): Span {
    let { start, end } = node;
    for (;;) {
      const close = this.skipForward(end);
      const open = this.skipBack(start);
      if (close >= limits.end || open <= limits.start) return { start, end };
      if (this.text[close] !== ")" || this.text[open - 1] !== "(") return { start, end };
      start = open - 1;
      end = close + 1;
    }
  }
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
