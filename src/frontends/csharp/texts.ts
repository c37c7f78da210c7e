import * as build from "../lowered/build.js";
import type { TextPiece } from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { unindented } from "../lowered/unindent.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["e", "\x1b"],
]);

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{1,4})|(.))/gs;

function unescaped(written: string): string {
  return written.replace(ESCAPE, (all, short?: string, long?: string, hex?: string, one?: string) => {
    const code = short ?? long ?? hex;
    if (code === undefined) return ESCAPES.get(one!) ?? one!;
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}

/** The quotes and prefixes of a string literal. */
interface Quoting {
  /** The lengths of the text before and after the characters. */
  readonly open: number;
  readonly close: number;
  readonly isVerbatim: boolean;
  readonly isRaw: boolean;
  /** The number of braces that start an interpolated value, or 0 if the literal has none. */
  readonly braces: number;
}

function quotingOf(text: string): Quoting {
  const [, prefix = "", quotes = '"'] = /^([$@]*)("+)/.exec(text) ?? [];
  const isRaw = quotes.length >= 3 && text.length > quotes.length + prefix.length;
  const braces = prefix.replace("@", "").length;
  const close = isRaw ? quotes.length : text.endsWith("u8") ? 3 : 1;
  const open = prefix.length + (isRaw ? quotes.length : 1);
  return { open, close, isVerbatim: prefix.includes("@"), isRaw, braces };
}

/** Returns the text that a piece of a literal means. */
function meaning(written: string, { isVerbatim, isRaw, braces }: Quoting): string {
  if (isRaw) return written;
  const plain = isVerbatim ? written.replaceAll('""', '"') : unescaped(written);
  return braces > 0 ? plain.replaceAll("{{", "{").replaceAll("}}", "}") : plain;
}

/** Lowers a string literal. Raw strings lose the indentation of their last line. */
export function textLiteral(node: SyntaxNode): Expr {
  const quoting = quotingOf(node.text);
  const inner = build.span(node.start + quoting.open, node.end - quoting.close);
  if (inner.end < inner.start) return build.unknown(node);
  const written = node.text.slice(quoting.open, node.text.length - quoting.close);
  if (!quoting.isRaw) return build.text(inner, meaning(written, quoting), written);
  return build.template(inner, withoutIndentation([{ ...inner, value: written }]));
}

/** Lowers `$"…{x}…"`. Values with their own format are unknown. */
export function interpolated(node: SyntaxNode, expr: (inner: SyntaxNode) => Expr): Expr {
  const quoting = quotingOf(node.text);
  const parts: (TextPiece | Expr)[] = [];
  let from = node.start + quoting.open;
  const addText = (to: number): void => {
    if (to <= from) return;
    const written = node.text.slice(from - node.start, to - node.start);
    parts.push({ start: from, end: to, value: meaning(written, quoting), written });
  };
  for (const hole of node.all("interpolation")) {
    addText(hole.start);
    parts.push(valueIn(hole, expr));
    from = hole.end;
  }
  addText(node.end - quoting.close);
  return build.template(node, quoting.isRaw ? withoutIndentation(parts) : parts);
}

function valueIn(hole: SyntaxNode, expr: (inner: SyntaxNode) => Expr): Expr {
  const value = hole.named.find(({ type }) => !/^interpolation_/.test(type) && type !== "comment");
  if (!value) return build.unknown(hole);
  const isFormatted = hole.named.some(({ type }) => /^interpolation_(?:format|alignment)/.test(type));
  return isFormatted ? build.unknown(hole, [expr(value)]) : expr(value);
}

/** Raw strings of several lines lose their first and last line break, and what their last line is indented by. */
function withoutIndentation(parts: readonly (TextPiece | Expr)[]): (TextPiece | Expr)[] {
  const isPiece = (part: TextPiece | Expr): part is TextPiece => !("type" in part);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || !isPiece(first) || !isPiece(last)) return [...parts];
  const opening = /^[ \t]*\r?\n/.exec(first.value);
  const closing = /\r?\n([ \t]*)$/.exec(last.value);
  if (!opening || !closing) return [...parts];
  const indentation = closing[1]!;
  return parts.flatMap((part): (TextPiece | Expr)[] => {
    if (!isPiece(part)) return [part];
    const from = part === first ? opening[0].length : 0;
    // In an empty text, the line breaks before and after it are the same one.
    const to = Math.max(from, part.value.length - (part === last ? closing[0].length : 0));
    return unindented(
      { start: part.start + from, end: part.start + to, value: part.value.slice(from, to) },
      (line, index) =>
        (index > 0 || part === first) && line.startsWith(indentation) ? indentation.length : 0,
    );
  });
}
