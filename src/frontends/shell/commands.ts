import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { lambda, madeText, name, nothing, span, unknown, type Place } from "../lowered/build.js";
import { block as blockOf, declare, importFrom, returns, statement } from "../lowered/build-statements.js";
import type { Expr, Spread, Stmt } from "../lowered/core-tree.js";
import { isCommand } from "./commands/names.js";
import { OUTPUT, SCOPE } from "./scripts.js";
import { isSourcing, specifierOf } from "./sources.js";
import type { Words } from "./words.js";

/** The functions that commands need from the lowering of statements. */
interface Statements {
  statements(nodes: readonly SyntaxNode[]): Stmt[];
  assignments(node: SyntaxNode): Expr[];
  condition(node: SyntaxNode): Expr;
  /** Lowers what has an output of its own. */
  inside<Result>(locals: ReadonlySet<string> | undefined, run: () => Result): Result;
  readonly functions: ReadonlySet<string>;
}

/** Commands as expressions: what they print. */
export class Commands {
  /** The files that are sourced. */
  readonly imports: Stmt[] = [];

  constructor(
    private readonly text: string,
    private readonly words: Words,
    private readonly owner: Statements,
  ) {}

  /** Lowers a command to the text that it prints. */
  expression(node: SyntaxNode, stdin?: Expr): Expr {
    switch (node.type) {
      case "command":
        return this.command(node, stdin);
      case "pipeline":
        return this.#pipeline(node, stdin);
      case "subshell":
        return this.#withInput(node, stdin, this.block(node, node.children, true));
      case "redirected_statement":
        return this.redirected(node, stdin);
      case "test_command":
        return this.words.native(node, "status", [this.owner.condition(node)]);
      case "negated_command":
        return this.expression(node.named[0] ?? node, stdin);
      case "comment":
        return madeText(node, "");
      case "ERROR":
        return unknown(node);
      default:
        return this.#withInput(node, stdin, this.block(node, [node], false));
    }
  }

  captured(node: SyntaxNode): Expr {
    const commands = node.named.filter(({ type }) => type !== "comment");
    const [only] = commands;
    // `$(< file)`
    if (only && commands.length === 1 && only.type === "file_redirect")
      return this.words.native(node, "output", [
        this.words.native(only, "contents", [
          name(node, SCOPE),
          this.words.expression(only.field("destination") ?? only),
        ]),
      ]);
    const value =
      only && commands.length === 1 && isPlain(only)
        ? this.expression(only)
        : this.block(node, node.children, true);
    return this.words.native(node, "output", [value]);
  }

  /** Lowers commands to the text that they print together. A subshell keeps its variables to itself. */
  block(place: Place, nodes: readonly SyntaxNode[], isOwnShell: boolean): Expr {
    const body = this.owner.inside(undefined, () =>
      blockOf(place, [
        declare(place, name(place, OUTPUT), madeText(place, ""), "var"),
        ...this.owner.statements(nodes),
        returns(place, name(place, OUTPUT)),
      ]),
    );
    return this.words.native(place, isOwnShell ? "subshell" : "group", [
      name(place, SCOPE),
      lambda(place, [], body),
    ]);
  }

