import { assign, index, madeText, name, unknown } from "../lowered/build.js";
import { statement } from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { SCOPE } from "./scripts.js";
import type { Words } from "./words.js";

/** `$((…))`: sums of what is known are known. What is assigned in one is not. */
export class Arithmetic {
  constructor(private readonly words: Words) {}

  value(node: SyntaxNode): Expr {
    const [inner, ...others] = node.named;
    if (!inner || others.length > 0) return unknown(node);
    const value = this.#expression(inner);
    return value ?? unknown(node, []);
  }

  #expression(node: SyntaxNode): Expr | undefined {
    switch (node.type) {
      case "number":
        return this.words.expression(node);
      case "variable_name":
      case "word":
        return /^[A-Za-z_]\w*$/.test(node.text)
          ? index(node, name(node, SCOPE), madeText(node, node.text))
          : undefined;
      case "simple_expansion":
      case "expansion":
        return this.words.expression(node);
      case "parenthesized_expression":
        return node.named[0] && this.#expression(node.named[0]);
      case "binary_expression": {
        const [left, right] = node.named;
        const operator = node.children.find(({ isNamed }) => !isNamed)?.type ?? "";
        if (!left || !right || !["+", "-", "*"].includes(operator)) return undefined;
        const [a, b] = [this.#expression(left), this.#expression(right)];
        return a && b && this.words.native(node, "calculated", [a, madeText(node, operator), b]);
      }
      default:
        return undefined;
    }
  }

  /** Makes variables unknown that `((…))` may assign. */
  effects(node: SyntaxNode): Stmt[] {
    const names = new Set<string>();
    const isAssigning = /\+\+|--|(?<![=!<>])=(?!=)/.test(node.text);
    if (!isAssigning) return [];
    for (const [id] of node.text.matchAll(/[A-Za-z_]\w*/g)) names.add(id);
    return [...names].map((id) =>
      statement(assign(node, index(node, name(node, SCOPE), madeText(node, id)), unknown(node))),
    );
  }
}
