import type { Interest } from "../interest.js";
import type { FileState } from "./scope.js";

const known = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, string>>();

/** Returns the names of the API by their letters alone: `disksizegb` → `diskSizeGB`. */
function byLetters({ names }: Interest): ReadonlyMap<string, string> {
  let made = known.get(names);
  if (!made) known.set(names, (made = new Map([...names].map((name) => [name.toLowerCase(), name]))));
  return made;
}

/**
 * Returns the name that a field has on the wire: what an attribute of serde says in the file, or the property of the API
 * with the same letters. `disk_size_gb` is `diskSizeGB` wherever it is read, also in files that do not declare it.
 */
export function wireName(
  field: string,
  { renamed, interest }: Pick<FileState, "renamed" | "interest">,
): string {
  const plain = field.replace(/^r#/, "");
  return renamed.get(plain) ?? byLetters(interest).get(plain.replaceAll("_", "").toLowerCase()) ?? plain;
}
