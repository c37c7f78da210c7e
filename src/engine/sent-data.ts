import { addToGroup } from "../core/group-by.js";
import { contains, type Location } from "../core/span.js";
import type { FieldFact } from "../facts/field.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { Tree } from "../facts/tree.js";
import type { ApiRequest } from "./api-request.js";
import type { FileContext } from "./rule.js";

/** A member of a file of data that code sends. */
interface Sent {
  readonly request: ApiRequest;
  readonly key: string;
  readonly place: Location;
  /** The path in the body. */
  readonly path: readonly string[];
}

/** Knows the requests with which code sends what is in files of data, such as a body in a JSON file. */
export class SentData {
  /** By the file, and by the offset of the key. */
  readonly #members = new Map<string, Map<number, Sent[]>>();

  /**
   * @param contexts the files of programs, which are code and no data
   * @param others files with code in them, which may be data of others
   */
  constructor(contexts: readonly FileContext[], others: readonly FileContext[] = []) {
    const code = new Set(contexts.map(({ facts }) => facts.path));
    for (const context of contexts) this.#addAll(context, code);
    for (const context of others) this.#addAll(context, new Set([...code, context.facts.path]));
  }

  #addAll({ requests }: FileContext, own: ReadonlySet<string>): void {
    for (const request of requests) if (request.fact.body) this.#add(request.fact.body, [], request, own);
  }

  #add(tree: Tree, path: readonly string[], request: ApiRequest, own: ReadonlySet<string>): void {
    if (tree.kind === "choice") for (const one of tree.of) this.#add(one, path, request, own);
    if (tree.kind === "list") for (const item of tree.items) this.#add(item, [...path, "[]"], request, own);
    if (tree.kind !== "object") return;
    for (const { key, keyPlace, value } of tree.members) {
      const inside = [...path, key];
      if (keyPlace && !own.has(keyPlace.path)) {
        let members = this.#members.get(keyPlace.path);
        if (!members) this.#members.set(keyPlace.path, (members = new Map()));
        addToGroup(members, keyPlace.start, { request, key, place: keyPlace, path: inside });
      }
      this.#add(value, inside, request, own);
    }
  }

  /** The files of which something is sent. */
  get paths(): string[] {
    return [...this.#members.keys()];
  }

  /** Returns the requests that send something in a file. */
  requestsOf(path: string): ApiRequest[] {
    const members = this.#members.get(path);
    return members ? [...new Set([...members.values()].flat().map(({ request }) => request))] : [];
  }

  /** Returns the facts of a file in which fields that are sent belong to the requests that send them. */
  withOwners(facts: FileFacts): FileFacts {
    const members = this.#members.get(facts.path);
    if (!members) return facts;
    const named = [...members.values()].flatMap(([first]) => {
      const isNamed = facts.strings.some(
        (one) =>
          (one.what === "name" || one.what === "held-name") && first && contains(first.place, one.place),
      );
      return first && isNamed ? [fieldOf(first)] : [];
    });
    const fields = [...facts.fields, ...named].map((field) => sent(field, members));
    // A name in plain text is the field that is sent.
    const strings = facts.strings.filter(({ place }) => !named.some((one) => contains(one.place, place)));
    return { ...facts, fields, strings };
  }

  /**
   * Returns the facts about what is sent of a file whose own text does not tell that it has to do with the API.
   *
   * @param names those of properties that matter
   */
  factsOf(path: string, names: ReadonlySet<string>): FileFacts {
    const fields = [...(this.#members.get(path)?.values() ?? [])].flatMap(([first]): FieldFact[] => {
      return first && names.has(first.key) ? [fieldOf(first)] : [];
    });
    const none = { requests: [], strings: [], comparisons: [], escapes: [], comments: [], problems: [] };
    const language = /\.ya?ml$/.test(path) ? "yaml" : "json";
    return this.withOwners({ path, language, reading: "syntax", ...none, fields });
  }
}

function fieldOf({ key: name, place, path }: Sent): FieldFact {
  const owner = { kind: "object", siblings: [] } as const;
  const common = { kind: "field", access: "write", setting: "data", trace: [] } as const;
  return { ...common, name, place, extent: place, path, owner };
}

function sent(field: FieldFact, members: ReadonlyMap<number, readonly Sent[]>): FieldFact {
  const uses = field.owner.kind === "object" ? members.get(field.place.start) : undefined;
  if (!uses) return field;
  const requests = [...new Set(uses.map(({ request }) => request.fact.id))];
  return { ...field, path: uses[0]!.path, owner: { kind: "request", requests } };
}
