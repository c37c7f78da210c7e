/** Keeps the last values by their names, as long as their sizes together do not exceed a limit. */
export class LastKept<Value> {
  readonly #kept = new Map<string, { readonly value: Value; readonly size: number }>();
  #size = 0;

  constructor(private readonly most: number) {}

  /** Returns the value of a name. If it is not kept, it is made. */
  get(name: string, make: () => { readonly value: Value; readonly size: number }): Value {
    const known = this.#kept.get(name);
    if (known) return known.value;
    const made = make();
    for (const [first, { size }] of this.#kept) {
      if (this.#size + made.size <= this.most) break;
      this.#kept.delete(first);
      this.#size -= size;
    }
    this.#kept.set(name, made);
    this.#size += made.size;
    return made.value;
  }
}
