import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CatalogInterest } from "../../../src/catalog/interest.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import type { Problem } from "../../../src/core/problem.js";
import { SourceText } from "../../../src/core/source-text.js";
import type { Span } from "../../../src/core/span.js";
import type { FieldFact } from "../../../src/facts/field.js";
import type { FileFacts } from "../../../src/facts/file-facts.js";
import type { StringFact } from "../../../src/facts/string.js";
import { analyzeJson } from "../../../src/frontends/json/frontend.js";

export const INTEREST = CatalogInterest.of(loadCatalog());

export function read(text: string, path = "file.json"): FileFacts | Problem {
  return analyzeJson(new SourceText(path, text), INTEREST);
}

/** Returns the facts of a text. Fails if it does not parse. */
export function factsOf(text: string, path = "file.json"): FileFacts {
  const result = read(text, path);
  if (!("fields" in result)) throw new Error(`${result.kind}: ${result.message}`);
  return result;
}

/** Returns `line:column` of a place and the text there. */
export function at(text: string, { start, end }: Span): string {
  const { line, column } = new SourceText("", text).position(start);
  return `${line}:${column} ${text.slice(start, end)}`;
}

/** Returns path, place and text of each field. */
export function fieldsAt(text: string, fields: readonly FieldFact[]): string[] {
  return fields.map((field) => `${field.path.join(".")} ${at(text, field.place)}`);
}

export function stringsAt(text: string, strings: readonly StringFact[]): string[] {
  return strings.map(({ what, place }) => `${what} ${at(text, place)}`);
}

/** Reads a document under `fixtures/payloads`. */
export function payload(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../fixtures/payloads/${name}`, import.meta.url)), "utf8");
}
