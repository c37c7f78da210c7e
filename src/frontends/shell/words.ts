import { addAll } from "../../core/add-all.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import {
  call,
  choose,
  either,
  index,
  madeText,
  name,
  span,
  spread,
  template,
  text,
  unknown,
  type Place,
} from "../lowered/build.js";
import type { Expr, Spread } from "../lowered/core-tree.js";
import { ansiPieces, heredocPieces, quotedPieces, wordPieces, type Piece } from "./quoting.js";
import { ARGUMENTS, SCOPE, type Scripts } from "./scripts.js";

/** Lowers words, and their contents, to expressions. */
export class Words {
  constructor(
    private readonly source: string,
    private readonly scripts: Scripts,
  ) {}

  /** Lowers words to arguments. A word in quotes is one, `$X` may be several or none. */
  all(words: readonly SyntaxNode[]): (Expr | Spread)[] {
    return words.map((word) => this.argument(word));
  }

  argument(word: SyntaxNode): Expr | Spread {
    const several = this.#several(word);
    if (several) return several;
    if (SPLIT.has(word.type)) return spread(word, this.native(word, "split", [this.expression(word)]));
    return this.expression(word);
  }

  /** Lowers `"$@"` and `"${A[@]}"`, with or without quotes, to a spread. Undefined for other words. */
  #several(word: SyntaxNode): Spread | undefined {
    const inner = word.type === "string" && word.named.length === 1 ? word.named[0]! : word;
    if (word.type === "string" && inner.end - inner.start !== word.end - word.start - 2) return undefined;
    if (inner.type === "simple_expansion" && inner.named[0]?.text === "@")
      return spread(word, this.native(word, "rest", [name(inner, ARGUMENTS)]));
    if (inner.type !== "expansion") return undefined;
    const subscript = inner.child("subscript");
    const isPlain =
      inner.named.length === 1 && !inner.children.some(({ type }) => type === "#" || type === "!");
    if (!isPlain) return undefined;
    if (inner.named[0]!.text === "@")
      return spread(word, this.native(word, "rest", [name(inner, ARGUMENTS)]));
    if (subscript?.field("index")?.text !== "@") return undefined;
    return spread(word, this.native(word, "elements", [this.#stored(subscript.field("name")!)]));
  }

  /** Lowers a word to one value. */
  expression(node: SyntaxNode): Expr {
    switch (node.type) {
      case "word":
      case "number":
      case "extglob_pattern":
      case "regex":
      case "variable_name":
        // The grammar takes the start of a text such as `2023-02-01` behind `:-` for a name.
        return this.#made(node, wordPieces(this.source, node.start, node.end));
      case "raw_string":
        return this.#made(node, [this.#piece(node.start + 1, node.end - 1)]);
      case "ansi_c_string":
        return this.#made(node, ansiPieces(this.source, node.start + 2, node.end - 1));
      case "translated_string":
        return this.expression(node.named[0] ?? node);
      case "string":
        return this.#mixed(node, node.start + 1, node.end - 1, quotedPieces);
      case "concatenation":
        return this.#concatenation(node);
      case "simple_expansion":
        return this.#variable(node, node.named[0]);
      case "expansion":
        return this.#expansion(node);
      case "command_substitution":
        return this.scripts.captured(node);
      case "process_substitution":
        return this.native(node, "process", [this.scripts.captured(node)]);
      case "arithmetic_expansion":
        return this.scripts.arithmetic(node);
      case "array":
        return unknown(node, this.all(node.named));
      default:
        return unknown(node);
    }
  }

  /** Lowers a heredoc. Its expansions are evaluated unless its mark is in quotes. */
  heredoc(redirect: SyntaxNode): Expr {
    const body = redirect.child("heredoc_body");
    if (!body) return madeText(redirect, "");
    const mark = redirect.child("heredoc_start")?.text ?? "";
    const dedents = redirect.children.some(({ type }) => type === "<<-");
    if (/['"\\]/.test(mark)) {
      const pieces = dedents
        ? heredocPieces(this.source, body.start, body.end, true, false)
        : [this.#piece(body.start, body.end)];
      return this.#made(body, pieces);
    }
    return this.#mixed(body, body.start, body.end, (source, start, end) =>
      heredocPieces(source, start, end, dedents, true),
    );
  }

  native(place: Place, what: string, args: readonly (Expr | Spread)[]): Expr {
    return call(place, name(place, `sh:${what}`), args);
  }

  #piece(start: number, end: number): Piece {
    return { start, end, value: this.source.slice(start, end) };
  }

  #made(place: Place, pieces: readonly Piece[]): Expr {
    const [first, ...others] = pieces;
    if (!first) return madeText(place, "");
    if (others.length === 0) return this.#text(first);
    return template(
      place,
      pieces.map((piece) => this.#text(piece)),
    );
  }

  #text({ start, end, value }: Piece): Expr {
    return text(span(start, end), value, this.source.slice(start, end));
  }

  #pieceOf(piece: Piece): Expr {
    const { start, end, parameter } = piece;
    return parameter === undefined ? this.#text(piece) : this.#parameter(span(start, end), parameter);
  }

