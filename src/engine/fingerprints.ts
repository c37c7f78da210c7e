import { createHash } from "node:crypto";

/**
 * Fingerprints of findings that stay the same when lines above are added, removed or reindented. They are made from
 * what is reported (rule, message and property), the path, the text of the line without white space, and a counter for
 * equal ones.
 */
export class Fingerprints {
  readonly #seen = new Map<string, number>();
  readonly #longLines = new Map<string, string>();

  next(what: string, path: string, line: string): string {
    const text = line.length > LONG_LINE ? this.#digestOf(line) : line.replace(/\s+/g, "");
    const key = [what, path, text].join("\n");
    const ordinal = this.#seen.get(key) ?? 0;
    this.#seen.set(key, ordinal + 1);
    return createHash("sha256").update(`${key}\n${ordinal}`).digest("hex").slice(0, 32);
  }

  /**
   * Computes the digest of a line, once for long lines, because a line of a million characters may have thousands of
   * findings.
   */
  #digestOf(line: string): string {
    const known = this.#longLines.get(line);
    if (known !== undefined) return known;
    const digest = createHash("sha256").update(line.replace(/\s+/g, "")).digest("hex");
    this.#longLines.set(line, digest);
    return digest;
  }
}

/** Characters from which on a line is hashed once. */
const LONG_LINE = 10_000;
