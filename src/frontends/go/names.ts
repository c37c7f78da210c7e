/** The names that every Go file has: https://go.dev/ref/spec#Predeclared_identifiers */
export const BASIC_TYPES: ReadonlySet<string> = new Set([
  ...["any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64"],
  ...["int", "int8", "int16", "int32", "int64", "rune", "string"],
  ...["uint", "uint8", "uint16", "uint32", "uint64", "uintptr"],
]);

/** Functions of the language that are modelled as natives, or lowered to something else. */
export const BUILT_IN: ReadonlySet<string> = new Set([
  ...["append", "cap", "clear", "close", "copy", "delete", "len", "make", "max", "min", "new"],
  ...["panic", "print", "println", "recover"],
]);

/** Maps names of a file, or of a block, to names in the lowered tree. */
export class Scopes {
  readonly #blocks: Map<string, string>[] = [];
  #renamed = 0;

  /** Lowers a block, with names of its own. */
  inside<Result>(lower: () => Result): Result {
    this.#blocks.push(new Map());
    try {
      return lower();
    } finally {
      this.#blocks.pop();
    }
  }

  /** Checks whether the innermost block has the name already: `a, err := …` declares only new names. */
  isInBlock(name: string): boolean {
    return this.#blocks.at(-1)?.has(name) ?? false;
  }

  /** Checks whether a name belongs to a function and not to the file. */
  has(name: string): boolean {
    return this.#blocks.some((block) => block.has(name));
  }

  /**
   * Declares a variable of the innermost block, and returns its name in the tree.
   *
   * @param isNamed whether its first value reads the outer variable of the same name
   */
  declare(name: string, isNamed = false): string {
    const own = isNamed ? `${name}#${++this.#renamed}` : name;
    this.#blocks.at(-1)?.set(name, own);
    return own;
  }

  /** Returns the name of a variable in the tree. */
  of(name: string): string {
    for (let index = this.#blocks.length - 1; index >= 0; index--) {
      const own = this.#blocks[index]!.get(name);
      if (own !== undefined) return own;
    }
    return name;
  }
}
