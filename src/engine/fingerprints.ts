import { createHash } from "node:crypto";

/**
 * Fingerprints of findings, stable when lines above are added, removed or reindented: what is reported (rule, message
 * and property), path, the text of the line without white space, and which of several equal ones it is.
 */
export class Fingerprints {
  readonly #seen = new Map<string, number>();

  next(what: string, path: string, line: string): string {
    const key = [what, path, line.replace(/\s+/g, "")].join("\n");
    const ordinal = this.#seen.get(key) ?? 0;
    this.#seen.set(key, ordinal + 1);
    return createHash("sha256").update(`${key}\n${ordinal}`).digest("hex").slice(0, 32);
  }
}
