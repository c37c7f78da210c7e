/** A text in TOML with its place, without quotes. */
export interface TomlText {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A key with a value, and the texts in the value. Tables and lists inside the value are not told apart. */
export interface TomlEntry {
  /** The names of the table and the key. The last one is where the key is written. */
  readonly path: readonly TomlText[];
  readonly texts: readonly TomlText[];
}

const SPACE = /(?:[ \t\r\n]|#[^\n]*)+/y;
const BARE = /[\w-]+/y;
const TEXT = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y;

/**
 * Reads the keys and texts of TOML. It never fails: what it does not understand is left out. Escapes stay as they are
 * written. https://toml.io/en/v1.0.0
 */
export function tomlEntries(source: string): TomlEntry[] {
  return new Reader(source).read();
}

class Reader {
  #at = 0;

  constructor(private readonly source: string) {}

  read(): TomlEntry[] {
    const entries: TomlEntry[] = [];
    let table: readonly TomlText[] = [];
    for (this.#match(SPACE); this.#at < this.source.length; this.#match(SPACE)) {
      if (this.source[this.#at] === "[") {
        while (this.source[this.#at] === "[") this.#at++;
        table = this.#key();
        this.#toLineEnd();
        continue;
      }
      const key = this.#key();
      if (key.length === 0 || this.source[this.#at] !== "=") {
        this.#toLineEnd();
        continue;
      }
      this.#at++;
      entries.push({ path: [...table, ...key], texts: this.#value() });
    }
    return entries;
  }

  /** Reads `a."b".c` and the blanks behind it. */
  #key(): TomlText[] {
    const names: TomlText[] = [];
    for (;;) {
      this.#blanks();
      const name = this.#text() ?? this.#bare();
      if (!name) return names;
      names.push(name);
      this.#blanks();
      if (this.source[this.#at] !== ".") return names;
      this.#at++;
    }
  }

  /** Reads the texts of a value, which ends with its line outside of brackets. */
  #value(): TomlText[] {
    const texts: TomlText[] = [];
    let depth = 0;
    while (this.#at < this.source.length) {
      const text = this.#text();
      const character = this.source[this.#at];
      if (text) texts.push(text);
      else if (character === "#") this.#toLineEnd();
      else if (character === "\n" && depth <= 0) break;
      else {
        if (character === "[" || character === "{") depth++;
        if (character === "]" || character === "}") depth--;
        this.#at++;
      }
    }
    return texts;
  }

  #text(): TomlText | undefined {
    const match = this.#match(TEXT);
    if (!match) return undefined;
    const value = match.slice(1).find((one) => one !== undefined) ?? "";
    const quote = (match[0].length - value.length) / 2;
    return { value, start: match.index + quote, end: match.index + quote + value.length };
  }

  #bare(): TomlText | undefined {
    const match = this.#match(BARE);
    return match ? { value: match[0], start: match.index, end: this.#at } : undefined;
  }

  #blanks(): void {
    while (this.source[this.#at] === " " || this.source[this.#at] === "\t") this.#at++;
  }

  #toLineEnd(): void {
    const end = this.source.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.source.length : end;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.source) ?? undefined;
    if (match) this.#at = pattern.lastIndex;
    return match;
  }
}
