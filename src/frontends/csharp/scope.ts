import * as build from "../lowered/build.js";
import type { Place } from "../lowered/build.js";
import type { Expr, Name } from "../lowered/core-tree.js";
import type { Interest } from "../interest.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** A method that is called on objects of other classes. */
export interface Extension {
  readonly place: Place;
  /** The class that it is written in. */
  readonly owner: string;
}

/** State that all classes of a file share. */
export interface FileState {
  /** Other names of classes: `using Json = Newtonsoft.Json.Linq.JObject;` */
  readonly aliases: ReadonlyMap<string, string>;
  /** Namespaces that the file uses. */
  readonly usings: ReadonlySet<string>;
  /** Types that the file declares, nested ones included. */
  readonly declared: ReadonlySet<string>;
  /** Classes that it names and does not declare. */
  readonly named: Set<string>;
  readonly interest: Interest;
  /** Such methods of the file, by their names. */
  readonly extensions: ReadonlyMap<string, Extension>;
  /** Returns whether another file declares one of a name. */
  readonly isExtension: (name: string) => boolean;
  /** True if the file reads settings of the application. */
  readsSettings: boolean;
}

/** A class around some code. */
export interface ClassScope {
  readonly name: string;
  readonly statics: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  /** True if members may be declared elsewhere: in a base class, or in another part of a partial class. */
  readonly isOpen: boolean;
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
    /** The object that `?.name` is read from. */
    readonly receiver: Expr | undefined = outer?.receiver,
    /** True if the code belongs to the class and not to an instance. */
    private readonly isStatic: boolean = outer?.isStatic ?? false,
  ) {
    this.#names = new Set(names);
  }

  inner(names: Iterable<string> = []): Scope {
    return new Scope(this.file, this.owner, this, names);
  }

  /** Returns a scope for the code after `?.`, or for values without a receiver. */
  receiving(receiver: Expr | undefined): Scope {
    return new Scope(this.file, this.owner, this, [], receiver);
  }

  /** Returns a scope for the code of a static method. */
  ofStatic(): Scope {
    return new Scope(this.file, this.owner, this, [], this.receiver, true);
  }

  /** Reads a member that a class above, or another part of the class, may have. */
  inherited(place: Place, name: string): Expr {
    // A static method has no instance, and is the same function wherever it is passed to.
    const object = this.isStatic && this.owner ? build.name(place, this.owner.name) : build.self(place);
    return build.member(place, object, build.name(place, name));
  }

  declare(name: string): void {
    this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.outer?.has(name) ?? false);
  }

  /** Resolves a name that has no object before it. */
  read(node: SyntaxNode): Expr {
    const { text } = node;
    if (this.has(text)) return build.name(node, text);
    const own = this.ofClass(node, text);
    if (own) return own;
    const named = this.classNamed(node, text);
    // A property of a class above looks like the name of a class.
    if (!this.isOpen || this.file.declared.has(text) || this.file.aliases.has(text)) return named;
    return build.either(node, "??", this.inherited(node, text), named);
  }

  get isOpen(): boolean {
    for (let at = this.owner; at; at = at.outer) if (at.isOpen) return true;
    return false;
  }

  /** Resolves a member of one of the enclosing classes that is named without an object. Undefined if there is none. */
  ofClass(place: Place, name: string): Expr | undefined {
    for (let at = this.owner; at; at = at.outer) {
      const key = build.name(place, name);
      if (at.statics.has(name)) return build.member(place, build.name(place, at.name), key);
      if (at.members.has(name)) return build.member(place, build.self(place), key);
    }
    return undefined;
  }

  /** Resolves a class by its simple name. */
  classNamed(place: Place, name: string): Name {
    const full = this.file.aliases.get(name) ?? name;
    if (!this.file.declared.has(full) && /^[A-Z]/.test(full)) this.file.named.add(full);
    return build.name(place, full);
  }
}
