import { addAll } from "../core/add-all.js";
import { isNamedSecret, isReader, secretInPair, takesLogin, takesSecret } from "./secret-labels.js";
import { tokensOf, type Token } from "./secret-tokens.js";
import { lastName, type NamedText, secretsOfVariables, variablesIn } from "./secret-variables.js";

/** The offsets of a secret in a text. */
export interface Secret {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the texts between quotes that the code around them names as secrets, in their order. The names are those of a
 * variable, a member or a parameter, of a function that gets the text, or the text before it. No language is parsed:
 * brackets, commas and signs of assignment are the same in all of them, and they may be on several lines. A text that is
 * the value of a variable is a secret, too, if the variable stands where a secret would be.
 */
export function secretLiterals(text: string): Secret[] {
  const found: Secret[] = [];
  const tokens = tokensOf(text);
  const reader = new LiteralReader(found, variablesIn(text, tokens));
  reader.read(tokens);
  addAll(found, secretsOfVariables(reader.variables, reader.values, text));
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The facts about a place between two brackets. */
interface Frame {
  readonly opener: string;
  /** Columns before the first sign of the line with the opener. */
  readonly indent: number;
  /** The chain of names before the opener: `auth.HTTPDigestAuth`. */
  readonly callee: string;
  /** The names of the value that the brackets are a part of. */
  readonly outer: string;
  /** The names of the values, by their position. */
  names: readonly string[];
  /** The words of an element up to now, without those of its value. */
  words: string[];
  /** The names of the value of this element. */
  key: string;
  /** The first elements of a list of names: `user, password = …`. */
  list: string[];
  /** The number of the element, from 0, and the one before if it is one word or one text. */
  index: number;
  before: string;
  only: string;
  isText: boolean;
  size: number;
  /** The last chain of names. */
  chain: string;
  /** The function that is called without brackets, and the number of the argument. */
  command: string;
  /** Question marks that wait for their colon. */
  conditions: number;
  /** The last text, if the function takes a secret. */
  last: Secret | undefined;
}

/** Deeper brackets are taken as part of those around. */
const MAX_DEPTH = 200;
const MAX_SECRET = 500;
/** Longer chains and lists of names are cut: their ends tell. */
const MAX_NAMES = 200;
const CLOSERS: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
const KEYWORDS = /^(?:var|let|const|local|my|val|final|export|static|readonly|set)$/;
const ASSIGNS: ReadonlySet<string> = new Set(["=", ":", "=>", ":=", "||=", "??="]);
/** Signs after which, or before which, a statement goes on in the next line. */
const GOES_ON_AFTER: ReadonlySet<string> = new Set(["=", ":=", "=>", "+", "||", "??", "?", ",", "."]);
const GOES_ON_BEFORE: ReadonlySet<string> = new Set(["+", "||", "??", "?", ".", ":", "?.", "->"]);
const LINKS: ReadonlySet<string> = new Set([".", "?.", "->", "::"]);
/** A kind of login before a secret. The header of a digest login has parts with names. */
const SCHEME = /^(?:(?:basic|bearer|token|apikey)\s{1,9}|digest\s{1,9}(?=[^\s=,]+$))/i;
/** The sign after a variable that is a whole value. */
const ENDS_VALUE = /^(?:[,;)}\]]|\n[^\S\n]*)$/;
/** A text that replaces a variable. It is a secret only where each text is one. */
const STAND_IN = "abcdefgh";
/** The first letters of a text: `r"…"`, `f"…"`. */
const PREFIX = /^(?:[rbfuRBFULu]{1,2}|[$@]{1,2})$/;

class LiteralReader {
  readonly #stack: Frame[] = [frameOf("", 0, "", "")];

  /** The texts that have a name that does not tell that they are secrets. */
  readonly values: NamedText[] = [];

  /** @param variables that stand for secrets; those that are found are added */
  constructor(
    private readonly found: Secret[],
    readonly variables: Set<string>,
  ) {}

  read(tokens: readonly Token[]): void {
    for (const [index, token] of tokens.entries()) {
      const before = tokens[index - 1];
      const next = tokens[index + 1];
      if (token.kind === "text") this.#literal(token, before);
      else if (token.kind === "word") this.#word(token, before, next);
      else if (token.kind === "line") this.#line(token, before, next, tokens[index + 2]);
      else this.#sign(token, before, tokens, index);
    }
    while (this.#stack.length > 1) this.#close();
    this.#endStatement();
  }

  get #top(): Frame {
    return this.#stack.at(-1)!;
  }

