import * as build from "../lowered/build.js";
import type { Place } from "../lowered/build.js";
import type { Expr, Name } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** Says what the name of an import means: a class or function of another file, or what is inside of it. */
export interface Imported {
  /** The full name of what is imported. */
  readonly of: string;
  /** The names that lead from there to what the file names. */
  readonly steps: readonly string[];
}

/** A function that a file declares. */
export interface DeclaredFunction {
  readonly isExtension: boolean;
  readonly params: readonly string[];
}

/** State that all declarations of a file share. */
export interface FileState {
  readonly imported: ReadonlyMap<string, Imported>;
  /** Packages that are imported whole, without `.*`. */
  readonly packages: readonly string[];
  /** Names that the file declares, those of nested classes included. */
  readonly declared: ReadonlySet<string>;
  /** All functions of the file by name, if no other one has the name. */
  readonly functions: ReadonlyMap<string, DeclaredFunction>;
  /** Functions that stand outside of classes. */
  readonly topLevel: ReadonlySet<string>;
  /** Names of other files that it uses. */
  readonly named: Set<string>;
  /** True if the file reads settings of the application. */
  readsSettings: boolean;
}

/** A class around some code. */
export interface ClassScope {
  readonly name: string;
  readonly statics: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  /** Those that can be called. */
  readonly methods: ReadonlySet<string>;
  /** The functions inside that are called on objects of other classes. */
  readonly extensions: ReadonlySet<string>;
  readonly hasSuper: boolean;
  readonly outer: ClassScope | undefined;
}

/**
 * Says what a local name holds. A call of a name is not one of a text or a number, but of a function further out. A function
 * with a receiver gets that as its first argument; `arity` counts the others.
 */
export type Local =
  | { readonly actual: string; readonly kind: "value" | "function" }
  | { readonly actual: string; readonly kind: "receiver-function"; readonly arity: number };

/** The object that `this` may mean in a lambda or an extension function. */
export interface Receiver {
  readonly actual: string;
  /** The function that got the lambda, or the name of the extension function: `this@apply`. */
  readonly label: string;
  /** False if the lambda may get its argument as `it` only. */
  readonly isSure: boolean;
}

/** The names that are visible at a place in the code. */
export class Scope {
  readonly #names = new Map<string, Local>();

  constructor(
    readonly file: FileState,
    readonly owner: ClassScope | undefined,
    private readonly outer?: Scope,
    private readonly receiver?: Receiver,
    /** The declared type of what the function around gives. */
    readonly returns?: SyntaxNode,
    /** The names by which `return` can leave the lambda around; undefined outside of lambdas. */
    readonly label?: string,
  ) {}

  inner(receiver?: Receiver): Scope {
    return new Scope(this.file, this.owner, this, receiver, this.returns, this.label);
  }

  /** Returns the scope of the body of a function. */
  ofFunction(returns: SyntaxNode | undefined, receiver?: Receiver): Scope {
    return new Scope(this.file, this.owner, this, receiver, returns);
  }

  /** Returns the scope of the body of a lambda. */
  ofLambda(label: string, receiver?: Receiver): Scope {
    return new Scope(this.file, this.owner, this, receiver, undefined, label);
  }

  /** Returns the scope of a lambda that is the body of a loop: `return` leaves what is around it. */
  ofEach(): Scope {
    return new Scope(this.file, this.owner, this, undefined, this.returns, this.label);
  }

  /** Resolves the full name of a class, with its package. */
  qualified(place: Place, names: readonly SyntaxNode[]): Expr {
    const first = names.findIndex(({ text }) => /^[A-Z]/.test(text));
    const full = names
      .slice(0, first + 1)
      .map(({ text }) => text)
      .join(".");
    const local = names[first]!.text;
    this.file.named.add(full);
    return names
      .slice(first + 1)
      .reduce<Expr>(
        (object, key) => build.member(place, object, build.name(key, key.text)),
        build.name(names[first]!, full.includes(".") ? full : local),
      );
  }

