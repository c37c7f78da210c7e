import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Expr } from "../lowered/core-tree.js";

/** The name under which programs find what a shell keeps: variables, functions and files that it has written. */
export const SCOPE = "sh";
/** The arguments of the script or function, behind its name. */
export const ARGUMENTS = "$";
/** What a block of commands prints is gathered under this name. */
export const OUTPUT = "output";

/** What words need of the statements around them. */
export interface Scripts {
  /** What the commands in `$(…)` print. */
  captured(node: SyntaxNode): Expr;
  arithmetic(node: SyntaxNode): Expr;
  /** An assignment to a variable or an element, as an expression. */
  assigned(place: SyntaxNode, variable: SyntaxNode, value: Expr): Expr;
  /** Whether the text makes a list of the variable somewhere. */
  isArray(variable: string): boolean;
}
