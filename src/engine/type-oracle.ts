import type { Location } from "../core/span.js";

/** Answers from the types of a program, for values that could not be followed. */
export interface TypeOracle {
  /**
   * Says which files questions may be about. They are loaded with the first question, all at once: a compiler that gets
   * one file after the other makes its program again each time.
   */
  expects?(paths: readonly string[]): void;
  /** Returns where the property whose name is at a place is declared; `undefined` if its type is unknown. */
  declarationOf(place: Location): PropertyDeclaration | undefined;
  /**
   * Returns everything that the types treat as the property whose name is at a place, in all files that are compiled
   * with it or are given. Returns `undefined` if no configuration covers the place, and an empty list if the types have
   * no such property.
   */
  referencesOf?(place: Location, among: readonly string[]): readonly PropertyReference[] | undefined;
  /** Returns the errors of the compiler in TypeScript files that a configuration covers. */
  errorsIn?(paths: readonly string[]): readonly CompileError[];
}

/** An error of the compiler. */
export interface CompileError {
  readonly path: string;
  readonly code: number;
  readonly message: string;
}

/** A place that breaks when a property gets another name. */
export interface PropertyReference {
  /** `literal`: a key of an object literal; `other`: a type that is made of the name, an accessor and the like. */
  readonly kind: "declaration" | "read" | "literal" | "other";
  /** The name, with its quotes where it has some. */
  readonly place: Location;
  /** True if a package outside of the repository has it, or the language itself. */
  readonly isExternal: boolean;
  /** For a declaration: true if the property may be absent. */
  readonly isOptional?: boolean;
}

/** A property as a type declares it. */
export interface PropertyDeclaration {
  /** The name of the interface, alias or class; empty for a type without one. */
  readonly typeName: string;
  /** From the named type down to the property, `[]` for an element of a list. */
  readonly path: readonly string[];
  /** All properties of the type that declares it. */
  readonly siblings: readonly string[];
  /** True if a package outside of the repository declares it, or the language itself. */
  readonly isExternal: boolean;
  /** The name in the declaration; absent for external ones. */
  readonly place?: Location;
}
