/** Data that code imports, and settings and environment files, which it gets by other ways. */
const IMPORTABLE_DATA = /\.(?:json|ya?ml)$|(?:^|\/)\.env$/;

/** Whether a file that is no code may hold values that code gets from it. */
export function isImportableData(path: string): boolean {
  return IMPORTABLE_DATA.test(path);
}

/** Whether code may get values from a file that is no code, by an import or from the variables that the file sets. */
export function mayConcernCode(path: string): boolean {
  return isImportableData(path) || path.endsWith(".env");
}
