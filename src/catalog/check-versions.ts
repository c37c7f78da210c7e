import type { Vocabulary } from "./catalog.js";
import type { Defect } from "./defect.js";
import { step } from "./defect.js";
import type {
  AdministrationData,
  ExtendingVocabularyData,
  LifecycleData,
  ResourceData,
  VersionData,
  VocabularyData,
} from "./model.js";

/**
 * Checks the versions that a catalog or a vocabulary declares.
 *
 * @param releases the releases that apply to it
 */
export function checkLifecycle(own: Partial<LifecycleData>, releases: readonly string[]): Defect[] {
  const defects: Defect[] = [];
  for (const [index, release] of (own.releases ?? []).entries()) {
    const before = own.releases![index - 1];
    if (before !== undefined && before >= release)
      defects.push({
        path: step("lifecycle.releases", index),
        problem: `${release} is listed after ${before}; releases must ascend`,
      });
  }
  if (own.defaultTarget !== undefined && !releases.includes(own.defaultTarget))
    defects.push({
      path: "lifecycle.defaultTarget",
      problem: `${own.defaultTarget} is not in lifecycle.releases`,
    });
  const others = own.otherEndpoints ?? [];
  defects.push(...checkVersions(others, "lifecycle.otherEndpoints"));
  for (const [index, { date }] of others.entries()) {
    if (!releases.includes(date))
      defects.push({
        path: step(step("lifecycle.otherEndpoints", index), "date"),
        problem: `${date} is not in lifecycle.releases`,
      });
  }
  return defects;
}

/** Checks that each unversioned form has the shape of a release. */
export function checkShapes(forms: AdministrationData["unversioned"], releases: readonly string[]): Defect[] {
  return [...forms.entries()]
    .filter(([, { shape }]) => !releases.includes(shape))
    .map(([index, { shape }]) => ({
      path: step(step("administration.unversioned", index), "shape"),
      problem: `${shape} is not in lifecycle.releases`,
    }));
}

/**
 * Checks that versions are ascending, that each is deprecated on the day of its successor, and that the dates of each
 * are in order.
 */
export function checkVersions(versions: readonly VersionData[], path: string): Defect[] {
  const defects: Defect[] = [];
  for (const [index, { date, deprecated, sunset }] of versions.entries()) {
    const at = step(path, index);
    const successor = versions[index + 1]?.date;
    if (successor !== undefined && successor <= date)
      defects.push({
        path: step(step(path, index + 1), "date"),
        problem: `${successor} is listed after ${date}; versions must ascend`,
      });
    else if (successor !== undefined && deprecated !== successor)
      defects.push({
        path: step(at, "deprecated"),
        problem: `is ${deprecated ?? "left out"}, but the successor of ${date} was released on ${successor}`,
      });
    if (deprecated !== undefined && deprecated < date)
      defects.push({ path: step(at, "deprecated"), problem: `${deprecated} is before its version ${date}` });
    const from = deprecated ?? date;
    if (sunset !== undefined && sunset < from)
      defects.push({ path: step(at, "sunset"), problem: `${sunset} is before ${from}` });
  }
  return defects;
}

/** Checks that the versions of a catalog's or vocabulary's own endpoints were released. */
export function checkReleased(resources: readonly ResourceData[], releases: readonly string[]): Defect[] {
  return [...resources.entries()].flatMap(([index, { endpoints }]) =>
    [...endpoints.entries()].flatMap(([number, { versions }]) =>
      [...versions.entries()]
        .filter(([, { date }]) => !releases.includes(date))
        .map(([place, { date }]) => ({
          path: `resources[${index}].endpoints[${number}].versions[${place}].date`,
          problem: `${date} is not in lifecycle.releases`,
        })),
    ),
  );
}

/**
 * Checks that inherited versions were released, too, if the vocabulary states releases of its own. `view` is the merged
 * vocabulary.
 */
export function checkInherited(own: VocabularyData | ExtendingVocabularyData, view: Vocabulary): Defect[] {
  const { lifecycle, administration, resources } = own;
  if (!lifecycle?.releases) return [];
  const { releases, defaultTarget, otherEndpoints } = view.lifecycle;
  const needed: [date: string, of: string][] = [];
  if (!lifecycle.defaultTarget) needed.push([defaultTarget, "the default target"]);
  if (!lifecycle.otherEndpoints)
    for (const { date } of otherEndpoints) needed.push([date, "a version of endpoints that are not listed"]);
  if (!administration?.unversioned)
    for (const { version, shape } of view.administration.unversioned)
      needed.push([shape, `the shape of ${version}`]);
  for (const resource of view.resources) {
    if (resources?.includes(resource)) continue;
    for (const { id, versions } of resource.endpoints)
      for (const { date } of versions) needed.push([date, `a version of ${id}`]);
  }
  const missing = new Map(needed.filter(([date]) => !releases.includes(date)).toReversed());
  return [...missing]
    .toReversed()
    .map(([date, of]) => ({ path: "lifecycle.releases", problem: `lacks ${date}, ${of}` }));
}
