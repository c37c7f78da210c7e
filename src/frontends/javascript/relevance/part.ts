/** How far a reason to look at code carries. */
export enum Relevance {
  None,
  /** For the file itself. */
  Local,
  /** Also for the files that import it. */
  Shared,
}

/** Functions and classes tell what `this` stands for in them; arrow functions are like everything else. */
export type PartKind = "function" | "class" | "type" | "other";

/**
 * A piece of code that is relevant, or is not: a function, a class, a variable, an export, the value of an assignment.
 * When it becomes relevant, the parts that use or contain it do so as well.
 */
export class Part {
  relevance = Relevance.None;
  readonly #users: Part[] = [];
  /** What is another name for this one. */
  readonly #names: Part[] = [];
  /** What names it, beside those. */
  readonly #mentions: Part[] = [];
  readonly #isInClass: boolean;
  /** Whether it is a class, or a name for one. */
  #isClass = false;

  constructor(
    /** The part that it stands in. */
    readonly parent?: Part,
    readonly kind: PartKind = "other",
  ) {
    this.#isInClass = kind === "class" || (parent !== undefined && parent.#isInClass);
    if (parent) this.usedBy(parent);
  }

  /** Another part is a name for this one: a variable, an export, an import. */
  isNamed(name: Part): void {
    this.#names.push(name);
    this.usedBy(name);
    if (this.kind === "class" || this.#isClass) name.#becomeClass();
  }

  #becomeClass(): void {
    if (this.#isClass) return;
    this.#isClass = true;
    for (const name of this.#names) name.#becomeClass();
  }

  /**
   * Code names this part. A class that only holds an instance of a relevant one is not taken for a client itself: it
   * concerns no other files.
   */
  mentionedIn(user: Part): void {
    if (user === this) return;
    this.#mentions.push(user);
    user.raise(this.#relevanceFor(user));
  }

  #relevanceFor(user: Part): Relevance {
    return this.#isClass && user.#isInClass ? Math.min(this.relevance, Relevance.Local) : this.relevance;
  }

  /** What uses this part is relevant where this one is. */
  usedBy(user: Part): void {
    if (user === this) return;
    this.#users.push(user);
    user.raise(this.relevance);
  }

  /** Not recursive: chains of uses may be long. */
  raise(relevance: Relevance): void {
    const parts: Part[] = [this];
    const levels: Relevance[] = [relevance];
    for (let part = parts.pop(); part; part = parts.pop()) {
      const level = levels.pop()!;
      if (part.relevance >= level) continue;
      part.relevance = level;
      for (const user of part.#users) {
        parts.push(user);
        levels.push(level);
      }
      for (const user of part.#mentions) {
        parts.push(user);
        levels.push(part.#relevanceFor(user));
      }
    }
  }
}
