import type { Span } from "../../core/span.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** The declarations of a class in the file. */
export interface ClassFacts {
  /** Its methods → whether each is static. */
  readonly methods: ReadonlyMap<string, boolean>;
}

/** The state of lowering one file: its names, and the results beside the statements. */
export interface FileState {
  readonly namespace: string;
  /** Names that `use` gives to classes → their full names. */
  readonly uses: ReadonlyMap<string, string>;
  readonly classes: ReadonlyMap<string, ClassFacts>;
  readonly functions: ReadonlySet<string>;
  /** Constants outside of classes. */
  readonly constants: ReadonlySet<string>;
  /** Methods of any class of the file. */
  readonly methods: ReadonlySet<string>;
  /** Functions and methods → which of their parameters are references. */
  readonly references: ReadonlyMap<string, readonly number[]>;
  /** True if it names routes of Laravel with their controllers. */
  readonly hasRoutes: boolean;
  /** True if the file includes others, whose variables, functions and constants it may use. */
  includes: boolean;
  /** Maps names that are declared elsewhere to their local name and their file. */
  readonly imports: Map<string, Imported>;
  /** Constants that are not defined at the top of the file. */
  readonly late: Map<string, SyntaxNode>;
  readonly broken: ReadonlySet<SyntaxNode>;
  readonly brokenSpans: Span[];
}

export interface Imported {
  readonly local: string;
  readonly name: string;
  readonly from: string;
  readonly place: SyntaxNode;
}

/** The code around a node: its file, class, function and variables. */
export interface Scope {
  readonly file: FileState;
  /** The variables that the code has for itself. */
  readonly variables: Variables;
  /** The class around it. */
  readonly className?: string;
  /** The class that it extends. */
  readonly parent?: SyntaxNode;
  /** The method around it. */
  readonly method?: string;
  readonly isStatic?: true;
  /** True for statements of the file itself, outside of blocks. */
  readonly isTop?: true;
  /** The statement that `break` leaves. */
  readonly inside?: "loop" | "switch";
}

/** The variables of a function, or of the file itself. */
export class Variables {
  readonly #names: Set<string>;
  readonly #made = new Set<string>();

  constructor(
    names: Iterable<string>,
    readonly isOfFile = false,
  ) {
    this.#names = new Set(names);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    this.#names.add(name);
  }

  /** Makes a variable whose name cannot occur in the text. */
  make(place: SyntaxNode): string {
    const name = `php:${place.type}${place.start}`;
    this.#made.add(name);
    return name;
  }

  /** All of them, made ones included. */
  get all(): string[] {
    return [...this.#names, ...this.#made];
  }
}

/** Variables that every piece of code has. */
export const SUPERGLOBALS: ReadonlySet<string> = new Set(["$_ENV", "$_SERVER", "$argv", "$_GET", "$_POST"]);

const OWN_SCOPE: ReadonlySet<string> = new Set([
  ...["function_definition", "method_declaration", "class_declaration", "anonymous_function"],
  ...["trait_declaration", "interface_declaration", "enum_declaration", "anonymous_class"],
]);

/** Returns the variables that code assigns, without those of functions inside it. */
export function assignedIn(nodes: readonly SyntaxNode[]): Set<string> {
  const names = new Set<string>();
  const add = (node: SyntaxNode | undefined): void => {
    if (!node) return;
    if (node.type === "variable_name") names.add(node.text);
    else if (node.type === "subscript_expression" || node.type === "by_ref") add(node.named[0]);
    else if (node.type === "list_literal" || node.type === "pair") for (const one of node.named) add(one);
  };
  const visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case "assignment_expression":
      case "augmented_assignment_expression":
      case "reference_assignment_expression":
        add(node.field("left"));
        break;
      case "update_expression":
        add(node.field("argument"));
        break;
      case "foreach_statement":
        for (const one of node.named.slice(1)) if (one.fieldName !== "body") add(one);
        break;
      case "catch_clause":
      case "static_variable_declaration":
        add(node.field("name"));
        break;
      case "unset_statement":
        for (const one of node.named) add(one);
        break;
      case "argument":
        // It may be a reference that the function assigns.
        add(node.named[0]);
        break;
      default:
        break;
    }
    if (OWN_SCOPE.has(node.type)) {
      if (node.type === "anonymous_function")
        for (const one of node.child("anonymous_function_use_clause")?.all("by_ref") ?? []) add(one);
      return;
    }
    for (const child of node.children) visit(child);
  };
  for (const node of nodes) visit(node);
  for (const name of ["$this", ...SUPERGLOBALS]) names.delete(name);
  return names;
}

/** Checks whether a node is code, and not a comment or text around it. */
export function isCode({ type }: SyntaxNode): boolean {
  return type !== "comment" && type !== "text_interpolation" && type !== "attribute_list";
}
