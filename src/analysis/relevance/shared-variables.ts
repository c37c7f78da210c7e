import { Part, join } from "./part.js";

/** The variables of a program whose files share them, by their names. */
export class SharedVariables {
  readonly #parts = new Map<string, Part>();
  /** Those of the files that run this one as a part of theirs. */
  readonly #around: SharedVariables[] = [];

  of(name: string): Part {
    let part = this.#parts.get(name);
    if (!part) {
      this.#parts.set(name, (part = new Part()));
      for (const other of this.#around) join(part, other.of(name));
    }
    return part;
  }

  /** Connects the variables of a file that runs this one. Each file sees the variables of the other. */
  sharedWith(other: SharedVariables): void {
    if (other === this || this.#around.includes(other)) return;
    this.#around.push(other);
    for (const [name, part] of this.#parts) join(part, other.of(name));
  }
}
