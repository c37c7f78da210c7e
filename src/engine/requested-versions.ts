import type { CalendarDate } from "../core/calendar-date.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { PropertyData, VersionData } from "../catalog/model.js";
import { isChangedAt, releaseAt, targetVersion, versionAt } from "../catalog/matchers/versions.js";
import type { AdministrationReading, ApiRequest } from "./api-request.js";

/** A version that a request states in its `Accept` header. */
export interface RequestedVersion {
  /** As it is written. */
  readonly date: CalendarDate;
  /** The version of the endpoint that answers: the newest one that is not later. */
  readonly version: CalendarDate;
}

/**
 * Returns the versions in the `Accept` header of a request, several if branches set different ones, or the version of its
 * base path. A date before the first version of the endpoint is left out, because the service refuses it.
 */
export function requestedVersions(
  { accept, administration }: ApiRequest,
  vocabulary: Vocabulary,
): readonly RequestedVersion[] {
  const endpoints = administration.flatMap(({ match, endpoint }) =>
    match.vocabulary === vocabulary ? endpoint.endpoints : [],
  );
  if (vocabulary.versionedBy === "path") {
    // The base path of the versioned form asks for its version.
    const isVersioned = administration.every(({ match }) => match.form === "versioned");
    return isVersioned ? endpoints.slice(0, 1).map(({ versions }) => latestOf(versions)) : [];
  }
  const dates = new Set(
    accept.values.flatMap((value) =>
      value.kind === "versioned" && value.vocabulary === vocabulary ? [value.date] : [],
    ),
  );
  return [...dates].flatMap((date) => {
    if (endpoints.length === 0) return [{ date, version: date }];
    const version = endpoints
      .flatMap(({ versions }) => versions.findLast((one) => one.date <= date)?.date ?? [])
      .sort()
      .at(-1);
    return version === undefined ? [] : [{ date, version }];
  });
}

function latestOf(versions: readonly VersionData[]): RequestedVersion {
  const { date } = versions.at(-1)!;
  return { date, version: date };
}

/** The effect of the asked version on a property: it is added, removed or changes its meaning. */
export type ChangeVerdict =
  /** The request is not affected. */
  | { readonly kind: "unaffected" }
  /** It states no version: it is affected as soon as it goes to the target. */
  | { readonly kind: "at-target" }
  /** The version that it asks for has changed already; not `certain` where it asks for others as well. */
  | { readonly kind: "at-asked"; readonly asked: CalendarDate; readonly certain: boolean }
  /** The version that it asks for has not changed, and the target has. */
  | { readonly kind: "behind"; readonly asked: CalendarDate };

/**
 * Returns whether a change of a property concerns a request. A request with a version is checked for that version,
 * whatever the target is. Other requests are checked for the target, starting from the form that they use now.
 */
export function changeFor(
  request: ApiRequest,
  property: Pick<PropertyData, "since" | "resource">,
  vocabulary: Vocabulary,
  target: CalendarDate,
): ChangeVerdict {
  const { since } = property;
  const asked = requestedVersions(request, vocabulary);
  const isChanging = since <= wantedVersion(request.administration, vocabulary, target);
  const [first] = asked;
  if (first) {
    const changed = asked.filter(({ version }) => version >= since);
    if (changed[0])
      return { kind: "at-asked", asked: changed[0].date, certain: changed.length === asked.length };
    return isChanging ? { kind: "behind", asked: first.date } : { kind: "unaffected" };
  }
  return isChanging && !hasChanged(request, since, vocabulary)
    ? { kind: "at-target" }
    : { kind: "unaffected" };
}

/** The date that requests to some endpoints are to state at the target; the latest where they differ. */
function wantedVersion(
  readings: readonly AdministrationReading[],
  vocabulary: Vocabulary,
  target: CalendarDate,
): CalendarDate {
  const wanted = readings.flatMap(({ match, endpoint }) =>
    match.vocabulary === vocabulary
      ? endpoint.endpoints.map((one) => targetVersion(vocabulary, one, target))
      : [],
  );
  return wanted.sort().at(-1) ?? releaseAt(vocabulary, target);
}

