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

const known = new WeakMap<Vocabulary, Map<string, readonly PropertyData[]>>();

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
  const changes = changesBetween(reading, shapeOf(request, reading) ?? "", aimOf(request, target));
  return outermost(changes.filter(({ status }) => status === "removed" || status === "moved"));
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
  const ofVocabulary = known.get(vocabulary) ?? new Map<string, readonly PropertyData[]>();
  known.set(vocabulary, ofVocabulary);
  const key = `${shape} ${aim}`;
  let changes = ofVocabulary.get(key);
  if (!changes) {
    changes = [...vocabulary.properties, ...vocabulary.provenProperties].filter(
      ({ since, status }) => since > shape && since <= aim && CHANGES.has(status),
    );
    ofVocabulary.set(key, changes);
  }
  return changes;
}
