import type { ReasonPlaces } from "../../core/finding.js";
import { keyOf, type Location } from "../../core/span.js";
import type { AdministrationReading, ApiRequest } from "../../engine/api-request.js";
import { Doubts } from "./doubts.js";
import type { AllRequests } from "./requests.js";
import { holesOf, partsBetween, type Segment, type Text, type Written } from "../../facts/text.js";
import { isRefusal, type Editors } from "../../frontends/editor.js";

/** The place of the version in a request's base path, and the new version. */
export interface VersionPlace {
  readonly place: Location;
  readonly text: string;
}

interface BasePaths {
  readonly places: readonly VersionPlace[];
  /** The reasons why the version cannot be changed, one sentence each. */
  readonly stops: readonly string[];
  /** One sentence for each fact that may differ where the program runs. */
  readonly reasons: readonly string[];
  /** The code that they are about, where that is not the call. */
  readonly reasonPlaces: ReasonPlaces;
}

/** Returns the places where `v1.0` has to become `v2`, so that a request goes to the versioned API. */
export function basePathsOf(request: ApiRequest, requests: AllRequests, editors: Editors): BasePaths {
  const { administration, readings } = request;
  const places = new Map<string, VersionPlace>();
  const stops = new Doubts();
  for (const { match, text } of administration) {
    if (match.form === "unknown") stops.add("cannot tell which API version the base path names");
    if (match.form !== "unversioned") continue;
    const version = match.version!;
    const parts = partsBetween(text, match.end - version.length, match.end);
    const [only] = parts;
    const segment = only?.part as Segment | undefined;
    if (parts.length !== 1 || !only || !segment?.written) {
      stops.add(
        parts.length > 1
          ? `the version in the base path is joined from ${parts.length} parts`
          : "the version in the base path is computed at run time",
      );
      continue;
    }
    const { written } = segment;
    if (!written.exact) {
      stops.add(refusalAt(written, editors) ?? "the base path contains escape sequences", written);
      continue;
    }
    const place = { path: written.path, start: written.start + only.from, end: written.start + only.to };
    places.set(keyOf(place), { place, text: match.vocabulary.administration.versioned });
  }
  const others = readings.filter(({ surface }) => surface === "other").length;
  if (others > 0) stops.add("this call also sends requests to another service");
  const reasons = new Doubts();
  for (const { surface, text, flat } of readings) {
    if (surface !== "unknown" || requests.isLink(text, request)) continue;
    const variable = settingOf(text, flat, administration);
    if (variable === undefined)
      stops.add(
        "this call may also send requests to another service",
        holesOf(text).find(({ place }) => place !== undefined)?.place,
      );
    else reasons.add(`if ${variable} is also set somewhere else, change its value there too`);
  }
  return {
    places: [...places.values()],
    stops: stops.all,
    reasons: reasons.all,
    reasonPlaces: new Map([...reasons.places, ...stops.places]),
  };
}

/** Returns the reason why the editor of a file does not change a text that is written in another form. */
function refusalAt(written: Written, editors: Editors): string | undefined {
  const result = editors(written.path)?.replaceText(written, "");
  return result && isRefusal(result) ? result.refused : undefined;
}

/**
 * Returns the environment variable that may name the base path of a request. The known value, a default or a line in an
 * environment file, names it as well, and the path after it is the same.
 */
function settingOf(
  text: Text,
  flat: string,
  administration: readonly AdministrationReading[],
): string | undefined {
  const holes = holesOf(text);
  const names = new Set(administration.flatMap((known) => holesOf(known.text).map(({ name }) => name)));
  const own = holes.find(({ reason, name }) => reason === "environment" && !names.has(name));
  if (!own) return undefined;
  const isSame = administration.some(
    ({ match }) => match.path !== "" && flat.endsWith(match.path + match.query),
  );
  return isSame ? own.name : undefined;
}
