import { addAll } from "../../core/add-all.js";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import * as build from "../lowered/build.js";
import * as made from "../lowered/build-statements.js";
import type { Stmt } from "../lowered/core-tree.js";
import type { LoweredComment, LoweredText } from "../lowered/language.js";
import { writtenString } from "../plain/scan.js";
import type { Interest } from "../interest.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { constantsOf } from "./constants.js";
import { lowerFunction, Statements } from "./lower-statements.js";
import { Lowering, native } from "./lowering.js";
import { declaredNames, importsOf, receiverType, syntaxOf } from "./syntax.js";

/** More of what does not parse than this part of the text, and a search of the text is the better reading. */
const MAX_LEFT_OUT = 0.3;

export function lowerGo(
  source: SourceText,
  interest: Interest,
  isModelled: (path: string) => boolean,
): LoweredText | Problem {
  const parsed = syntaxOf(source);
  if (!parsed.ok) return { path: source.path, kind: parsed.kind, message: parsed.message };
  const { root, errors } = parsed;
  const lowering = new Lowering(importsOf(root), new Set(declaredNames(root)), isModelled, errors);
  const body = new FileStatements(lowering).all(root);
  const skipped = lowering.leftOut.reduce((sum, { start, end }) => sum + end - start, 0);
  if (skipped > MAX_LEFT_OUT * source.text.length)
    return { path: source.path, kind: "syntax", message: "does not parse as Go, searched as plain text" };
  return {
    programs: [made.program(build.span(0, source.text.length), [...lowering.imports(), ...body])],
    comments: commentsIn(root),
    problems: problemsOf(source, lowering.leftOut),
    strings: lowering.leftOut.flatMap(({ start, end }) => stringsIn(source, start, end, interest)),
  };
}

/** Returns the modules that a file imports its names from. */
export function specifiersOfGo(source: SourceText, isModelled: (path: string) => boolean): string[] {
  const parsed = syntaxOf(source);
  if (!parsed.ok) return [];
  const { root, errors } = parsed;
  const lowering = new Lowering(importsOf(root), new Set(declaredNames(root)), isModelled, errors);
  new FileStatements(lowering).all(root);
  return lowering.specifiers;
}

class FileStatements {
  readonly #statements: Statements;
  /** Types first, then functions, constants and variables: the order of a file means nothing. */
  readonly #types: Stmt[] = [];
  readonly #functions: Stmt[] = [];
  readonly #constants: Stmt[] = [];
  readonly #variables: Stmt[] = [];
  readonly #starts: Stmt[] = [];
  /** Statements outside of functions, as in a piece of code that is not a file. */
  readonly #loose: SyntaxNode[] = [];

  constructor(private readonly lowering: Lowering) {
    this.#statements = new Statements(lowering);
  }

  all(root: SyntaxNode): Stmt[] {
    for (const node of root.children) this.#declaration(node);
    if (this.#loose.length > 0) {
      const body = this.#statements.loose(this.#loose);
      this.#starts.push(made.statement(build.call(body, build.lambda(body, [], body), [])));
    }
    return [...this.#types, ...this.#functions, ...this.#constants, ...this.#variables, ...this.#starts];
  }

  #declaration(node: SyntaxNode): void {
    const { lowering } = this;
    switch (node.type) {
      case "type_declaration":
        addAll(this.#types, this.#statements.types(node));
        return;
      case "function_declaration":
        this.#function(node);
        return;
      case "method_declaration":
        this.#method(node);
        return;
      case "const_declaration":
        for (const { name, value, count } of constantsOf(node)) {
          if (name.text === "_") continue;
          const given = value ? this.#statements.constant(value, count) : build.unknown(name);
          const place = build.span(name.start, Math.max(name.end, value?.end ?? 0));
          this.#constants.push(
            made.exported(made.declare(place, build.name(name, name.text), given, "const")),
          );
        }
        return;
      case "var_declaration":
        if (lowering.broken.has(node)) lowering.leftOut.push(node);
        else addAll(this.#variables, this.#statements.variables(node, "var", false).map(made.exported));
        return;
      case "package_clause":
      case "import_declaration":
      case "comment":
        return;
      default:
        if (node.isError) lowering.leftOut.push(node);
        else if (node.isNamed) this.#loose.push(node);
    }
  }

  #function(node: SyntaxNode): void {
    const name = node.field("name");
    if (!name || !node.field("body")) return;
    const { params, body } = lowerFunction(this.lowering, node);
    if (name.text === "init") {
      const start = build.lambda(node, params, body);
      this.#starts.push(made.statement(build.call(node, start, [])));
      return;
    }
    const own = build.name(name, name.text === "_" ? this.lowering.fresh("_") : name.text);
    this.#functions.push(made.exported(made.functionNode(node, own, params, body)));
  }

  /** Lowers a method to a function, and adds it to its type. */
  #method(node: SyntaxNode): void {
    const name = node.field("name");
    const type = receiverType(node);
    if (!name || type === undefined || !node.field("body")) return;
    const { params, body } = lowerFunction(this.lowering, node);
    const own = build.name(name, `${type}.${name.text}`);
    this.#functions.push(made.exported(made.functionNode(node, own, params, body)));
    const typeName = [...node.field("receiver")!.walk()].find(
      (one) => one.type === "type_identifier" && one.text === type,
    )!;
    this.#functions.push(
      made.statement(
        native(name, "method", [this.lowering.name(typeName), build.madeText(name, name.text), own]),
      ),
    );
  }
}

function commentsIn(root: SyntaxNode): LoweredComment[] {
  const comments: LoweredComment[] = [];
  for (const { type, text, start, end } of root.walk()) {
    if (type !== "comment") continue;
    comments.push({ text: text.startsWith("//") ? text.slice(2) : text.slice(2, -2), start, end });
  }
  return comments;
}

function problemsOf(source: SourceText, leftOut: readonly SyntaxNode[]): Problem[] {
  const [first] = leftOut;
  if (!first) return [];
  const { line } = source.position(first.start);
  const message = "statements that do not parse as Go were left out; the rest of the file was read";
  return [{ path: source.path, kind: "syntax", line, message }];
}

function stringsIn(source: SourceText, start: number, end: number, interest: Interest) {
  const piece = { path: source.path, text: source.text.slice(start, end) };
  return interest.scanText(piece.text).map((match) => writtenString(piece, match, "text", start));
}
