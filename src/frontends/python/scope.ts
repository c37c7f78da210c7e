import type { Span } from "../../core/span.js";
import type { Stmt } from "../lowered/core-tree.js";
import type { LoweredComment } from "../lowered/language.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** The results of lowering a file beside its statements. */
export interface FileState {
  /** Imports are bound before the file runs, wherever they stand. */
  readonly imports: Stmt[];
  /** Names that the module has from elsewhere. */
  readonly importedNames: Set<string>;
  /** `import a.b.c` → the hidden name of that module. */
  readonly dotted: Map<string, string>;
  /** Specifiers of `from x import *`. */
  readonly stars: string[];
  /** Strings that stand as statements. */
  readonly docstrings: LoweredComment[];
  /** Nodes that have something in them which does not parse. */
  readonly broken: ReadonlySet<SyntaxNode>;
  readonly brokenSpans: { readonly start: number; readonly end: number }[];
  /** Keys that are taken out of an object, whether it has them or not. */
  readonly removedKeys: Span[];
  readonly path: string;
  lineOf(offset: number): number;
}

/** The names that a piece of code can see. */
export interface Scope {
  readonly file: FileState;
  readonly kind: "module" | "function" | "class";
  /** Names of outer scopes that are assigned here. */
  readonly outer: ReadonlySet<string>;
  /** In the body of a class, the names that it has so far; they are members. */
  readonly members?: Set<string>;
  /** In the methods of a class. */
  readonly inClass?: boolean;
  /** In a block of a function or module, where declarations of functions are not seen outside. */
  readonly inBlock?: boolean;
}

const OWN_SCOPE: ReadonlySet<string> = new Set(["function_definition", "class_definition", "lambda"]);

/** Returns the names that code assigns in its own scope, with the place of their first assignment. */
export function assignedNames(body: SyntaxNode): Map<string, SyntaxNode> {
  const names = new Map<string, SyntaxNode>();
  const add = (node: SyntaxNode | undefined): void => {
    if (!node) return;
    if (node.type === "identifier") {
      if (!names.has(node.text)) names.set(node.text, node);
    } else if (PATTERNS.has(node.type)) for (const child of node.named) add(child);
  };
  const visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case "assignment":
      case "augmented_assignment":
      case "for_statement":
        add(node.field("left"));
        break;
      case "named_expression":
        add(node.field("name"));
        break;
      case "as_pattern_target":
        for (const child of node.named) add(child);
        break;
      case "function_definition":
      case "class_definition":
        add(node.field("name"));
        break;
      default:
        break;
    }
    if (OWN_SCOPE.has(node.type)) return;
    for (const child of node.children) visit(child);
  };
  for (const child of body.children) visit(child);
  return names;
}

const PATTERNS: ReadonlySet<string> = new Set([
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "list_splat_pattern",
  "parenthesized_expression",
  "tuple",
  "list",
]);

/** Returns the names that a function declares as `global` or `nonlocal`. */
export function outerNames(body: SyntaxNode): Set<string> {
  const names = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === "global_statement" || node.type === "nonlocal_statement")
      for (const child of node.all("identifier")) names.add(child.text);
    if (OWN_SCOPE.has(node.type)) return;
    for (const child of node.children) visit(child);
  };
  for (const child of body.children) visit(child);
  return names;
}

/** Returns the names that any function of a file declares as `global`. */
export function globalNames(root: SyntaxNode): Map<string, SyntaxNode> {
  const names = new Map<string, SyntaxNode>();
  for (const node of root.walk())
    if (node.type === "global_statement")
      for (const child of node.all("identifier")) names.set(child.text, child);
  return names;
}

/** Checks whether a function is a generator. */
export function hasYield(body: SyntaxNode): boolean {
  return body.children.some(
    (child) => child.type === "yield" || (!OWN_SCOPE.has(child.type) && hasYield(child)),
  );
}
