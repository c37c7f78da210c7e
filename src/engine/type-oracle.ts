import type { Location } from "../core/span.js";

/** What the types of a program say where following values ended. */
export interface TypeOracle {
  /** Where the property whose name stands at a place is declared; nothing where its type is not known. */
  declarationOf(place: Location): PropertyDeclaration | undefined;
}

/** A property as a type declares it. */
export interface PropertyDeclaration {
  /** The name of the interface, alias or class; empty for a type without one. */
  readonly typeName: string;
  /** From the named type down to the property, `[]` for an element of a list. */
  readonly path: readonly string[];
  /** All properties of the type that declares it. */
  readonly siblings: readonly string[];
  /** Whether a package outside of the repository declares it, or the language itself. */
  readonly isExternal: boolean;
  /** The name in the declaration; absent for external ones. */
  readonly place?: Location;
}
