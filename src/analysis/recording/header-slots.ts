import { haveSameStart, type Location } from "../../core/span.js";
import type { HeaderSlot } from "../../facts/request.js";
import { optionOf } from "../clients/client.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, nullishness, type Value } from "../evaluation/value.js";
import type { Draft } from "./recorder.js";

/**
 * Returns where a header can be added so that the request sends it: the strongest headers that are literals first, so
 * that nothing after them overwrites it.
 *
 * @param site the call
 */
export function headerSlots({ headers, written = headers, intake }: Draft, site: Location): HeaderSlot[] {
  const isList = intake !== undefined && "isList" in intake && intake.isList === true;
  const slots = [...written].reverse().flatMap((layer): HeaderSlot[] => {
    const places = literalPlaces(layer);
    return places ? [{ kind: "headers", places, isList }] : [];
  });
  if (!intake) return slots;
  if ("method" in intake)
    return [...slots, { kind: "chain", call: intake.at ?? site, method: intake.method }];
  if ("command" in intake) return [...slots, { kind: "command", ...intake.command }];
  const { options, index, key } = intake;
  const places = literalPlaces(options);
  if (places && key === undefined) slots.push({ kind: "headers", places, isList });
  else if (places) slots.push({ kind: "options", places, key: key!, isList });
  else if (nullishness(options) === true)
    slots.push({ kind: "argument", call: site, index, isList, ...(key === undefined ? {} : { key }) });
  return slots;
}

/**
 * Returns whether options and headers of a call are plain objects or missing, so that nothing is lost if they are
 * spread into others.
 */
export function isPlain(run: Run, { intake }: Draft): boolean {
  if (!intake || !("options" in intake)) return false;
  const { options, key } = intake;
  const given = key === undefined ? [options] : [options, optionOf(run, options, key)];
  return given.every((value) =>
    alternatives(value).every(
      (single) =>
        nullishness(single) === true ||
        (single.kind === "object" && !single.object.callable && single.object.className === "Object"),
    ),
  );
}

/**
 * Returns the place for a header that all requests of an instance send, in the options that it was created with.
 *
 * @param index of the options among the arguments
 */
export function instanceSlot(run: Run, options: Value, making: Location, index = 0): { slot?: HeaderSlot } {
  const isList = false;
  const headers = literalPlaces(optionOf(run, options, "headers"));
  if (headers) return { slot: { kind: "headers", places: headers, isList } };
  const places = literalPlaces(options);
  if (places) return { slot: { kind: "options", places, key: "headers", isList } };
  if (nullishness(options) !== true) return {};
  return { slot: { kind: "argument", call: making, index, key: "headers", isList } };
}

/** Returns the places of all literals that headers or options of the request come from. */
export function headerSources({ headers, written = headers, intake }: Draft): Location[] {
  const given = intake && "options" in intake ? [...written, intake.options] : written;
  return given.flatMap((value) =>
    alternatives(value).flatMap((single) =>
      single.kind === "object" && single.object.place ? [single.object.place] : [],
    ),
  );
}

const CONTAINERS: ReadonlySet<string> = new Set(["Object", "Array", "Headers"]);

/** Returns the places of a value if every alternative of it is an object literal. */
function literalPlaces(value: Value): readonly Location[] | undefined {
  const places: Location[] = [];
  for (const single of alternatives(value)) {
    if (single.kind !== "object" || single.object.callable) return undefined;
    const { place, className } = single.object;
    if (!place || !CONTAINERS.has(className)) return undefined;
    if (!places.some((other) => haveSameStart(other, place))) places.push(place);
  }
  return places.length > 0 ? places : undefined;
}
