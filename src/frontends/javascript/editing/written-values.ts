import type { FileStyle, Quote } from "./file-style.js";

/**
 * A value to write: a string as a literal, a list of strings, an object in the order of its keys, or the text of an
 * expression.
 */
export type NewValue =
  | string
  | { readonly list: readonly (string | SourceValue)[] }
  | {
      readonly object: Readonly<Record<string, NewValue>>;
      /** Expressions that are spread into the object before and behind its members. */
      readonly spreads?: { readonly before?: readonly string[]; readonly after?: readonly string[] };
    }
  | SourceValue;

/** An expression by its text. */
export interface SourceValue {
  readonly source: string;
}

/** The layout of inserted text. */
interface Layout {
  readonly style: FileStyle;
  readonly quote: Quote;
  /** The start of the line that the value begins on. */
  readonly indent: string;
  /** True if it may take several lines. */
  readonly mayBreak: boolean;
  /** True if keys are quoted that need not be. */
  readonly quoteKeys: boolean;
}

/** Lines longer than this are broken where that is allowed; the default of the common formatter. */
const LINE_WIDTH = 80;
const TAB_WIDTH = 4;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

export function isIdentifierName(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** Writes a string literal. */
export function writeString(value: string, quote: Quote): string {
  return quote + escapeFor(value, quote) + quote;
}

/** Escapes characters so that they can be written between quotes. */
export function escapeFor(value: string, quote: Quote): string {
  let escaped = "";
  for (const character of value) {
    if (character === "\\" || character === quote) escaped += `\\${character}`;
    else escaped += CONTROLS.get(character) ?? escapeControl(character);
  }
  return escaped;
}

const CONTROLS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
  }),
);

/** Control characters and halves of surrogate pairs, which a file in UTF-8 cannot hold. */
function escapeControl(character: string): string {
  const code = character.charCodeAt(0);
  const isHalf = character.length === 1 && code >= 0xd800 && code <= 0xdfff;
  if (code >= 0x20 && code !== 0x7f && !isHalf) return character;
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

function writeKey(key: string, { quote, quoteKeys }: Pick<Layout, "quote" | "quoteKeys">): string {
  return isIdentifierName(key) && !quoteKeys ? key : writeString(key, quote);
}

/** Writes `key: value`, on several lines if it is too long and the layout allows it. */
export function writeMember(key: string, value: NewValue, layout: Layout): string {
  const start = `${writeKey(key, layout)}: `;
  return start + writeValue(value, layout, start.length + 1);
}

/**
 * Writes a value.
 *
 * @param beside how many other characters are on the same line, without the indentation
 */
export function writeValue(value: NewValue, layout: Layout, beside = 0): string {
  if (typeof value === "string") return writeString(value, layout.quote);
  if ("source" in value) return value.source;
  const flat = writeItems(value, { ...layout, mayBreak: false });
  const [open, close] = "list" in value ? ["[", "]"] : ["{", "}"];
  if (flat.length === 0) return open + close;
  const padding = "list" in value ? "" : layout.style.bracePadding;
  const line = open + padding + flat.join(", ") + padding + close;
  if (!layout.mayBreak || widthOf(layout.indent) + beside + line.length <= LINE_WIDTH) return line;
  const inner = { ...layout, indent: layout.indent + layout.style.unit };
  const { lineEnding } = layout.style;
  const items = writeItems(value, inner).map((item) => lineEnding + inner.indent + item);
  const last = layout.style.trailingCommas ? "," : "";
  return `${open}${items.join(",")}${last}${lineEnding}${layout.indent}${close}`;
}

function widthOf(indent: string): number {
  return indent.replace(/\t/g, " ".repeat(TAB_WIDTH)).length;
}

function writeItems(value: Exclude<NewValue, string | SourceValue>, layout: Layout): string[] {
  if ("list" in value) return value.list.map((item) => writeValue(item, layout));
  const { before = [], after = [] } = value.spreads ?? {};
  return [
    ...before.map((source) => `...${source}`),
    ...Object.entries(value.object).map(([key, member]) => writeMember(key, member, layout)),
    ...after.map((source) => `...${source}`),
  ];
}
