import { keyOf, type Location } from "../../core/span.js";
import type { FieldFact } from "../../facts/field.js";
import type { OtherKeys, SchemaFact, SchemaKey } from "../../facts/file-facts.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type Single, type UnknownValue } from "../evaluation/value.js";
import { payloadPath } from "../evaluation/payload-path.js";
import { slotCount, valuesIn } from "../evaluation/member-tables.js";

const MAX_USES = 20_000;
/** The greatest depth of values in an object that pass through an unknown schema with it. */
const MAX_DEPTH = 3;

interface Level {
  readonly at: Location;
  readonly keys: readonly SchemaKey[];
  readonly others: OtherKeys | "unknown";
  readonly isBinding: boolean;
}

interface Use extends Level {
  readonly of:
    | { readonly kind: "written"; readonly place: Location }
    | { readonly kind: "response"; readonly request: number; readonly path: readonly string[] };
}

/** Writes down which schemas answers and literals of the program go through. */
export class SchemaUses {
  readonly #seen = new Map<string, Use>();

  /** Records an object that a schema describes: a part of a response, a literal, or an object built from responses. */
  add(run: Run, input: Single, level: Level, depth = 0): void {
    if (input.kind === "unknown") this.#addAnswer(input, level);
    if (input.kind !== "object" || input.object.callable) return;
    const content = run.store.read(input.object);
    const { members, open } = content;
    // A member that the program states is there, whatever the response has.
    const others = level.keys.filter(({ name }) => members.get(name)?.maybeAbsent !== false);
    for (const unknown of open) this.#addAnswer(unknown, { ...level, keys: others });
    const { place } = input.object;
    if (place) this.#keep({ ...level, of: { kind: "written", place } }, keyOf(place));
    if (level.others !== "unknown" || depth === MAX_DEPTH || !run.mayLookInto(slotCount(content))) return;
    // Nor is it known what the schema says of what is in there.
    for (const value of valuesIn(content))
      for (const single of alternatives(value)) this.add(run, single, level, depth + 1);
  }

  #addAnswer({ source: { request }, path }: UnknownValue, level: Level): void {
    if (request === undefined) return;
    const own = payloadPath(path);
    this.#keep({ ...level, of: { kind: "response", request, path: own } }, `${request}:${own.join(".")}`);
  }

  #keep(use: Use, of: string): void {
    const keys = use.keys.map(({ name, isRequired }) => `${name}${isRequired ? "!" : ""}`);
    const identity = `${keyOf(use.at)}:${of}:${use.others}:${use.isBinding}:${keys.join()}`;
    if (this.#seen.size < MAX_USES && !this.#seen.has(identity)) this.#seen.set(identity, use);
  }

  /**
   * Returns the facts.
   *
   * @param sameAs returns the id under which a request is among the facts
   *
   * @param pathOf returns the file that sends it
   */
  facts(sameAs: (id: string) => string, pathOf: (id: string) => string | undefined): SchemaFact[] {
    return [...this.#seen.values()].flatMap(({ of, ...level }): SchemaFact[] => {
      if (of.kind === "written") return [{ kind: "schema", ...level, of, path: of.place.path }];
      const id = sameAs(String(of.request));
      const path = pathOf(id);
      return path === undefined
        ? []
        : [{ kind: "schema", ...level, of: { kind: "response", requests: [id], path: of.path }, path }];
    });
  }
}

/** Returns the properties of interest that a schema declares for a response. */
export function fieldsOfSchema({ of, keys, isBinding }: SchemaFact, names: ReadonlySet<string>): FieldFact[] {
  if (of.kind !== "response") return [];
  const siblings = keys.map(({ name }) => name);
  return keys.flatMap(({ name, place, isRequired }): FieldFact[] => {
    if (!place || !names.has(name)) return [];
    const path = [...of.path, name];
    const refuses = isBinding && isRequired === true;
    const parses = { requests: of.requests, path, ...(refuses ? { isRequired: true } : {}) };
    return [
      {
        kind: "field",
        name,
        place,
        extent: place,
        access: "declare",
        path,
        owner: { kind: "type", name: "schema", siblings, parses },
        trace: [],
        setting: "code",
      },
    ];
  });
}
