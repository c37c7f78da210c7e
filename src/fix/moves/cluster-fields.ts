import type { Finding } from "../../core/finding.js";
import { addToGroup, groupBy } from "../../core/group-by.js";
import { keyOf, overlap, type Location, type Span } from "../../core/span.js";
import { stepsOf } from "../../catalog/matchers/properties.js";
import type { PropertyData } from "../../catalog/model.js";
import type { FieldFact } from "../../facts/field.js";
import type { FileContext } from "../../engine/rule.js";

/** A finding about a property of a cluster that a request carries, with the fact behind it. */
export interface FieldFinding {
  readonly finding: Finding;
  readonly field: FieldFact;
  readonly property: PropertyData | undefined;
}

/** Findings about properties, by the id of the request that sends them or brings them. */
export class FieldFindings {
  readonly #byRequest = new Map<string, FieldFinding[]>();
  readonly #byPath = new Map<string, Stretches<FieldFinding>>();
  /** Findings of declared types, whose requests are unknown. */
  readonly declared: readonly FieldFinding[];

  constructor(contexts: readonly FileContext[], findings: readonly Finding[]) {
    const fields = groupBy(
      contexts.flatMap(({ facts }) => facts.fields),
      ({ place }) => keyOf(place),
    );
    const vocabularies = contexts[0]?.catalog.vocabularies ?? [];
    const declared: FieldFinding[] = [];
    const byPath = groupBy(
      vocabularies.flatMap(({ properties, provenProperties }) => [...properties, ...provenProperties]),
      ({ path }) => path,
    );
    for (const finding of findings) {
      if (finding.concern !== "property") continue;
      const property = propertyOf(finding, byPath);
      for (const field of fields.get(keyOf(finding.place)) ?? []) {
        const one = { finding, field, property };
        const there = this.#byPath.get(finding.place.path) ?? new Stretches<FieldFinding>();
        this.#byPath.set(finding.place.path, there);
        there.add(finding.place, one);
        if (field.owner.kind === "type") declared.push(one);
        if (!("requests" in field.owner)) continue;
        for (const id of field.owner.requests) addToGroup(this.#byRequest, id, one);
      }
    }
    this.declared = declared;
  }

  /** Returns findings at a name, with or without its quotes, in any file. */
  at(name: Location): readonly FieldFinding[] {
    const near = [...(this.#byPath.get(name.path)?.at(name.start, name.end) ?? [])];
    return near.filter(({ finding: { place } }) => overlap(place, name));
  }

  of(request: string, kind: "request" | "response"): readonly FieldFinding[] {
    return (this.#byRequest.get(request) ?? []).filter(({ field }) => field.owner.kind === kind);
  }
}

/** Items by the stretches of a file that they reach into. */
class Stretches<Item> {
  readonly #items = new Map<number, Item[]>();

  add({ start, end }: Span, item: Item): void {
    for (let at = stretchOf(start); at <= stretchOf(end); at++) addToGroup(this.#items, at, item);
  }

  /** Yields everything between two offsets, each once. */
  at(start: number, end: number): Iterable<Item> {
    const found = new Set<Item>();
    for (let at = stretchOf(start); at <= stretchOf(end); at++)
      for (const item of this.#items.get(at) ?? []) found.add(item);
    return found;
  }
}

function stretchOf(offset: number): number {
  return Math.floor(offset / 256);
}

function propertyOf(
  { property, role }: Finding,
  byPath: ReadonlyMap<string, readonly PropertyData[]>,
): PropertyData | undefined {
  const direction = role === "response" ? "response" : "request";
  const all = byPath.get(property ?? "") ?? [];
  return all.find((one) => one.in.includes(direction)) ?? all[0];
}

/**
 * Returns the new path of a value that is read at the root of a cluster; `0` is the first element of a list. Returns
 * `undefined` if it is not one path.
 */
export function successorOf(property: PropertyData): readonly string[] | undefined {
  const { path, replacement, exactness, readAt } = property;
  const renamed = newNameOf(property);
  if (renamed !== undefined) return [renamed];
  if (readAt !== undefined) return readAt.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
  const [only] = replacement;
  if (exactness !== "exact" || replacement.length !== 1 || only === undefined) return undefined;
  const steps = stepsOf(only);
  return steps.includes("[]") || stepsOf(path).length !== 1 ? undefined : steps;
}

/** Returns the new name of a property that only has another name in the same object. */
export function newNameOf({ path, replacement: [only], sameValue }: PropertyData): string | undefined {
  if (sameValue !== true || only === undefined) return undefined;
  const [from, to] = [stepsOf(path), stepsOf(only)];
  const isSame = from.length === to.length && from.slice(0, -1).every((step, index) => step === to[index]);
  return isSame ? to.at(-1) : undefined;
}

/** Returns whether the successor gives the very same value; `dbURI` had no options behind its hosts. */
export function givesSameValue({ path }: PropertyData): boolean {
  return !path.endsWith("URI");
}
