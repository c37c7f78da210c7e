/** A member of a package in Go, `encoding/gob#NewEncoder`, or a package itself: `#fmt`. */
const MEMBER = /([^#\s/]*?)(?:\.v\d+)?#(\w+)$/;

/**
 * Returns the name of a member of a package as code has it: `gob.NewEncoder` for `encoding/gob#NewEncoder`. Undefined
 * for other imports.
 *
 * @param path the steps from the import on, the first of which is the member once more
 */
export function nameInPackage(imported: string, path: readonly string[]): string | undefined {
  const [, ofPackage = "", member] = MEMBER.exec(imported) ?? [];
  if (member === undefined || path[0]?.replace("()", "") !== member) return undefined;
  return [ofPackage, ...path].filter((step) => step !== "").join(".");
}

/** A module of a lowered language, with marks of where it is looked for: `jvm:.Mapper|org.json`, `rb:Outer|Path`. */
const IMPORTED = /^[a-z]+:(?!\/)(?:\.([^|]+)|(?:[^|]*\|)?(.+)$)/;

/** Returns the name of a module without the marks of where it is looked for. Undefined if it has none. */
export function nameOfModule(imported: string): string | undefined {
  const [, searched, found] = IMPORTED.exec(imported) ?? [];
  return searched ?? found;
}
