import { HOLE_MARK } from "../../facts/text.js";

interface Branch {
  readonly under: Map<string, Branch>;
  readonly ends: number[];
}

/** Texts by the paths that they repeat, so that those of a path are found without a look at all others. */
export class PathIndex {
  /** By what each text may end with as a path. */
  readonly #whole = new Map<string, number[]>();
  /** By segments; a hole stands for any. */
  readonly #root: Branch = { under: new Map(), ends: [] };
  /** Thousands of requests ask for the same path. */
  readonly #found = new Map<string, ReadonlySet<number>>();

  /**
   * Adds a path.
   *
   * @param text a path, perhaps followed by a query or the quote of a login's `uri`
   */
  add(text: string, index: number): void {
    this.#found.clear();
    for (const { index: end } of text.matchAll(END)) {
      const path = text.slice(0, end);
      this.#whole.set(path, [...(this.#whole.get(path) ?? []), index]);
    }
    let at = this.#root;
    for (const segment of segmentsOf(text)) {
      let next = at.under.get(segment);
      if (!next) at.under.set(segment, (next = { under: new Map(), ends: [] }));
      at = next;
    }
    at.ends.push(index);
  }

  /**
   * Finds the texts that begin with a path and do not continue it, and those that equal the path except for holes: a
   * hole in either is one segment.
   */
  like(path: string): ReadonlySet<number> {
    const known = this.#found.get(path);
    if (known) return known;
    const found = new Set(this.#whole.get(path));
    let branches = [this.#root];
    for (const segment of segmentsOf(path)) branches = branches.flatMap((at) => [...matching(at, segment)]);
    for (const { ends } of branches) for (const index of ends) found.add(index);
    this.#found.set(path, found);
    return found;
  }
}

/** The characters that may follow a path in a text; the end of the text is one possibility. */
const END = /$|[?#"',:;\s]/g;

function segmentsOf(text: string): string[] {
  return text.replace(/[?#].*$/, "").split("/");
}

function* matching({ under }: Branch, segment: string): Generator<Branch> {
  for (const [own, branch] of segment === HOLE_MARK ? under : named(under, segment))
    if (own === segment || (own !== "" && segment !== "")) yield branch;
}

function named(under: ReadonlyMap<string, Branch>, segment: string): [string, Branch][] {
  return [segment, HOLE_MARK].flatMap((name): [string, Branch][] => {
    const branch = under.get(name);
    return branch ? [[name, branch]] : [];
  });
}
