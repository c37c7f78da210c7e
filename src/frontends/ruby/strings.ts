import * as build from "../lowered/build.js";
import type { TextPiece } from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { unindented } from "../lowered/unindent.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** Turns an expression of the syntax into one of the core tree. */
export type LowerExpression = (node: SyntaxNode | undefined) => Expr;

/** Lowers `"a#{b}"`, `'a'`, `%q(a)`, `:"a"`, and adjacent strings. */
export function stringExpression(node: SyntaxNode, lower: LowerExpression): Expr {
  const strings = node.type === "chained_string" ? node.named : [node];
  return joined(
    node,
    strings.flatMap((one) => partsOf(one, lower)),
  );
}

/** A text of parts; one that is all written is a plain string. */
function joined(node: SyntaxNode, parts: readonly (TextPiece | Expr)[]): Expr {
  const [only] = parts;
  if (!only) return build.text(build.span(node.start + 1, Math.max(node.start + 1, node.end - 1)), "");
  if (parts.length === 1 && !("type" in only)) return build.text(only, only.value, only.written);
  return build.template(node, parts);
}

const HOLDS_TEXT: ReadonlySet<string> = new Set(["string_content", "escape_sequence", "heredoc_content"]);

function partsOf(string: SyntaxNode, lower: LowerExpression): (TextPiece | Expr)[] {
  const isRaw = /^(?:'|%q|:'|%w|%i)/.test(string.text) || string.type === "bare_string";
  return piecesOf(string.children, isRaw, lower);
}

/** Returns the pieces of a string. Adjacent texts are joined. */
function piecesOf(
  children: readonly SyntaxNode[],
  isRaw: boolean,
  lower: LowerExpression,
): (TextPiece | Expr)[] {
  const parts: (TextPiece | Expr)[] = [];
  let open: { start: number; end: number; value: string; written: string } | undefined;
  for (const child of children) {
    if (HOLDS_TEXT.has(child.type)) {
      const value = child.type === "escape_sequence" ? unescaped(child.text, isRaw) : child.text;
      if (open?.end === child.start) {
        open.end = child.end;
        open.value += value;
        open.written += child.text;
      } else parts.push((open = { start: child.start, end: child.end, value, written: child.text }));
    } else if (child.type === "interpolation") {
      open = undefined;
      parts.push(interpolated(child, lower));
    }
  }
  return parts;
}

function interpolated(hole: SyntaxNode, lower: LowerExpression): Expr {
  const [only, ...others] = hole.named.filter(({ type }) => type !== "comment");
  return only && others.length === 0 ? lower(only) : build.unknown(hole, hole.named.map(lower));
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["0", "\0"],
  ["s", " "],
  ["e", "\x1b"],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
]);

/** https://docs.ruby-lang.org/en/master/syntax/literals_rdoc.html */
function unescaped(written: string, isRaw: boolean): string {
  const rest = written.slice(1);
  if (isRaw) return rest === "\\" || rest === "'" ? rest : written;
  const code = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\})$/.exec(rest);
  if (code) {
    const point = parseInt((code[1] ?? code[2] ?? code[3])!, 16);
    return point <= 0x10_ffff ? String.fromCodePoint(point) : written;
  }
  const octal = /^[0-7]{1,3}$/.test(rest) ? parseInt(rest, 8) : undefined;
  if (octal !== undefined) return String.fromCharCode(octal);
  return ESCAPES.get(rest) ?? (rest === "\n" ? "" : rest);
}

/** Lowers `<<~END`: the text below the line, without the indentation that all of its lines share. */
export function heredocExpression(
  beginning: SyntaxNode,
  body: SyntaxNode | undefined,
  lower: LowerExpression,
): Expr {
  if (!body) return build.unknown(beginning);
  const isRaw = beginning.text.includes("'");
  const parts = piecesOf(body.children, isRaw, lower);
  const [first] = parts;
  if (first && !("type" in first) && first.value.startsWith("\n")) parts[0] = shortened(first, "\n");
  else if (first && !("type" in first) && first.value.startsWith("\r\n")) parts[0] = shortened(first, "\r\n");
  const dedented = beginning.text.startsWith("<<~") ? withoutIndentation(parts) : parts;
  const kept = dedented.filter((part) => "type" in part || part.end > part.start);
  if (kept.length === 0) return build.madeText(beginning, "");
  return joined(body, kept);
}

function shortened({ start, end, value, written = value }: TextPiece, by: string): TextPiece {
  return { start: start + by.length, end, value: value.slice(by.length), written: written.slice(by.length) };
}

/** https://docs.ruby-lang.org/en/master/syntax/literals_rdoc.html#label-Here+Document+Literals */
function withoutIndentation(parts: readonly (TextPiece | Expr)[]): (TextPiece | Expr)[] {
  let least = Infinity;
  parts.forEach((part, index) => {
    if ("type" in part) return;
    const lines = (part.written ?? part.value).split("\n");
    lines.forEach((line, at) => {
      const isStart = at > 0 || index === 0;
      const isLast = at === lines.length - 1 && index === parts.length - 1;
      const isEmpty = /^[ \t\r]*$/.test(line) && (at < lines.length - 1 || isLast);
      if (isStart && !isEmpty) least = Math.min(least, /^[ \t]*/.exec(line)![0].length);
    });
  });
  if (least === Infinity || least === 0) return [...parts];
  return parts.flatMap((part, index): (TextPiece | Expr)[] => {
    if ("type" in part) return [part];
    const widthOf = (line: string, at: number): number =>
      at > 0 || index === 0 ? Math.min(least, /^[ \t]*/.exec(line)![0].length) : 0;
    if ((part.written ?? part.value) === part.value) return unindented(part, widthOf);
    const value = part.value
      .split("\n")
      .map((line, at) => line.slice(widthOf(line, at)))
      .join("\n");
    return [{ ...part, value, written: part.written ?? part.value }];
  });
}
