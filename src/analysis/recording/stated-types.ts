import type { Node } from "@oxc-project/types";
import type { FieldFact } from "../../facts/field.js";
import { declaredType, nameOfType } from "../evaluation/declared-types.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { payloadPath } from "../evaluation/payload-path.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type Shape, type UnknownValue, type Value } from "../evaluation/value.js";
import { walk } from "../walk.js";
import { typeNameOf } from "./type-names.js";

const MAX_TYPES = 20_000;

/** A part of an answer, and whether a declared property is one of the type that code states for it. */
interface Stated {
  readonly request: number;
  readonly path: readonly string[];
  declares(run: Run, field: FieldFact): boolean;
}

/** Writes down the types that code states for answers: `(await response.json()) as Cluster`. */
export class StatedTypes {
  readonly #stated = new Map<string, Stated>();

  /** Records that code states a type for a value. */
  add(value: Value, annotation: Node, module: ModuleRecord): void {
    const name = typeNameOf(annotation);
    if (name === undefined) return;
    const identity = `${module.path}:${annotation.start}`;
    this.#add(value, name, identity, (run, { owner, place }) => {
      const type = identifierIn(annotation, withoutLists(name));
      const declaration = type && declaredType(run, type, module)?.declaration;
      return (
        declaration?.module.path === place.path && "name" in owner && owner.name === nameOfType(type!, module)
      );
    });
  }

  /** Records that an answer is decoded into an object with declared members. */
  addShape(value: Value, shape: Shape): void {
    const name = withoutLists(shape.name);
    this.#add(value, shape.name, shape.name, (_run, { owner, path }) => {
      const isNamed = "name" in owner && owner.name === name;
      return isNamed && path.length > 0 && shape.keys?.().includes(path[0]!) === true;
    });
  }

  #add(value: Value, name: string, identity: string, declares: Stated["declares"]): void {
    for (const single of alternatives(value))
      if (single.kind === "unknown") this.#addAnswer(single, name, identity, declares);
  }

  #addAnswer(
    { source: { request }, path }: UnknownValue,
    name: string,
    identity: string,
    declares: Stated["declares"],
  ): void {
    if (request === undefined) return;
    const lists = Array.from({ length: (name.length - withoutLists(name).length) / 2 }, () => "[]");
    const own = [...payloadPath(path), ...lists];
    const key = `${request}:${own.join(".")}:${identity}`;
    if (this.#stated.size < MAX_TYPES && !this.#stated.has(key))
      this.#stated.set(key, { request, path: own, declares });
  }

  /**
   * Returns a declared property with the requests whose answers have its type, if it is known of some.
   *
   * @param sameAs returns the id under which a request is among the facts
   */
  withRequests(field: FieldFact, run: Run, sameAs: (id: string) => string): FieldFact {
    const { access, owner } = field;
    if (access !== "declare" || owner.kind !== "type" || owner.parses) return field;
    const found = [...this.#stated.values()].filter((one) => one.declares(run, field));
    const [first] = found;
    if (!first) return field;
    const requests = [...new Set(found.map(({ request }) => sameAs(String(request))))];
    return { ...field, owner: { ...owner, statedFor: { requests, path: [...first.path, ...field.path] } } };
  }
}

/** Returns the name of the elements of `Cluster[]`. */
function withoutLists(name: string): string {
  return name.replace(/(?:\[\])+$/, "");
}

function identifierIn(annotation: Node, name: string): (Node & { readonly name: string }) | undefined {
  let found: (Node & { readonly name: string }) | undefined;
  walk(annotation, (node) => {
    if (node.type === "Identifier" && node.name === name) found ??= node;
  });
  return found;
}