  /** Lowers text with expansions. Everything else counts as text, also where the grammar has no node for it. */
  #mixed(
    node: SyntaxNode,
    from: number,
    to: number,
    piecesOf: (source: string, start: number, end: number) => Piece[],
  ): Expr {
    const parts: Expr[] = [];
    let at = from;
    const textUntil = (end: number): void => {
      if (end > at) for (const piece of piecesOf(this.source, at, end)) parts.push(this.#pieceOf(piece));
    };
    for (const child of node.named) {
      if (!EXPANSIONS.has(child.type)) continue;
      textUntil(child.start);
      parts.push(this.expression(child));
      at = child.end;
    }
    textUntil(to);
    return this.#joined(node, parts);
  }

  #concatenation(node: SyntaxNode): Expr {
    const { text: written } = node;
    // `{a,b}` and `{1..3}` become several words.
    if (/(?<![$\\])\{[^{}"']*(?:,|\.\.)[^{}"']*\}/.test(written)) return unknown(node);
    const parts: Expr[] = [];
    let at = node.start;
    for (const child of node.children) {
      if (child.start > at)
        addAll(
          parts,
          wordPieces(this.source, at, child.start).map((one) => this.#text(one)),
        );
      if (child.isNamed) parts.push(this.expression(child));
      else
        addAll(
          parts,
          wordPieces(this.source, child.start, child.end).map((one) => this.#text(one)),
        );
      at = child.end;
    }
    return this.#joined(node, parts);
  }

  #joined(place: Place, parts: readonly Expr[]): Expr {
    if (parts.length === 0) return madeText(place, "");
    const [only] = parts;
    // One text is that text with its own place; one expansion in quotes is that value.
    return parts.length === 1 ? only! : template(place, parts);
  }

  #variable(place: SyntaxNode, variable: SyntaxNode | undefined): Expr {
    const id = variable?.text ?? "";
    if (!ID.test(id)) return this.#parameter(place, id);
    return this.scripts.isArray(id)
      ? this.native(place, "first", [this.#stored(variable!)])
      : this.#stored(variable!, place);
  }

  /** Lowers `$1`, `$@` and others whose names are not those of variables. */
  #parameter(place: Place, id: string): Expr {
    if (/^[0-9]+$/.test(id))
      return this.native(place, "positional", [name(place, ARGUMENTS), madeText(place, id)]);
    if (id === "*" || id === "@") return this.native(place, "joined", [name(place, ARGUMENTS)]);
    return unknown(place);
  }

  /** Lowers a variable as it is stored: a text or a list. */
  #stored(variable: SyntaxNode, place: Place = variable): Expr {
    return index(place, name(place, SCOPE), madeText(place, variable.text));
  }

  #expansion(node: SyntaxNode): Expr {
    const subscript = node.child("subscript");
    const variable = subscript ?? node.child("variable_name") ?? node.child("special_variable_name");
    if (!variable) return unknown(node);
    const operators = node.children.filter(({ isNamed, type }) => !isNamed && !"${}".includes(type));
    const [operator] = operators;
    const value = subscript ? this.#element(subscript) : this.#variable(node, variable);
    if (!operator) return value;
    // `${#X}`, `${!X}`
    if (operator.start < variable.start)
      return operator.type === "!" && !subscript ? index(node, name(node, SCOPE), value) : unknown(node);
    const given = node.children.filter(
      ({ start, type }) => start >= operator.end && type !== "}" && type !== operator.type,
    );
    const word = (): Expr =>
      given.length === 0
        ? madeText(node, "")
        : this.#joined(
            span(given[0]!.start, given.at(-1)!.end),
            given.filter(({ isNamed }) => isNamed).map((one) => this.expression(one)),
          );
    switch (operator.type) {
      case ":-":
        return either(node, "||", value, word());
      case "-":
        return either(node, ID.test(variable.text) ? "??" : "||", value, word());
      case ":=":
      case "=":
        return this.scripts.assigned(node, variable, either(node, "||", value, word()));
      case ":?":
      case "?":
        return value;
      case ":+":
        return either(node, "&&", value, word());
      case "+":
        return choose(node, unknown(node, [value]), word(), madeText(node, ""));
      case "%":
      case "%%":
      case "#":
      case "##":
        return this.native(node, "trimmed", [value, madeText(operator, operator.type), word()]);
      case "/":
      case "//":
        return this.#replaced(node, value, operator);
      default:
        // `${X:1:-3}`, `${X^^}`
        return this.native(node, "cut", [value]);
    }
  }

  /** Lowers `${A[0]}`, `${A[k]}` and `${A[*]}`. */
  #element(subscript: SyntaxNode): Expr {
    const key = subscript.field("index");
    const list = this.#stored(subscript.field("name")!);
    if (!key) return unknown(subscript);
    if (key.text === "*" || key.text === "@") return this.native(subscript, "words", [list]);
    return this.native(subscript, "element", [list, this.expression(key)]);
  }

  /** Lowers `${X/a/b}` and `${X//a/b}`. */
  #replaced(node: SyntaxNode, value: Expr, operator: SyntaxNode): Expr {
    const behind = node.children.filter(({ start, type }) => start >= operator.end && type !== "}");
    const cut = behind.findIndex(({ type }) => type === "/");
    const pattern = (cut < 0 ? behind : behind.slice(0, cut)).filter(({ isNamed }) => isNamed);
    const put = cut < 0 ? [] : behind.slice(cut + 1).filter(({ isNamed }) => isNamed);
    return this.native(node, "replaced", [
      value,
      madeText(operator, operator.type),
      this.#joined(
        node,
        pattern.map((one) => this.expression(one)),
      ),
      this.#joined(
        node,
        put.map((one) => this.expression(one)),
      ),
    ]);
  }
}

const ID = /^[A-Za-z_]\w*$/;

const EXPANSIONS = new Set([
  ...["simple_expansion", "expansion", "command_substitution", "process_substitution"],
  "arithmetic_expansion",
]);

/** Words that the shell splits at white space, where they have no quotes. */
const SPLIT = new Set(["simple_expansion", "expansion", "command_substitution"]);
