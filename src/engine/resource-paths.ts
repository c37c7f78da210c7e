import type { Vocabulary } from "../catalog/catalog.js";
import { pathSegments } from "../catalog/matchers/endpoints.js";
import { itemSegments, shapedResources } from "../catalog/matchers/resources.js";
import { HOLE_MARK } from "../facts/text.js";

/** Returns the paths of one object of each resource whose shape is in the catalog. */
function itemPaths(vocabulary: Vocabulary): (readonly (string | undefined)[])[] {
  return shapedResources(vocabulary).flatMap(({ resource }) => {
    const segments = itemSegments(resource);
    return segments ? [segments] : [];
  });
}

/** Returns what paths call each resource whose shape is in the catalog: `clusters`. */
export function namesInPaths(vocabulary: Vocabulary): string[] {
  return itemPaths(vocabulary).flatMap((item) => item.findLast((one) => one !== undefined) ?? []);
}

/** Returns whether the holes of a path behind the base may make it one of such a resource. */
export function mayBeResource(path: string, vocabulary: Vocabulary): boolean {
  const segments = pathSegments(path).map(({ text }) => text);
  return path.includes(HOLE_MARK) && itemPaths(vocabulary).some((item) => mayBeItem(segments, item));
}

function mayBeItem(segments: readonly string[], item: readonly (string | undefined)[]): boolean {
  for (const [index, segment] of segments.entries()) {
    if (segment.includes(HOLE_MARK) && segment !== HOLE_MARK) return isPrefix(segment, item[index]);
    if (index >= item.length) return false;
    const own = item[index];
    if (own !== undefined && segment !== own && segment !== HOLE_MARK) return false;
  }
  return true;
}

function isPrefix(segment: string, own: string | undefined): boolean {
  return own === undefined || own.startsWith(segment.slice(0, segment.indexOf(HOLE_MARK)));
}

/** Returns whether a URL ends in such a path: `{base}/groups/{id}/clusters`, with or without the name of one. */
export function endsInResource(url: string, vocabulary: Vocabulary): boolean {
  const segments = pathSegments(url).map(({ text }) => text);
  return itemPaths(vocabulary).some((item) =>
    [item.slice(0, -1), item].some((own) => {
      const end = segments.slice(-own.length);
      return (
        end.length === own.length && end.every((segment, index) => [undefined, segment].includes(own[index]))
      );
    }),
  );
}
