import * as build from "../lowered/build.js";
import type { Place } from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** What the classes of a file have in common. */
export interface FileState {
  /** Other names of classes: `using Json = Newtonsoft.Json.Linq.JObject;` */
  readonly aliases: ReadonlyMap<string, string>;
  /** Namespaces that the file uses. */
  readonly usings: ReadonlySet<string>;
  /** Types that the file declares, nested ones included. */
  readonly declared: ReadonlySet<string>;
  /** Classes that it names and does not declare. */
  readonly named: Set<string>;
  /** Whether settings of the application are read. */
  readsSettings: boolean;
}

/** A class around some code. */
export interface ClassScope {
  readonly name: string;
  readonly statics: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  /** Whether members may come from elsewhere: a class above it, or another part of the same class. */
  readonly isOpen: boolean;
  readonly outer: ClassScope | undefined;
}

/** Where code stands: the names around it. */
export class Scope {
  readonly #names: Set<string>;

  constructor(
    readonly file: FileState,
    readonly owner: ClassScope | undefined,
    private readonly outer?: Scope,
    names: Iterable<string> = [],
    /** What `?.name` is read from. */
    readonly receiver: Expr | undefined = outer?.receiver,
  ) {
    this.#names = new Set(names);
  }

  inner(names: Iterable<string> = []): Scope {
    return new Scope(this.file, this.owner, this, names);
  }

  /** The scope of what is behind `?.`, or of values that have no receiver. */
  receiving(receiver: Expr | undefined): Scope {
    return new Scope(this.file, this.owner, this, [], receiver);
  }

  declare(name: string): void {
    this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.outer?.has(name) ?? false);
  }

  /** What a name means where it stands by itself. */
  read(node: SyntaxNode): Expr {
    const { text } = node;
    if (this.has(text)) return build.name(node, text);
    const own = this.ofClass(node, text);
    if (own) return own;
    const named = this.classNamed(node, text);
    // A property of a class above looks like the name of a class.
    if (!this.isOpen || this.file.declared.has(text) || this.file.aliases.has(text)) return named;
    return build.either(node, "??", build.member(node, build.self(node), build.name(node, text)), named);
  }

  get isOpen(): boolean {
    for (let at = this.owner; at; at = at.outer) if (at.isOpen) return true;
    return false;
  }

  /** A member of one of the classes around, named without an object before it. */
  ofClass(place: Place, name: string): Expr | undefined {
    for (let at = this.owner; at; at = at.outer) {
      const key = build.name(place, name);
      if (at.statics.has(name)) return build.member(place, build.name(place, at.name), key);
      if (at.members.has(name)) return build.member(place, build.self(place), key);
    }
    return undefined;
  }

  /** A class by its simple name. */
  classNamed(place: Place, name: string): Expr {
    const full = this.file.aliases.get(name) ?? name;
    if (!this.file.declared.has(full) && /^[A-Z]/.test(full)) this.file.named.add(full);
    return build.name(place, full);
  }
}
