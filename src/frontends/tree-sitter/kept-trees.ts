import type { Parser } from "web-tree-sitter";
import type { FlatTree } from "./flat-tree.js";

/** So many nodes are kept at most, some 40 megabytes. They are those of about ten million characters of code. */
const MAX_NODES = 3_000_000;

/**
 * The trees of the last texts that were parsed. A text is parsed for the search, for the evaluation, and for the editor
 * of its fixes.
 */
export class KeptTrees {
  readonly #trees = new Map<string, FlatTree>();
  #nodes = 0;

  /** Returns the trees of a parser. */
  static of(parser: Parser): KeptTrees {
    const known = kept.get(parser) ?? new KeptTrees();
    kept.set(parser, known);
    return known;
  }

  get(text: string): FlatTree | undefined {
    return this.#trees.get(text);
  }

  add(text: string, tree: FlatTree): void {
    this.#trees.set(text, tree);
    this.#nodes += tree.size;
    for (const [first, { size }] of this.#trees) {
      if (this.#nodes <= MAX_NODES) break;
      this.#trees.delete(first);
      this.#nodes -= size;
    }
  }
}

const kept = new WeakMap<Parser, KeptTrees>();
