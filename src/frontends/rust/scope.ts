import type { Interest } from "../interest.js";
import type { Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Unfolded } from "./macros.js";

/** The state of lowering one file: its names, and the results beside the statements. */
export interface FileState extends Pick<Unfolded, "macros" | "records"> {
  readonly interest: Interest;
  /** Types, functions and constants that the file declares. */
  readonly declared: ReadonlySet<string>;
  /** Structs that code of the file makes by a literal. */
  readonly made: ReadonlySet<string>;
  /** Modules that the file declares and that are files of their own. */
  readonly modules: ReadonlySet<string>;
  /** Modules whose items are in the file itself: these are found without the module. */
  readonly inline: ReadonlySet<string>;
  /** Names that `use` brings → their paths. */
  readonly uses: ReadonlyMap<string, readonly string[]>;
  /** The modules whose names `use` brings all of. */
  readonly globs: readonly (readonly string[])[];
  /** Names on the wire, by the names of fields. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Maps names that are declared elsewhere to their local name and their module. */
  readonly imports: Map<string, Imported>;
}

export interface Imported {
  readonly local: string;
  readonly name: string;
  readonly module: string;
  readonly place: SyntaxNode;
}

/** The code around a node: its file, its type, its variables, and statements that must run before it. */
export class Scope {
  readonly #names = new Map<string, string>();

  constructor(
    readonly file: FileState,
    /** The type that `Self` means. */
    readonly owner: SyntaxNode | undefined,
    private readonly outer?: Scope,
    /** Statements that run before the statement that is lowered: expressions that are blocks. */
    readonly before: Stmt[] = [],
    /** The type of the result of the function around it. */
    readonly result?: SyntaxNode,
  ) {}

  /** Returns the scope of a block. It has its own variables, and its own statements. */
  inner(): Scope {
    return new Scope(this.file, this.owner, this, [], this.result);
  }

  /** Returns the scope of a function with a type of its result, if it states one. */
  ofFunction(result: SyntaxNode | undefined): Scope {
    return new Scope(this.file, this.owner, this, [], result);
  }

  /** Declares a variable and returns its name in the core tree: one that hides another gets a name of its own. */
  declare({ text, start }: SyntaxNode): string {
    const name = this.find(text) === undefined && !this.file.declared.has(text) ? text : `${text}@${start}`;
    this.#names.set(text, name);
    return name;
  }

  /** Returns the name of a variable in the core tree. Undefined if there is none. */
  find(text: string): string | undefined {
    return this.#names.get(text) ?? this.outer?.find(text);
  }
}
