import { addMonths, daysBetween, type CalendarDate } from "../../core/calendar-date.js";
import type { Vocabulary } from "../catalog.js";
import type { EndpointData, PropertyData, VersionData } from "../model.js";
import { shapedResources } from "./resources.js";

/** The meaning of a date in a media type for one endpoint on a given day. */
export type VersionState =
  /** The version is served and is the newest one that fits. */
  | { readonly state: "stable"; readonly version: VersionData }
  | {
      readonly state: "deprecated" | "gone";
      readonly version: VersionData;
      /** Day of deletion; absent if the service published none. */
      readonly sunset?: CalendarDate;
      /** True if the day is computed by the lifecycle rule, because none is published. */
      readonly computed: boolean;
      /** Days until deletion; negative after it. */
      readonly daysLeft?: number;
    }
  /** Earlier than the first version of the endpoint. */
  | { readonly state: "before-first"; readonly first: VersionData };

/** Returns every version of an endpoint, or of one that the catalog does not list. */
function versionsOf(vocabulary: Vocabulary, endpoint: EndpointData | undefined): readonly VersionData[] {
  return endpoint?.versions ?? vocabulary.lifecycle.otherEndpoints;
}

/**
 * Returns the version that answers a date: the newest one of that endpoint that is not later. Versions are per
 * endpoint, so a release of another resource does not change this one (specification, Versioning 3).
 */
export function resolveVersion(
  vocabulary: Vocabulary,
  endpoint: EndpointData | undefined,
  date: CalendarDate,
  asOf: CalendarDate,
): VersionState {
  const version = versionAt(vocabulary, endpoint, date);
  if (!version) return { state: "before-first", first: versionsOf(vocabulary, endpoint)[0]! };
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

/** Returns the version of an endpoint that serves a date. Undefined if the date is before the first version. */
export function versionAt(
  vocabulary: Vocabulary,
  endpoint: EndpointData | undefined,
  date: CalendarDate,
): VersionData | undefined {
  return versionsOf(vocabulary, endpoint).findLast((one) => one.date <= date);
}

/**
 * Returns the date that a call of the endpoint should state for `target`. This is the release that the target means, so
 * that most calls can share one media type. If the version that answers it ends sooner than an older one, it is the
 * date of the older one.
 */
export function targetVersion(
  vocabulary: Vocabulary,
  endpoint: EndpointData | undefined,
  target: CalendarDate,
): CalendarDate {
  const versions = versionsOf(vocabulary, endpoint);
  const release = releaseAt(vocabulary, targetFor(vocabulary, endpoint, target));
  const released = versions.filter(({ date }) => date <= release);
  const newest = released.at(-1);
  if (!newest) return versions[0]!.date;
  const ends = released.map((version) => endOf(vocabulary, version));
  const lasting = released.findLast((_, index) => ends.every((end, at) => at > index || end <= ends[index]!));
  return lasting === newest ? release : lasting!.date;
}

/** Later than every day, for versions without a day of deletion. */
const NEVER: CalendarDate = "9999-12-31";

function endOf({ lifecycle }: Vocabulary, version: VersionData): CalendarDate {
  const { sunset, noSunset, deprecated } = version;
  if (sunset !== undefined) return sunset;
  return noSunset === true || deprecated === undefined
    ? NEVER
    : addMonths(deprecated, lifecycle.supportMonths);
}

/** Returns the version to migrate to for an endpoint: that of its resource, or that of the run. */
export function targetFor(
  { targets }: Vocabulary,
  endpoint: EndpointData | undefined,
  target: CalendarDate,
): CalendarDate {
  const resource = endpoint?.id.slice(0, endpoint.id.indexOf("."));
  return (resource === undefined ? undefined : targets?.get(resource)) ?? target;
}

/** Returns the target as people know it, `v2` where the base path alone selects the version, with those of resources. */
export function targetName(vocabularies: readonly Vocabulary[], target: CalendarDate): string {
  const names = new Set(vocabularies.map((vocabulary) => versionName(vocabulary, target)));
  const name = names.size === 1 ? [...names][0]! : target;
  const own = [...(vocabularies[0]?.targets ?? [])].map(([resource, date]) => `${date} for ${resource}`);
  return own.length === 0 ? name : `${name} (${own.join(", ")})`;
}

/**
 * Returns the name of a version in messages: its date, or the segment of the base path where that alone selects it.
 */
export function versionName({ versionedBy, administration }: Vocabulary, date: CalendarDate): string {
  if (versionedBy === "media-type") return date;
  return administration.unversioned.find(({ shape }) => shape === date)?.version ?? administration.versioned;
}

/**
 * Returns the release of a deployment that a target means: the target itself, or the newest one before it if only other
 * deployments have released the target.
 */
export function releaseAt({ lifecycle }: Vocabulary, target: CalendarDate): CalendarDate {
  return lifecycle.releases.findLast((release) => release <= target) ?? target;
}

/** Returns whether a property has changed at the release of a deployment that a target means. */
export function isChangedAt(
  vocabulary: Vocabulary,
  { since, resource }: Pick<PropertyData, "since" | "resource">,
  target: CalendarDate,
): boolean {
  return since <= releaseAt(vocabulary, vocabulary.targets?.get(resource) ?? target);
}

/** Returns whether the target is gone for the list of a shaped resource: then that is reported once, for the run. */
export function isTargetGone(vocabulary: Vocabulary, target: CalendarDate, asOf: CalendarDate): boolean {
  const endpoints = shapedResources(vocabulary).flatMap(({ resource }) => resource.endpoints);
  return endpoints.some(
    (endpoint) =>
      endpoint.listPrefix !== undefined &&
      resolveVersion(vocabulary, endpoint, targetFor(vocabulary, endpoint, target), asOf).state === "gone",
  );
}
