import jsTokens from "js-tokens";

/**
 * Parsers walk nested code by recursion: oxc overflows the stack of the whole process at 10,000 levels of most kinds,
 * and that cannot be caught. So the text is checked token by token first. It counts what nests in a tree: brackets, and
 * chains without any (`a => a => …`, `if … else if …`, `- - - a`, `A<A<…>>`).
 */
interface DepthLimits {
  readonly brackets: number;
  /** Links of one chain: operators between two commas, semicolons or braces of the same bracket. */
  readonly chain: number;
  /**
   * About the number of tokens that a parser reads again. It tries each `<` as the start of type arguments, and each
   * `(` as the start of parameters. Inside of these it tries again.
   */
  readonly retries: number;
}

const DEPTH_LIMITS: DepthLimits = { brackets: 2000, chain: 4000, retries: 3_000_000 };
/** Open angle brackets, and open brackets, that code of people has at most. */
const [FEW_ANGLES, FEW_BRACKETS] = [16, 50];

/** JSON in a string is read while the evaluation is deep in calls itself, so less of the stack is left for it. */
export const EMBEDDED_LIMITS: DepthLimits = { ...DEPTH_LIMITS, brackets: 200 };

/** Returns words for the construct that nests too deeply in a source text; `undefined` if it is safe to parse. */
export function tooDeep(text: string, jsx: boolean, limits: DepthLimits = DEPTH_LIMITS): string | undefined {
  if (!mayBeDeep(text, limits)) return undefined;
  const depth = new Depth(limits);
  for (const { type, value } of jsTokens(text, { jsx }) as Iterable<{ type: string; value: string }>) {
    const reason = depth.add(type, value);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Follows the tokens of a text and knows how deep each of them may be in a tree. */
class Depth {
  /** For each open bracket: links of the chain so far, and how many `else` and open `<` there were. */
  readonly #levels = [{ chain: 0, elses: 0, angles: 0 }];
  #elements = 0;
  /** Open `<` of all levels. */
  #angles = 0;
  #retries = 0;
  #previous = "";

  constructor(private readonly limits: DepthLimits) {}

  add(type: string, value: string): string | undefined {
    const level = this.#levels.at(-1)!;
    if (type === "Punctuator") this.#punctuator(value);
    else if (type === "JSXPunctuator") this.#markup(value);
    else if (type === "TemplateHead") this.#levels.push({ chain: 0, elses: 0, angles: 0 });
    else if (type === "TemplateTail") this.#close();
    else if (type === "NoSubstitutionTemplate") level.chain++;
    else if (type === "IdentifierName" && KEYWORDS.has(value)) {
      level.chain++;
      if (value === "else") level.elses++;
    }
    if (type !== "WhiteSpace" && type !== "LineTerminatorSequence") this.#previous = value;
    if (this.#levels.length > FEW_BRACKETS) this.#retries += this.#levels.length;
    return this.#reason();
  }

  #reason(): string | undefined {
    const { brackets, chain, retries } = this.limits;
    if (this.#levels.length > brackets + 1) return `brackets have more than ${brackets} nested levels`;
    if (this.#elements > brackets) return `elements have more than ${brackets} nested levels`;
    const level = this.#levels.at(-1)!;
    if (level.elses > brackets) return `a chain of more than ${brackets} else`;
    if (this.#retries > retries) return "too many open brackets in open brackets";
    return level.chain > chain ? `a chain of more than ${chain} operators` : undefined;
  }

  #punctuator(value: string): void {
    const level = this.#levels.at(-1)!;
    if (value === "(" || value === "[" || value === "{") {
      // `a[][][]…` nests without any bracket inside another one.
      level.chain++;
      this.#levels.push({ chain: 0, elses: 0, angles: 0 });
    } else if (value === ")" || value === "]" || value === "}") {
      this.#close();
      if (value === "}") this.#levels.at(-1)!.chain = 0;
    } else if (value === ";" || value === ",") {
      level.chain = 0;
      if (value === ";") this.#closeAngles(level, level.angles);
    } else if (/^>{1,3}$/.test(value)) {
      level.chain = Math.max(0, level.chain - 1);
      this.#closeAngles(level, value.length);
    } else {
      level.chain++;
      if (value === "<") {
        level.angles++;
        this.#angles++;
        if (this.#angles > FEW_ANGLES) this.#retries += 3 * this.#angles;
      }
    }
  }

  /** Counts the depth of elements: `<a>` adds one, `</a>` and the end of `<a/>` subtract one. */
  #markup(value: string): void {
    if (value === "<") this.#elements++;
    else if (value === "/") this.#elements = Math.max(0, this.#elements - (this.#previous === "<" ? 2 : 1));
    else if (value === "{") this.#levels.push({ chain: 0, elses: 0, angles: 0 });
    else if (value === "}") this.#close();
  }

  #close(): void {
    if (this.#levels.length === 1) return;
    const level = this.#levels.pop()!;
    this.#closeAngles(level, level.angles);
  }

  #closeAngles(level: { angles: number }, count: number): void {
    const closed = Math.min(count, level.angles);
    level.angles -= closed;
    this.#angles -= closed;
  }
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
  "is",
  "asserts",
  "unique",
]);
const KEYWORD = new RegExp(String.raw`\b(?:${[...KEYWORDS].join("|")})\b`, "g");

/** Counts what may nest without looking at tokens: most files cannot nest that deeply at all. */
function mayBeDeep(text: string, limits: DepthLimits): boolean {
  const least = Math.min(limits.brackets, limits.chain);
  if (text.length < least) return false;
  let [count, angles] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isWord =
      code > 127 ||
      code === 95 ||
      code === 36 ||
      code <= 32 ||
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      (code >= 97 && code <= 122);
    // Quotes, commas and semicolons nest nothing.
    if (!isWord && code !== 34 && code !== 39 && code !== 44 && code !== 59) count++;
    if (code === 60) angles++;
    if (count > least || 2 * angles * angles > limits.retries) return true;
  }
  for (const _ of text.matchAll(KEYWORD)) if (++count > least) return true;
  return false;
}
