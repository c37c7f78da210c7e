import jsTokens from "js-tokens";
import { addAll } from "../../../core/add-all.js";
import type { Span } from "../../../core/span.js";
import type { ComponentLanguage, MarkupAttribute, MarkupElement, MarkupNode } from "./markup-tree.js";

/** Elements that have no end tag. */
const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr",
]);
/** Elements whose content is not markup. */
const RAW = new Set(["script", "style"]);
/** Deeper elements count as elements of that level. */
const MAX_DEPTH = 500;
const NAME = /[^\s=>/"'`{}]+/y;
const TAG_NAME = /[A-Za-z][^\s>/]*/y;
const SPACE = /\s*/y;

/**
 * Reads the markup of a component: its elements and the code in them. Other content (scripts, styles, blocks of Vue
 * other than `template`) is left out. Reads any text; an element that is not closed ends with the text.
 *
 * @param offset of the markup in the text: after the code between the fences of an Astro file
 */
export function readMarkup(language: ComponentLanguage, text: string, offset = 0): MarkupNode[] {
  return new MarkupReader(language, text, offset).read();
}

class MarkupReader {
  readonly #root: MarkupNode[] = [];
  readonly #open: MarkupElement[] = [];
  #at: number;

  constructor(
    private readonly language: ComponentLanguage,
    private readonly text: string,
    offset: number,
  ) {
    this.#at = offset;
  }

  read(): MarkupNode[] {
    const { text, language } = this;
    // An expression begins with the same in all of the markup.
    const opening = language === "vue" ? "{{" : "{";
    const nextOf = (mark: string): number => {
      const at = text.indexOf(mark, this.#at);
      return at < 0 ? text.length : at;
    };
    let [tag, brace] = [-1, -1];
    while (this.#at < text.length) {
      // The search continues after the match: there may be many of one kind, and none of the other.
      if (tag < this.#at) tag = nextOf("<");
      if (brace < this.#at) brace = nextOf(opening);
      const next = Math.min(tag, brace);
      this.#at = next;
      if (next === text.length) break;
      if (next === brace) this.#expression();
      else this.#tag();
    }
    return this.#root;
  }

  get #children(): MarkupNode[] {
    return this.#open.at(-1)?.children ?? this.#root;
  }

  #expression(): void {
    const span = this.language === "vue" ? this.#mustaches() : this.#braces();
    // Outside of its template a file of Vue has no markup.
    if (this.language === "vue" && this.#open.length === 0) return;
    this.#children.push({ kind: "expression", ...span });
  }

  #mustaches(): Span {
    const start = this.#at + 2;
    const close = this.text.indexOf("}}", start);
    const end = close < 0 ? this.text.length : close;
    this.#at = Math.min(this.text.length, end + 2);
    return { start, end };
  }

  #braces(): Span {
    const start = this.#at + 1;
    const end = endOfCode(this.text, start);
    this.#at = Math.min(this.text.length, end + 1);
    return { start, end };
  }

  #tag(): void {
    const { text } = this;
    if (text.startsWith("<!--", this.#at)) this.#skipTo("-->");
    else if (text.startsWith("<!", this.#at)) this.#skipTo(">");
    else if (text[this.#at + 1] === "/") this.#close();
    else if (this.language === "astro" && text[this.#at + 1] === ">") this.#at += 2;
    else this.#element();
  }

  #skipTo(what: string): void {
    const end = this.text.indexOf(what, this.#at);
    this.#at = end < 0 ? this.text.length : end + what.length;
  }

  #close(): void {
    const name = this.#match(TAG_NAME, this.#at + 2)?.toLowerCase();
    this.#skipTo(">");
    const opened = this.#open.findLastIndex((one) => one.name.toLowerCase() === name);
    if (opened < 0) return;
    for (const element of this.#open.splice(opened)) (element as { end: number }).end = this.#at;
  }

  #element(): void {
    const start = this.#at;
    const name = this.#match(TAG_NAME, start + 1);
    if (name === undefined) {
      this.#at++;
      return;
    }
    this.#at = start + 1 + name.length;
    const { attributes, isClosed } = this.#attributes();
    const element: MarkupElement = { kind: "element", name, start, end: this.#at, attributes, children: [] };
    const lower = name.toLowerCase();
    const isBlock = this.language === "vue" && this.#open.length === 0;
    if (RAW.has(lower) || (isBlock && lower !== "template")) {
      if (!isClosed) this.#skipRaw(lower);
      return;
    }
    this.#children.push(element);
    if (isBlock && !isClosed && this.#isForeign(attributes)) {
      const from = this.#at;
      this.#skipRaw(lower);
      element.children.push({ kind: "expression", start: from, end: this.#at, isForeign: true });
      return;
    }
    if (!isClosed && !VOID.has(lower) && this.#open.length < MAX_DEPTH) this.#open.push(element);
  }

  /** Returns whether a template is written in a language that is compiled to HTML: `lang="pug"`. */
  #isForeign(attributes: readonly MarkupAttribute[]): boolean {
    const value = attributes.find(({ name }) => name === "lang")?.value;
    return value !== undefined && this.text.slice(value.start, value.end) !== "html";
  }

  #skipRaw(name: string): void {
    const end = this.text.toLowerCase().indexOf(`</${name}`, this.#at);
    this.#at = end < 0 ? this.text.length : end;
    if (end >= 0) this.#skipTo(">");
  }

  #attributes(): { attributes: MarkupAttribute[]; isClosed: boolean } {
    const { text } = this;
    const attributes: MarkupAttribute[] = [];
    while (this.#at < text.length) {
      this.#skipSpace();
      if (text[this.#at] === ">" || text.startsWith("/>", this.#at)) {
        const isClosed = text[this.#at] === "/";
        this.#at += isClosed ? 2 : 1;
        return { attributes, isClosed };
      }
      addAll(attributes, this.#attribute());
    }
    return { attributes, isClosed: false };
  }

  #attribute(): MarkupAttribute[] {
    const start = this.#at;
    const isCode = this.language !== "vue" && this.text[start] === "{";
    if (isCode) {
      const code = this.#braces();
      return [{ name: "", start, end: this.#at, value: code, expressions: [code] }];
    }
    const name = this.#match(NAME, start);
    if (name === undefined) {
      this.#at++;
      return [];
    }
    this.#at = start + name.length;
    this.#skipSpace();
    if (this.text[this.#at] !== "=") {
      const end = start + name.length;
      return [{ name, start, end, value: undefined, expressions: [] }];
    }
    this.#at++;
    this.#skipSpace();
    const { value, expressions } = this.#value();
    const isDirective = this.language === "vue" && /^(?:v-|[:@#.])/.test(name);
    return [{ name, start, end: this.#at, value, expressions: isDirective ? [value] : expressions }];
  }

  #value(): { value: Span; expressions: Span[] } {
    const { text } = this;
    const quote = text[this.#at]!;
    if (quote === "{" && this.language !== "vue") {
      const code = this.#braces();
      return { value: code, expressions: [code] };
    }
    if (quote === "`" && this.language === "astro") {
      const start = this.#at;
      const [template] = jsTokens(text.slice(start));
      this.#at = Math.min(text.length, endOfTemplate(text, start, template?.value.length ?? 1));
      const value = { start, end: this.#at };
      return { value, expressions: [value] };
    }
    const isQuoted = quote === '"' || quote === "'";
    const start = isQuoted ? this.#at + 1 : this.#at;
    const expressions: Span[] = [];
    this.#at = start;
    while (this.#at < text.length) {
      const character = text[this.#at]!;
      if (isQuoted ? character === quote : /[\s>]/.test(character)) break;
      if (character === "{" && this.language === "svelte") expressions.push(this.#braces());
      else this.#at++;
    }
    const value = { start, end: this.#at };
    if (isQuoted) this.#at = Math.min(text.length, this.#at + 1);
    return { value, expressions };
  }

  #skipSpace(): void {
    this.#at += this.#match(SPACE, this.#at)!.length;
  }

  #match(expression: RegExp, at: number): string | undefined {
    expression.lastIndex = at;
    return expression.exec(this.text)?.[0];
  }
}

/** Returns the end of code that begins behind a brace: the brace that closes it. */
export function endOfCode(text: string, start: number): number {
  // The end of a block of Svelte begins like a regular expression.
  if (text[start] === "/" && text[start + 1] !== "*" && text[start + 1] !== "/") {
    const close = text.indexOf("}", start);
    return close < 0 ? text.length : close;
  }
  let at = start;
  let depth = 0;
  for (const { type, value } of jsTokens(text.slice(start), { jsx: true })) {
    if (type === "Punctuator" || type === "JSXPunctuator") {
      if (value === "{") depth++;
      else if (value === "}" && --depth < 0) return at;
    }
    at += value.length;
  }
  return text.length;
}

/** Returns the end of a template literal; `${` in it opens code that may hold templates again. */
function endOfTemplate(text: string, start: number, first: number): number {
  if (text[start + first - 1] === "`" && first > 1) return start + first;
  let at = start;
  let depth = 0;
  for (const { type, value } of jsTokens(text.slice(start))) {
    at += value.length;
    if (type === "TemplateHead") depth++;
    else if (type === "TemplateTail" && --depth === 0) return at;
  }
  return text.length;
}
