import jsTokens from "js-tokens";

/**
 * Parsers walk nested code by recursion: oxc overflows the stack of the whole process at 10,000 nestings of most
 * kinds, before anybody can catch it. So the text is looked at token by token first. What counts is what nests in a
 * tree: brackets, and chains without any (`a => a => …`, `if … else if …`, `- - - a`, `A<A<…>>`).
 */
export interface DepthLimits {
  readonly brackets: number;
  /** Links of one chain: operators between two commas, semicolons or braces of the same bracket. */
  readonly chain: number;
}

export const DEPTH_LIMITS: DepthLimits = { brackets: 2000, chain: 4000 };

/** What nests too deeply in a source text, in words; nothing where parsing it is safe. */
export function tooDeep(text: string, jsx: boolean, limits: DepthLimits = DEPTH_LIMITS): string | undefined {
  if (!mayBeDeep(text, limits)) return undefined;
  const chains: number[] = [0];
  for (const token of jsTokens(text, { jsx })) {
    const { value } = token;
    const level = chains.length - 1;
    switch (token.type) {
      case "Punctuator":
        if (value === "(" || value === "[" || value === "{") {
          if (chains.length > limits.brackets) return `brackets nest deeper than ${limits.brackets} levels`;
          // `a[][][]…` nests without any bracket inside another one.
          chains[level]!++;
          chains.push(0);
        } else if (value === ")" || value === "]" || value === "}") {
          if (chains.length > 1) chains.pop();
          if (value === "}") chains[chains.length - 1] = 0;
        } else if (value === ";" || value === ",") {
          chains[level] = 0;
        } else if (value === ">") {
          chains[level] = Math.max(0, chains[level]! - 1);
        } else if (value !== "." && value !== "?.") {
          chains[level]!++;
        }
        break;
      case "TemplateHead":
        if (chains.length > limits.brackets) return `templates nest deeper than ${limits.brackets} levels`;
        chains.push(0);
        break;
      case "TemplateTail":
        if (chains.length > 1) chains.pop();
        break;
      case "IdentifierName":
        if (KEYWORDS.has(value)) chains[level]!++;
        break;
      default:
        break;
    }
    if (chains.at(-1)! > limits.chain) return `a chain of more than ${limits.chain} operators`;
  }
  return undefined;
}

const KEYWORDS = new Set([
  "new",
  "typeof",
  "void",
  "delete",
  "await",
  "yield",
  "keyof",
  "readonly",
  "infer",
  "extends",
  "as",
  "satisfies",
  "in",
  "of",
  "instanceof",
  "for",
  "while",
  "do",
  "if",
  "else",
  "with",
  "return",
  "throw",
  "case",
]);

/** Counts without looking at tokens: most files cannot nest that deeply at all. */
function mayBeDeep(text: string, limits: DepthLimits): boolean {
  const least = Math.min(limits.brackets, limits.chain);
  if (text.length < least) return false;
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Everything but letters, digits, white space, quotes, commas, semicolons and dots.
    const isPlain =
      code > 127 ||
      code === 95 ||
      code === 36 ||
      code <= 32 ||
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      (code >= 97 && code <= 122);
    if (!isPlain && code !== 34 && code !== 39 && code !== 44 && code !== 59 && code !== 46) count++;
    if (count > least) return true;
  }
  return /(?:\b(?:else|new|typeof|void|await|yield|keyof|for|while|do|if)\b[\s\S]{0,20}){200}/.test(
    text.slice(0, 20_000),
  );
}
