import * as build from "../lowered/build.js";
import type { Expr, Template, Text } from "../lowered/core-tree.js";
import { partsBetween, type Hole } from "../lowered/interpolated.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["0", "\0"],
]);

/** Returns the place of the characters of a string: `r#"…"#` and `b"…"` have more around them than quotes. */
function innerOf({ text, start, end }: SyntaxNode): build.Place & { readonly isRaw: boolean } {
  const [opening = '"'] = /^[bc]?(?:r#*)?"/.exec(text) ?? [];
  const hashes = opening.split("#").length - 1;
  return { start: start + opening.length, end: end - 1 - hashes, isRaw: opening.includes("r") };
}

/** Lowers a string literal. */
export function stringLiteral(node: SyntaxNode): Text {
  const { start, end, isRaw } = innerOf(node);
  const written = node.text.slice(start - node.start, end - node.start);
  return build.text(build.span(start, end), isRaw ? written : unescaped(written), written);
}

/** https://doc.rust-lang.org/reference/tokens.html#string-literals */
function unescaped(written: string): string {
  return written.replace(
    /\\(?:u\{([0-9a-fA-F_]+)\}|x([0-9a-fA-F]{2})|\r?\n\s*|(.))/gs,
    (all, unicode: string | undefined, byte: string | undefined, one: string | undefined) => {
      const code = unicode?.replaceAll("_", "") ?? byte;
      const point = code === undefined ? NaN : Number.parseInt(code, 16);
      if (point <= 0x10ffff) return String.fromCodePoint(point);
      return one === undefined ? (code === undefined ? "" : all) : (ESCAPES.get(one) ?? one);
    },
  );
}

/** The arguments of `format!` and its kin: those by position, and those by name. */
export interface FormatArguments {
  readonly listed: readonly Expr[];
  readonly named: ReadonlyMap<string, Expr>;
  /** Returns the variable that a format names by itself: `{base}`. */
  readonly variable: (name: string, place: build.Place) => Expr;
}

/** Lowers a format text with its values: https://doc.rust-lang.org/std/fmt/ */
export function formatted(node: SyntaxNode, { listed, named, variable }: FormatArguments): Template {
  const { start, end, isRaw } = innerOf(node);
  const slice = (from: number, to: number): string => node.text.slice(from - node.start, to - node.start);
  const written = slice(start, end);
  const holes: Hole[] = [];
  let next = 0;
  for (const { 0: all, 1: name = "", 2: spec = "", index } of written.matchAll(HOLE)) {
    if (all === "{{" || all === "}}") continue;
    const place = build.span(start + index, start + index + all.length);
    const inner = build.span(place.start + 1, place.start + 1 + name.length);
    const value =
      name === ""
        ? listed[next++]
        : /^\d+$/.test(name)
          ? listed[Number(name)]
          : (named.get(name) ?? variable(name, inner));
    // A width or a number of digits changes the text of some values.
    const isPlain = /^(?:|:\??)$/.test(spec);
    holes.push({ ...place, value: value && isPlain ? value : build.unknown(place, value ? [value] : []) });
  }
  const meaning = (text: string): string => {
    const single = text.replaceAll("{{", "{").replaceAll("}}", "}");
    return isRaw ? single : unescaped(single);
  };
  return build.template(node, partsBetween(start, end, holes, slice, meaning));
}

const HOLE = /\{\{|\}\}|\{\s*(\w*)\s*(:[^{}]*)?\}/g;
