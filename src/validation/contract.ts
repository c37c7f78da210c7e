import type { Vocabulary } from "../catalog/catalog.js";
import { bodyShapeOf, defectsOf, treeOfJson, type BodyDefect } from "../catalog/matchers/bodies.js";
import type { CalendarDate } from "../core/calendar-date.js";
import { invalidAttribute, invalidValue, missingAttribute, type ApiError } from "./api-error.js";

/** The endpoint that a body is sent to. */
interface Addressee {
  readonly id: string;
  readonly version: CalendarDate;
  /** False for a body that modifies something, which may leave out most attributes. */
  readonly creates: boolean;
}

/** Returns the errors for what the catalog says of the body of an endpoint: attributes, kinds and what is required. */
export function contractErrors(
  body: unknown,
  { id, version, creates }: Addressee,
  vocabulary: Pick<Vocabulary, "bodies">,
): ApiError[] {
  const shape = bodyShapeOf(id, vocabulary, version);
  return shape ? [...defectsOf(treeOfJson(body), shape, creates)].map(errorOf) : [];
}

function errorOf({ reason, path, expected = "another value", text = "" }: BodyDefect): ApiError {
  switch (reason) {
    case "missing":
      return missingAttribute(path);
    case "unknown":
      return invalidAttribute(path);
    case "kind":
      return invalidAttribute(
        path === "" ? "body" : path,
        `${expected[0]!.toUpperCase()}${expected.slice(1)} is expected.`,
      );
    case "value":
      return invalidValue(path, text);
  }
}
