import { HOLE_MARK } from "../../facts/text.js";

/** The reads of an expression in a query language of JSON. Its computations are not followed. */
export type Query =
  | { readonly kind: "here" | "root" | "other" }
  | { readonly kind: "member" | "anywhere"; readonly of: Query; readonly name: string }
  | { readonly kind: "element" | "each"; readonly of: Query }
  /** The inner query starts from the outer one; the result is the outer one if it is a condition. */
  | { readonly kind: "within"; readonly of: Query; readonly inner: Query; readonly isCondition?: true }
  | { readonly kind: "record"; readonly of: Query; readonly members: ReadonlyMap<string, Query> }
  | { readonly kind: "all"; readonly parts: readonly Query[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Query[] };

/** In JMESPath a name may be in double quotes. In the others that is a text. */
export type QueryLanguage = "jmespath" | "other";

const HERE: Query = { kind: "here" };
const OTHER: Query = { kind: "other" };

const TOKEN = new RegExp(
  String.raw`\s*(?:(?<name>[\w${HOLE_MARK}]+(?:-[\w${HOLE_MARK}]+)*)|(?<root>\$\$?(?!\w))|(?<variable>\$\w+)` +
    String.raw`|'(?<text>(?:[^'\\]|\\.)*)'|"(?<quoted>(?:[^"\\]|\\.)*)"|(?<literal>\`(?:[^\`\\]|\\.)*\`)` +
    String.raw`|(?<sign>\|\||&&|[=!<>]=|=~|~>|\*\*|\.\.|[\[\](){}.,:?*#@|&=<>!+/%^-]))`,
  "y",
);

interface Token {
  readonly kind: "name" | "root" | "variable" | "text" | "quoted" | "literal" | "sign";
  readonly text: string;
}

const BETWEEN: ReadonlySet<string> = new Set([
  ...["||", "&&", "==", "!=", "<=", ">=", "=~", "~>", "=", "<", ">", "+", "-", "*", "/", "%", "&", "?", ":"],
  ...["and", "or", "in"],
]);

/**
 * Parses an expression of JMESPath, JSONPath, JSONata or gjson, or a path with dots. Returns undefined for
 * what is none of them, and for definitions of functions and variables.
 */
export function parseQuery(text: string, language: QueryLanguage): Query | undefined {
  const tokens = tokensOf(text);
  return tokens && new Parser(tokens, language).parse();
}

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0, end = text.trimEnd().length; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [kind, found] =
      Object.entries(TOKEN.exec(text)?.groups ?? {}).find(([, one]) => one !== undefined) ?? [];
    if (kind === undefined || tokens.length > 1000) return undefined;
    tokens.push({ kind: kind as Token["kind"], text: found! });
  }
  return tokens;
}

class Unknown extends Error {}

class Parser {
  #at = 0;
  #depth = 0;

  constructor(
    readonly tokens: readonly Token[],
    readonly language: QueryLanguage,
  ) {}

  parse(): Query | undefined {
    try {
      const query = this.#pipeline();
      return this.#at === this.tokens.length ? query : undefined;
    } catch (error) {
      if (error instanceof Unknown) return undefined;
      throw error;
    }
  }

  #is(...texts: readonly string[]): boolean {
    const token = this.tokens[this.#at];
    return (token?.kind === "sign" || token?.kind === "name") && texts.includes(token.text);
  }

  #take(...texts: readonly string[]): boolean {
    if (!this.#is(...texts)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw new Unknown();
  }

  #next(): Token {
    const token = this.tokens[this.#at++];
    if (!token) throw new Unknown();
    return token;
  }

