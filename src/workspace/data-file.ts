import { createHash } from "node:crypto";
import { parse as parseYaml } from "yaml";
import { InputError } from "../core/errors.js";
import { unfitForYaml } from "../core/yaml-limits.js";
import { nodeFileSystem } from "./file-system.js";
import { decode } from "./decode.js";
import { readBytes } from "./read.js";

/** The largest document that is read; those of the largest APIs have 10 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file of data that a user names, in JSON or YAML. */
export interface DataFile {
  /** SHA-256 of its content. */
  readonly hash: string;
  readonly data: unknown;
}

/**
 * Reads a file of data that a user names.
 *
 * @param file relative to `cwd`
 * @throws {InputError} it cannot be read, or is neither JSON nor YAML
 */
export function readDataFile(cwd: string, file: string): DataFile {
  const result = readBytes(cwd, file, { maxBytes: MAX_BYTES }, nodeFileSystem);
  if (!result.ok) {
    const missing = result.reason === "vanished";
    throw new InputError(
      `${file} cannot be read: ${missing ? "there is no such file" : result.problem.message}`,
    );
  }
  const { bytes } = result;
  return {
    hash: createHash("sha256").update(bytes).digest("hex"),
    data: parsed(file, decode(bytes).raw.replace(/^\uFEFF/, "")),
  };
}

function parsed(file: string, text: string): unknown {
  const isJson = /^\s*[{[]/.test(text);
  try {
    if (isJson) return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${file} is not JSON: ${reasonOf(error)}`);
  }
  const unfit = unfitForYaml(text, MAX_BYTES);
  if (unfit) throw new InputError(`${file} ${unfit.message}`, "Convert it to JSON.");
  try {
    return parseYaml(text, { logLevel: "silent" });
  } catch (error) {
    throw new InputError(`${file} is not YAML: ${reasonOf(error)}`);
  }
}

/** The first line: what follows it quotes the file. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
}
