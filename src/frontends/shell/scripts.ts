import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Expr } from "../lowered/core-tree.js";

/** The name under which programs find what a shell keeps: variables, functions and files that it has written. */
export const SCOPE = "sh";
/** The arguments of the script or function, behind its name. */
export const ARGUMENTS = "$";
/** The variable that collects the output of a block. */
export const OUTPUT = "output";

/** The functions that words need from the lowering of statements. */
export interface Scripts {
  /** Lowers the commands in `$(…)` to the text that they print. */
  captured(node: SyntaxNode): Expr;
  arithmetic(node: SyntaxNode): Expr;
  /** An assignment to a variable or an element, as an expression. */
  assigned(place: SyntaxNode, variable: SyntaxNode, value: Expr): Expr;
  /** Checks whether the text uses the variable as an array anywhere. */
  isArray(variable: string): boolean;
}
