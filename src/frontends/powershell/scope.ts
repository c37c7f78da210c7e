import type { Span } from "../../core/span.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isOfFile, variableName } from "./names.js";

/** The state of lowering one file: its names, and the results beside the statements. */
export interface FileState {
  /** Functions by their names → the parameters that are given without a value, and the one that a pipeline fills. */
  readonly functions: ReadonlyMap<string, FunctionFacts>;
  readonly classes: ReadonlySet<string>;
  /** The variables that the file itself has. */
  readonly variables: ReadonlySet<string>;
  /** True if the file loads others, whose variables and functions it may use. */
  readonly loads: boolean;
  /** Names that are declared elsewhere → where they are used first. */
  readonly imports: Map<string, SyntaxNode>;
  readonly broken: ReadonlySet<SyntaxNode>;
  readonly brokenSpans: Span[];
}

export interface FunctionFacts {
  readonly switches: ReadonlySet<string>;
  readonly fromPipeline?: string;
}

/** The code around a node: its file, function and variables. */
export interface Scope {
  readonly file: FileState;
  /** The variables of the functions around it. */
  readonly locals: ReadonlySet<string>;
  readonly isTop: boolean;
  readonly className?: string;
  readonly isLoop?: true;
}

const OWN_SCOPE: ReadonlySet<string> = new Set([
  ...["function_statement", "class_statement", "script_block_expression"],
]);

/** Returns the variables that code assigns, with the place of their first assignment. */
export function assignedIn(nodes: readonly SyntaxNode[], ofFile: boolean): Map<string, SyntaxNode> {
  const names = new Map<string, SyntaxNode>();
  const add = (node: SyntaxNode | undefined): void => {
    if (node?.type !== "variable" || /^\$\{?env:/i.test(node.text)) return;
    const name = variableName(node.text);
    if (isOfFile(node.text) === false && !names.has(name)) names.set(name, node);
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === "assignment_expression") {
      const left = node.child("left_assignment_expression");
      for (const one of left ? targetsIn(left) : []) add(one);
    }
    if (node.type === "foreach_statement") add(node.child("variable"));
    if (/^(?:pre|post)_(?:in|de)crement_expression$/.test(node.type))
      for (const one of targetsIn(node)) add(one);
    if (OWN_SCOPE.has(node.type) && !(ofFile && node.type === "script_block_expression")) return;
    for (const child of node.children) visit(child);
  };
  for (const node of nodes) visit(node);
  for (const name of ["$_", "$null", "$true", "$false", "$this"]) names.delete(name);
  return names;
}

/** The variables on the left side of an assignment. */
function targetsIn(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (one: SyntaxNode): void => {
    if (one.type === "variable") found.push(one);
    if (!/^(?:member_access|element_access|invokation_expression|string_literal)$/.test(one.type))
      for (const child of one.named) visit(child);
  };
  visit(node);
  return found;
}

/** Checks whether a node is code. */
export function isCode({ type }: SyntaxNode): boolean {
  return type !== "comment" && type !== "command_argument_sep" && type !== "empty_statement";
}

/** Returns the innermost node of a chain of expressions with one part each. */
export function innermost(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (
    /^(?:\w+_expression|\w+_argument_expression|argument_expression|pipeline|pipeline_chain|statement_list|string_literal|integer_literal|left_assignment_expression|script_parameter_default|for_\w+|while_condition|switch_condition)$/.test(
      at.type,
    )
  ) {
    const [only, ...others] = at.named.filter(isCode);
    if (!only || others.length > 0 || KEPT.has(at.type)) return at;
    at = only;
  }
  return at;
}

/** Expressions that mean something even with one part. */
const KEPT: ReadonlySet<string> = new Set([
  ...["expression_with_unary_operator", "cast_expression", "parenthesized_expression", "array_expression"],
  ...["sub_expression", "hash_literal_expression", "script_block_expression", "assignment_expression"],
  ...["post_increment_expression", "post_decrement_expression", "pre_increment_expression"],
  ...["pre_decrement_expression", "invokation_expression"],
]);
