import { CatalogError } from "../core/errors.js";

/** A defect of a catalog or a vocabulary. */
export interface Defect {
  /** Its place: `resources[0].endpoints[1].path`; empty for the whole. */
  readonly path: string;
  /** Continues "path: …". */
  readonly problem: string;
  /** One sentence that tells the user what to do about it. */
  readonly hint?: string;
}

/** Returns the path of a member or an element of `path`. */
export function step(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/**
 * Throws the first defect, with `origin` and the number of other defects. Does nothing without defects.
 *
 * @throws {CatalogError}
 */
export function refuse(origin: string, defects: readonly Defect[]): void {
  const first = defects[0];
  if (!first) return;
  const more = defects.length > 1 ? ` (and ${defects.length - 1} more)` : "";
  throw new CatalogError(`${origin}: ${first.path || "the file"}: ${first.problem}${more}`, first.hint);
}
