import { addAll } from "../../../core/add-all.js";
import type { Binding, Filter, TextPart } from "./syntax.js";
import { tokensOf, type Token } from "./tokens.js";

/** Deeper ones are not written by people. */
const MAX_DEPTH = 60;

/** Parses a filter. Undefined if it is invalid or has unsupported syntax. A hole is a value or a key. */
export function parseFilter(text: string, from = 0, to = text.length, depth = 0): Filter | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const tokens = tokensOf(text, from, to);
  if (!tokens) return undefined;
  const parser = new Parser(text, tokens, depth);
  try {
    const filter = parser.pipe();
    return parser.isAtEnd ? filter : undefined;
  } catch (error) {
    if (error instanceof NoFilter) return undefined;
    throw error;
  }
}

class NoFilter extends Error {}

function holeAt({ start, end }: Token): Filter {
  return { kind: "hole", start, end };
}

/** The name that a token has behind its first characters. */
function textAt({ text, start, end }: Token, from: number): Filter {
  return { kind: "text", parts: [{ start: start + from, end, value: text.slice(from) }] };
}

const IDENTITY: Filter = { kind: "identity" };

/** From the weakest to the strongest. */
const OPERATORS: readonly (readonly string[])[] = [
  ["//"],
  ["=", "|=", "+=", "-=", "*=", "/=", "%=", "//="],
  ["or"],
  ["and"],
  ["==", "!=", "<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "/", "%"],
];
const ASSIGNMENTS = new Set(OPERATORS[1]);

class Parser {
  #at = 0;
  #depth: number;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    depth: number,
  ) {
    this.#depth = depth;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.tokens.length;
  }

  #is(text: string): boolean {
    const token = this.tokens[this.#at];
    return token?.text === text && token.kind !== "string";
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #need(text: string): void {
    if (!this.#take(text)) throw new NoFilter();
  }

  pipe(): Filter {
    if (++this.#depth > MAX_DEPTH) throw new NoFilter();
    const filter = this.#pipe();
    this.#depth--;
    return filter;
  }

  #pipe(): Filter {
    if (this.#take("def")) {
      // The bodies of functions are skipped, and their names count as unknown.
      while (!this.isAtEnd && !this.#is(":")) this.#at++;
      this.#need(":");
      const body = this.pipe();
      this.#need(";");
      return { kind: "pipe", left: { kind: "other", of: [body] }, right: this.pipe() };
    }
    const left = this.#comma();
    if (this.#take("as")) {
      const variables = this.#pattern(IDENTITY);
      while (this.#take("?//")) addAll(variables, this.#pattern(IDENTITY));
      this.#need("|");
      return { kind: "binding", source: left, variables, body: this.pipe() };
    }
    return this.#take("|") ? { kind: "pipe", left, right: this.pipe() } : left;
  }

  /** `$x`, `[$first, $second]`, `{$name, key: $value}`: the variables, and what each has of the value. */
  #pattern(of: Filter): Binding[] {
    const token = this.tokens[this.#at++];
    if (token?.kind === "variable") return [{ name: token.text.slice(1), of }];
    const found: Binding[] = [];
    if (token?.text === "[")
      for (let index = 0; !this.#take("]"); index++, this.#take(","))
        addAll(found, this.#pattern({ kind: "field", of, key: { kind: "scalar", value: index } }));
    else if (token?.text === "{")
      for (; !this.#take("}"); this.#take(",")) {
        const start = this.#at;
        const next = this.tokens[this.#at++];
        if (!next) throw new NoFilter();
        const key: Filter =
          next.text === "("
            ? this.pipe()
            : next.kind === "string"
              ? this.#string(next)
              : next.kind === "variable"
                ? textAt(next, 1)
                : textAt(next, 0);
        if (next.text === "(") this.#need(")");
        const member: Filter = { kind: "field", of, key };
        if (next.kind === "variable") found.push({ name: next.text.slice(1), of: member });
        if (this.#take(":")) addAll(found, this.#pattern(member));
        if (this.#at === start) throw new NoFilter();
      }
    else throw new NoFilter();
    return found;
  }

  #comma(): Filter {
    let left = this.#operation(0);
    while (this.#take(",")) left = { kind: "comma", left, right: this.#operation(0) };
    return left;
  }

  #operation(level: number): Filter {
    if (level === OPERATORS.length) return this.#postfix();
    let left = this.#operation(level + 1);
    for (;;) {
      const token = this.tokens[this.#at];
      const isOperator =
        token !== undefined && token.kind !== "string" && OPERATORS[level]!.includes(token.text);
      if (!isOperator) return left;
      this.#at++;
      const right = this.#operation(level === 0 ? 0 : level + 1);
      const kind = ASSIGNMENTS.has(token.text) ? "assignment" : "operation";
      left = { kind, operator: token.text, left, right };
    }
  }

  #postfix(): Filter {
    let filter = this.#term();
    for (;;) {
      const token = this.tokens[this.#at];
      if (token?.kind === "field") {
        this.#at++;
        filter = { kind: "field", of: filter, key: this.#key(token) };
      } else if (this.#is(".") && this.tokens[this.#at + 1]?.kind === "string") {
        this.#at++;
        filter = { kind: "field", of: filter, key: this.#string(this.tokens[this.#at++]!) };
      } else if (this.#is(".") && this.tokens[this.#at + 1]?.text === "[") {
        this.#at++;
      } else if (this.#is("[")) {
        filter = this.#index(filter);
      } else if (!this.#take("?")) {
        return filter;
      }
    }
  }

  #index(of: Filter): Filter {
    this.#need("[");
    if (this.#take("]")) return { kind: "iterate", of };
    if (this.#take(":")) {
      this.pipe();
      this.#need("]");
      return { kind: "slice", of };
    }
    const key = this.pipe();
    if (this.#take(":")) {
      if (!this.#is("]")) this.pipe();
      this.#need("]");
      return { kind: "slice", of };
    }
    this.#need("]");
    return { kind: "field", of, key };
  }

  #key(token: Token): Filter {
    return textAt(token, 1);
  }

  #string({ parts = [] }: Token): Filter {
    return {
      kind: "text",
      parts: parts.map(({ start, end, value }): TextPart | Filter => {
        if (value !== undefined) return { start, end, value };
        const inner = parseFilter(this.text, start, end, this.#depth + 1);
        if (!inner) throw new NoFilter();
        return inner;
      }),
    };
  }

  #term(): Filter {
    const token = this.tokens[this.#at++];
    if (!token) throw new NoFilter();
    switch (token.kind) {
      case "number":
        return { kind: "scalar", value: Number(token.text) };
      case "variable":
        return { kind: "variable", name: token.text.slice(1) };
      case "string":
        return this.#string(token);
      case "format":
        if (this.tokens[this.#at]?.kind === "string")
          return { kind: "other", of: [this.#string(this.tokens[this.#at++]!)] };
        return { kind: "call", name: token.text, args: [] };
      case "hole":
        return holeAt(token);
      case "field":
        return { kind: "field", of: IDENTITY, key: this.#key(token) };
      case "name":
        return this.#named(token.text);
      case "operator":
        return this.#punctuated(token.text);
    }
  }

  #punctuated(text: string): Filter {
    switch (text) {
      case ".": {
        const next = this.tokens[this.#at];
        if (next?.kind === "string") {
          this.#at++;
          return { kind: "field", of: IDENTITY, key: this.#string(next) };
        }
        return this.#is("[") ? this.#index(IDENTITY) : IDENTITY;
      }
      case "..":
        return { kind: "call", name: "recurse", args: [] };
      case "(": {
        const inner = this.pipe();
        this.#need(")");
        return inner;
      }
      case "[": {
        if (this.#take("]")) return { kind: "list", of: undefined };
        const of = this.pipe();
        this.#need("]");
        return { kind: "list", of };
      }
      case "{":
        return this.#object();
      case "-":
        return { kind: "other", of: [this.#postfix()] };
      default:
        throw new NoFilter();
    }
  }

  #object(): Filter {
    const entries: [Filter, Filter][] = [];
    while (!this.#take("}")) {
      const token = this.tokens[this.#at++];
      if (!token) throw new NoFilter();
      let key: Filter;
      if (token.kind === "name") key = textAt(token, 0);
      else if (token.kind === "variable") key = textAt(token, 1);
      else if (token.kind === "string") key = this.#string(token);
      else if (token.text === "(") {
        key = this.pipe();
        this.#need(")");
      } else if (token.kind === "hole") {
        key = holeAt(token);
        // `{"name": "c", ${MORE}}` may add any members.
        if (!this.#is(":")) {
          entries.push([key, key]);
          if (!this.#is("}")) this.#need(",");
          continue;
        }
      } else throw new NoFilter();
      const short: Filter =
        token.kind === "variable"
          ? { kind: "variable", name: token.text.slice(1) }
          : { kind: "field", of: IDENTITY, key };
      entries.push([key, this.#take(":") ? this.#value() : short]);
      if (!this.#is("}")) this.#need(",");
    }
    return { kind: "object", entries };
  }

  /**
   * Parses the value of a key. A comma ends it. Newer versions of jq allow a pipe in it, older ones only in
   * parentheses.
   */
  #value(): Filter {
    const left = this.#operation(0);
    return this.#take("|") ? { kind: "pipe", left, right: this.#value() } : left;
  }

  #named(name: string): Filter {
    switch (name) {
      case "true":
      case "false":
        return { kind: "scalar", value: name === "true" };
      case "null":
        return { kind: "scalar", value: null };
      case "if":
        return this.#if();
      case "try": {
        const body = this.#postfix();
        if (this.#take("catch")) this.#postfix();
        return body;
      }
      case "reduce":
      case "foreach": {
        const source = this.#postfix();
        this.#need("as");
        const variables = this.#pattern(IDENTITY);
        this.#need("(");
        const parts = [this.pipe()];
        while (this.#take(";")) parts.push(this.pipe());
        this.#need(")");
        return { kind: "binding", source, variables, body: { kind: "other", of: parts } };
      }
      default: {
        const args: Filter[] = [];
        if (this.#take("(")) {
          do args.push(this.pipe());
          while (this.#take(";"));
          this.#need(")");
        }
        return { kind: "call", name, args };
      }
    }
  }

  #if(): Filter {
    const tests = [this.pipe()];
    this.#need("then");
    const of = [this.pipe()];
    while (this.#take("elif")) {
      tests.push(this.pipe());
      this.#need("then");
      of.push(this.pipe());
    }
    of.push(this.#take("else") ? this.pipe() : IDENTITY);
    this.#need("end");
    return { kind: "choose", tests, of };
  }
}
