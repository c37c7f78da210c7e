import type { Parser, Tree } from "web-tree-sitter";
import { FlatTree, TooDeep } from "./flat-tree.js";
import { KeptTrees } from "./kept-trees.js";
import { isAbort, withRuntime } from "./runtime.js";
import type { SyntaxNode } from "./syntax-node.js";

/** A syntax tree, or why there is none. */
export type ParsedText =
  | {
      readonly ok: true;
      readonly root: SyntaxNode;
      /** Nodes that the grammar does not allow. What is around them is parsed all the same. */
      readonly errors: readonly SyntaxNode[];
    }
  | { readonly ok: false; readonly kind: "too-deep" | "too-large" | "syntax"; readonly message: string };

/** Larger files are read as text only, as in JavaScript. */
const MAX_LENGTH = 2_000_000;
/** The largest files of real code have 380,000. Each takes up to 700 bytes until the file is analysed. */
const MAX_NODES = 500_000;
/** A lowering walks a tree by recursion, several calls a level. Code that people write has at most some dozens. */
const MAX_DEPTH = 400;
/**
 * The maximum number of progress reports of the parser. It makes one every few hundred steps. The largest files of real
 * code need some thousands.
 */
const MAX_REPORTS = 200_000;
/**
 * The maximum number of reports that say nothing new. Real code needs one. Where thousands of readings are possible,
 * the steps become longer and longer as well: 1,000 reports took 30 seconds.
 */
const MAX_REPEATED_REPORTS = 100;
/** The parser gets the text in pieces of so many characters, and asks again for a piece that it goes back to. */
const PIECE = 1024;
/** So often a piece may be asked for, on average. Real code needs less than 10; some texts are read again for each character. */
const MAX_READS = 100;
const TOO_MANY_WAYS = "too many ways to parse it";
const SEARCHED = "searched as plain text";

/**
 * Parses a text. Never throws: what cannot be parsed is a result. The tree of the parser is freed before this ends.
 *
 * @param text without a byte-order mark
 * @param masked the text in a form that the grammar can parse, with everything where it is in the text
 */
export function parseText(parser: Parser, text: string, masked = text): ParsedText {
  if (text.length > MAX_LENGTH) {
    const message = `larger than ${MAX_LENGTH / 1e6} million characters, ${SEARCHED}`;
    return { ok: false, kind: "too-large", message };
  }
  try {
    const kept = KeptTrees.of(parser);
    let tree = kept.get(masked);
    if (!tree) kept.add(masked, (tree = withRuntime(() => flatTreeOf(parser, masked))));
    return { ok: true, ...tree.toNodes(text) };
  } catch (error) {
    if (error instanceof GivenUp)
      return { ok: false, kind: error.kind, message: `${error.message}, ${SEARCHED}` };
    if (!isAbort(error)) throw error;
    return { ok: false, kind: "too-large", message: `parsing it takes too much memory, ${SEARCHED}` };
  }
}

/** @throws {GivenUp} a limit is reached */
function flatTreeOf(parser: Parser, masked: string): FlatTree {
  const tree = parseWithin(parser, masked);
  try {
    if (tree.rootNode.descendantCount > MAX_NODES)
      throw new GivenUp("too-large", `more than ${MAX_NODES} nodes in its syntax tree`);
    return new FlatTree(tree, tree.language, MAX_DEPTH);
  } catch (error) {
    if (error instanceof TooDeep) throw new GivenUp("too-deep", error.message);
    throw error;
  } finally {
    tree.delete();
  }
}

/** @throws {GivenUp} a limit is reached */
function parseWithin(parser: Parser, text: string): Tree {
  const most = MAX_READS * (text.length / PIECE + 1);
  let reads = 0;
  let reports = 0;
  let reported = 0;
  let isEndRead = false;
  let farthest = -1;
  let repeated = 0;
  const read = (index: number): string => {
    // The parser asks how far it is only between tokens, and one token may take it minutes.
    if (++reads > most) throw new GivenUp("syntax", TOO_MANY_WAYS);
    isEndRead ||= index >= text.length;
    return text.slice(index, index + PIECE + (isHighSurrogate(text, index + PIECE - 1) ? 1 : 0));
  };
  const isStuck = (at: number): boolean => {
    // After the end the parser goes through the tree once more, without reading, and reports that as well.
    if (at <= farthest && (!isEndRead || reads > reported)) repeated++;
    farthest = Math.max(farthest, at);
    reported = reads;
    return repeated > MAX_REPEATED_REPORTS;
  };
  const tree = parser.parse(read, null, {
    progressCallback: ({ currentOffset }) => ++reports > MAX_REPORTS || isStuck(currentOffset / BYTES),
  });
  if (tree) return tree;
  // It would go on with this text.
  parser.reset();
  throw new GivenUp("syntax", TOO_MANY_WAYS);
}

/** The parser counts the bytes of UTF-16. */
const BYTES = 2;

/** A limit is reached. */
class GivenUp extends Error {
  constructor(
    readonly kind: (ParsedText & { ok: false })["kind"],
    message: string,
  ) {
    super(message);
  }
}

/** Checks whether a piece that ends after this index would split a character. */
function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
