import { UsageError } from "../core/errors.js";
import { resolveVersion } from "../catalog/matchers/versions.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { EndpointData } from "../catalog/model.js";
import type { TargetNotice } from "../core/report.js";
import type { FileAnalysis } from "./analyze-file.js";
import type { Question } from "./file-context.js";

/**
 * One notice a vocabulary in use, where the version that the user aims at is itself deprecated or gone for the
 * clusters resource on the day asked about: it holds for the run, not for each call.
 */
export function targetNotices(question: Question, analyses: readonly FileAnalysis[]): TargetNotice[] {
  const { target, asOf } = question;
  return usedVocabularies(question, analyses).flatMap(
    (vocabulary) => noticeFor(vocabulary, target, asOf) ?? [],
  );
}

function usedVocabularies({ catalog }: Question, analyses: readonly FileAnalysis[]): Vocabulary[] {
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
 * @throws {UsageError} the version that the user aims at is gone on the day asked about, for a vocabulary in use: nothing
 * that is said of calls that go there would be of use
 */
export function refuseGoneTarget(question: Question, analyses: readonly FileAnalysis[]): void {
  const { target, asOf } = question;
  for (const vocabulary of usedVocabularies(question, analyses)) {
    const gone = worstState(vocabulary, target, asOf);
    if (gone?.state !== "gone") continue;
    const newest = newestOf(vocabulary);
    throw new UsageError(
      `the target ${target} was deleted for clusters of ${vocabulary.name} on ${gone.sunset}, and the day to check for is ${asOf}`,
      newest > target
        ? `Choose a later version: --target ${newest}.`
        : "Choose an earlier day: --as-of DATE.",
    );
  }
}

function noticeFor(vocabulary: Vocabulary, target: string, asOf: string): TargetNotice | undefined {
  const worst = worstState(vocabulary, target, asOf);
  if (!worst) return undefined;
  const { state, sunset, computed } = worst;
  return {
    vocabulary: vocabulary.name,
    state,
    ...(sunset === undefined ? {} : { sunset, isComputed: computed }),
    newest: newestOf(vocabulary),
  };
}

/** What the target is for clusters, where it is not stable for all calls of them. */
function worstState(vocabulary: Vocabulary, target: string, asOf: string) {
  const states = clusterEndpoints(vocabulary).map((endpoint) =>
    resolveVersion(vocabulary, endpoint, target, asOf),
  );
  const worst =
    states.find(({ state }) => state === "gone") ?? states.find(({ state }) => state === "deprecated");
  return worst?.state === "gone" || worst?.state === "deprecated" ? worst : undefined;
}

function newestOf(vocabulary: Vocabulary): string {
  return clusterEndpoints(vocabulary)
    .map(({ versions }) => versions.at(-1)!.date)
    .sort()
    .at(-1)!;
}

/** Of the resource only the collection and its items: what else is listed with it goes on days of its own. */
function clusterEndpoints(vocabulary: Vocabulary): readonly EndpointData[] {
  const endpoints = vocabulary.resources.find(({ name }) => name === "clusters")?.endpoints ?? [];
  const collection = endpoints.find(({ listPrefix }) => listPrefix !== undefined)?.path;
  return endpoints.filter(
    ({ path }) =>
      collection !== undefined &&
      (path === collection ||
        (path.startsWith(`${collection}/{`) && path.indexOf("/", collection.length + 1) < 0)),
  );
}
