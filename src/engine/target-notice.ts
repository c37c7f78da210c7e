import type { Problem } from "../core/problem.js";
import { resolveVersion } from "../catalog/matchers/versions.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { EndpointData } from "../catalog/model.js";
import type { FileAnalysis } from "./analyze-file.js";
import type { Question } from "./file-context.js";

/**
 * One notice a vocabulary in use, where the version that the user aims at is itself deprecated or gone for the
 * clusters resource on the day asked about: it holds for the run, not for each call.
 */
export function targetProblems(
  { catalog, target, asOf }: Question,
  analyses: readonly FileAnalysis[],
): Problem[] {
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
  return catalog.vocabularies
    .filter(({ name }) => used.has(name))
    .flatMap((vocabulary) => noticeFor(vocabulary, target, asOf) ?? []);
}

function noticeFor(vocabulary: Vocabulary, target: string, asOf: string): Problem | undefined {
  const endpoints = clusterEndpoints(vocabulary);
  const states = endpoints.map((endpoint) => resolveVersion(vocabulary, endpoint, target, asOf));
  const worst =
    states.find(({ state }) => state === "gone") ?? states.find(({ state }) => state === "deprecated");
  if (worst?.state !== "gone" && worst?.state !== "deprecated") return undefined;
  const newest = [...new Set(endpoints.map(({ versions }) => versions.at(-1)!.date))].sort().at(-1)!;
  const day =
    worst.sunset === undefined
      ? ""
      : `, ${worst.state === "gone" ? "gone since" : "to be deleted on"} ${worst.sunset}${worst.computed ? " by the support period" : ""}`;
  const message = `the target ${target} is ${worst.state} for clusters of ${vocabulary.name}${day}; the newest version is ${newest} (--target ${newest})`;
  return { path: "", kind: "target", message };
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
