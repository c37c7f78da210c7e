import type { CalendarDate } from "../core/calendar-date.js";
import type { Vocabulary } from "../catalog/catalog.js";
import { bodyShapeOf, defectsOf, patternOf, type BodyDefect } from "../catalog/matchers/bodies.js";
import { concerns } from "../catalog/matchers/resources.js";
import { lastName } from "../catalog/matchers/properties.js";
import type { EndpointData, PropertyData } from "../catalog/model.js";
import { nearestName } from "../core/nearest-name.js";
import type { ApiRequest } from "./api-request.js";
import { requestedVersions } from "./requested-versions.js";

/** A part of a body for which the service refuses the request. */
export interface BodyFault extends BodyDefect {
  /** Without the numbers of elements: `replicationSpecs[].numShards`. */
  readonly property: string;
  /** A requested version that refuses it. `isCertain` is false if the request asks for others as well. */
  readonly version: CalendarDate;
  readonly endpoint: EndpointData;
  readonly vocabulary: Vocabulary;
}

/**
 * Returns why the service refuses the body of a request in the versions that the request asks for. It is checked against
 * the data that the service double uses. A request without a version has no faults: its body may have the old form.
 */
export function bodyFaults(request: ApiRequest): BodyFault[] {
  const { body } = request.fact;
  if (!body) return [];
  return request.administration.flatMap(
    ({ match: { vocabulary, form }, endpoint: { endpoints, certain } }) => {
      const [endpoint, ...others] = endpoints;
      if (!endpoint || others.length > 0 || !certain || form !== "versioned") return [];
      // A date that was never released is refused by itself.
      const asked = requestedVersions(request, vocabulary).filter(
        ({ date, version }) => date === version || vocabulary.lifecycle.releases.includes(date),
      );
      const versions = [...new Set(asked.map(({ version }) => version))];
      const all = versions.flatMap((version) => {
        const shape = bodyShapeOf(endpoint.id, vocabulary, shapeVersion(endpoint, version));
        const defects = shape ? [...defectsOf(body, shape, endpoint.method !== "PATCH")] : [];
        return withoutConsequences(defects, version, endpoint, vocabulary).map((defect): BodyFault => ({
          ...defect,
          property: patternOf(defect.path),
          ...{ version, endpoint, vocabulary },
        }));
      });
      const sameAs = (one: BodyFault) => (other: BodyFault) =>
        other.path === one.path && other.reason === one.reason && other.place === one.place;
      return all
        .filter((one, index) => all.findIndex(sameAs(one)) === index)
        .map((one) => ({
          ...one,
          isCertain: one.isCertain && all.filter(sameAs(one)).length >= versions.length,
        }));
    },
  );
}

function shapeVersion(
  { keepsUnversionedShape, versions }: EndpointData,
  version: CalendarDate,
): CalendarDate {
  return keepsUnversionedShape ? versions[0]!.date : version;
}

/**
 * Leaves out what is missing if the body shows why: it has the shape of another version, or the object has a property
 * with a wrong name.
 */
function withoutConsequences(
  defects: readonly BodyDefect[],
  version: CalendarDate,
  endpoint: EndpointData,
  vocabulary: Vocabulary,
): BodyDefect[] {
  const unknown = defects.filter(({ reason }) => reason === "unknown");
  const isOfOther = unknown.some((one) =>
    entriesOf(patternOf(one.path), endpoint, vocabulary).some(
      ({ status, since, in: directions }) =>
        directions.includes("request") &&
        (since <= version ? status === "removed" || status === "moved" : status === "added"),
    ),
  );
  return defects.filter(
    ({ reason, holder }) =>
      reason !== "missing" || (!isOfOther && !unknown.some((one) => one.holder === holder)),
  );
}

function entriesOf(path: string, endpoint: EndpointData, vocabulary: Vocabulary): PropertyData[] {
  return propertiesOf(endpoint, vocabulary).filter((one) => one.path === path);
}

function propertiesOf(endpoint: EndpointData, { properties, provenProperties }: Vocabulary): PropertyData[] {
  return [...properties, ...provenProperties].filter((one) => concerns(one, endpoint));
}

/** Returns one sentence that says what to send instead of a property that a version does not have. */
export function insteadOf({ property, names = [], endpoint, vocabulary }: BodyFault): string {
  const end = property.lastIndexOf(".");
  const prefix = property.slice(0, end + 1);
  const name = property.slice(end + 1);
  const own = entriesOf(property, endpoint, vocabulary);
  if (own.some((one) => one.in.includes("response"))) return "Only responses have it: do not send it.";
  const renamed = propertiesOf(endpoint, vocabulary)
    .filter((one) => lastName(one) === name)
    .flatMap(({ replacement }) => replacement)
    .find((path) => path.startsWith(prefix) && path !== property);
  const nearest = renamed?.slice(prefix.length) ?? nearestName(name, names);
  if (nearest !== undefined) return `Send ${nearest} instead.`;
  return names.length <= MOST_NAMES ? `Send only ${names.join(", ")}.` : "Do not send it.";
}

const MOST_NAMES = 10;
