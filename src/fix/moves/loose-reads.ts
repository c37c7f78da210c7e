import { addToGroup } from "../../core/group-by.js";
import type { FieldFact, Owner } from "../../facts/field.js";
import type { AllRequests } from "./requests.js";
import { ValueReach } from "./value-reach.js";

interface NumberedRead {
  readonly number: number;
  readonly read: FieldFact;
}

/** The reads of properties whose owner may be a cluster in a response, found by the name of the property. */
export class LooseReads {
  readonly #byName = new Map<string, NumberedRead[]>();
  /** The reads in tests of properties of something unknown. */
  readonly #inTests = new Map<string, NumberedRead[]>();
  /** The first reads in tests, by the names that they are looked for with. */
  readonly #firstInTests = new Map<string, readonly FieldFact[]>();
  readonly #reach: ValueReach;

  constructor(requests: AllRequests) {
    this.#reach = new ValueReach(requests.contexts);
    let number = 0;
    for (const { facts, ownObjects } of requests.contexts) {
      const isTest = requests.isTest(facts.path);
      for (const read of facts.fields) {
        const { access, owner, name } = read;
        number++;
        if (access !== "read" || !mayBeOfCluster(owner, requests) || ownObjects().has(read)) continue;
        addToGroup(this.#byName, name, { number, read });
        if (isTest && owner.kind === "named") addToGroup(this.#inTests, name, { number, read });
      }
    }
  }

  /**
   * Returns the first read of one of the names, in the order of files and places.
   *
   * @param from the files that the value comes from, if it stays in the program
   */
  first(
    names: Iterable<string>,
    from: readonly string[] | undefined,
    isWanted: (read: FieldFact) => boolean,
  ): FieldFact | undefined {
    const firsts = [...names].flatMap((name) => {
      const found = this.#byName
        .get(name)
        ?.find(({ read }) => isWanted(read) && (from === undefined || this.#canGet(read, from)));
      return found ? [found] : [];
    });
    return inOrder(firsts)[0]?.read;
  }

  #canGet({ owner, place }: FieldFact, from: readonly string[]): boolean {
    return owner.kind === "response" || this.#reach.canReach(from, place.path);
  }

  /** Returns the first read of one of the names in each test. Thousands of requests look for the same names. */
  inTests(names: Iterable<string>): readonly FieldFact[] {
    const all = [...names];
    const key = all.join(" ");
    const known = this.#firstInTests.get(key);
    if (known) return known;
    const firsts = new Map<string, FieldFact>();
    for (const { read } of inOrder(all.flatMap((name) => this.#inTests.get(name) ?? []))) {
      const { path } = read.place;
      if (!firsts.has(path)) firsts.set(path, read);
    }
    const found = [...firsts.values()];
    this.#firstInTests.set(key, found);
    return found;
  }
}

function inOrder(reads: readonly NumberedRead[]): readonly NumberedRead[] {
  return [...reads].sort((a, b) => a.number - b.number);
}

/**
 * Returns whether something is unknown, or comes from a server that is not the service and may pass on what that
 * answers.
 */
function mayBeOfCluster(owner: Owner, requests: AllRequests): boolean {
  if (owner.kind !== "response") return owner.kind === "named";
  return owner.requests.every((id) => requests.byId(id)?.request.administration.length === 0);
}
