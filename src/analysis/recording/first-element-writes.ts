import type { FirstElementWriteFact } from "../../facts/file-facts.js";
import { payloadPath } from "../evaluation/payload-path.js";
import type { Site } from "../evaluation/members.js";
import type { UnknownValue } from "../evaluation/value.js";

const MAX_WRITES = 1_000;

/** Writes down what code changes of the first element of a list that a response has. */
export class FirstElementWrites {
  readonly #all = new Map<string, { readonly request: number } & Omit<FirstElementWriteFact, "requests">>();

  written({ source: { request }, path, firstAt }: UnknownValue, { node, environment }: Site): void {
    if (request === undefined || firstAt === undefined || this.#all.size >= MAX_WRITES) return;
    const place = environment.locate(node);
    const lists = firstAt.map((step) => payloadPath(path.slice(0, step)));
    const identity = `${place.path}:${place.start}:${request}`;
    this.#all.set(identity, { kind: "first-element-write", request, lists, place });
  }

  /**
   * Returns the facts.
   *
   * @param sameAs returns the id under which a request is among the facts
   */
  facts(sameAs: (id: string) => string): FirstElementWriteFact[] {
    return [...this.#all.values()].map(({ request, ...rest }) => ({
      ...rest,
      requests: [sameAs(String(request))],
    }));
  }
}
