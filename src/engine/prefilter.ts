/** A string, or one of which the surroundings count. */
export type AnchorPart = string | Surrounded;

interface Surrounded {
  /** A string that is in every match of the expression; empty where there is none. */
  readonly text: string;
  /** Within the syntax of `SearchPattern` where the part is the first one. */
  readonly expression: string;
  /** True if the path of the file may hold it instead of the text. */
  readonly inPath?: boolean;
}

/** A search for the anchors of some rules. */
export interface Prefilter {
  /**
   * Regular expressions, in the syntax that ripgrep and JavaScript share, such that every candidate holds one of
   * them: one of each conjunction, the text itself decides the rest.
   */
  readonly patterns: readonly string[];
  /** Strings of ASCII that are looked for in UTF-16 as well. */
  readonly encoded?: readonly string[];
  /**
   * @param text Characters above ASCII may stand for single bytes of them: anchors are ASCII.
   * @param path of the file
   */
  isCandidate(text: string, path: string): boolean;
}

/**
 * Makes a prefilter.
 *
 * @param conjunctions lists of parts; a candidate contains all parts of one list
 */
export function prefilterFrom(conjunctions: readonly (readonly AnchorPart[])[]): Prefilter {
  const firsts = new Set(
    conjunctions.flatMap(([first]) => (first === undefined ? [] : [expressionOf(first)])),
  );
  const patterns = [...firsts].filter(
    (one) => ![...firsts].some((other) => other !== one && one.startsWith(other)),
  );
  let parts: FirstParts | undefined;
  return {
    patterns,
    isCandidate: (text, path) => (parts ??= new FirstParts([...firsts], conjunctions)).matches(text, path),
  };
}

interface FirstStep {
  readonly atIndex: RegExp;
  readonly rest: SearchTree;
}

/**
 * The first parts of conjunctions, all searched for in one pass. A file that matches one of them rarely contains
 * another, and a search for each of dozens takes many times as long.
 */
class FirstParts {
  readonly #any: RegExp;
  readonly #conjunctions: readonly (readonly AnchorPart[])[];
  #steps: readonly FirstStep[] | undefined;

  constructor(firsts: readonly string[], conjunctions: readonly (readonly AnchorPart[])[]) {
    this.#any = new RegExp(firsts.map((source) => `(?:${source})`).join("|"), "g");
    this.#conjunctions = conjunctions;
  }

  matches(text: string, path: string): boolean {
    this.#any.lastIndex = 0;
    let found = this.#any.exec(text);
    if (!found) return false;
    const unseen = new Set((this.#steps ??= stepsOf(this.#conjunctions)));
    const known = new Map<string, boolean>();
    while (found && unseen.size > 0) {
      // Several may begin at the same place.
      for (const step of unseen) {
        step.atIndex.lastIndex = found.index;
        if (!step.atIndex.test(text)) continue;
        unseen.delete(step);
        if (step.rest.matches(text, path, known)) return true;
      }
      this.#any.lastIndex = found.index + 1;
      found = this.#any.exec(text);
    }
    return false;
  }
}

/** Most texts hold none of the first parts, so what comes after those is put together when one does. */
function stepsOf(conjunctions: readonly (readonly AnchorPart[])[]): FirstStep[] {
  const searches = new SearchTree();
  for (const parts of conjunctions) searches.add(parts);
  return [...searches.steps].map(([source, { rest }]) => ({ atIndex: new RegExp(source, "y"), rest }));
}

/** Conjunctions of expressions by what they begin with, so that none is looked for twice where many begin alike. */
class SearchTree {
  readonly #next = new Map<string, Step>();
  #ends = false;

  add([first, ...rest]: readonly AnchorPart[]): void {
    if (first === undefined) {
      this.#ends = true;
      return;
    }
    const source = expressionOf(first);
    const step = this.#next.get(source) ?? {
      core: coreOf(first),
      expression: new RegExp(source),
      inPath: typeof first !== "string" && first.inPath === true,
      rest: new SearchTree(),
    };
    this.#next.set(source, step);
    step.rest.add(rest);
  }

  /** By the source of their expression. */
  get steps(): ReadonlyMap<string, Step> {
    return this.#next;
  }

  /**
   * Checks whether a text contains the rest of a conjunction.
   *
   * @param known which cores the text is known to contain, or not; the method adds to it
   */
  matches(text: string, path: string, known: Map<string, boolean>): boolean {
    if (this.#ends) return true;
    for (const { core, expression, inPath, rest } of this.#next.values()) {
      let isThere = known.get(core);
      if (isThere === undefined) known.set(core, (isThere = text.includes(core)));
      if (!isThere || !(expression.test(text) || (inPath && expression.test(path)))) continue;
      if (rest.matches(text, path, known)) return true;
    }
    return false;
  }
}

interface Step {
  /** A string that every match of the expression holds: many expressions have the same, and it is faster to find. */
  readonly core: string;
  readonly expression: RegExp;
  readonly inPath: boolean;
  readonly rest: SearchTree;
}

/** The longest string of a part that is never written with an escape in it. */
function coreOf(part: AnchorPart): string {
  const text = typeof part === "string" ? part : part.text;
  return text.split(/[/.]/).reduce((longest, one) => (one.length > longest.length ? one : longest));
}

function expressionOf(part: AnchorPart): string {
  return typeof part === "string" ? withEscapes(part) : part.expression;
}

/** Returns a regular expression for a text that allows for the escapes of string and regular expression literals. */
export function withEscapes(text: string): string {
  return text.replace(/[$()*+?[\]^{|}\\]/g, String.raw`\$&`).replace(/[/.]/g, (mark, offset: number) => {
    const escapes = offset === 0 ? "" : String.raw`\\{0,2}`;
    return `${escapes}${mark === "." ? "[.]" : "/"}`;
  });
}
