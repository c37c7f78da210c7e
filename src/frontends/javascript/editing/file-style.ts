import type { Node } from "@oxc-project/types";
import { standsForMarkup } from "../markup/nodes.js";
import { walk } from "../../../analysis/walk.js";
import type { SourceTree } from "./source-tree.js";

export type Quote = '"' | "'";

/** The style of a file, by majority. */
export interface FileStyle {
  readonly quote: Quote;
  readonly semicolons: boolean;
  /** One step of indentation. */
  readonly unit: string;
  readonly lineEnding: "\n" | "\r\n";
  /** The text inside the braces of an object on one line. */
  readonly bracePadding: "" | " ";
  /** True if the last of several lines of members ends with a comma, too. */
  readonly trailingCommas: boolean;
}

const TERMINATED = new Set([
  "ExpressionStatement",
  "VariableDeclaration",
  "ReturnStatement",
  "ThrowStatement",
  "ImportDeclaration",
]);

export function styleOf(tree: SourceTree): FileStyle {
  const { text } = tree;
  const quotes = new Tally<Quote>();
  const ends = new Tally<boolean>();
  const units = new Tally<string>();
  const paddings = new Tally<"" | " ">();
  const commas = new Tally<boolean>();
  walk(tree.program, (node, parent) => {
    // Markup has its own ways.
    if (standsForMarkup(node)) return false;
    if (node.type === "Literal" && typeof node.value === "string" && parent?.type !== "JSXAttribute") {
      const quote = text[node.start];
      if (quote === '"' || quote === "'") quotes.add(quote);
    }
    if (TERMINATED.has(node.type) && !isHead(node, parent)) {
      // One at the start of a line parts a statement from the one before, in files that go without.
      ends.add(text[node.end - 1] === ";" && !tree.isFirstOnLine(node.end - 1));
    }
    const items = itemsOf(node) ?? [];
    if (items.length > 0) {
      const open = node.start;
      const first = items[0]!.start;
      const between = text.slice(open + 1, first);
      if (between.includes("\n")) {
        const unit = stepBetween(tree.indentAt(open), tree.indentAt(first));
        if (unit && tree.isFirstOnLine(first)) units.add(unit);
        if (node.type === "ObjectExpression" || node.type === "ArrayExpression")
          commas.add(text[tree.skipForward(items.at(-1)!.end)] === ",");
      } else if (node.type === "ObjectExpression" || node.type === "ObjectPattern") {
        paddings.add(between === "" ? "" : " ");
      }
    }
    return undefined;
  });
  const breaks = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return {
    quote: quotes.most('"'),
    semicolons: ends.most(true),
    unit: units.most("  "),
    lineEnding: windows * 2 > breaks ? "\r\n" : "\n",
    bracePadding: paddings.most(" "),
    trailingCommas: commas.most(true),
  };
}

/** The declaration in the head of a loop ends without a semicolon of its own. */
function isHead(node: Node, parent: Node | undefined): boolean {
  if (node.type !== "VariableDeclaration") return false;
  return (
    parent?.type === "ForStatement" ||
    parent?.type === "ForOfStatement" ||
    parent?.type === "ForInStatement" ||
    parent?.type === "ExportNamedDeclaration"
  );
}

/** Returns the text between the brackets of a node, for nodes that start with one. */
function itemsOf(node: Node): readonly Node[] | undefined {
  switch (node.type) {
    case "BlockStatement":
    case "ClassBody":
    case "TSInterfaceBody":
      return node.body;
    case "ObjectExpression":
    case "ObjectPattern":
      return node.properties;
    case "ArrayExpression":
      return node.elements.filter((element) => element !== null);
    case "TSTypeLiteral":
      return node.members;
    default:
      return undefined;
  }
}

function stepBetween(outer: string, inner: string): string | undefined {
  if (!inner.startsWith(outer) || inner.length === outer.length) return undefined;
  const step = inner.slice(outer.length);
  return step === "\t" || /^ {1,8}$/.test(step) ? step : undefined;
}

/** Counts kinds of things; of equals the first one seen. */
class Tally<T> {
  readonly #counts = new Map<T, number>();

  add(one: T): void {
    this.#counts.set(one, (this.#counts.get(one) ?? 0) + 1);
  }

  most(otherwise: T): T {
    let best: T = otherwise;
    let count = 0;
    for (const [one, times] of this.#counts) {
      if (times > count) [best, count] = [one, times];
    }
    return best;
  }
}
