import { stepsOf } from "../../catalog/matchers/properties.js";
import type { PropertyData } from "../../catalog/model.js";
import { invalidAttribute, missingAttribute } from "../../validation/api-error.js";
import { Refusal } from "../api-error.js";
import type { Document } from "../store.js";
import type { Call } from "./call.js";

/**
 * Returns a document of a body in the newest shape, in which documents are stored. For the built-in services it is the
 * body, because their vocabularies do not describe the attributes of such resources.
 *
 * @throws {Refusal} 400 for an attribute that the version of the call does not take, or without one that it requires
 */
export function stored(call: Call, body: Document): Document {
  if (!call.vocabulary.isStandalone) return body;
  const document = structuredClone(body) as Entries;
  for (const property of propertiesOf(call, "request")) check(property, call, document);
  for (const property of propertiesOf(call)) {
    const replacement = newPlaceOf(property);
    if (replacement !== undefined && property.since > call.version)
      move(document, property.path, replacement);
  }
  return document;
}

/** Returns a stored document in the shape of the version that answers. */
export function shown(call: Call, document: Document): Document {
  if (!call.vocabulary.isStandalone) return document;
  const answer = structuredClone(document) as Entries;
  for (const property of propertiesOf(call, "response")) {
    const { path, status, since } = property;
    const replacement = newPlaceOf(property);
    const isChanged = since <= call.version;
    if (status === (isChanged ? "removed" : "added"))
      for (const [holder, name] of placesOf(answer, stepsOf(path))) Reflect.deleteProperty(holder, name);
    else if (replacement !== undefined && !isChanged) move(answer, replacement, path);
  }
  return answer;
}

type Entries = Record<string, unknown>;

function propertiesOf({ vocabulary, endpoint }: Call, direction?: "request" | "response"): PropertyData[] {
  const resource = vocabulary.resources.find(({ endpoints }) => endpoints.includes(endpoint))?.name;
  return vocabulary.properties.filter(
    (one) =>
      one.resource === resource &&
      (one.endpoints?.includes(endpoint.id) ?? true) &&
      (direction === undefined || one.in.includes(direction)),
  );
}

/** Returns the path that has the very same value in the new shape. */
function newPlaceOf({ status, exactness, replacement }: PropertyData): string | undefined {
  return status === "removed" && exactness === "exact" && replacement.length === 1
    ? replacement[0]
    : undefined;
}

function check({ path, status, since }: PropertyData, call: Call, document: Entries): void {
  const steps = stepsOf(path);
  const isChanged = since <= call.version;
  const isRefused = isChanged ? status === "removed" || status === "read-only" : status === "added";
  if (isRefused && placesOf(document, steps).length > 0) throw new Refusal(invalidAttribute(path));
  if (status !== "required" || !isChanged || call.method === "PATCH") return;
  const name = steps.at(-1)!;
  if (objectsAt(document, steps.slice(0, -1)).some((holder) => !(name in holder)))
    throw new Refusal(missingAttribute(path));
}

/** Moves the value of one path to another one. Both must be in the same element of each list. */
function move(document: Entries, from: string, to: string): void {
  const [old, own] = [stepsOf(from), stepsOf(to)];
  const differs = old.findIndex((step, index) => step !== own[index]);
  const [source, target] = [old.slice(differs), own.slice(differs)];
  if (differs < 0 || [...source, ...target].some((step) => step === "[]" || step.startsWith("{"))) return;
  for (const object of objectsAt(document, old.slice(0, differs)))
    for (const [holder, name] of placesOf(object, source)) {
      const value = holder[name];
      Reflect.deleteProperty(holder, name);
      let place = object;
      for (const step of target.slice(0, -1)) {
        if (!isObject(place[step])) place[step] = {};
        place = place[step] as Entries;
      }
      place[target.at(-1)!] = value;
    }
}

/** Returns each object that has the property at a path, with the name that it has there. */
function placesOf(value: unknown, path: readonly string[]): [Entries, string][] {
  const steps = path.at(-1) === "[]" ? path.slice(0, -1) : path;
  const last = steps.at(-1)!;
  return objectsAt(value, steps.slice(0, -1)).flatMap((holder) =>
    (last.startsWith("{") ? Object.keys(holder) : [last]).flatMap((name): [Entries, string][] =>
      Object.hasOwn(holder, name) ? [[holder, name]] : [],
    ),
  );
}

function objectsAt(value: unknown, path: readonly string[]): Entries[] {
  const [step, ...rest] = path;
  if (step === "[]") return Array.isArray(value) ? value.flatMap((one) => objectsAt(one, rest)) : [];
  if (!isObject(value)) return [];
  if (step === undefined) return [value];
  const names = step.startsWith("{") ? Object.keys(value) : [step];
  return names.flatMap((name) => (Object.hasOwn(value, name) ? objectsAt(value[name], rest) : []));
}

function isObject(value: unknown): value is Entries {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
