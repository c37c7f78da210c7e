import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { assign, index, list, madeText, name, spread, unknown } from "../lowered/build.js";
import type { Expr, Pattern } from "../lowered/core-tree.js";
import { ARGUMENTS, SCOPE } from "./scripts.js";
import type { Words } from "./words.js";

/** Assignments as expressions; `export`, `local` and `declare` are some. */
export class Assignments {
  constructor(private readonly words: Words) {}

  target(variable: SyntaxNode): Pattern {
    return index(variable, name(variable, SCOPE), madeText(variable, variable.text));
  }

  assigned(place: SyntaxNode, variable: SyntaxNode, value: Expr): Expr {
    if (variable.type === "variable_name") return assign(place, this.target(variable), value);
    return value;
  }

  all(node: SyntaxNode, isInFunction: boolean): Expr[] {
    if (node.type === "variable_assignment") return [this.#assignment(node)];
    if (node.type === "unset_command") {
      return node.all("variable_name").map((one) => assign(one, this.target(one), unknown(one)));
    }
    const isOwn = /^(?:local|declare|typeset)$/.test(node.children[0]?.text ?? "") && isInFunction;
    const exported = /^(?:export|(?:declare|typeset) -\w*x)/.test(node.text)
      ? node.named.flatMap(nameIn)
      : [];
    const assigned = node.named.flatMap((one): Expr[] => {
      if (one.type === "variable_assignment") return [this.#assignment(one)];
      // A variable of the function that has no value yet; elsewhere it keeps what it has.
      if (one.type === "variable_name" && isOwn) return [assign(one, this.target(one), madeText(one, ""))];
      return [];
    });
    if (exported.length === 0) return assigned;
    return [...assigned, this.words.native(node, "export", [name(node, SCOPE), ...exported])];
  }

  #assignment(node: SyntaxNode): Expr {
    const target = node.field("name");
    const value = node.field("value");
    const isMore = node.children.some(({ type }) => type === "+=");
    if (!target) return unknown(node);
    if (target.type === "subscript") {
      const kept = target.field("name");
      const key = target.field("index");
      if (!kept || !key) return unknown(node);
      return this.words.native(node, "setElement", [
        name(node, SCOPE),
        madeText(kept, kept.text),
        this.words.expression(key),
        value ? this.words.expression(value) : madeText(node, ""),
      ]);
    }
    const pattern = this.target(target);
    if (value?.type === "array") {
      const isKeyed = value.named.some(({ type, text }) => type === "concatenation" && text.startsWith("["));
      if (isKeyed) return assign(node, pattern, unknown(node));
      const before = isMore
        ? [spread(node, this.words.native(node, "elements", [this.target(target) as Expr]))]
        : [];
      return assign(node, pattern, list(value, [...before, ...this.words.all(value.named)]));
    }
    const given = value ? this.words.expression(value) : madeText(node, "");
    if (!isMore) return assign(node, pattern, given);
    return assign(node, pattern, this.words.native(node, "appended", [this.target(target) as Expr, given]));
  }

  /** Lowers `shift` and `set -- a b`. */
  toArguments(node: SyntaxNode, what: string, args: readonly SyntaxNode[]): Expr[] {
    if (what === "shift") {
      const count = args[0] ? [this.words.expression(args[0])] : [];
      const shifted = this.words.native(node, "shift", [name(node, ARGUMENTS), ...count]);
      return [assign(node, name(node, ARGUMENTS), shifted)];
    }
    const mark = args.findIndex(({ text }) => text === "--");
    if (mark < 0) return [];
    const first = index(node, name(node, ARGUMENTS), madeText(node, "0"));
    const given = list(node, [first, ...this.words.all(args.slice(mark + 1))]);
    return [assign(node, name(node, ARGUMENTS), given)];
  }
}

/** Returns the name of the variable that a part of a declaration declares. */
function nameIn(one: SyntaxNode): Expr[] {
  const variable = one.type === "variable_assignment" ? one.field("name") : one;
  return variable?.type === "variable_name" ? [madeText(variable, variable.text)] : [];
}

/** Returns the variables that a function declares as local. */
export function localsIn(body: SyntaxNode | undefined): Set<string> {
  const locals = new Set<string>();
  for (const inner of body?.walk() ?? []) {
    if (inner.type !== "declaration_command") continue;
    if (!/^(?:local|declare|typeset)$/.test(inner.children[0]?.text ?? "")) continue;
    if (inner.named.some(({ text }) => /^-\w*g/.test(text))) continue;
    for (const one of inner.named) {
      const target = one.type === "variable_assignment" ? one.field("name") : one;
      if (target?.type === "variable_name") locals.add(target.text);
    }
  }
  return locals;
}
