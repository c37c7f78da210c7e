import type { Finding } from "../../core/finding.js";
import type { SourceText } from "../../core/source-text.js";
import { maskSecrets } from "../../engine/secrets.js";

/** Places that are named in a message. */
const PLACES_NAMED = 3;

/**
 * The message of a finding for a place that shows nothing else: what is wrong, where the value comes from, what to do.
 * Secrets are masked.
 *
 * @param elsewhere what has to be done in other files
 * @param root that paths are relative to, as a person knows it
 */
export function messageOf(
  finding: Finding,
  sources: ReadonlyMap<string, SourceText | undefined>,
  elsewhere: string | undefined,
  root = "",
): string {
  const from = placesOf(finding, sources, root);
  const message = finding.message.replace(/\.$/, "");
  const sentences = [
    from === "" ? finding.message : `${message} (from ${from}).`,
    ...(finding.advice === undefined ? [] : [finding.advice]),
    ...(elsewhere === undefined ? [] : [elsewhere]),
  ];
  return maskSecrets(sentences.join(" "));
}

/** `src/config.ts:3, src/client.ts:9`: every line of the value's way once, but for that of the finding itself. */
function placesOf(
  { place, related }: Finding,
  sources: ReadonlyMap<string, SourceText | undefined>,
  root: string,
): string {
  const lineAt = (path: string, start: number): string | undefined => {
    const source = sources.get(path);
    return source && `${pathFrom(root, path)}:${String(source.position(start).line)}`;
  };
  const own = lineAt(place.path, place.start);
  const lines = new Set(related.flatMap((one) => lineAt(one.place.path, one.place.start) ?? []));
  const named = [...lines].filter((line) => line !== own);
  return namedFirst(named, PLACES_NAMED);
}

/** `a, b and 3 more`. */
export function namedFirst(all: readonly string[], count: number): string {
  const more = all.length - count;
  return all.slice(0, count).join(", ") + (more > 0 ? ` and ${String(more)} more` : "");
}

/** A path below a root as a person knows it, who knows the root under this path. */
export function pathFrom(root: string, path: string): string {
  return root === "" ? path : `${root}/${path}`;
}
