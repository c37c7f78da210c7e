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
  readonly #byName = new Map<string, StandIn[]>();

  constructor(private readonly requests: AllRequests) {
    for (const field of requests.contexts.flatMap(({ facts }) => facts.fields)) {
      const { access, owner, setting, values = [] } = field;
      if (access !== "write" || owner.kind !== "object" || setting !== "code") continue;
      if (!values.some((value) => holesOf(value).length === 0)) continue;
      // Where the property is read off the object itself, the object is told from an answer.
      const handed = requests
        .handedOver(field.place)
        .find(({ what, to }) => what.kind === "written" && what.member === undefined && !ASSERTIONS.test(to));
      if (!handed) continue;
      const known = this.#byName.get(field.name) ?? [];
      this.#byName.set(field.name, [...known, { field, to: handed.to }]);
    }
  }

  /** Those that a read may get: they are in a file that has a part in the URL which is asked, as its host. */
  of({ name, owner }: FieldFact): readonly StandIn[] {
    const all = this.#byName.get(name) ?? [];
    if (all.length === 0 || !("requests" in owner)) return [];
    const files = new Set(
      owner.requests
        .flatMap((id) => this.requests.byId(id)?.request.fact.urls ?? [])
        .flatMap(({ parts }) => parts.filter((part): part is Segment => part.kind === "segment"))
        .map(({ written }) => written?.path),
    );
    return all.filter(({ field }) => files.has(field.place.path));
  }
}
