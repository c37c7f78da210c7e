import type { Finding } from "../../core/finding.js";
import type { SourceText } from "../../core/source-text.js";
import { visible } from "../../core/visible.js";
import { maskSecrets } from "../../engine/secrets.js";

/** Places that are named in a message. */
const PLACES_NAMED = 3;

/** The first sentence of a message, and what follows it. */
function sentencesOf(message: string): readonly [first: string, others: string] {
  const [first = message] = /^.+?\.(?= +[A-Z])/.exec(message) ?? [];
  return [first, message.slice(first.length).trim()];
}

/**
 * Returns the message of a finding as one sentence, for places that show nothing else. Secrets are masked.
 *
 * @param elsewhere how to fix it if the linter cannot
 */
export function messageOf({ message }: Finding, elsewhere: string | undefined): string {
  const [sentence] = sentencesOf(message);
  return shown(elsewhere === undefined ? sentence : `${sentence.replace(/\.$/, "")}; ${elsewhere}`);
}

/**
 * Returns the text of a suggestion: its effect, the rest of the finding, the origin of the value, and what to do.
 * Secrets are masked.
 *
 * @param root the folder of the paths, as users know it
 */
export function suggestionOf(
  description: string,
  finding: Finding,
  sources: ReadonlyMap<string, SourceText | undefined>,
  root = "",
): string {
  const from = placesOf(finding, sources, root);
  const [, others] = sentencesOf(finding.message);
  const more = [
    ...(others === "" ? [] : [others]),
    ...(from === "" ? [] : [`The value comes from ${from}.`]),
    ...(finding.advice === undefined ? [] : [finding.advice]),
  ];
  return shown(more.length === 0 ? description : [`${description}.`, ...more].join(" "));
}

/** Formatters of ESLint print a message as it is, and it may quote code and names of files. */
function shown(message: string): string {
  return visible(maskSecrets(message));
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

/** Returns the first names and the number of the others: `a, b and 3 more`. */
export function namedFirst(all: readonly string[], count: number): string {
  const more = all.length - count;
  return all.slice(0, count).join(", ") + (more > 0 ? ` and ${String(more)} more` : "");
}

/** Returns a path below a root, for people who know the root under this path. */
export function pathFrom(root: string, path: string): string {
  return root === "" ? path : `${root}/${path}`;
}
