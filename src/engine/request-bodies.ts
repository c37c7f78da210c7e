import type { CalendarDate } from "../core/calendar-date.js";
import type { Vocabulary } from "../catalog/catalog.js";
import {
  bodyShapeOf,
  defectsOf,
  patternOf,
  treeOfJson,
  type BodyDefect,
  type BodyShape,
} from "../catalog/matchers/bodies.js";
import { possibleBodies } from "../catalog/matchers/possible-bodies.js";
import { concerns } from "../catalog/matchers/resources.js";
import { lastName } from "../catalog/matchers/properties.js";
import type { EndpointData, PropertyData } from "../catalog/model.js";
import { nearestName } from "../core/nearest-name.js";
import type { Location } from "../core/span.js";
import type { Tree } from "../facts/tree.js";
import { alwaysRefused, textsToTry } from "../validation/possible-refusals.js";
import type { ApiRequest } from "./api-request.js";
import { requestedVersions } from "./requested-versions.js";

/** A part of a body for which the service refuses the request. */
export interface BodyFault extends Omit<BodyDefect, "reason"> {
  /** `relation`: its value does not fit the rest of the body; `expected` is the reason. */
  readonly reason: BodyDefect["reason"] | "relation";
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
        const date = shapeVersion(endpoint, version);
        const shape = bodyShapeOf(endpoint.id, vocabulary, date);
        const defects = shape ? [...defectsOf(body, shape, endpoint.method !== "PATCH")] : [];
        const refused =
          defects.length > 0
            ? withoutConsequences(defects, version, endpoint, vocabulary)
            : shape
              ? unfitting(body, shape, date, endpoint, vocabulary)
              : [];
        return refused.map((defect): BodyFault => ({
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

type Unfitting = Omit<BodyDefect, "reason"> & { readonly reason: BodyFault["reason"] };

/** Returns the parts of a body whose values do not fit each other, whatever its unknown values are. */
function unfitting(
  body: Tree,
  shape: BodyShape,
  version: CalendarDate,
  { id, method }: EndpointData,
  vocabulary: Vocabulary,
): Unfitting[] {
  const bodies = possibleBodies(body, shape, textsToTry).filter(
    (one) => defectsOf(treeOfJson(one), shape, method !== "PATCH").next().done,
  );
  return alwaysRefused(id, version, bodies, vocabulary).map(({ detail, why = detail, at, parameters }) => {
    const found = (at ?? parameters).map((path) => memberAt(body, path));
    const best = found.find(({ isWhole }) => isWhole) ?? found[0];
    const { path = "", place } = best ?? {};
    const expected = why.replace(/\.$/, "");
    return { reason: "relation", path, expected, isCertain: true, ...(place && { place }) };
  });
}

interface FoundMember {
  /** As much of the wanted path as the body has. */
  readonly path: string;
  readonly place: Location | undefined;
  readonly isWhole: boolean;
}

function memberAt(body: Tree, wanted: string): FoundMember {
  let tree = body;
  let found: FoundMember = { path: "", place: undefined, isWhole: false };
  for (const step of wanted.split(/\.|(?=\[)/)) {
    const index = /^\[(\d+)\]$/.exec(step)?.[1];
    const item = tree.kind === "list" ? tree.items[Number(index)] : undefined;
    if (item) {
      tree = item;
      const place = tree.kind === "object" ? tree.place : undefined;
      found = { ...found, path: found.path + step, place: place ?? found.place };
      continue;
    }
    const member = tree.kind === "object" ? tree.members.find(({ key }) => key === step) : undefined;
    if (!member) return found;
    tree = member.value;
    const path = found.path === "" ? step : `${found.path}.${step}`;
    found = { ...found, path, place: member.keyPlace ?? found.place };
  }
  return { ...found, isWhole: true };
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
  const isOnlyAnswered = own.length > 0 && own.every((one) => !one.in.includes("request"));
  if (isOnlyAnswered) return "Only responses have it: do not send it.";
  const renamed = propertiesOf(endpoint, vocabulary)
    .filter((one) => lastName(one) === name)
    .flatMap(({ replacement }) => replacement)
    .find((path) => path.startsWith(prefix) && path !== property);
  const nearest = renamed?.slice(prefix.length) ?? nearestName(name, names);
  if (nearest !== undefined) return `Send ${nearest} instead.`;
  return names.length <= MOST_NAMES ? `Send only ${names.join(", ")}.` : "Do not send it.";
}

const MOST_NAMES = 10;