/**
 * Returns whether a request goes to an unversioned form alone that has the new shape: `v1.5` has the one of 2023-02-01.
 */
function hasChanged({ administration }: ApiRequest, since: CalendarDate, vocabulary: Vocabulary): boolean {
  return (
    administration.length > 0 &&
    administration.every(({ match }) => {
      if (match.form !== "unversioned" || match.vocabulary !== vocabulary) return false;
      const own = vocabulary.administration.unversioned.find(({ version }) => version === match.version);
      return own !== undefined && own.shape >= since;
    })
  );
}

const WEIGHT: Readonly<Record<ChangeVerdict["kind"], number>> = {
  unaffected: 0,
  behind: 1,
  "at-target": 3,
  "at-asked": 4,
};

/**
 * Returns the worst effect of a change for the requests that a property is sent with or read from. If no request is
 * known, the target decides.
 */
export function worstChange(
  requests: readonly ApiRequest[],
  property: Pick<PropertyData, "since" | "resource">,
  vocabulary: Vocabulary,
  target: CalendarDate,
): ChangeVerdict {
  if (requests.length === 0) {
    return { kind: isChangedAt(vocabulary, property, target) ? "at-target" : "unaffected" };
  }
  return requests
    .map((request) => changeFor(request, property, vocabulary, target))
    .reduce((worst, one) => (weightOf(one) > weightOf(worst) ? one : worst));
}

function weightOf(verdict: ChangeVerdict): number {
  return verdict.kind === "at-asked" && !verdict.certain ? 2 : WEIGHT[verdict.kind];
}

/** Returns the dates in the `Accept` header of a request, without duplicates. */
export function statedDates({ accept }: ApiRequest, vocabulary: Vocabulary): readonly CalendarDate[] {
  const dates = accept.values.flatMap((value) =>
    value.kind === "versioned" && !value.upcoming && value.vocabulary === vocabulary ? [value.date] : [],
  );
  return [...new Set(dates)];
}

/**
 * Returns the date that a request should state instead of its older one, because its endpoint has a newer version at
 * the target. Returns `undefined` if it states no date, or one that leads to that version.
 *
 * @param readings of the URL of the request; those of other requests if it follows the links of their responses
 */
export function upgradeOf(
  request: ApiRequest,
  target: CalendarDate,
  readings: readonly AdministrationReading[] = request.administration,
): CalendarDate | undefined {
  const wanted = readings.flatMap(({ match: { vocabulary }, endpoint }) => {
    const stated = statedDates(request, vocabulary);
    const endpoints = endpoint.endpoints.length > 0 ? endpoint.endpoints : [undefined];
    return endpoints.flatMap((one) => {
      const aim = targetVersion(vocabulary, one, target);
      const version = versionAt(vocabulary, one, aim)!.date;
      return stated.flatMap((date) => {
        if (isUnreleased(vocabulary, date)) {
          const nearest = releaseAt(vocabulary, date);
          return nearest > aim && nearest < date ? nearest : aim;
        }
        return (versionAt(vocabulary, one, date)?.date ?? "") < version ? aim : [];
      });
    });
  });
  return wanted.sort().at(-1);
}

/** Returns whether the service never had a version of that date, as far as the catalog can tell. */
export function isUnreleased({ lifecycle }: Vocabulary, date: CalendarDate): boolean {
  const { releases, undescribed = [] } = lifecycle;
  return date < releases.at(-1)! && !releases.includes(date) && !undescribed.includes(date);
}

/**
 * Returns the version that a request asks for after its move to the versioned API. This is the one that it states
 * already, the latest of several, unless that is older than the target.
 */
export function aimOf(request: ApiRequest, target: CalendarDate): CalendarDate {
  const [reading] = request.administration;
  if (!reading) return target;
  const { vocabulary } = reading.match;
  const asked = requestedVersions(request, vocabulary).map(({ date }) => date);
  return (
    upgradeOf(request, target) ??
    asked.sort().at(-1) ??
    wantedVersion(request.administration, vocabulary, target)
  );
}
