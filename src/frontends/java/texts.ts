import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { unindented } from "../lowered/unindent.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["s", " "],
  ["0", "\0"],
]);

/** Lowers a string literal or a text block. */
export function textLiteral(node: SyntaxNode): Expr {
  const { text, start, end } = node;
  if (text.startsWith('"""')) return textBlock(node);
  const inner = build.span(start + 1, end - 1);
  const written = text.slice(1, -1);
  return build.text(inner, unescaped(written), written);
}

/** The lines of a text block lose the white space that all of them begin with, and that at their ends. */
function textBlock({ text, start, end }: SyntaxNode): Expr {
  const first = text.indexOf("\n") + 1;
  const body = text.slice(first, -3);
  const lines = body.split("\n");
  const indents = lines
    .filter((line, index) => line.trim() !== "" || index === lines.length - 1)
    .map((line) => line.length - line.trimStart().length);
  const indent = indents.reduce((least, one) => Math.min(least, one), Infinity);
  const place = build.span(start + first, end - 3);
  const pieces = unindented(
    { ...place, value: body },
    () => indent,
    (line) => unescaped(line.replace(/[ \t\r]+(?=\n|$)/, "")),
  );
  return build.template(place, pieces);
}

function unescaped(written: string): string {
  return written.replace(
    /\\(?:u+([0-9a-fA-F]{4})|\n|(.))/gs,
    (all, code: string | undefined, one: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (all === "\\\n") return "";
      return ESCAPES.get(one) ?? one;
    },
  );
}
