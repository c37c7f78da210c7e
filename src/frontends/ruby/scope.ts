import type { Span } from "../../core/span.js";
import type { ClassMember, Expr, Name } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** A class or module of a file, with all that the file says of it in one place or several. */
export interface Definition {
  /** With the modules around it: `Atlas::Client`. */
  readonly path: string;
  readonly isModule: boolean;
  readonly id: Name;
  readonly place: SyntaxNode;
  readonly members: ClassMember[];
  /** The names of its methods, those of the class behind a period. */
  readonly methods: Set<string>;
  superclass: Expr | null;
  /** True if its methods are also methods of the module itself. */
  sharesMethods?: true;
}

/** The state of lowering one file: its names, and the results beside the statements. */
export interface FileState {
  /** Constants, classes and modules by their full names → their variables. */
  readonly constants: ReadonlyMap<string, string>;
  readonly definitions: Map<string, Definition>;
  /** Methods that stand outside of all classes. */
  readonly functions: ReadonlySet<string>;
  /** Methods of any class of the file. */
  readonly methods: ReadonlySet<string>;
  /** Constants of other files → how they are named here. */
  readonly imports: Map<
    string,
    { readonly local: string; readonly name: string; readonly place: SyntaxNode }
  >;
  /** Functions that are called and not declared, which files that are required may have. */
  readonly free: Map<string, SyntaxNode>;
  /** Files that are required by a path beside this one. */
  readonly required: Map<string, SyntaxNode>;
  /** Variables that are seen everywhere: `$x`, and `@x` outside of classes. */
  readonly globals: Map<string, SyntaxNode>;
  /** Constants that are not assigned at the top of the file, where they are declared then. */
  readonly late: Map<string, SyntaxNode>;
  readonly heredocs: ReadonlyMap<SyntaxNode, SyntaxNode>;
  readonly broken: ReadonlySet<SyntaxNode>;
  readonly brokenSpans: Span[];
}

/** The local variables that code sees. */
export class Locals {
  readonly names: Set<string>;

  constructor(
    names: Iterable<string>,
    private readonly outer?: Locals,
  ) {
    this.names = new Set(names);
  }

  has(name: string): boolean {
    return this.names.has(name) || (this.outer?.has(name) ?? false);
  }
}

/** The code around a node: its file, class, method and variables. */
export interface Scope {
  readonly file: FileState;
  readonly locals: Locals;
  /** The modules around it, innermost last. */
  readonly nesting: readonly string[];
  /** The meaning of `self`: unknown at the top of a file, the class in its body, or the receiver of a method. */
  readonly self: "main" | "class" | "method";
  /** True for statements of the file itself. */
  readonly isTop: boolean;
  /** True in a block that describes the keys of data by calls of their own: `required(:name)`. */
  readonly describesKeys?: true;
  /** True in `class << self`, whose methods belong to the class itself. */
  readonly inSingleton?: true;
  /** The code that `next` and `break` leave. */
  readonly inside?: "loop" | "block";
  /** The enclosing method, and whether one of its blocks returns from it. */
  readonly method?: { returnsFromBlock: boolean; readonly name: string };
}

/** The variable that holds the value which a block returns from its method. */
export const RETURNED = "rb:returned";
export { BLOCK, SEPARATOR } from "../../analysis/evaluation/keywords.js";

const OWN_SCOPE: ReadonlySet<string> = new Set([
  ...["method", "singleton_method", "class", "module", "singleton_class"],
]);
export const BLOCKS: ReadonlySet<string> = new Set(["block", "do_block", "lambda"]);

/**
 * Returns the local variables that code assigns, with the place of their first assignment. Variables of its blocks are
 * not included.
 */
export function assignedNames(nodes: readonly SyntaxNode[]): Map<string, SyntaxNode> {
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
      case "operator_assignment":
        add(node.field("left"));
        break;
      case "for":
        add(node.field("pattern"));
        break;
      case "exception_variable":
        add(node.named[0]);
        break;
      case "as_pattern":
      case "keyword_pattern":
        add(node.field("name") ?? (node.field("value") ? undefined : node.field("key")));
        break;
      default:
        break;
    }
    if (node.type === "in_clause") for (const one of patternNames(node.field("pattern"))) add(one);
    if (OWN_SCOPE.has(node.type) || BLOCKS.has(node.type)) return;
    for (const child of node.children) visit(child);
  };
  for (const node of nodes) visit(node);
  return names;
}

function patternNames(node: SyntaxNode | undefined): SyntaxNode[] {
  if (!node) return [];
  return [...node.walk()].filter(
    ({ type, parent }) => type === "identifier" && /pattern/.test(parent?.type ?? "pattern"),
  );
}

const PATTERNS: ReadonlySet<string> = new Set([
  ...["left_assignment_list", "destructured_left_assignment", "rest_assignment", "splat_argument"],
]);

/** Checks whether a node is code, and not a comment or the text of a heredoc. */
export function isCode({ type }: SyntaxNode): boolean {
  return type !== "comment" && type !== "heredoc_body" && type !== "heredoc_end";
}
