import * as build from "../lowered/build.js";
import type { TextPiece } from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** Turns an expression of the syntax into one of the core tree. */
export type LowerExpression = (node: SyntaxNode | undefined) => Expr;

/** Lowers a string, or several adjacent strings, which are one. */
export function stringExpression(node: SyntaxNode, lower: LowerExpression): Expr {
  const strings = node.type === "string" ? [node] : node.all("string");
  const parts = strings.flatMap((string) => partsOf(string, lower));
  const [only] = parts;
  if (parts.length === 0) {
    const inner = innerOf(strings[0] ?? node);
    return build.text(inner, "");
  }
  if (parts.length === 1 && only && !("type" in only)) return build.text(only, only.value, only.written);
  return build.template(node, parts);
}

/** Returns the span of the characters of a string, without its prefix and quotes. */
export function innerOf(string: SyntaxNode): build.Place {
  const open = string.child("string_start");
  const close = string.child("string_end");
  return build.span(open?.end ?? string.start, close?.start ?? string.end);
}

function partsOf(string: SyntaxNode, lower: LowerExpression): (TextPiece | Expr)[] {
  const prefix = (string.child("string_start")?.text ?? "").replace(/["']+$/, "").toLowerCase();
  const isRaw = prefix.includes("r");
  const isFormat = prefix.includes("f") || prefix.includes("t");
  const inner = innerOf(string);
  const { text, start } = string;
  const parts: (TextPiece | Expr)[] = [];
  const add = (from: number, to: number): void => {
    if (to <= from) return;
    const written = text.slice(from - start, to - start);
    const plain = isRaw ? written : unescaped(written);
    parts.push({
      start: from,
      end: to,
      value: isFormat ? plain.replace(/\{\{|\}\}/g, (two) => two[0]!) : plain,
      written,
    });
  };
  let at = inner.start;
  for (const hole of isFormat ? string.all("interpolation") : []) {
    add(at, hole.start);
    parts.push(interpolated(hole, lower));
    at = hole.end;
  }
  add(at, inner.end);
  return parts;
}

/** `{x}`; what is printed in a way of its own is not known. */
function interpolated(hole: SyntaxNode, lower: LowerExpression): Expr {
  const value = lower(hole.field("expression") ?? hole.named[0]);
  const conversion = hole.field("type_conversion")?.text ?? "!s";
  const isPlain = conversion === "!s" && !hole.field("format_specifier") && !hole.child("=");
  return isPlain ? value : build.unknown(hole, [value]);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["a", "\x07"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["\n", ""],
]);

/** Replaces escape sequences: https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences */
export function unescaped(written: string): string {
  if (!written.includes("\\")) return written;
  return written.replace(
    /\\(?:\r\n|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{[^}]*\}|([^]))/g,
    (all, octal?: string, hex?: string, short?: string, long?: string, other?: string) => {
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
      const code = hex ?? short ?? long;
      if (code !== undefined) {
        const point = parseInt(code, 16);
        return point <= 0x10_ffff ? String.fromCodePoint(point) : all;
      }
      if (other === undefined) return all.startsWith("\\N") ? all : "";
      return ESCAPES.get(other) ?? all;
    },
  );
}
