import { groupBy } from "../../core/group-by.js";
import type { FieldFact } from "../../facts/field.js";
import { holesOf, type Segment } from "../../facts/text.js";
import { ASSERTIONS } from "./path-copies.js";
import type { AllRequests } from "./requests.js";

/** A property of a cluster in an answer that the program makes up itself. */
export interface StandIn {
  readonly field: FieldFact;
  /** Who gets the answer, to send it. */
  readonly to: string;
}

/**
 * What a server in a test answers with: a property whose value is written right there, in an object that is handed to
 * somebody else, `res.end(JSON.stringify({ srvAddress: "…" }))`. Who asks that server reads it under the same name.
 */
export class StandIns {
  readonly #written: ReadonlyMap<string, readonly FieldFact[]>;
  readonly #byName = new Map<string, readonly StandIn[]>();

  constructor(private readonly requests: AllRequests) {
    const fields = requests.contexts.flatMap(({ facts }) => facts.fields.filter(isWritten));
    this.#written = groupBy(fields, ({ name }) => name);
  }

  /** Those that a read may get: they are in a file that has a part in the URL which is asked, as its host. */
  of({ name, owner }: FieldFact): readonly StandIn[] {
    if (!("requests" in owner)) return [];
    const all = this.#named(name);
    if (all.length === 0) return [];
    const files = new Set(
      owner.requests
        .flatMap((id) => this.requests.byId(id)?.request.fact.urls ?? [])
        .flatMap(({ parts }) => parts.filter((part): part is Segment => part.kind === "segment"))
        .map(({ written }) => written?.path),
    );
    return all.filter(({ field }) => files.has(field.place.path));
  }

  /** Few names are ever read, and who gets an object is looked for among all that is handed over in its file. */
  #named(name: string): readonly StandIn[] {
    let known = this.#byName.get(name);
    if (!known) {
      known = (this.#written.get(name) ?? []).flatMap((field): StandIn[] => {
        // Where the property is read off the object itself, the object is told from an answer.
        const handed = this.requests
          .handedOver(field.place)
          .find(
            ({ what, to }) => what.kind === "written" && what.member === undefined && !ASSERTIONS.test(to),
          );
        return handed ? [{ field, to: handed.to }] : [];
      });
      this.#byName.set(name, known);
    }
    return known;
  }
}

function isWritten({ access, owner, setting, values = [] }: FieldFact): boolean {
  return (
    access === "write" &&
    owner.kind === "object" &&
    setting === "code" &&
    values.some((value) => holesOf(value).length === 0)
  );
}