  ofClass(owner: ClassScope): Scope {
    return new Scope(this.file, owner, this);
  }

  declare(name: string, kind: Local["kind"] = "value", arity = 0): string {
    const actual = name;
    this.#names.set(name, kind === "receiver-function" ? { actual, kind, arity } : { actual, kind });
    return actual;
  }

  /** Declares `it` or `this` under a name that no scope around has. */
  declareImplicit(name: string, start: number): string {
    const actual = this.local(name) ? `${name}@${start}` : name;
    this.#names.set(name, { actual, kind: "value" });
    return actual;
  }

  local(name: string): Local | undefined {
    return this.#names.get(name) ?? this.outer?.local(name);
  }

  /** Returns the objects that a name without an object may be a member of, the nearest first. */
  receivers(): Receiver[] {
    const rest = this.outer?.receivers() ?? [];
    return this.receiver ? [this.receiver, ...rest] : rest;
  }

  /**
   * Returns the objects whose members a name may be that the file does not declare: those of lambdas, and the instance of a
   * class that extends another one.
   */
  holders(place: Place): Expr[] {
    const receivers = this.receivers().map(({ actual }) => build.name(place, actual));
    return this.owner?.hasSuper ? [...receivers, build.self(place)] : receivers;
  }

  /** Lowers `this`: of the nearest lambda or extension function that surely has one, else of the class. */
  self(place: Place, label?: string): Expr {
    const all = this.receivers();
    const found =
      label === undefined
        ? (all.find(({ isSure }) => isSure) ?? (this.owner ? undefined : all[0]))
        : all.find((one) => one.label === label);
    return found ? build.name(place, found.actual) : build.self(place);
  }

  /** Resolves a name that has no object before it. */
  read(place: Place, text: string): Expr {
    const local = this.local(text);
    if (local) return build.name(place, local.actual);
    const own = this.memberOfClass(place, text);
    if (own) return own;
    const holders = this.holders(place);
    if (holders.length === 0 || this.isKnown(text) || /^[A-Z]/.test(text)) return this.named(place, text);
    return build.call(place, build.name(place, "kotlin:read"), [
      build.madeText(place, text),
      this.named(place, text),
      ...holders,
    ]);
  }

  /** Checks whether the file declares or imports a name. */
  isKnown(name: string): boolean {
    return this.file.declared.has(name) || this.file.imported.has(name);
  }

  /** Resolves a member of one of the classes around that is named without an object. Undefined if there is none. */
  memberOfClass(place: Place, name: string): Expr | undefined {
    for (let at = this.owner; at; at = at.outer) {
      const key = build.name(place, name);
      if (at.statics.has(name)) return build.member(place, build.name(place, at.name), key);
      if (at.members.has(name)) return build.member(place, build.self(place), key);
    }
    return undefined;
  }

  /** Resolves a method of one of the classes around. Undefined if there is none. */
  callableOfClass(place: Place, name: string): Expr | undefined {
    const isMethod = ((at: ClassScope | undefined): boolean => {
      for (; at; at = at.outer) if (at.methods.has(name)) return true;
      return false;
    })(this.owner);
    return isMethod ? this.memberOfClass(place, name) : undefined;
  }

  /** Checks whether a class around declares a function that is called on objects of other classes. */
  isExtensionOfClass(name: string): boolean {
    for (let at = this.owner; at; at = at.outer) if (at.extensions.has(name)) return true;
    return false;
  }

  /** Resolves a name outside of functions and classes: of this file, or of another one. */
  named(place: Place, name: string): Expr {
    if (this.file.declared.has(name)) return build.name(place, name);
    const imported = this.file.imported.get(name);
    this.file.named.add(name);
    return (imported?.steps ?? []).reduce<Expr>(
      (object, key) => build.member(place, object, build.name(place, key)),
      build.name(place, name),
    );
  }

  /** Resolves a class by its simple name, for places that take only a name. */
  classNamed(place: Place, name: string): Name {
    if (!this.file.declared.has(name)) this.file.named.add(name);
    return build.name(place, name);
  }
}
