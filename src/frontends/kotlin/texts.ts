import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { partsBetween, type Hole } from "../lowered/interpolated.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expr } from "./expressions.js";
import type { Scope } from "./scope.js";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
]);

/** Returns what a text in quotes means, without values in it. */
export function unescaped(written: string): string {
  return written.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, one: string) =>
    code === undefined ? (ESCAPES.get(one) ?? one) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Returns the place of the characters of a string between its quotes. */
export function innerOf({ start, end, text }: SyntaxNode): build.Place {
  const width = text.startsWith('"""') ? 3 : 1;
  return build.span(start + width, Math.max(start + width, end - width));
}

/** Lowers a string: a text, or a template with values. */
export function textLiteral(node: SyntaxNode, scope: Scope): Expr {
  const isRaw = node.type === "multiline_string_literal";
  const inner = innerOf(node);
  const written = (start: number, end: number): string =>
    node.text.slice(start - node.start, end - node.start);
  const meaning = (text: string): string => (isRaw ? text : unescaped(text));
  const holes = holesIn(node, inner, scope);
  if (holes.length > 0)
    return build.template(inner, partsBetween(inner.start, inner.end, holes, written, meaning));
  const text = written(inner.start, inner.end);
  return build.text(inner, meaning(text), text);
}

/** The values in a string. The grammar does not see those of the form `$name` in strings with one quote. */
function holesIn(node: SyntaxNode, inner: build.Place, scope: Scope): Hole[] {
  const written = node.all("interpolation");
  const holes = written.map(({ start, end, named: [value] }): Hole => {
    return { start, end, value: value ? expr(value, scope) : build.unknown(build.span(start, end)) };
  });
  const escapes = node.all("escape_sequence");
  for (const { index, 0: all, 1: name } of node.text.matchAll(/\$([\p{L}_][\p{L}\p{N}_]*)/gu)) {
    const start = node.start + index;
    const isTaken =
      start < inner.start ||
      written.some((one) => one.start <= start && start < one.end) ||
      escapes.some((one) => one.start <= start && start < one.end);
    if (isTaken) continue;
    const place = build.span(start + 1, start + all.length);
    const value = name === "this" ? scope.self(place) : scope.read(place, name!);
    holes.push({ start, end: start + all.length, value });
  }
  return holes.sort((a, b) => a.start - b.start);
}
