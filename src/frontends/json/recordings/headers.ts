import type { Location } from "../../../core/span.js";
import type { Credentials, HeaderEntry } from "../../../facts/request.js";
import { describe, type Text } from "../../../facts/text.js";
import { expand, type Variables } from "../assembled-text.js";
import {
  asList,
  asString,
  contentOf,
  firstOf,
  isSet,
  placeOf,
  type JsonObject,
  type JsonString,
  type JsonValue,
} from "../nodes.js";

/**
 * Returns the headers of a recorded request in any of the forms in use. These are an object with a string or a list of
 * strings for each name, a list of objects with name and value, or lines of one string. Disabled entries are left out.
 */
export function readHeaders(headers: JsonValue | undefined, variables: Variables): HeaderEntry[] {
  switch (headers?.kind) {
    case "object":
      return headers.members.map(({ key, value }) => entry(key, placeOf(key), textsOf(value, variables)));
    case "list":
      return asList(headers).flatMap((item) => (item.kind === "object" ? fromPair(item, variables) : []));
    case "string":
      return fromLines(headers);
    default:
      return [];
  }
}

/** Keys under which tools keep the name of a header in a list. */
const NAMES = ["key", "name", "header"];

function fromPair(pair: JsonObject, variables: Variables): HeaderEntry[] {
  const isOff =
    isSet(pair, "disabled", true) ||
    ["enabled", "active", "isChecked", "isActive"].some((key) => isSet(pair, key, false));
  const name = asString(firstOf(pair, NAMES)?.value);
  if (isOff || !name) return [];
  return [entry(name, placeOf(name), textsOf(firstOf(pair, ["value"])?.value, variables))];
}

function entry(name: JsonString, place: Location, values: readonly Text[]): HeaderEntry {
  return { name: name.value.trim().toLowerCase(), place, values, certain: true };
}

/** The values of a header; a matcher of a stub (`{"equalTo": …}`) is not one that is known. */
function textsOf(value: JsonValue | undefined, variables: Variables): Text[] {
  if (value?.kind === "string") return expand(value, variables).map(({ text }) => text);
  if (value?.kind === "list") return value.items.flatMap((item) => textsOf(item, variables));
  const exact = asString(firstOf(value, ["equalTo"])?.value);
  if (exact) return textsOf(exact, variables);
  const place = value ? { place: placeOf(value) } : {};
  return [
    { kind: "text", parts: [{ kind: "hole", reason: "computed", name: "value", ...place, hops: undefined }] },
  ];
}

/** `Accept: application/json\nContent-Type: …` */
function fromLines(lines: JsonString): HeaderEntry[] {
  const content = contentOf(lines);
  const { text } = content;
  const entries: HeaderEntry[] = [];
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const colon = text.indexOf(":", start);
    const name = colon < 0 || colon >= end ? "" : text.slice(start, colon).trim().toLowerCase();
    if (name !== "" && !name.startsWith("//")) {
      const value = text.slice(colon + 1, end);
      const from = colon + 1 + (value.length - value.trimStart().length);
      const to = Math.max(from, colon + 1 + value.trimEnd().length);
      const values: Text[] = [{ kind: "text", parts: content.segments(from, to) }];
      entries.push({ name, place: content.locate(start, colon), values, certain: true });
    }
    start = end + 1;
  }
  return entries;
}

/** Returns the scheme in the Authorization header. */
export function credentialsIn(headers: readonly HeaderEntry[]): Credentials {
  const values = headers.find(({ name }) => name === "authorization")?.values;
  if (!values || values.length === 0) return "none";
  const starts = values.map((text) => describe(text).trimStart().toLowerCase());
  const schemes = ["digest", "basic", "bearer"] as const;
  return schemes.find((scheme) => starts.every((start) => start.startsWith(scheme))) ?? "unknown";
}
