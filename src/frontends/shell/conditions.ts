import { either, madeText, name, operation, unary, unknown } from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Words } from "./words.js";

/** Lowers conditions: `[ … ]`, `[[ … ]]` and `test …`. Tests of files and comparisons of numbers are unknown. */
export class Conditions {
  constructor(
    private readonly values: Words,
    private readonly owner: { assignments(node: SyntaxNode): Expr[]; printed(node: SyntaxNode): Expr },
  ) {}

  /** Lowers a command to an expression that is true if the command succeeds. */
  condition(node: SyntaxNode): Expr {
    switch (node.type) {
      case "test_command":
        return this.#test(node);
      case "negated_command":
        return unary(node, "!", this.condition(node.named[0] ?? node));
      case "list": {
        const [left, right] = node.named;
        const operator = node.children.some(({ type }) => type === "||") ? "||" : "&&";
        if (!left || !right) return unknown(node);
        return either(node, operator, this.condition(left), this.condition(right));
      }
      case "variable_assignment":
      case "variable_assignments":
      case "declaration_command":
        return this.values.native(node, "status", this.owner.assignments(node));
      case "command": {
        const id = node.field("name");
        if (id?.text === "true" || id?.text === ":") return name(node, "sh:true");
        if (id?.text === "false") return name(node, "undefined");
        if (id?.text === "test" || id?.text === "[") return this.#words(node, node.fields("argument"));
        return this.values.native(node, "status", [this.owner.printed(node)]);
      }
      default:
        return this.values.native(node, "status", [this.owner.printed(node)]);
    }
  }

  #test(node: SyntaxNode): Expr {
    const [inner, ...others] = node.named;
    if (!inner || others.length > 0 || node.children[0]?.type === "((") return unknown(node);
    return this.#expression(inner);
  }

  /** Lowers `test "$X" = y`, which is a command with arguments in the grammar. */
  #words(node: SyntaxNode, args: readonly SyntaxNode[]): Expr {
    const given = args.filter(({ text }) => text !== "]");
    if (given[0]?.text === "!") return unary(node, "!", this.#words(node, given.slice(1)));
    const [first, second, third] = given;
    if (given.length === 1) return this.#isNotEmpty(first!);
    if (given.length === 2) return this.#unary(node, first!.text, second!);
    if (given.length === 3) return this.#binary(node, first!, second!.text, third!);
    return unknown(node);
  }

  #expression(node: SyntaxNode): Expr {
    switch (node.type) {
      case "parenthesized_expression":
        return node.named[0] ? this.#expression(node.named[0]) : unknown(node);
      case "unary_expression": {
        const [operator] = node.children;
        const operand = node.named.at(-1);
        if (!operator || !operand) return unknown(node);
        if (operator.text === "!") return unary(node, "!", this.#expression(operand));
        return this.#unary(node, operator.text, operand);
      }
      case "binary_expression": {
        const [left, right] = [node.field("left"), node.field("right")];
        const operator = node.field("operator")?.text ?? "";
        if (!left || !right) return unknown(node);
        if (operator === "&&" || operator === "||")
          return either(node, operator, this.#expression(left), this.#expression(right));
        if (operator === "-a" || operator === "-o")
          return either(
            node,
            operator === "-a" ? "&&" : "||",
            this.#expression(left),
            this.#expression(right),
          );
        return this.#binary(node, left, operator, right);
      }
      case "test_command":
      case "command":
        return this.condition(node);
      default:
        return this.#isNotEmpty(node);
    }
  }

  #isNotEmpty(node: SyntaxNode): Expr {
    return operation(node, "!==", this.values.expression(node), madeText(node, ""));
  }

  #unary(node: SyntaxNode, operator: string, operand: SyntaxNode): Expr {
    if (operator === "-n") return this.#isNotEmpty(operand);
    if (operator === "-z") return unary(node, "!", this.#isNotEmpty(operand));
    return unknown(node, [this.values.expression(operand)]);
  }

  #binary(node: SyntaxNode, left: SyntaxNode, operator: string, right: SyntaxNode): Expr {
    const isPattern = /[*?[\]]/.test(right.text) && right.type !== "string" && right.type !== "raw_string";
    const isEqual = operator === "=" || operator === "==";
    if (operator === "=~" || isPattern)
      return this.values.native(node, "matched", [
        this.values.expression(left),
        this.values.expression(right),
      ]);
    if (!isEqual && operator !== "!=") return unknown(node, [this.values.expression(left)]);
    return operation(
      node,
      isEqual ? "===" : "!==",
      this.values.expression(left),
      this.values.expression(right),
    );
  }
}
