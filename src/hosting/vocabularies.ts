import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CatalogError } from "../core/errors.js";
import type { Catalog } from "../catalog/catalog.js";
import { BUILT_IN_VOCABULARIES, loadCatalog, type UserVocabulary } from "../catalog/load.js";

/**
 * The catalog with the vocabularies that a user names: built-in ones by name, a user's own by the path of a
 * JSON file. Without any, all built-in ones.
 *
 * @param option what the user calls it, for messages
 * @throws {CatalogError} a file that cannot be read, is not JSON or does not fit the schema; an unknown name
 */
export function catalogFor(
  values: readonly string[] | undefined,
  cwd: string,
  option = "--vocabulary",
): Catalog {
  if (!values || values.length === 0) return loadCatalog();
  const builtIn = new Set(BUILT_IN_VOCABULARIES.map(({ name }) => name));
  const files = values.filter((value) => !builtIn.has(value) && /[./\\]/.test(value));
  const userVocabularies = files.map((file) => readVocabulary(file, cwd, option));
  const names = values.map((value) => {
    const at = files.indexOf(value);
    return at < 0 ? value : nameOf(userVocabularies[at]!, value);
  });
  return loadCatalog({ vocabularies: names, userVocabularies });
}

function readVocabulary(file: string, cwd: string, option: string): UserVocabulary {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), "utf8");
  } catch (error) {
    throw new CatalogError(
      `${file} cannot be read: ${causeOf(error)}`,
      `${option} takes a name or the path of a JSON file.`,
    );
  }
  try {
    return { origin: file, data: JSON.parse(text) };
  } catch (error) {
    throw new CatalogError(`${file}: not JSON: ${reasonOf(error)}`);
  }
}

function causeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return CAUSES.get(code) ?? reasonOf(error);
}

const CAUSES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ENOENT: "there is no such file",
    EISDIR: "it is a folder",
    EACCES: "permission denied",
  }),
);

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nameOf({ data }: UserVocabulary, file: string): string {
  const name = typeof data === "object" && data !== null && "name" in data ? data.name : undefined;
  return typeof name === "string" ? name : file;
}
