import type { StringLiteral, TemplateLiteral, Node } from "@oxc-project/types";
import { Decoder, EmbeddedText, MAX_HOLES, type Hole } from "../../../editing/embedded-text.js";
import { isPure } from "./expressions.js";

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "\n": "\\n",
    "\r": "\\r",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
  }),
);

/** Reads a literal; `undefined` if it is not a text, or if the places of its characters are unknown. */
export function readEmbedded(
  node: StringLiteral | TemplateLiteral | Node,
  source: string,
): EmbeddedText | undefined {
  const quote = source[node.start];
  if (quote === undefined || !"\"'`".includes(quote)) return undefined;
  const decoder = new Decoder(source);
  const holes: Hole[] = [];
  if (node.type === "TemplateLiteral") {
    if (node.expressions.length > MAX_HOLES) return undefined;
    for (const [index, quasi] of node.quasis.entries()) {
      const last = node.quasis[index - 1];
      if (last) {
        const expression = node.expressions[index - 1]!;
        const start = source.lastIndexOf("${", expression.start);
        const end = contentStart(quasi, source);
        holes.push({ written: source.slice(start, end), isPure: isPure(expression) });
        decoder.hole(index - 1, start, end);
      }
      const next = node.expressions[index];
      const end = next ? source.lastIndexOf("${", next.start) : node.end - 1;
      if (!decoder.read(contentStart(quasi, source), end)) return undefined;
    }
  } else if (!decoder.read(node.start + 1, node.end - 1)) {
    return undefined;
  }
  return new EmbeddedText(decoder.text, escapesIn(quote), [...decoder.places, node.end - 1], holes);
}

/** Behind the backtick or brace that a piece of a template begins with, which the parser may count in. */
function contentStart(quasi: Node, source: string): number {
  return source[quasi.start] === "`" || source[quasi.start] === "}" ? quasi.start + 1 : quasi.start;
}

function escapesIn(quote: string): (character: string, next: string | undefined) => string {
  return (character, next) => {
    if (character === "\\" || character === quote) return `\\${character}`;
    if (quote === "`") return character === "$" && next === "{" ? "\\$" : character;
    return ESCAPES.get(character) ?? character;
  };
}