  #word({ text, end }: Token, before: Token | undefined, next: Token | undefined): void {
    const top = this.#top;
    if (next?.kind === "text" && next.start === end && PREFIX.test(text)) return;
    if (text === "to" && before?.kind === "text") {
      this.#assign("=>", before);
      return;
    }
    if (text === "or") {
      this.#orElse();
      return;
    }
    if (KEYWORDS.test(text)) return;
    const isLinked = before !== undefined && LINKS.has(before.text);
    // basic_auth user, "…"; ConvertTo-SecureString -Force "…"
    if (!isLinked && (before?.kind === "word" || before?.text === "-") && top.command === "")
      top.command = top.chain;
    top.chain = isLinked ? cut(`${top.chain}.${text}`) : text;
    if (isLinked && top.words.length > 0) top.words.push(cut(`${top.words.pop()!}.${text}`));
    else top.words.push(text);
    top.only = top.size === 0 ? text : isLinked ? cut(`${top.only}.${text}`) : "";
    top.isText = false;
    top.size++;
    this.#variable(next);
  }

  /** Notes the name of a variable that stands where a text would be a secret. */
  #variable(next: Token | undefined): void {
    const top = this.#top;
    if (next !== undefined && !ENDS_VALUE.test(next.text)) return;
    const secret = this.#secretOf(top, STAND_IN, "");
    const isLast = next?.text === ")" || next?.kind === "line";
    if (secret && (isLast || secret.isLastOnly !== true)) this.variables.add(lastName(top.chain));
  }

  #sign(token: Token, before: Token | undefined, tokens: readonly Token[], index: number): void {
    const { text } = token;
    const top = this.#top;
    if (text === "(" || text === "[" || text === "{") this.#open(token, before);
    else if (CLOSERS.has(text)) this.#closeUntil(CLOSERS.get(text)!);
    else if (text === ",") this.#nextElement();
    else if (text === ";") this.#endStatement();
    else if (text === "?" && tokens[index + 1]?.text !== ":") top.conditions++;
    else if (text === ":" && top.conditions > 0) top.conditions--;
    else if (text === "??" || text === "||") this.#orElse();
    else if (ASSIGNS.has(text)) {
      this.#assign(text, before);
      const isList = tokens[index + 1]?.kind === "text" && tokens[index + 2]?.text === ",";
      if (top.names.length > 0 && !isList && top.opener === "{") top.key = cut(top.names.join(" "));
    } else if (!LINKS.has(text) && text !== "+") top.size++;
  }

  #assign(sign: string, before: Token | undefined): void {
    const top = this.#top;
    const own = before?.kind === "text" ? before.inner : top.words.slice(-2).join(" ");
    const isStatement = top.opener === "" || top.opener === "{";
    const names = isStatement && (sign === "=" || sign === ":=") ? top.list : [];
    top.names = names.length > 0 ? [...names, top.words[0] ?? ""] : top.names;
    top.key = names.length > 0 ? top.names[0]! : cut(`${top.key} ${own}`.trim());
    if (names.length > 0) top.index = 0;
    top.list = [];
    top.words = [];
    top.only = "";
    top.conditions = 0;
    top.size++;
  }

  /** The next text stands for the value of the name before: `process.env.PASSWORD ?? "…"`. */
  #orElse(): void {
    const top = this.#top;
    top.key = cut(`${top.key} ${top.chain}`.trim());
    top.words = [];
    top.size++;
  }

  #open(token: Token, before: Token | undefined): void {
    const top = this.#top;
    const isCall =
      (before?.kind === "word" && (before.end === token.start || token.text === "{")) ||
      before?.text === "]" ||
      before?.text === ">";
    const callee = isCall && token.text !== "[" ? top.chain : "";
    const isValue = before?.kind === "word" || before === undefined || before.text !== ")";
    const reads = isReader(callee) || (token.text === "{" && (!isValue || before?.text === "=>"));
    const isIndex = token.text === "[" && before?.kind === "word" && before.end === token.start;
    const isLogin = token.text === "(" && top.index > 0 && [top.callee, top.command].some(takesLogin);
    const names = [this.#keyOf(top), top.outer, ...(isLogin ? ["password"] : [])];
    const outer = reads || isIndex ? "" : cut(names.join(" ").trim());
    top.size++;
    if (this.#stack.length >= MAX_DEPTH) return;
    const frame = frameOf(token.text, token.indent, callee, outer);
    if (before?.text === "=" || before?.text === ":=") frame.names = top.names;
    this.#stack.push(frame);
  }

  /** The names of the value that is read now. */
  #keyOf({ key, names, index }: Frame): string {
    return names.length > 1 ? `${names[index] ?? ""} ${key === names[0] ? "" : key}` : key;
  }

  #closeUntil(opener: string): void {
    const depth = this.#stack.findLastIndex((frame) => frame.opener === opener);
    while (depth > 0 && this.#stack.length > depth) this.#close();
  }

  #close(): void {
    const closed = this.#stack.pop()!;
    const top = this.#top;
    if (closed.last) this.found.push(closed.last);
    const isName = closed.opener === "[" && closed.index === 0 && closed.only !== "";
    if (isName && top.words.length > 0) {
      top.words.push(closed.only);
      top.chain = closed.only;
    }
    // getenv("PASSWORD") or "…"
    if (closed.opener === "(" && isReader(closed.callee) && closed.only !== "") top.chain = closed.only;
    const isList = closed.list.length > 0 && closed.list.length === closed.index && closed.only !== "";
    if (isList && top.words.length === 0) {
      top.list = [...closed.list];
      top.words = [closed.only];
    }
    top.only = "";
  }

  #nextElement(): void {
    const top = this.#top;
    const { words, key, only } = top;
    if (key === "" && words.length > 0 && only !== "") top.list.push(words[0]!);
    else if (top.names.length === 0) top.list = [];
    // Beside a variable stands any other argument; beside a constant or a text often its value.
    const isName = top.isText ? /^[\w.$:-]{1,80}$/.test(only) : /^[A-Z][A-Z\d_]*$/.test(only);
    top.before = isName ? only : "";
    top.index++;
    top.key = "";
    top.words = [];
    top.only = "";
    top.size = 0;
    top.conditions = 0;
  }

  #endStatement(): void {
    while (this.#top.opener === "(" || this.#top.opener === "[") this.#close();
    const top = this.#top;
    if (top.last) this.found.push(top.last);
    Object.assign(top, frameOf(top.opener, top.indent, top.callee, top.outer));
  }

  #line(token: Token, before?: Token, next?: Token, afterNext?: Token): void {
    if (next === undefined) return;
    const goesOn =
      (before !== undefined && GOES_ON_AFTER.has(before.text)) ||
      GOES_ON_BEFORE.has(next.text) ||
      // In YAML, what follows in the next line has names of its own.
      (before?.text === ":" && next.text !== "-" && afterNext?.text !== ":");
    const isCloser = CLOSERS.has(next.text);
    // A bracket that nothing closes, in a comment or a pattern, ends where the text is indented as its line was.
    while (isOpenList(this.#top) && !goesOn && !isCloser && token.indent <= this.#top.indent) this.#close();
    if (goesOn) return;
    if (!isOpenList(this.#top)) this.#endStatement();
    // const ( … ) of Go has a statement in each line.
    else if (next.kind === "word" && afterNext?.text === "=") this.#nextElement();
  }

  #literal(token: Token, before: Token | undefined): void {
    const top = this.#top;
    const { inner, innerStart } = token;
    if (/["'`]/.test(inner)) {
      for (const { start, end } of secretLiterals(inner))
        this.found.push({ start: start + innerStart, end: end + innerStart });
    }
    // password "…"
    const word = before?.kind === "word" ? top.chain : "";
    if (top.command === "") top.command = word;
    const secret = this.#secretOf(top, inner, word);
    if (secret) {
      const place = { start: innerStart + secret.start, end: innerStart + secret.end };
      top.last = secret.isLastOnly ? place : undefined;
      if (!secret.isLastOnly) this.found.push(place);
    }
    const names = this.#keyOf(top);
    if (!secret && names !== "") this.values.push({ names, text: inner, start: innerStart });
    top.only = top.size === 0 ? inner : "";
    top.isText = top.size === 0;
    top.size++;
  }

  /** Returns the part of a text that is a secret, by all names that it has. */
  #secretOf(top: Frame, inner: string, word: string): (Secret & { isLastOnly?: boolean }) | undefined {
    // A shorter text is not a secret, and a longer one is a program or prose.
    if (inner.length < 3 || inner.length > MAX_SECRET) return undefined;
    const key = this.#keyOf(top);
    const callees = [top.callee, top.command, word];
    const isFirst = top.index === 0;
    const labels = [key, top.before, top.outer, ...callees];
    const pair = inner.includes(":") ? secretInPair(inner, labels.join(" ")) : undefined;
    if (pair) return pair;
    const [scheme = ""] = SCHEME.exec(inner) ?? [];
    const value = inner.slice(scheme.length);
    const whole = { start: scheme.length, end: inner.length };
    if (isNamedSecret(key, value, "sure")) return whole;
    const isWrapped = isFirst && top.opener !== "{" && !takesLogin(top.outer);
    if (isWrapped && isNamedSecret(top.outer, value, "header")) return whole;
    if (isNamedSecret(top.outer, value, "random")) return whole;
    const isSibling = top.opener !== "{" && /^(?:default|value)?$/i.test(key) && !/\s/.test(value);
    if (isSibling && isNamedSecret(top.before, value, "header")) return whole;
    const isLogin = callees.some(takesLogin) || (top.opener !== "{" && takesLogin(top.outer));
    if (top.index > 0 && key === "" && isLogin && isNamedSecret("password", value, "sure")) return whole;
    const takers = [key === "" ? top.callee : "", top.command, word];
    const isTaken = takers.some((callee) => takesSecret(callee, value));
    return isTaken ? { ...whole, isLastOnly: true } : undefined;
  }
}

function cut(names: string): string {
  return names.slice(-MAX_NAMES);
}

function isOpenList({ opener }: Frame): boolean {
  return opener === "(" || opener === "[";
}

function frameOf(opener: string, indent: number, callee: string, outer: string): Frame {
  return {
    opener,
    indent,
    callee,
    outer,
    names: [],
    words: [],
    key: "",
    list: [],
    index: 0,
    before: "",
    only: "",
    isText: false,
    size: 0,
    chain: "",
    command: "",
    conditions: 0,
    last: undefined,
  };
}
