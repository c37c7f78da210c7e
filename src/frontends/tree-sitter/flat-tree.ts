import type { Language, Tree } from "web-tree-sitter";
import { SyntaxNode } from "./syntax-node.js";

/** Marks a node that the parser added because it is missing in the text. */
const MISSING = 0x8000;

/** There are more levels in a tree than allowed. */
export class TooDeep extends Error {}

/**
 * A syntax tree as rows of numbers, in the order of the text: 14 bytes a node, where a tree of objects has some 200. To
 * make the objects takes a small part of the time that the parser takes.
 */
export class FlatTree {
  readonly size: number;
  readonly #types: Uint16Array;
  /** The number of the field of the parent that each node is, 0 for none. */
  readonly #fields: Uint16Array;
  readonly #levels: Uint16Array;
  /** The start and the end of each node. */
  readonly #places: Uint32Array;

  /**
   * Copies a tree out of the memory of the parser.
   *
   * @throws {TooDeep} there are more levels than allowed
   */
  constructor(
    tree: Tree,
    private readonly language: Language,
    maxDepth: number,
  ) {
    this.size = tree.rootNode.descendantCount;
    this.#types = new Uint16Array(this.size);
    this.#fields = new Uint16Array(this.size);
    this.#levels = new Uint16Array(this.size);
    this.#places = new Uint32Array(2 * this.size);
    const cursor = tree.walk();
    let level = 0;
    // Each question to the parser costs about as much as all else here, so only what may differ is asked.
    const take = (index: number): void => {
      const { nodeTypeId, startIndex, endIndex } = cursor;
      const isMissing = startIndex === endIndex && cursor.nodeIsMissing;
      this.#types[index] = nodeTypeId;
      this.#fields[index] = (level === 0 ? 0 : cursor.currentFieldId) | (isMissing ? MISSING : 0);
      this.#levels[index] = level;
      this.#places[2 * index] = startIndex;
      this.#places[2 * index + 1] = endIndex;
    };
    try {
      for (let index = 0; ; index++) {
        take(index);
        if (cursor.gotoFirstChild()) {
          if (++level > maxDepth) throw new TooDeep(`more than ${maxDepth} nested levels`);
          continue;
        }
        while (!cursor.gotoNextSibling()) {
          if (level === 0) return;
          cursor.gotoParent();
          level--;
        }
      }
    } finally {
      cursor.delete();
    }
  }

  /** Makes the nodes. Lists of children have exactly the length that they need. */
  toNodes(text: string): { readonly root: SyntaxNode; readonly errors: readonly SyntaxNode[] } {
    const named = namedTypes(this.language);
    const { types, fields } = this.language;
    const errors: SyntaxNode[] = [];
    /** The nodes so far of each level that is not complete, and where each of these levels starts. */
    const open: SyntaxNode[] = [];
    const starts: number[] = [];
    const close = (level: number): void => {
      while (starts.length > level) {
        const children = open.splice(starts.pop()!);
        open.at(-1)!.children = children;
      }
    };
    let level = 0;
    for (let index = 0; index < this.size; index++) {
      const next = this.#levels[index]!;
      if (next > level) starts.push(open.length);
      else close(next);
      level = next;
      const [type, field] = [this.#types[index]!, this.#fields[index]!];
      const node = new SyntaxNode(
        types[type] ?? "ERROR",
        named[type] ?? true,
        fields[field & ~MISSING] ?? "",
        this.#places[2 * index]!,
        this.#places[2 * index + 1]!,
        text,
        starts.length === 0 ? undefined : open[starts.at(-1)! - 1],
        (field & MISSING) !== 0,
      );
      if (node.isError) errors.push(node);
      open.push(node);
    }
    close(0);
    return { root: open[0]!, errors };
  }
}

const knownTypes = new WeakMap<Language, readonly boolean[]>();

/** Returns whether the grammar names each type of node, by the number of the type. */
function namedTypes(language: Language): readonly boolean[] {
  let named = knownTypes.get(language);
  if (!named) {
    named = language.types.map((_, type) => language.nodeTypeIsNamed(type));
    knownTypes.set(language, named);
  }
  return named;
}
