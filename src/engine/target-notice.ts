import { UsageError } from "../core/errors.js";
import { successorOf } from "../catalog/matchers/successors.js";
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
 * Returns the operations whose version at the target is deprecated or gone on the day to check for: one notice for each
 * resource and day. It looks at resources whose shape differs between versions, and at the other operations that
 * requests ask for. Such a notice is about the run, not about each call.
 */
export function targetNotices(question: Question, analyses: readonly FileAnalysis[]): TargetNotice[] {
  const { target, asOf } = question;
  return usedVocabularies(question, analyses).flatMap((vocabulary) => {
    const shaped = shapedResources(vocabulary).map(({ resource }) => resource);
    const known = new Set(shaped.map(({ name }) => name));
    const used = usedEndpoints(vocabulary, analyses).filter(([resource]) => !known.has(resource));
    const others = groupBy(used, ([resource]) => resource);
    const looked: readonly (readonly [resource: string, endpoints: readonly EndpointData[]])[] = [
      ...shaped.map((resource) => [resource.name, mainEndpoints(resource)] as const),
      ...[...others].map(([name, own]) => [name, own.map(([, endpoint]) => endpoint)] as const),
    ];
    return looked.flatMap(([resource, endpoints]) => {
      const old = oldTargets(endpoints, resource, vocabulary, { target, asOf });
      const alike = groupBy(old, (one) => [one.state, one.sunset, one.newest, one.isReplaced].join(" "));
      return [...alike.values()].map((same) => noticeOf(same, vocabulary, target));
    });
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
    const all = shapedResources(vocabulary)
      .flatMap(({ resource }) =>
        oldTargets(mainEndpoints(resource), resource.name, vocabulary, { target, asOf }),
      )
      .filter(({ state }) => state === "gone");
    const [gone] = all;
    if (!gone) continue;
    // An operation without a change since then has no later version, and takes any later target.
    const newest = all.reduce((latest, one) => (one.newest > latest ? one.newest : latest), gone.newest);
    const same = all.filter((one) => one.resource === gone.resource && one.sunset === gone.sunset);
    const [first] = byPath(same.map(({ endpoint }) => endpoint)).map(operationOf);
    const operations =
      same.length === 1
        ? `${first} of ${vocabulary.name}`
        : `${same.length} operations on ${gone.resource} of ${vocabulary.name}, such as ${first},`;
    throw new UsageError(
      `the target ${gone.target} was deleted for ${operations} on ${gone.sunset}, and the day to check for is ${asOf}`,
      newest > gone.target
        ? `Choose a later version: --target ${newest}.`
        : "Choose an earlier day: --as-of DATE.",
    );
  }
}

/** An operation whose version at the target is old. */
interface OldTarget {
  readonly endpoint: EndpointData;
  readonly state: "deprecated" | "gone";
  readonly target: CalendarDate;
  readonly sunset?: CalendarDate;
  readonly computed: boolean;
  readonly resource: string;
  readonly newest: CalendarDate;
  readonly isReplaced: boolean;
}

/** Returns the notice about operations of one resource with the same age. */
function noticeOf(same: readonly OldTarget[], { name }: Vocabulary, targetOfRun: CalendarDate): TargetNotice {
  const { state, target, sunset, computed, resource, newest, isReplaced } = same[0]!;
  return {
    vocabulary: name,
    resource,
    operations: byPath(same.map(({ endpoint }) => endpoint)).map(operationOf),
    ...(target === targetOfRun ? {} : { target }),
    state,
    ...(sunset === undefined ? {} : { sunset, isComputed: computed }),
    newest,
    ...(isReplaced ? { isReplaced } : {}),
  };
}

function byPath(endpoints: readonly EndpointData[]): EndpointData[] {
  const keyOf = ({ method, path }: EndpointData): string => `${path} ${method}`;
  return endpoints.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function operationOf({ method, path }: Pick<EndpointData, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Returns those of some endpoints of a resource for which the target is old. */
function oldTargets(
  endpoints: readonly EndpointData[],
  resource: string,
  vocabulary: Vocabulary,
  { target, asOf }: Pick<Question, "target" | "asOf">,
): OldTarget[] {
  return endpoints.flatMap((endpoint) => {
    const own = targetFor(vocabulary, endpoint, target);
    const state = resolveVersion(vocabulary, endpoint, own, asOf);
    const isOver = state.state === "gone" || state.state === "deprecated";
    const newest = endpoint.versions.at(-1)!.date;
    const isReplaced = successorOf(vocabulary, endpoint) !== undefined;
    return isOver ? [{ ...state, endpoint, target: own, resource, newest, isReplaced }] : [];
  });
}

/** Returns the notices with the calls that they are about. */
export function withCalls(notices: readonly TargetNotice[], { uses }: VersionCalendar): TargetNotice[] {
  return notices.map((notice) => {
    const operations = new Set(notice.operations);
    const own = uses.filter(
      (use) =>
        use.vocabulary === notice.vocabulary &&
        (use.state === "deprecated" || use.state === "gone") &&
        operations.has(operationOf({ method: use.method, path: use.endpoint })),
    );
    if (own.length === 0) return notice;
    const places = distinctPlaces(own.flatMap((use) => use.places));
    const calls = places.map(({ path, position }) => ({ path, ...position }));
    return { ...notice, calls };
  });
}
