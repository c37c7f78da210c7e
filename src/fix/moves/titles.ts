import { shownBase } from "../../catalog/matchers/base-paths.js";
import { keyOf } from "../../core/span.js";
import type { Move } from "./move.js";

/** Returns a title for people of the moves: `move 3 requests to /api/atlas/v2`. */
export function titleOf(moves: readonly Move[]): string {
  const sent = moves.filter(({ standsFor }) => !standsFor);
  const sites = new Set(sent.map(({ of }) => keyOf(of.request.fact.site))).size;
  const what = sites === 1 ? "a request" : `${sites} requests`;
  const replaced = new Set(sent.flatMap(({ succession }) => succession?.from.path ?? []));
  const [path] = replaced;
  if (path !== undefined)
    return replaced.size === 1
      ? `move ${what} to the endpoint that replaces ${path}`
      : `move ${what} to the endpoints that replace theirs`;
  if (moves.some(({ bases }) => bases.length > 0))
    return `move ${what} to ${versionedBases(moves).join(" and ")}`;
  return moves.some(({ dates }) => dates.length > 0)
    ? `ask for a newer version with ${what}`
    : `send the dated media type with ${what}`;
}

function versionedBases(moves: readonly Move[]): string[] {
  const bases = moves.flatMap(({ of }) =>
    of.request.administration.map(({ match: { vocabulary } }) =>
      shownBase(
        vocabulary,
        vocabulary.administration.base.replace("{version}", vocabulary.administration.versioned),
      ),
    ),
  );
  return [...new Set(bases)];
}
