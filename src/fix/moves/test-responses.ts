import { groupBy } from "../../core/group-by.js";
import type { ApiRequest } from "../../engine/api-request.js";
import type { FieldFact } from "../../facts/field.js";
import { holesOf, type Segment } from "../../facts/text.js";
import { ASSERTIONS } from "./path-copies.js";
import type { AllRequests } from "./requests.js";

/** A property of a cluster in an answer that the program makes up itself. */
interface TestResponse {
  readonly field: FieldFact;
  /** The name of the whole that it is a part of: `what answer.end gets`. */
  readonly what: string;
}

/**
 * The responses of a server in a test: a property with a literal value, in an object that is passed on:
 * `res.end(JSON.stringify({ srvAddress: "…" }))`. Clients of that server read it under the same name. Any code that
 * gets the result of a mock function, `get.mockResolvedValue({ data: { srvAddress: "…" } })`, may read it.
 */
export class TestResponses {
  readonly #written: ReadonlyMap<string, readonly FieldFact[]>;
  readonly #byName = new Map<string, readonly TestResponse[]>();
  /** By name, what tests write. */
  readonly #stated: ReadonlyMap<string, readonly FieldFact[]>;
  /** The fields of objects that mock functions return for any argument. */
  readonly #mocked: ReadonlyMap<string, readonly FieldFact[]>;

  constructor(private readonly requests: AllRequests) {
    const fields = requests.contexts.flatMap(({ facts }) => facts.fields.filter(isWritten));
    this.#written = groupBy(fields, ({ name }) => name);
    const stated = requests.contexts.flatMap(({ facts, fileClass }) =>
      fileClass === "test" ? facts.fields.filter(({ access }) => access === "write") : [],
    );
    this.#stated = groupBy(stated, ({ name }) => name);
    const mocked = requests.contexts.flatMap(({ facts }) =>
      facts.fields.filter((one) => this.#isMocked(one)),
    );
    this.#mocked = groupBy(mocked, ({ name }) => name);
  }

  /**
   * Returns the test data that a read may get: it is in a file whose host, or another part, is in the URL of the
   * request.
   */
  of({ name, owner }: FieldFact): readonly TestResponse[] {
    if (!("requests" in owner)) return [];
    const mocked = (this.#mocked.get(name) ?? []).map((field) => ({
      field,
      what: "the return value of a mock function",
    }));
    const all = this.#named(name);
    if (all.length === 0) return mocked;
    const files = new Set(
      owner.requests
        .flatMap((id) => this.requests.byId(id)?.request.fact.urls ?? [])
        .flatMap(({ parts }) => parts.filter((part): part is Segment => part.kind === "segment"))
        .map(({ written }) => written?.path),
    );
    return [...mocked, ...all.filter(({ field }) => files.has(field.place.path))];
  }

  /** Returns the places where tests state a property in an object that is not only compared with something. */
  statedInTests(name: string): readonly FieldFact[] {
    return (this.#stated.get(name) ?? []).filter(({ place }) => {
      const escapes = this.requests.escapesAt(place);
      return escapes.length === 0 || escapes.some(({ to }) => !ASSERTIONS.test(to));
    });
  }

  /** Returns whether a test states it as a part of an answer, and not to what. */
  #isMocked({ access, owner, setting }: FieldFact): boolean {
    return (
      access === "write" &&
      setting === "mock" &&
      owner.kind === "response" &&
      owner.requests.every((id) => this.requests.byId(id)?.request.readings.every(isOpen) === true)
    );
  }

  /**
   * Returns the objects with a property of this name. Few names are read, and the search for the receiver of an object
   * covers all escapes in its file.
   */
  #named(name: string): readonly TestResponse[] {
    let known = this.#byName.get(name);
    if (!known) {
      known = (this.#written.get(name) ?? []).flatMap((field): TestResponse[] => {
        // If the property is read from the object itself, the object is not a response.
        const escape = this.requests
          .escapesAt(field.place)
          .find(
            ({ what, to }) => what.kind === "written" && what.member === undefined && !ASSERTIONS.test(to),
          );
        return escape ? [{ field, what: `the argument of ${escape.to}` }] : [];
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

/** Returns whether it is unknown for which resource a test double answers, because a pattern or a function decides. */
function isOpen({ surface, endpoint }: ApiRequest["readings"][number]): boolean {
  return surface === "unknown" || endpoint?.endpoints.length === 0;
}
