import * as build from "../lowered/build.js";
import type { TextPiece } from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { partsBetween, type Hole } from "../lowered/interpolated.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** Turns an expression of the syntax into one of the core tree. */
export type LowerExpression = (node: SyntaxNode | undefined) => Expr;

/** Lowers `'a'`, `"a$b{$c->d}"`, heredocs and nowdocs. */
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
  return partsBetween(
    node.start + open,
    node.end - 1,
    holesIn(node.named, node, lower),
    (start, end) => written(node, start, end),
    (text) => (isRaw ? text.replace(/\\([\\'])/g, "$1") : unescaped(text, true)),
  );
}

/** The values in a text; `{$x}` has its brackets around it. */
function holesIn(nodes: readonly SyntaxNode[], around: SyntaxNode, lower: LowerExpression): Hole[] {
  return nodes
    .filter(({ type }) => !IS_TEXT.has(type))
    .map((node) => {
      const isBraced =
        written(around, node.start - 1, node.start) === "{" &&
        written(around, node.end, node.end + 1) === "}";
      const value = interpolated(node, lower);
      return isBraced
        ? { start: node.start - 1, end: node.end + 1, value }
        : { start: node.start, end: node.end, value };
    });
}

function written(node: SyntaxNode, start: number, end: number): string {
  return node.text.slice(start - node.start, end - node.start);
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
  const meaning = (line: string, start: number): string => {
    // The text behind a value does not begin a line.
    const text =
      indentation === 0
        ? line
        : line.replace(pattern, (match, offset: number) => (offset === 0 && start !== from ? match : ""));
    return isRaw ? text : unescaped(text, false);
  };
  const holes = isRaw ? [] : holesIn(body.named, node, lower);
  return partsBetween(from, to, holes, (start, end) => written(node, start, end), meaning);
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
