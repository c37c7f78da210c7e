import type { Location } from "../../core/span.js";
import type { StringFact } from "../../facts/string.js";
import { flatten, partsBetween } from "../../facts/text.js";
import type { Move } from "./move.js";
import type { VersionPlace } from "./base-paths.js";
import type { AllRequests } from "./requests.js";

/** What becomes of copies of a base path that no request is sent to, in the files of the requests that move. */
export interface CopyChanges {
  /** The base paths that change together with those of the requests, and their places for findings. */
  readonly places: readonly (VersionPlace & { readonly base: Location })[];
  /** One sentence each. */
  readonly reasons: readonly string[];
}

/** Methods of strings that look for a text in another. */
const SEARCHES = new Set(["includes", "startsWith", "indexOf", "split", "replace", "replaceAll"]);

/**
 * Base paths beside those of requests that mean the same requests: the path once more, as a digest of the login is made
 * of it, and what links in answers are searched for.
 */
export function copiesOf(moves: readonly Move[], requests: AllRequests): CopyChanges {
  const places: CopyChanges["places"][number][] = [];
  const reasons = new Set<string>();
  const sent = moves.flatMap(({ of, bases, isDouble }) =>
    isDouble || bases.length === 0
      ? []
      : of.request.administration.map(({ flat, match }) => ({ match, path: flat.slice(match.start) })),
  );
  const files = new Set(moves.flatMap(({ of }) => of.context));
  const facts = [...files].flatMap(({ facts: { strings } }) => strings);
  for (const fact of facts) {
    if (fact.what !== "base-path" || fact.setting !== "code") continue;
    if (requests.withUrlAt(fact.place).length > 0) continue;
    const handed = requests.handedOver(fact.place);
    if (fact.rest.replace("/", "") === "" && handed.some(({ to }) => SEARCHES.has(to.split(".").at(-1)!))) {
      reasons.add("links in answers are searched for the base path, which changes in them");
      continue;
    }
    const copied = sent.find(({ path }) => repeats(fact.value + fact.rest, path.replace(/[?#].*$/, "")));
    if (!copied || handed.length > 0) continue;
    const place = versionIn(fact, copied.match.version ?? "");
    if (place)
      places.push({ place, base: fact.place, text: copied.match.vocabulary.administration.versioned });
    reasons.add(
      place
        ? "a copy of its path changes as well, and what is done with that is not seen"
        : "a copy of its path stays as it is, and what is done with that is not seen",
    );
  }
  return { places, reasons: [...reasons] };
}

/** Whether a text begins with a path, and what follows is none of it: nothing, a query, the quote of a login's `uri`. */
function repeats(text: string, path: string): boolean {
  return text.startsWith(path) && /^(?:$|[?#"',:;\s])/.test(text.slice(path.length));
}

/** Where a base path that no host stands before says its version. */
function versionIn({ text, value, rest }: StringFact, version: string): Location | undefined {
  if (!text || !value.endsWith(version)) return undefined;
  const flat = flatten(text);
  const start = flat.indexOf(value + rest);
  if (start < 0 || /[^\s"'=:,;]$/.test(flat.slice(0, start))) return undefined;
  const end = start + value.length;
  const [only, ...others] = partsBetween(text, end - version.length, end);
  if (only?.part.kind !== "segment" || others.length > 0) return undefined;
  const { written } = only.part;
  if (!written?.exact) return undefined;
  return { path: written.path, start: written.start + only.from, end: written.start + only.to };
}
