import type { Expr, Name } from "../lowered/core-tree.js";
import * as build from "../lowered/build.js";
import type { Place } from "../lowered/build.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** State that all classes of a file share. */
export interface FileState {
  /** Name of a class → the full name that the file imports it under. */
  readonly imported: ReadonlyMap<string, string>;
  /** Packages that are imported whole, without `.*`. */
  readonly packages: readonly string[];
  /** Names of static members → the class that the file imports them from, with its package. */
  readonly statics: ReadonlyMap<string, string>;
  /** The classes whose static members are all imported, without `.*`. */
  readonly allStatics: readonly string[];
  /** Classes that the file declares, nested ones included. */
  readonly declared: ReadonlySet<string>;
  /** Classes that it names and does not declare. */
  readonly named: Set<string>;
  /** True if the file reads settings of the application. */
  readsSettings: boolean;
}

/** A class around some code. */
export interface ClassScope {
  readonly name: string;
  readonly statics: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  /** The declared types of its fields. */
  readonly types: ReadonlyMap<string, SyntaxNode>;
  readonly hasSuper: boolean;
  readonly outer: ClassScope | undefined;
}

/** The names that are visible at a place in the code. */
export class Scope {
  readonly #names: Set<string>;

  constructor(
    readonly file: FileState,
    readonly owner: ClassScope | undefined,
    private readonly outer?: Scope,
    names: Iterable<string> = [],
  ) {
    this.#names = new Set(names);
  }

  inner(names: Iterable<string> = []): Scope {
    return new Scope(this.file, this.owner, this, names);
  }

  declare(name: string): void {
    this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.outer?.has(name) ?? false);
  }

  /** Returns whether a name is that of a variable, or of a member that this file declares. */
  declares(name: string): boolean {
    if (this.has(name)) return true;
    for (let at = this.owner; at; at = at.outer)
      if (at.statics.has(name) || at.members.has(name)) return true;
    return false;
  }

  /** Resolves a name that has no object before it. */
  read(node: SyntaxNode): Expr {
    const { text } = node;
    if (this.has(text)) return build.name(node, text);
    return this.ofClass(node, text) ?? this.classNamed(node, text);
  }

  /** Resolves a member of one of the enclosing classes that is named without an object. Undefined if there is none. */
  ofClass(place: Place, name: string): Expr | undefined {
    for (let at = this.owner; at; at = at.outer) {
      const key = build.name(place, name);
      if (at.statics.has(name)) return build.member(place, build.name(place, at.name), key);
      if (at.members.has(name)) return build.member(place, build.self(place), key);
    }
    const imported = this.file.statics.get(name);
    if (imported !== undefined) return this.#staticOf(place, imported, name);
    const other = this.#ofAllStatics(place, name);
    if (!this.owner?.hasSuper || /^[A-Z]/.test(name)) return other;
    const inherited = build.member(place, build.self(place), build.name(place, name));
    return other ? build.either(place, "??", inherited, other) : inherited;
  }

  /** A static member of some class that is imported whole. A name of a class may be one of a class beside this one. */
  #ofAllStatics(place: Place, name: string): Expr | undefined {
    const isKnown = this.file.imported.has(name) || this.file.declared.has(name);
    if (isKnown || /^[A-Z].*[a-z]/.test(name)) return undefined;
    return this.file.allStatics
      .map((one): Expr => this.#staticOf(place, one, name))
      .reduceRight<Expr | undefined>(
        (others, one) => (others ? build.either(place, "??", one, others) : one),
        undefined,
      );
  }

  #staticOf(place: Place, owner: string, name: string): Expr {
    const simple = owner.slice(owner.lastIndexOf(".") + 1);
    return build.member(place, this.classNamed(place, simple), build.name(place, name));
  }

  /**
   * Returns the declared type of a field of an enclosing class, by `name` or `this.name`. Undefined if there is none.
   */
  typeOfField(target: SyntaxNode): SyntaxNode | undefined {
    const isOwn = target.type === "field_access" && target.field("object")?.type === "this";
    const name = isOwn ? target.field("field")?.text : target.type === "identifier" ? target.text : undefined;
    if (name === undefined || (!isOwn && this.has(name))) return undefined;
    for (let at = this.owner; at; at = at.outer) if (at.types.has(name)) return at.types.get(name);
    return undefined;
  }

  /** Resolves a class by its simple name. */
  classNamed(place: Place, name: string): Name {
    if (!this.file.declared.has(name) && /^[A-Z]/.test(name)) this.file.named.add(name);
    return build.name(place, name);
  }
}
