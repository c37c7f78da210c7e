import { createHash } from "node:crypto";

/** Returns an identifier of 24 hexadecimal digits that is the same for the same words in each run. */
export function identifierOf(...words: readonly string[]): string {
  return createHash("sha256").update(words.join("\n")).digest("hex").slice(0, 24);
}
