import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { partsBetween } from "../lowered/interpolated.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** Lowers `'a'`, `"a$b$($c.d)"`, `@"…"@`, `@'…'@` and words without quotes. */
export function stringExpression(node: SyntaxNode, lower: (node: SyntaxNode) => Expr): Expr {
  const { text } = node;
  const isHere = /^@["']/.test(text);
  const isRaw = node.type.startsWith("verbatim");
  const open = isHere ? /^@["'][ \t]*\r?\n?/.exec(text)![0].length : 1;
  const close = isHere ? (/\r?\n?["']@$/.exec(text)?.[0].length ?? 2) : 1;
  const [from, to] = [node.start + open, Math.max(node.start + open, node.end - close)];
  const holes = isRaw
    ? []
    : node.named.map((one) => ({ start: one.start, end: one.end, value: asText(one, lower(one)) }));
  const parts = partsBetween(
    from,
    to,
    holes,
    (start, end) => text.slice(start - node.start, end - node.start),
    (written) => (isRaw ? (isHere ? written : written.replaceAll("''", "'")) : unescaped(written, isHere)),
  );
  const [only] = parts;
  if (!only) return build.text(build.span(from, from), "");
  if (parts.length === 1 && !("type" in only)) return build.text(only, only.value, only.written);
  return build.template(node, parts);
}

/** A value as PowerShell prints it. */
function asText(place: build.Place, value: Expr): Expr {
  return build.call(place, build.name(build.span(place.start, place.start), "ps:text"), [value]);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["f", "\f"],
  ["v", "\v"],
  ["\n", ""],
]);

/** See about_Special_Characters; in a text with quotes a doubled quote is one. */
function unescaped(written: string, isHere: boolean): string {
  const text = written.replace(
    /`(?:u\{([0-9a-fA-F]{1,6})\}|\r?([\s\S]))/g,
    (_whole, point: string | undefined, one: string) =>
      point === undefined
        ? (ESCAPES.get(one) ?? one)
        : String.fromCodePoint(Math.min(parseInt(point, 16), 0x10_ffff)),
  );
  return isHere ? text : text.replaceAll('""', '"');
}
