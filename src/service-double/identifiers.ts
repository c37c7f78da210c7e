import { createHash } from "node:crypto";

/** An identifier of 24 hexadecimal digits that is the same for the same words, run by run. */
export function identifierOf(...words: readonly string[]): string {
  return createHash("sha256").update(words.join("\n")).digest("hex").slice(0, 24);
}
