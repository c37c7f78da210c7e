import { UsageError } from "../core/errors.js";
import { mainEndpoints, shapedResources } from "../catalog/matchers/resources.js";
import { resolveVersion, targetFor } from "../catalog/matchers/versions.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { TargetNotice } from "../core/report.js";
import type { FileAnalysis } from "./analyze-file.js";
import type { Question } from "./file-context.js";

/**
 * Returns one notice for each vocabulary in use whose target is itself deprecated or gone for the clusters resource on
 * the day to check for. The notice is about the run, not about each call.
 */
export function targetNotices(question: Question, analyses: readonly FileAnalysis[]): TargetNotice[] {
  const { target, asOf } = question;
  return usedVocabularies(question, analyses).flatMap(
    (vocabulary) => noticeFor(vocabulary, target, asOf) ?? [],
  );
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
      `the target ${target} was deleted for ${gone.resource} of ${vocabulary.name} on ${gone.sunset}, and the day to check for is ${asOf}`,
      gone.newest > target
        ? `Choose a later version: --target ${gone.newest}.`
        : "Choose an earlier day: --as-of DATE.",
    );
  }
}

function noticeFor(vocabulary: Vocabulary, target: string, asOf: string): TargetNotice | undefined {
  const worst = worstState(vocabulary, target, asOf);
  if (!worst) return undefined;
  const { state, sunset, computed, resource, newest } = worst;
  return {
    vocabulary: vocabulary.name,
    resource,
    state,
    ...(sunset === undefined ? {} : { sunset, isComputed: computed }),
    newest,
  };
}

/** Returns the worst state of the target for a resource with changing shapes, if it is not stable for all calls of it. */
function worstState(vocabulary: Vocabulary, target: string, asOf: string) {
  const states = shapedResources(vocabulary).flatMap(({ resource }) => {
    const endpoints = mainEndpoints(resource);
    const newest = endpoints
      .map(({ versions }) => versions.at(-1)!.date)
      .sort()
      .at(-1)!;
    return endpoints.flatMap((endpoint) => {
      const state = resolveVersion(vocabulary, endpoint, targetFor(vocabulary, endpoint, target), asOf);
      const isOver = state.state === "gone" || state.state === "deprecated";
      return isOver ? [{ ...state, resource: resource.name, newest }] : [];
    });
  });
  return states.find(({ state }) => state === "gone") ?? states[0];
}
