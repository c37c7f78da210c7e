import { nameByLetters } from "../lowered/letters.js";
import type { FileState } from "./scope.js";

/**
 * Returns the name that a field has on the wire: what an attribute of serde says in the file, or the property of the API
 * with the same letters. `disk_size_gb` is `diskSizeGB` wherever it is read, also in files that do not declare it.
 */
export function wireName(
  field: string,
  { renamed, interest }: Pick<FileState, "renamed" | "interest">,
): string {
  const plain = field.replace(/^r#/, "");
  return renamed.get(plain) ?? nameByLetters(interest, plain.replaceAll("_", "")) ?? plain;
}