  #withInput(place: Place, stdin: Expr | undefined, value: Expr): Expr {
    if (!stdin) return value;
    return this.words.native(place, "fed", [name(place, SCOPE), stdin, lambda(place, [], value)]);
  }

  #pipeline(node: SyntaxNode, stdin?: Expr): Expr {
    let value = stdin;
    for (const stage of node.named) {
      if (stage.type === "comment") continue;
      const isLast = stage === node.named.at(-1);
      value =
        isPlain(stage) || (isLast && !setsVariables(stage))
          ? this.expression(stage, value)
          : this.#withInput(stage, value, this.block(stage, [stage], true));
    }
    return value ?? unknown(node);
  }

  command(node: SyntaxNode, stdin?: Expr): Expr {
    const { words } = this;
    const id = node.field("name");
    const args = node.fields("argument");
    const herestring = node.children.find(({ type }) => type === "herestring_redirect");
    const input = herestring ? words.expression(herestring.named[0] ?? herestring) : stdin;
    if (!id) return madeText(node, "");
    const inner = id.named[0];
    if (isSourcing(id.text)) return this.source(node, args);
    const place = span(id.start, args.at(-1)?.end ?? id.end);
    const all: (Expr | Spread)[] = [
      name(place, SCOPE),
      input ?? nothing(place),
      ...(inner ? [words.argument(inner)] : [madeText(id, id.text)]),
      ...words.all(args),
    ];
    const known =
      inner?.type === "word"
        ? inner.text.slice(inner.text.lastIndexOf("/") + 1).replace(/^\\/, "")
        : undefined;
    const isKnown = known !== undefined && isCommand(known) && !this.owner.functions.has(known);
    const value = words.native(place, isKnown ? known : "command", all);
    // These commands assign variables themselves.
    if (isKnown && ["read", "mapfile", "readarray"].includes(known)) return value;
    const given = node.all("variable_assignment").filter(({ end }) => end <= id.start);
    const own = given.filter(({ end }) => !this.text.slice(end, id.start).includes("\n"));
    if (own.length === 0) return value;
    const names = own.map((one) => madeText(one, one.field("name")?.text ?? ""));
    const body = blockOf(place, [
      ...own.flatMap((one) => this.owner.assignments(one).map((expression) => statement(expression))),
      returns(place, value),
    ]);
    return words.native(place, "with", [name(place, SCOPE), lambda(place, [], body), ...names]);
  }

  source(node: SyntaxNode, args: readonly SyntaxNode[]): Expr {
    const [file] = args;
    const specifier = file && specifierOf(file);
    if (!file || specifier === undefined) return unknown(node);
    const local = `source:${this.imports.length}`;
    this.imports.push(importFrom(file, madeText(file, specifier), { all: name(file, local) }));
    return this.words.native(node, "source", [name(node, SCOPE), name(file, local), ...this.words.all(args)]);
  }

  // ── Redirections ───────────────────────────────────────────────────────────────────────────────────────────────────

  /** Lowers a command with redirections to the text that it prints, unless that goes to a file. */
  redirected(node: SyntaxNode, stdin?: Expr): Expr {
    let input = stdin;
    const body = node.field("body");
    let value: Expr | undefined;
    const files = node.all("file_redirect", "heredoc_redirect", "herestring_redirect");
    for (const redirect of files) {
      if (redirect.type === "heredoc_redirect") input = this.words.heredoc(redirect);
      else if (redirect.type === "herestring_redirect")
        input = this.words.expression(redirect.named[0] ?? redirect);
      else if (redirect.children.some(({ type }) => type === "<")) {
        const from = redirect.field("destination");
        if (from)
          input = this.words.native(redirect, "contents", [
            name(redirect, SCOPE),
            this.words.expression(from),
          ]);
      }
    }
    value = body ? this.expression(body, input) : (input ?? madeText(node, ""));
    for (const redirect of files) {
      value = this.#written(redirect, value);
      if (redirect.type !== "heredoc_redirect") continue;
      for (const inner of redirect.all("file_redirect")) value = this.#written(inner, value);
      const pipe = redirect.child("pipeline");
      if (pipe) value = this.#pipeline(pipe, value);
    }
    return value;
  }

  #written(redirect: SyntaxNode, value: Expr): Expr {
    if (redirect.type !== "file_redirect") return value;
    const operator = redirect.children.find(({ isNamed }) => !isNamed)?.type ?? "";
    const descriptor = redirect.field("descriptor")?.text ?? "1";
    const to = redirect.field("destination");
    if (!to || operator.startsWith("<") || (descriptor !== "1" && !operator.startsWith("&"))) return value;
    if (operator === ">&")
      return to.text === "2" ? this.words.native(span(value.start, redirect.end), "discard", [value]) : value;
    return this.words.native(redirect, operator.endsWith(">>") ? "append" : "write", [
      name(redirect, SCOPE),
      this.words.expression(to),
      value,
    ]);
  }
}

/** Checks whether a command does the same in a subshell as in this shell. */
export function isPlain(node: SyntaxNode): boolean {
  if (node.type === "command")
    return !/^(?:cd|read|eval|source|\.|set|shift|export|exit|return|mapfile|readarray|printf|:given)$/.test(
      node.field("name")?.text ?? "",
    );
  if (node.type === "redirected_statement") {
    const body = node.field("body");
    return body === undefined || isPlain(body);
  }
  return node.type === "pipeline" && node.named.every(isPlain);
}

/** Checks whether a node contains a command or assignment that may set a variable. */
function setsVariables(node: SyntaxNode): boolean {
  for (const one of node.walk())
    if (one.type === "variable_assignment" || (one.type === "command" && !isPlain(one))) return true;
  return false;
}

/** Checks whether a node redirects output or input. */
export function sends(node: SyntaxNode): boolean {
  return node.children.some(
    ({ type, children }) =>
      type.endsWith("_redirect") &&
      children.some((one) => [">", ">>", "<", "&>", "<<", "<<-", "<<<"].includes(one.type)),
  );
}
