import { CatalogError } from "../core/errors.js";
import type { Catalog } from "../catalog/catalog.js";
import { nodeFileSystem } from "../workspace/file-system.js";
import { MAX_SETTINGS_BYTES } from "../workspace/bounds.js";
import { readBytes } from "../workspace/read.js";
import { BUILT_IN_VOCABULARIES, loadCatalog, type UserVocabulary } from "../catalog/load.js";

/**
 * Returns the catalog with the vocabularies that a user chooses: built-in ones by name, others by the path of a JSON
 * file; by default all built-in ones.
 *
 * @param option the name of the option in messages
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
  const result = readBytes(cwd, file, { maxBytes: MAX_SETTINGS_BYTES }, nodeFileSystem);
  if (!result.ok) {
    const cause =
      result.reason === "vanished"
        ? "there is no such file"
        : result.problem.message.replace(/^could not be read: /, "").replace(/^is /, "it is ");
    throw new CatalogError(
      `${file} cannot be read: ${cause}`,
      `${option} takes a name or the path of a JSON file.`,
    );
  }
  try {
    return { origin: file, data: JSON.parse(result.bytes.toString("utf8")) };
  } catch (error) {
    throw new CatalogError(`${file}: not JSON: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nameOf({ data }: UserVocabulary, file: string): string {
  const name = typeof data === "object" && data !== null && "name" in data ? data.name : undefined;
  return typeof name === "string" ? name : file;
}
