import { encloses, isSamePlace, keyOf, type Location } from "../../core/span.js";
import type { EscapeFact } from "../../facts/file-facts.js";
import type { RequestFact } from "../../facts/request.js";
import type { Site } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type Value } from "../evaluation/value.js";
import { callersOf } from "./recorder.js";
import { SearchedObjects } from "./searched-objects.js";

const MAX_SEEN = 20_000;
const CLASSES: ReadonlySet<string> = new Set(["Object", "Headers"]);

interface Seen {
  readonly by: Receiver;
  readonly place: Location;
  readonly callers: readonly Location[];
  /** The place where the object is written. */
  readonly object: Location | undefined;
  /** The places of members that come from objects which were copied into it. */
  readonly keys: readonly Location[];
}

/** The receiver of the members, as in `EscapeFact`. */
type Receiver = Pick<EscapeFact, "to" | "use">;

/** Writes down who goes through all members of an object, whatever they are: one more is not lost on them. */
export class Enumerations {
  readonly #seen = new Map<string, Seen>();

  /**
   * Records that code reads all members of an object, or that they escape to unknown code.
   *
   * @param depth how many levels of nested objects are included
   */
  add(run: Run, value: Value, by: Receiver, { node, environment }: Omit<Site, "key">, depth: number): void {
    const place = environment.locate(node);
    const callers = callersOf(environment.activation);
    const way = [place, ...callers].map(keyOf).join();
    const searched = new SearchedObjects();
    const addEach = (each: Value, left: number): void => {
      for (const single of alternatives(each)) {
        if (single.kind !== "object" || single.object.callable || this.#seen.size >= MAX_SEEN) continue;
        if (!searched.enter(single.object, left)) continue;
        const { members, entries, rest } = run.store.read(single.object);
        if (!run.mayLookInto(members.size + entries.size)) return;
        const slots = [...members.values(), ...entries.values()];
        const object = single.object.place;
        const keys = slots.flatMap(({ keyPlace }) =>
          keyPlace && !(object && encloses(object, keyPlace)) ? [keyPlace] : [],
        );
        if (CLASSES.has(single.object.className) && (object ?? keys[0])) {
          this.#keep(run, way, { by, place, callers, object, keys });
        }
        if (left > 0)
          for (const held of [...slots.map((slot) => slot.value), ...rest]) addEach(held, left - 1);
      }
    };
    addEach(value, depth);
  }

  #keep(run: Run, way: string, seen: Seen): void {
    const { object, keys } = seen;
    const identity = [way, ...(object ? [keyOf(object)] : []), ...keys.map(keyOf)].join();
    if (this.#seen.size >= MAX_SEEN) return;
    this.#seen.set(identity, seen);
    run.store.observer?.did((again) => {
      const callers = again.callers(seen.callers);
      this.#keep(run, [seen.place, ...callers].map(keyOf).join(), { ...seen, callers });
    });
  }

  /**
   * Returns a fact for each iteration over headers: over literals that requests take headers from, or over copies of
   * them.
   */
  facts(requests: readonly RequestFact[]): EscapeFact[] {
    const literals = new Map<string, Location>();
    for (const { headers, instance } of requests)
      for (const { path, start, end } of [...headers.sources, ...placesOf(instance?.slot)])
        literals.set(`${path}:${start}:${end}`, { path, start, end });
    return [...this.#seen.values()].flatMap(({ by, place, callers, object, keys }) =>
      [...literals.values()]
        .filter((literal) => isSamePlace(literal, object) || keys.some((key) => encloses(literal, key)))
        .map((literal): EscapeFact => {
          const what = { kind: "written", place: literal, enumeratedBy: callers } as const;
          return { kind: "escape", ...by, place, what };
        }),
    );
  }
}

function placesOf(slot: NonNullable<RequestFact["instance"]>["slot"]): readonly Location[] {
  return slot && "places" in slot ? slot.places : [];
}
