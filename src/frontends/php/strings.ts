import * as build from "../lowered/build.js";
import type { TextPiece } from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** Turns an expression of the syntax into one of the core tree. */
export type LowerExpression = (node: SyntaxNode | undefined) => Expr;

/** `'a'`, `"a$b{$c->d}"`, here-documents with and without values. */
export function stringExpression(node: SyntaxNode, lower: LowerExpression): Expr {
  const parts =
    node.type === "heredoc" || node.type === "nowdoc" ? documentParts(node, lower) : quotedParts(node, lower);
  const [only] = parts;
  if (!only) return build.text(build.span(node.start + 1, Math.max(node.start + 1, node.end - 1)), "");
  if (parts.length === 1 && !("type" in only)) return build.text(only, only.value, only.written);
  return build.template(node, parts);
}

/** The text between values is all that lies between them, for the parser leaves out some white space. */
function quotedParts(node: SyntaxNode, lower: LowerExpression): (TextPiece | Expr)[] {
  const open = /^[bB]?["']/.exec(node.text)?.[0].length ?? 1;
  const isRaw = node.type === "string";
  return partsBetween(node, node.start + open, node.end - 1, lower, (text) =>
    isRaw ? text.replace(/\\([\\'])/g, "$1") : unescaped(text, true),
  );
}

function partsBetween(
  node: SyntaxNode,
  from: number,
  to: number,
  lower: LowerExpression,
  meaning: (written: string, start: number) => string,
): (TextPiece | Expr)[] {
  const textOf = (start: number, end: number): string =>
    node.text.slice(start - node.start, end - node.start);
  const parts: (TextPiece | Expr)[] = [];
  let at = from;
  const take = (end: number): void => {
    if (end <= at) return;
    const written = textOf(at, end);
    parts.push({ start: at, end, value: meaning(written, at), written });
  };
  for (const child of node.named) {
    if (IS_TEXT.has(child.type)) continue;
    // `{$x}` has its brackets around it.
    const isBraced = textOf(child.start - 1, child.start) === "{" && textOf(child.end, child.end + 1) === "}";
    take(isBraced ? child.start - 1 : child.start);
    parts.push(interpolated(child, lower));
    at = isBraced ? child.end + 1 : child.end;
  }
  take(to);
  return parts;
}

const IS_TEXT: ReadonlySet<string> = new Set(["string_content", "escape_sequence", "nowdoc_string"]);

/** `"$x[key]"`: the key is a text without quotes. `"${x}"` is the variable. */
function interpolated(node: SyntaxNode, lower: LowerExpression): Expr {
  const [object, key, ...others] = node.named;
  if (node.type === "subscript_expression" && key?.type === "name" && object && others.length === 0)
    return build.index(node, lower(object), build.madeText(key, key.text));
  if (node.type === "dynamic_variable_name" && /^\$\{\w+\}$/.test(node.text))
    return build.name(node, `$${node.text.slice(2, -1)}`);
  return lower(node);
}

/** The lines of a here-document, without the indentation that its end has. */
function documentParts(node: SyntaxNode, lower: LowerExpression): (TextPiece | Expr)[] {
  const body = node.field("value");
  const end = node.field("end_tag");
  if (!body || !end) return [];
  const first = node.text.indexOf("\n");
  const whole = node.text.slice(0, end.start - node.start);
  const indentation = /[ \t]*$/.exec(whole)![0].length;
  const from = node.start + first + 1;
  const last = whole.slice(0, whole.length - indentation).replace(/\r?\n$/, "").length;
  const to = Math.max(from, node.start + last);
  const isRaw = node.type === "nowdoc";
  const pattern = new RegExp(`(?<=^|\\n)[ \\t]{1,${Math.max(1, indentation)}}`, "g");
  return partsBetween(spanning(isRaw ? [] : body.named, node), from, to, lower, (written, start) => {
    // The text behind a value does not begin a line.
    const text =
      indentation === 0
        ? written
        : written.replace(pattern, (match, offset: number) => (offset === 0 && start !== from ? match : ""));
    return isRaw ? text : unescaped(text, false);
  });
}

/** A node with other children. */
function spanning(named: readonly SyntaxNode[], around: SyntaxNode): SyntaxNode {
  return Object.create(around, { named: { value: named }, text: { value: around.text } }) as SyntaxNode;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["v", "\v"],
  ["e", "\x1b"],
  ["f", "\f"],
  ["\\", "\\"],
  ["$", "$"],
]);

/** https://www.php.net/manual/en/language.types.string.php; a backslash before another character stays. */
function unescaped(written: string, hasQuotes: boolean): string {
  return written.replace(
    /\\(?:u\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g,
    (whole, point: string | undefined, hex: string | undefined, octal: string | undefined, one: string) => {
      if (point !== undefined) {
        const code = parseInt(point, 16);
        return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
      }
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff);
      if (one === '"') return hasQuotes ? '"' : whole;
      return ESCAPES.get(one) ?? whole;
    },
  );
}
