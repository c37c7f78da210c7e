import { CatalogError } from "../core/errors.js";

/** What is wrong with a catalog or a vocabulary. */
export interface Defect {
  /** Where: `resources[0].endpoints[1].path`; empty for the whole. */
  readonly path: string;
  /** Continues "path: …". */
  readonly problem: string;
  /** What to do about it, one sentence. */
  readonly hint?: string;
}

/** The path of a member or an element of `path`. */
export function step(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/**
 * Throws the first of the defects, naming `origin` and telling how many more there are. Does nothing without any.
 *
 * @throws {CatalogError}
 */
export function refuse(origin: string, defects: readonly Defect[]): void {
  const first = defects[0];
  if (!first) return;
  const more = defects.length > 1 ? ` (and ${defects.length - 1} more)` : "";
  throw new CatalogError(`${origin}: ${first.path || "the file"}: ${first.problem}${more}`, first.hint);
}