  #pipeline(): Query {
    if (++this.#depth > 100) throw new Unknown();
    let query = this.#operation();
    while (this.#take("|")) query = { kind: "within", of: query, inner: this.#operation() };
    this.#depth--;
    return query;
  }

  /** Operands with operators between them. Their order does not matter for what they read. */
  #operation(): Query {
    const first = this.#operand();
    const parts = [first];
    let isInCase = 0;
    while (this.#is(...BETWEEN)) {
      if (this.#is(":") && isInCase === 0) break;
      isInCase += this.#is("?") ? 1 : this.#is(":") ? -1 : 0;
      this.#at++;
      parts.push(this.#operand());
    }
    return parts.length === 1 ? first : { kind: "all", parts };
  }

  #operand(): Query {
    if (this.#take("!", "-")) return this.#operand();
    if (this.#take("&")) return { kind: "each", of: this.#operand() };
    let query = this.#start();
    for (let next = this.#step(query); next; next = this.#step(query)) query = next;
    return query;
  }

  #start(): Query {
    if (this.#is("[")) return HERE;
    if (this.#is("{")) return this.#record(HERE);
    if (this.#is("*", "#")) {
      this.#at++;
      return { kind: "element", of: HERE };
    }
    if (this.#take("**")) return this.#anywhere(HERE);
    if (this.#take("(")) return this.#group();
    if (this.#take("@")) return HERE;
    const token = this.#next();
    switch (token.kind) {
      case "root":
        return { kind: "root" };
      case "text":
      case "literal":
        return OTHER;
      case "quoted":
        return this.language === "jmespath" ? { kind: "member", of: HERE, name: token.text } : OTHER;
      case "variable":
        return this.#is("(") ? this.#call(token.text) : OTHER;
      case "name":
        if (this.#is("(")) return this.#call(token.text);
        if (/^\d+$/.test(token.text) && !this.#is(".")) return OTHER;
        return named(HERE, token.text);
      case "sign":
        throw new Unknown();
    }
  }

  #group(): Query {
    const query = this.#pipeline();
    this.#expect(")");
    return query;
  }

  #call(name: string): Query {
    if (name === "function" || name === "$function") throw new Unknown();
    this.#expect("(");
    return { kind: "call", name: name.replace("$", ""), args: this.#list(")") };
  }

  #list(end: string): Query[] {
    const parts: Query[] = [];
    if (this.#take(end)) return parts;
    do parts.push(this.#pipeline());
    while (this.#take(","));
    this.#expect(end);
    return parts;
  }

  #step(of: Query): Query | undefined {
    if (this.#take("..", "**")) return this.#anywhere(of);
    if (this.#take("^")) {
      this.#expect("(");
      this.#take("<", ">");
      return this.#condition(of, this.#group());
    }
    if (this.#take("[")) return this.#brackets(of);
    if (this.#is("{") && of !== HERE) return this.#record(of);
    if (!this.#take(".")) return undefined;
    if (this.#take("*")) return { kind: "element", of };
    if (this.#take("**")) return this.#anywhere(of);
    if (this.#take("#")) return this.#take("(") ? this.#search(of) : { kind: "element", of };
    if (this.#is("{")) return this.#record(of);
    if (this.#take("[")) return { kind: "within", of, inner: { kind: "all", parts: this.#list("]") } };
    if (this.#take("(")) return { kind: "within", of, inner: this.#group() };
    const token = this.#next();
    if (token.kind === "variable" || (token.kind === "name" && this.#is("(")))
      return { kind: "within", of, inner: this.#call(token.text) };
    if (token.kind !== "name" && token.kind !== "quoted" && token.kind !== "text") throw new Unknown();
    return named(of, token.text);
  }

  /** `#(name=="x")` and `#(name=="x")#` of gjson. */
  #search(of: Query): Query {
    const query = this.#condition(of, this.#group());
    this.#take("#");
    return query;
  }

  #condition(of: Query, inner: Query): Query {
    return { kind: "within", of: { kind: "element", of }, inner, isCondition: true };
  }

  #anywhere(of: Query): Query {
    this.#take(".");
    if (this.#is("*")) return OTHER;
    if (this.#is("[")) return of;
    const token = this.#next();
    if (token.kind !== "name" && token.kind !== "quoted") throw new Unknown();
    return { kind: "anywhere", of, name: token.text };
  }

  /** Parses the rest of a bracket: an index, a part of the list, names, or a condition. */
  #brackets(of: Query): Query {
    if (this.#take("]")) return { kind: "element", of };
    if (this.#take("?")) {
      const inner = this.#pipeline();
      this.#expect("]");
      return this.#condition(of, inner);
    }
    const isPart = this.#tokensUntil("]").every(
      ({ kind, text }) =>
        (kind === "sign" && "*:-,".includes(text)) || /^\d+$/.test(text) || text === HOLE_MARK,
    );
    if (isPart) {
      while (!this.#take("]")) this.#next();
      return { kind: "element", of };
    }
    const first = this.tokens[this.#at];
    if (first?.kind === "text" || first?.kind === "quoted") {
      const names = this.#tokensUntil("]").filter(({ kind }) => kind === "text" || kind === "quoted");
      while (!this.#take("]")) this.#next();
      const parts = names.map(({ text }) => named(of, text));
      return parts.length === 1 ? parts[0]! : { kind: "all", parts };
    }
    const parts = this.#list("]");
    // Several in brackets are a list of what is read; a single one is a condition.
    const isList = parts.length > 1 || (this.language === "jmespath" && of === HERE);
    return isList
      ? { kind: "within", of, inner: { kind: "all", parts } }
      : this.#condition(of, parts[0] ?? OTHER);
  }

  #tokensUntil(end: string): readonly Token[] {
    const stop = this.tokens.findIndex(
      ({ kind, text }, at) => at >= this.#at && kind === "sign" && text === end,
    );
    if (stop < 0) throw new Unknown();
    return this.tokens.slice(this.#at, stop);
  }

  /** `{name: query}`, also with keys in quotes, and `{first,second}` of gjson. */
  #record(of: Query): Query {
    this.#expect("{");
    const members = new Map<string, Query>();
    while (!this.#take("}")) {
      const start = this.#at;
      const key = this.#next();
      if (this.#take(":")) members.set(key.text, this.#pipeline());
      else {
        this.#at = start;
        const value = this.#pipeline();
        // The key is computed in JSONata.
        members.set(
          value.kind === "member" ? value.name : `[${members.size}]`,
          this.#take(":") ? { kind: "all", parts: [value, this.#pipeline()] } : value,
        );
      }
      if (!this.#take(",") && !this.#is("}")) throw new Unknown();
    }
    return { kind: "record", of, members };
  }
}

function named(of: Query, text: string): Query {
  return /^\d+$/.test(text) ? { kind: "element", of } : { kind: "member", of, name: text };
}
