import type { Alternative } from "../../facts/field.js";
import type { Arguments } from "../evaluation/callable.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type Source, type UnknownValue, type Value } from "../evaluation/value.js";
import type { Access } from "./recorder.js";

/** So many elements count that are added to the lists of one answer. */
const MAX_ADDED = 1_000;
/** Methods of lists that add elements, and how many of their arguments come before those. */
const ADDING: ReadonlyMap<string, number> = new Map([
  ["push", 0],
  ["unshift", 0],
  ["splice", 2],
  ["concat", 0],
]);

/** An element that the program adds to a list of an answer. */
interface Added {
  readonly to: UnknownValue;
  readonly value: UnknownValue | { readonly alternative: Alternative; readonly names: ReadonlySet<string> };
}

/** Writes down what the program adds to lists that answers bring: who goes through those finds it there. */
export class Additions {
  /** By the answer that the list is in. */
  readonly #added = new Map<Source, Added[]>();

  /** Records a call of a method of an unknown value. */
  called(run: Run, receiver: UnknownValue, method: string, { list, rest }: Arguments): void {
    const before = ADDING.get(method);
    if (before === undefined || receiver.source.request === undefined) return;
    for (const value of [...list.slice(before), ...(rest ? [rest] : [])]) this.add(run, receiver, value);
  }

  add(run: Run, to: UnknownValue, value: Value): void {
    if (to.source.request === undefined) return;
    let added = this.#added.get(to.source);
    if (!added) this.#added.set(to.source, (added = []));
    for (const single of alternatives(value)) {
      if (added.length >= MAX_ADDED) return;
      run.store.observer?.markNotReplayable();
      if (single.kind === "unknown") added.push({ to, value: single });
      if (single.kind !== "object" || single.object.callable) continue;
      const { members, rest, open } = run.store.read(single.object);
      const names = new Set([...members.keys()].filter((name) => run.interest.names.has(name)));
      const { place } = single.object;
      const alternative = { name: "an object that is added to the list", ...(place ? { place } : {}) };
      if (names.size > 0) added.push({ to, value: { alternative, names } });
      if (single.object.className === "Array") for (const element of rest) this.add(run, to, element);
      for (const unknown of open) added.push({ to, value: unknown });
    }
  }

  /** Returns the same read for each unknown element that is added to the list that it iterates. */
  readsOf(access: Access): Access[] {
    return this.#into(access).flatMap(({ value, rest }) =>
      "kind" in value ? [{ ...access, of: { ...value, path: [...value.path, ...rest] } }] : [],
    );
  }

  /** Returns objects of the program that are added to the list that a read iterates, and that have the property. */
  objectsAt(access: Access): Alternative[] {
    return this.#into(access).flatMap(({ value, rest }) =>
      "kind" in value || rest.length !== 1 || !value.names.has(rest[0]!) ? [] : [value.alternative],
    );
  }

  #into({ of, access }: Access): { value: Added["value"]; rest: readonly string[] }[] {
    if (access !== "read" || of.source.request === undefined) return [];
    return (this.#added.get(of.source) ?? []).flatMap(({ to, value }) => {
      const depth = to.path.length;
      const isInside = of.path[depth] === "[]" && to.path.every((step, index) => step === of.path[index]);
      return isInside ? [{ value, rest: of.path.slice(depth + 1) }] : [];
    });
  }
}
