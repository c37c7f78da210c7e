import { UsageError } from "../core/errors.js";
import { mainEndpoints, shapedResources } from "../catalog/matchers/resources.js";
import { resolveVersion, targetFor } from "../catalog/matchers/versions.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { EndpointData } from "../catalog/model.js";
import type { CalendarDate } from "../core/calendar-date.js";
import { groupBy } from "../core/group-by.js";
import type { TargetNotice } from "../core/report.js";
import type { VersionCalendar } from "../core/version-use.js";
import type { FileAnalysis } from "./analyze-file.js";
import type { Question } from "./file-context.js";
import { distinctPlaces } from "./version-calendar.js";

/**
 * Returns a notice for each resource whose version at the target is deprecated or gone on the day to check for. It looks
 * at resources whose shape differs between versions, and at the others that requests go to. Such a notice is about the
 * run, not about each call.
 */
export function targetNotices(question: Question, analyses: readonly FileAnalysis[]): TargetNotice[] {
  const { target, asOf } = question;
  return usedVocabularies(question, analyses).flatMap((vocabulary) => {
    const shaped = worstState(vocabulary, target, asOf);
    const known = new Set(shapedResources(vocabulary).map(({ resource }) => resource.name));
    const used = usedEndpoints(vocabulary, analyses).filter(([resource]) => !known.has(resource));
    const others = [...groupBy(used, ([resource]) => resource)].flatMap(([resource, endpoints]) =>
      worstOf(
        endpoints.map(([, endpoint]) => endpoint),
        resource,
        vocabulary,
        question,
      ),
    );
    return [...(shaped ? [shaped] : []), ...others].map((worst) => noticeOf(worst, vocabulary, target));
  });
}

/** Returns the endpoints that requests go to, each with the name of its resource. */
function usedEndpoints(
  vocabulary: Vocabulary,
  analyses: readonly FileAnalysis[],
): (readonly [resource: string, endpoint: EndpointData])[] {
  const resourceOf = new Map(
    vocabulary.resources.flatMap(({ name, endpoints }) => endpoints.map(({ id }) => [id, name] as const)),
  );
  const endpoints = analyses.flatMap(({ context }) =>
    context.requests.flatMap(({ administration }) =>
      administration
        .filter(({ match, endpoint }) => match.vocabulary === vocabulary && endpoint.endpoints.length === 1)
        .map(({ endpoint }) => endpoint.endpoints[0]!),
    ),
  );
  return [...new Set(endpoints)].flatMap((endpoint) => {
    const resource = resourceOf.get(endpoint.id);
    return resource === undefined ? [] : [[resource, endpoint] as const];
  });
}

/** Returns the vocabularies of which the files have a base path, a media type or a request. */
export function usedVocabularies({ catalog }: Question, analyses: readonly FileAnalysis[]): Vocabulary[] {
  const used = new Set(
    analyses.flatMap(({ context }) => [
      ...context.facts.strings
        .filter(({ what }) => what === "base-path" || what === "media-type")
        .map(({ vocabulary }) => vocabulary),
      ...context.requests.flatMap((request) =>
        request.administration.map(({ match }) => match.vocabulary.name),
      ),
    ]),
  );
  return catalog.vocabularies.filter(({ name }) => used.has(name));
}

/**
 * Refuses a target that is gone.
 *
 * @throws {UsageError} the target is gone on the day to check for, for a vocabulary in use: findings about calls to it
 * would be useless
 */
export function refuseGoneTarget(question: Question, analyses: readonly FileAnalysis[]): void {
  const { target, asOf } = question;
  for (const vocabulary of usedVocabularies(question, analyses)) {
    const gone = worstState(vocabulary, target, asOf);
    if (gone?.state !== "gone") continue;
    throw new UsageError(
      `the target ${gone.target} was deleted for ${gone.resource} of ${vocabulary.name} on ${gone.sunset}, and the day to check for is ${asOf}`,
      gone.newest > gone.target
        ? `Choose a later version: --target ${gone.newest}.`
        : "Choose an earlier day: --as-of DATE.",
    );
  }
}

interface OldTarget {
  readonly state: "deprecated" | "gone";
  readonly target: CalendarDate;
  readonly sunset?: CalendarDate;
  readonly computed: boolean;
  readonly resource: string;
  readonly newest: CalendarDate;
}

function noticeOf(
  { state, target, sunset, computed, resource, newest }: OldTarget,
  { name }: Vocabulary,
  targetOfRun: CalendarDate,
): TargetNotice {
  return {
    vocabulary: name,
    resource,
    ...(target === targetOfRun ? {} : { target }),
    state,
    ...(sunset === undefined ? {} : { sunset, isComputed: computed }),
    newest,
  };
}

/** Returns the worst state of the target for a resource with changing shapes, if it is not stable for all calls of it. */
function worstState(vocabulary: Vocabulary, target: string, asOf: string): OldTarget | undefined {
  const states = shapedResources(vocabulary).flatMap(({ resource }) =>
    worstOf(mainEndpoints(resource), resource.name, vocabulary, { target, asOf }),
  );
  return states.find(({ state }) => state === "gone") ?? states[0];
}

/** Returns the worst state of the target for endpoints of a resource; empty if it is stable for all. */
function worstOf(
  endpoints: readonly EndpointData[],
  resource: string,
  vocabulary: Vocabulary,
  { target, asOf }: Pick<Question, "target" | "asOf">,
): OldTarget[] {
  const newest = endpoints
    .map(({ versions }) => versions.at(-1)!.date)
    .sort()
    .at(-1)!;
  const states = endpoints.flatMap((endpoint) => {
    const own = targetFor(vocabulary, endpoint, target);
    const state = resolveVersion(vocabulary, endpoint, own, asOf);
    const isOver = state.state === "gone" || state.state === "deprecated";
    return isOver ? [{ ...state, target: own, resource, newest }] : [];
  });
  return [states.find(({ state }) => state === "gone") ?? states[0]].filter((worst) => worst !== undefined);
}

/** Returns the notices with the calls that they are about. */
export function withCalls(
  notices: readonly TargetNotice[],
  { uses }: VersionCalendar,
  { catalog }: Pick<Question, "catalog">,
): TargetNotice[] {
  return notices.map((notice) => {
    const vocabulary = catalog.vocabularies.find(({ name }) => name === notice.vocabulary);
    const resource = vocabulary?.resources.find(({ name }) => name === notice.resource);
    const endpoints = new Set(resource?.endpoints.map(({ method, path }) => `${method} ${path}`));
    const own = uses.filter(
      (use) =>
        use.vocabulary === notice.vocabulary &&
        (use.state === "deprecated" || use.state === "gone") &&
        endpoints.has(`${use.method} ${use.endpoint}`),
    );
    if (own.length === 0) return notice;
    const places = distinctPlaces(own.flatMap((use) => use.places));
    const calls = places.map(({ path, position }) => ({ path, ...position }));
    const isReplaced = own.every(({ successor }) => successor !== undefined);
    return { ...notice, ...(isReplaced ? { isReplaced } : {}), calls };
  });
}
