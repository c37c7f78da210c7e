import type { CalendarDate } from "../../core/calendar-date.js";
import type { Vocabulary } from "../../catalog/catalog.js";
import { outermost } from "../../catalog/matchers/properties.js";
import { versionName } from "../../catalog/matchers/versions.js";
import { concerns, hasChangingShape } from "../../catalog/matchers/resources.js";
import type { PropertyData } from "../../catalog/model.js";
import type { AdministrationReading, ApiRequest } from "../../engine/api-request.js";
import { aimOf, requestedVersions } from "../../engine/requested-versions.js";

/** The status of properties that callers cannot go on using as they are. */
const CHANGES: ReadonlySet<PropertyData["status"]> = new Set(["removed", "moved", "repurposed", "read-only"]);

/**
 * Returns the version whose shape a request has now: that of its unversioned form, or the oldest one in its header.
 * Undefined if it has no version.
 */
export function shapeOf(request: ApiRequest, { match }: AdministrationReading): CalendarDate | undefined {
  const { vocabulary, form, version } = match;
  if (form === "unversioned")
    return vocabulary.administration.unversioned.find((one) => one.version === version)?.shape;
  const asked = requestedVersions(request, vocabulary).map((one) => one.version);
  return asked.sort()[0];
}

/** Returns whether bodies and answers of a request have another shape in other versions. */
export function changesShape({ endpoint, match }: AdministrationReading): boolean {
  return endpoint.endpoints.some((one) => hasChangingShape(one, match.vocabulary));
}

/** Properties by a key, for each vocabulary: there are few keys, and many requests ask for the same. */
type Kept = WeakMap<Vocabulary, Map<string, readonly PropertyData[]>>;

const between: Kept = new WeakMap();
const gone: Kept = new WeakMap();

function keptFor(
  kept: Kept,
  vocabulary: Vocabulary,
  key: string,
  make: () => readonly PropertyData[],
): readonly PropertyData[] {
  let ofVocabulary = kept.get(vocabulary);
  if (!ofVocabulary) kept.set(vocabulary, (ofVocabulary = new Map()));
  let properties = ofVocabulary.get(key);
  if (!properties) ofVocabulary.set(key, (properties = make()));
  return properties;
}

/**
 * Returns the properties that differ between the version that a request should ask for and the version whose shape it
 * has now, in bodies or responses. Empty for resources whose shape is not in the catalog.
 */
export function changesOf(
  request: ApiRequest,
  reading: AdministrationReading,
  target: CalendarDate,
): readonly PropertyData[] {
  const shape = changesShape(reading) ? shapeOf(request, reading) : undefined;
  return shape === undefined ? [] : changesBetween(reading, shape, aimOf(request, target));
}

/**
 * Returns the properties that responses no longer have; all that were ever removed if no version is
 * stated.
 */
export function goneFrom(
  request: ApiRequest,
  reading: AdministrationReading,
  target: CalendarDate,
): readonly PropertyData[] {
  const { endpoint, match } = reading;
  const [shape, aim] = [shapeOf(request, reading) ?? "", aimOf(request, target)];
  const key = `${shape} ${aim} ${endpoint.endpoints.map(({ id }) => id).join(" ")}`;
  return keptFor(gone, match.vocabulary, key, () => {
    const changes = changesBetween(reading, shape, aim);
    return outermost(changes.filter(({ status }) => status === "removed" || status === "moved"));
  });
}

/** Returns one sentence for each change between the versions whose properties the catalog does not have. */
export function otherChanges(
  request: ApiRequest,
  reading: AdministrationReading,
  target: CalendarDate,
): string[] {
  const shape = shapeOf(request, reading);
  const aim = aimOf(request, target);
  if (shape === undefined) return [];
  return reading.endpoint.endpoints.flatMap(({ method, path, versions }) =>
    versions.flatMap(({ date, change }) =>
      change !== undefined && date > shape && date <= aim
        ? [`from version ${versionName(reading.match.vocabulary, date)} of ${method} ${path} on, ${change}`]
        : [],
    ),
  );
}

/** Returns the changes between two versions for the resources that a request may go to. */
function changesBetween(
  { endpoint: { endpoints }, match: { vocabulary } }: AdministrationReading,
  shape: CalendarDate,
  aim: CalendarDate,
): readonly PropertyData[] {
  const changes = allBetween(vocabulary, shape, aim);
  return changes.filter((property) => endpoints.some((one) => concerns(property, one)));
}

function allBetween(vocabulary: Vocabulary, shape: CalendarDate, aim: CalendarDate): readonly PropertyData[] {
  return keptFor(between, vocabulary, `${shape} ${aim}`, () =>
    [...vocabulary.properties, ...vocabulary.provenProperties].filter(
      ({ since, status }) => since > shape && since <= aim && CHANGES.has(status),
    ),
  );
}
