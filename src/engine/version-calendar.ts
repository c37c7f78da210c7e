import { createHash } from "node:crypto";
import { classOfFile } from "../core/file-class.js";
import { groupBy } from "../core/group-by.js";
import type { ReportedPlace } from "../core/reported-request.js";
import type { SourceText } from "../core/source-text.js";
import type { VersionCalendar, VersionUse } from "../core/version-use.js";
import { successorOf, type Successor } from "../catalog/matchers/successors.js";
import { resolveVersion, versionName } from "../catalog/matchers/versions.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { EndpointData } from "../catalog/model.js";
import type { FileAnalysis } from "./analyze-file.js";
import { catalogAge, mergeCatalogAges } from "./catalog-age.js";
import type { AdministrationReading, ApiRequest } from "./api-request.js";
import { isUnreleased, statedDates } from "./requested-versions.js";
import type { Question } from "./file-context.js";
import { ReportRequests } from "./report-requests.js";

/** A use at one place; places are put together later. */
type Use = Omit<VersionUse, "id" | "places">;

/** The versions that one request asks for; empty if they are unknown. */
interface Asking {
  readonly place: ReportedPlace;
  readonly uses: readonly Use[];
}

/**
 * Returns the versions that the requests of a project ask for. Test doubles, documentation and build output send no
 * requests, so they are left out.
 */
export function versionCalendar(
  question: Question,
  analyses: readonly FileAnalysis[],
  sources: ReadonlyMap<string, SourceText>,
  isAsked: (path: string) => boolean,
): VersionCalendar {
  const names = new ReportRequests(analyses, sources);
  const asking = analyses
    .flatMap(({ context }) => context.requests)
    .flatMap((request): Asking[] => {
      const described = request.administration.length > 0 ? names.describe(request) : undefined;
      if (!described || described.kind === "double" || !isAsked(described.call.path)) return [];
      const fileClass = classOfFile(described.call.path);
      if (fileClass === "documentation" || fileClass === "build") return [];
      return [{ place: described.call, uses: usesOf(request, question) }];
    });
  return mergeCalendars([
    {
      asOf: question.asOf,
      catalog: catalogAge(
        question,
        analyses.filter(({ source }) => isAsked(source.path)),
      ),
      uses: asking.flatMap(({ place, uses }) => uses.map((use) => ({ ...use, id: "", places: [place] }))),
      unknown: asking.filter(({ uses }) => uses.length === 0).map(({ place }) => place),
    },
  ]);
}

/** Puts calendars together: the places of the same use become one list. There must be at least one. */
export function mergeCalendars(calendars: readonly VersionCalendar[]): VersionCalendar {
  const all = calendars.flatMap(({ uses }) => uses);
  const same = groupBy(all, (use) => JSON.stringify([...sortKeyOf(use), use.vocabulary]));
  const uses = [...same.values()].map(([first, ...others]) => {
    const places = distinctPlaces([first!, ...others].flatMap((use) => use.places));
    return { ...first!, id: idOf(first!, places), places };
  });
  return {
    ...calendars[0]!,
    catalog: mergeCatalogAges(calendars),
    uses: uses.sort((a, b) => compareKeys(sortKeyOf(a), sortKeyOf(b))),
    unknown: distinctPlaces(calendars.flatMap(({ unknown }) => unknown)),
  };
}

function usesOf(request: ApiRequest, question: Question): Use[] {
  return request.administration.flatMap((reading) => {
    const [endpoint, ...others] = reading.endpoint.endpoints;
    if (!endpoint || others.length > 0 || !reading.endpoint.certain) return [];
    return reading.match.form === "unversioned"
      ? [unversionedUse(reading, endpoint)]
      : versionedUses(request, reading, endpoint, question);
  });
}

function unversionedUse({ match }: AdministrationReading, endpoint: EndpointData): Use {
  const version = match.version ?? "";
  return { ...commonOf(match.vocabulary, endpoint, ""), version, state: "unversioned" };
}

function versionedUses(
  request: ApiRequest,
  { match: { vocabulary } }: AdministrationReading,
  endpoint: EndpointData,
  { asOf }: Question,
): Use[] {
  // If the base path alone selects the version, that of the versioned form asks for the newest one.
  const isByPath = vocabulary.versionedBy === "path";
  const dates = isByPath ? vocabulary.lifecycle.releases.slice(-1) : statedDates(request, vocabulary);
  return dates.flatMap((date) => {
    const state = resolveVersion(vocabulary, endpoint, date, asOf);
    if (state.state === "before-first" || isUnreleased(vocabulary, date)) return [];
    const version = state.version.date;
    const common = {
      ...commonOf(vocabulary, endpoint, version),
      version: versionName(vocabulary, version),
      state: state.state,
    };
    if (state.state === "stable" || state.sunset === undefined) return [common];
    return [{ ...common, ends: state.sunset, ...(state.computed ? { isComputed: true } : {}) }];
  });
}

function commonOf(vocabulary: Vocabulary, endpoint: EndpointData, version: string) {
  const { method, path, versions } = endpoint;
  const newest = versions.at(-1)!.date;
  const successor = successorOf(vocabulary, endpoint);
  return {
    vocabulary: vocabulary.name,
    method,
    endpoint: path,
    ...(vocabulary.isStandalone ? { api: vocabulary.title } : {}),
    ...(newest > version ? { newest: versionName(vocabulary, newest) } : {}),
    ...(successor ? { successor: nameOf(vocabulary, successor) } : {}),
  };
}

function nameOf(vocabulary: Vocabulary, { endpoint: { method, path }, since }: Successor): string {
  return `${method} ${path} at ${versionName(vocabulary, since)}`;
}

/** Later than every day. */
const NEVER = "9999-12-31";

function sortKeyOf({ ends = NEVER, endpoint, method, version }: Use): readonly string[] {
  return [ends, endpoint, method, version];
}

function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [index, key] of one.entries()) {
    const against = other[index]!;
    if (key !== against) return key < against ? -1 : 1;
  }
  return 0;
}

/** Returns places without duplicates, ordered by file and position. */
export function distinctPlaces(places: readonly ReportedPlace[]): ReportedPlace[] {
  const known = new Map(
    places.map((place) => [`${place.path}:${place.position.line}:${place.position.column}`, place]),
  );
  return [...known.values()].sort(
    (a, b) =>
      compareKeys([a.path], [b.path]) ||
      a.position.line - b.position.line ||
      a.position.column - b.position.column,
  );
}

/** Made from the files and not from the lines, so that an edit above a call keeps an entry of a calendar the same. */
function idOf({ vocabulary, method, endpoint, version }: Use, places: readonly ReportedPlace[]): string {
  const paths = [...new Set(places.map(({ path }) => path))];
  const text = [vocabulary, method, endpoint, version, ...paths].join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
