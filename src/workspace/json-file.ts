import { readFileSync } from "node:fs";
import { parse } from "jsonc-parser";

/**
 * What a JSON file of a project holds, with comments and trailing commas as tsconfig files have them; nothing where it
 * is not there or cannot be read, and as much as can be made out of one that is broken.
 *
 * @param file absolute
 */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  return parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
}

/** The member of an object; nothing where the value is none. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
