import { count } from "./counts.js";
import { most, type Context } from "./finding-lines.js";

/** Places of a reason that are listed; the others are counted. */
const PLACES_LISTED = 3;

/**
 * Writes the places that a reason is about: ` (a.js:2:1, 4:1, b.js:5:3 and 4 more places)`.
 *
 * @param named places that are shown anyway
 */
export function reasonPlacesText(
  places: readonly string[],
  named: ReadonlySet<string>,
  context: Pick<Context, "showsAll">,
): string {
  const other = [...new Set(places)].filter((place) => !named.has(place));
  if (other.length === 0) return "";
  const listed = other
    .slice(0, most(PLACES_LISTED, context))
    .map((place, index, all) => withoutPath(place, all[index - 1]))
    .join(", ");
  const more = other.length - most(PLACES_LISTED, context);
  return ` (${listed}${more > 0 ? ` and ${count(more, "more place")}` : ""})`;
}

/** A file is named once for all its places. */
function withoutPath(place: string, before = ""): string {
  const path = before.replace(/\d+:\d+$/, "");
  return path !== "" && place.startsWith(path) ? place.slice(path.length) : place;
}
