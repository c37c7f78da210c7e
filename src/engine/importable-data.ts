import { givesAll } from "./environment-words.js";

/** Data that code imports, and settings and environment files, which it gets by other ways. */
const IMPORTABLE_DATA = /\.(?:json|ya?ml|properties|ini|cfg)$|(?:^|\/)\.env$/;

/** Returns whether a file without code may contain values that code reads. */
export function isImportableData(path: string): boolean {
  return IMPORTABLE_DATA.test(path);
}

/**
 * Returns whether code may read values from a file without code, by an import or from the variables that the file sets.
 */
export function mayConcernCode(path: string): boolean {
  return isImportableData(path) || givesAll(path) || path.endsWith("akefile");
}
