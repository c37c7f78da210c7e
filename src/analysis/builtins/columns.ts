import type { Location } from "../../core/span.js";
import type { Call } from "../evaluation/callable.js";
import { knownStrings } from "../evaluation/coerce.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { getMember, peek, type Site } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, choice, isFunction, memberOfUnknown, type Value } from "../evaluation/value.js";
import { callBackPerhaps } from "./native.js";

/**
 * Reads from a row the property that a column names: a text, also with a way through several properties, or a
 * description with the name under one of the keys. A function there gets the row.
 */
export function readColumn(
  run: Run,
  row: Value,
  column: Value,
  call: Call,
  keys: readonly string[] = [],
): void {
  for (const single of alternatives(column)) {
    if (single.kind === "text") readName(run, row, single, call);
    else if (isFunction(single)) callBackPerhaps(run, single, [row], call);
    else if (single.kind === "object")
      for (const key of keys)
        if (peek(run, single, key) !== single) readColumn(run, row, peek(run, single, key), call);
  }
}

/** Reads the properties that a list of columns names. In a record each key is the name of a column. */
export function readColumns(
  run: Run,
  row: Value,
  columns: Value,
  call: Call,
  keys: readonly string[] = [],
): void {
  for (const single of alternatives(columns)) {
    if (single.kind !== "object") continue;
    if (single.object.className !== "Object") {
      const { known, ...rest } = iterate(run, single);
      for (const column of known ?? [someOf(rest)]) if (column) readColumn(run, row, column, call, keys);
      continue;
    }
    for (const [key, { keyPlace }] of run.store.read(single.object).members)
      getMember(run, row, key, siteAt(call, keyPlace ? new Map([[key, keyPlace]]) : undefined));
  }
}

/** Returns any row of a table; undefined for other values than lists. */
export function rowOf(run: Run, rows: Value): Value | undefined {
  const found = alternatives(rows).flatMap((single) => {
    if (single.kind === "unknown") return [memberOfUnknown(single, "[]")];
    return single.kind === "object" ? (someOf(iterate(run, single)) ?? []) : [];
  });
  return found.length === 0 ? undefined : choice(found);
}

function readName(run: Run, row: Value, name: Value, call: Call): void {
  const path = knownStrings(run, name);
  if (path?.length !== 1) {
    run.recorder.escapes.readUnnamed(run, row, call);
    return;
  }
  const steps = path[0]!.split(/[.[\]]+/).filter((step) => step !== "");
  const places = placesOf(name, path[0]!, steps);
  steps.reduce((value, step) => getMember(run, value, step, siteAt(call, places)), row);
}

function siteAt({ node, environment }: Call, names: ReadonlyMap<string, Location> | undefined): Site {
  return { node, key: node, environment, ...(names ? { names } : {}) };
}

/** The places of the steps of a path in the text that is written for it. */
function placesOf(
  name: Value,
  path: string,
  steps: readonly string[],
): ReadonlyMap<string, Location> | undefined {
  const [part, ...others] = name.kind === "text" ? name.text.parts : [];
  if (part?.kind !== "segment" || !part.written || others.length > 0) return undefined;
  const { written } = part;
  const places = new Map<string, Location>();
  let from = 0;
  for (const step of steps) {
    const at = path.indexOf(step, from);
    from = at + step.length;
    const isExact = written.exact && written.end - written.start === path.length;
    places.set(
      step,
      isExact ? { ...written, start: written.start + at, end: written.start + from } : written,
    );
  }
  return places;
}
