import { addMonths, daysBetween, type CalendarDate } from "../../core/calendar-date.js";
import type { Vocabulary } from "../catalog.js";
import type { EndpointData, PropertyData, VersionData } from "../model.js";

/** What a date in a media type means for one endpoint on a given day. */
export type VersionState =
  /** The version is served and is the newest one that fits. */
  | { readonly state: "stable"; readonly version: VersionData }
  | {
      readonly state: "deprecated" | "gone";
      readonly version: VersionData;
      /** Day of deletion; absent where the service set none. */
      readonly sunset?: CalendarDate;
      /** Whether the day is the lifecycle rule's, since none is published. */
      readonly computed: boolean;
      /** To the day of deletion; negative once it is past. */
      readonly daysLeft?: number;
    }
  /** Earlier than the first version of the endpoint. */
  | { readonly state: "before-first"; readonly first: VersionData };

/** Every version of an endpoint, or of one that the catalog does not list. */
function versionsOf(vocabulary: Vocabulary, endpoint: EndpointData | undefined): readonly VersionData[] {
  return endpoint?.versions ?? vocabulary.lifecycle.otherEndpoints;
}

/**
 * The version that answers a date: the newest one of that endpoint that is not later. Versions are per endpoint, so
 * a release that belongs to another resource never makes this one move (specification, Versioning 3).
 */
export function resolveVersion(
  vocabulary: Vocabulary,
  endpoint: EndpointData | undefined,
  date: CalendarDate,
  asOf: CalendarDate,
): VersionState {
  const versions = versionsOf(vocabulary, endpoint);
  const version = versions.findLast((one) => one.date <= date);
  if (!version) return { state: "before-first", first: versions[0]! };
  if (!isDeprecated(version) || (version.deprecated !== undefined && version.deprecated > asOf))
    return { state: "stable", version };
  const computed = version.sunset === undefined && !version.noSunset && version.deprecated !== undefined;
  const sunset =
    version.sunset ??
    (computed ? addMonths(version.deprecated!, vocabulary.lifecycle.supportMonths) : undefined);
  return {
    state: sunset !== undefined && sunset <= asOf ? "gone" : "deprecated",
    version,
    computed,
    ...(sunset === undefined ? {} : { sunset, daysLeft: daysBetween(asOf, sunset) }),
  };
}

function isDeprecated(version: VersionData): boolean {
  return version.deprecated !== undefined || version.sunset !== undefined || version.noSunset === true;
}

/** The version that a call of the endpoint should ask for when the user aims at `target`. */
export function targetVersion(
  vocabulary: Vocabulary,
  endpoint: EndpointData | undefined,
  target: CalendarDate,
): CalendarDate {
  const first = versionsOf(vocabulary, endpoint)[0]!.date;
  const release = releaseAt(vocabulary, target);
  return first > release ? first : release;
}

/**
 * The release of a deployment of the API that a target means there: the target itself, or the newest one before it where
 * others than this one have released it.
 */
export function releaseAt({ lifecycle }: Vocabulary, target: CalendarDate): CalendarDate {
  return lifecycle.releases.findLast((release) => release <= target) ?? target;
}

/** Whether a property has changed at the release of a deployment that a target means. */
export function isChangedAt(
  vocabulary: Vocabulary,
  { since }: Pick<PropertyData, "since">,
  target: CalendarDate,
): boolean {
  return since <= releaseAt(vocabulary, target);
}

/** Whether the version that the user aims at is gone for the list of clusters: then it is said once, for the run. */
export function isTargetGone(vocabulary: Vocabulary, target: CalendarDate, asOf: CalendarDate): boolean {
  const clusters = vocabulary.resources.find(({ name }) => name === "clusters");
  return (clusters?.endpoints ?? []).some(
    (endpoint) =>
      endpoint.listPrefix !== undefined &&
      resolveVersion(vocabulary, endpoint, target, asOf).state === "gone",
  );
}
