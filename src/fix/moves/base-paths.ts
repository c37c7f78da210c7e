import { pathSegments } from "../../catalog/matchers/endpoints.js";
import type { GoneEndpointData } from "../../catalog/model.js";
import type { ReasonPlaces } from "../../core/finding.js";
import { keyOf, type Location } from "../../core/span.js";
import type { AdministrationReading, ApiRequest } from "../../engine/api-request.js";
import { Doubts, NO_EDITOR } from "./doubts.js";
import type { AllRequests } from "./requests.js";
import type { Succession } from "./succession.js";
import { holesOf, partsBetween, type Hole, type Segment, type Text, type Written } from "../../facts/text.js";
import { isRefusal, type Editors } from "../../frontends/editor.js";

/** The place of the version in a request's base path, or of a word with another name now, and its new text. */
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

/**
 * Returns the places where `v1.0` has to become `v2`, and words of the path their new names.
 *
 * @param succession the move to another endpoint, if there is one
 */
export function basePathsOf(
  request: ApiRequest,
  requests: AllRequests,
  editors: Editors,
  succession: Succession | undefined,
): BasePaths {
  const { administration, readings } = request;
  const places = new Map<string, VersionPlace>();
  const stops = new Doubts();
  const reasons = new Doubts();
  const take = (what: string, text: Text, start: number, end: number, replacement: string): void => {
    const parts = partsBetween(text, start, end);
    const [only] = parts;
    const segment = only?.part as Segment | undefined;
    if (parts.length !== 1 || !only || !segment?.written) {
      stops.add(
        parts.length > 1 ? `${what} is joined from ${parts.length} parts` : `${what} is computed at run time`,
      );
      return;
    }
    const { written } = segment;
    if (!written.exact) {
      stops.add(refusalAt(written, editors) ?? "the base path contains escape sequences", written);
      return;
    }
    const place = { path: written.path, start: written.start + only.from, end: written.start + only.to };
    places.set(keyOf(place), { place, text: replacement });
  };
  for (const { match, text, endpoint } of administration) {
    for (const { start, end, word } of renamedWords(match.path, succession ?? renamingOf(endpoint.gone))) {
      const [from, to] = [match.end + start, match.end + end];
      take("a word of the path that has another name now", text, from, to, word);
      const [only] = partsBetween(text, from, to);
      if (only?.part.kind === "segment" && !only.part.text.includes("/"))
        reasons.add(
          `${only.part.text} is not written in the path, and other code may use it too`,
          only.part.written,
        );
    }
    if (match.form === "unknown") stops.add("cannot tell which API version the base path names");
    if (match.form !== "unversioned") continue;
    const version = match.version!;
    const { versioned } = match.vocabulary.administration;
    take("the version in the base path", text, match.end - version.length, match.end, versioned);
  }
  const others = readings.filter(({ surface }) => surface === "other").length;
  if (others > 0) stops.add("this call also sends requests to another service");
  for (const { surface, text, flat } of readings) {
    if (surface !== "unknown" || requests.isLink(text, request)) continue;
    const variable = settingOf(text, flat, administration);
    if (variable === undefined) {
      const hole = holesOf(text).find(({ place }) => place !== undefined);
      stops.add(
        hole && NAMED.has(hole.reason)
          ? `the address of this call may also come from ${hole.name}, whose value is not known`
          : "this call may also send requests to another service",
        hole?.place,
      );
    } else reasons.add(`if ${variable} is also set somewhere else, change its value there too`);
  }
  return {
    places: [...places.values()],
    stops: stops.all,
    reasons: reasons.all,
    reasonPlaces: new Map([...reasons.places, ...stops.places]),
  };
}

/** Unknown values whose name a reader of the code knows. */
const NAMED: ReadonlySet<Hole["reason"]> = new Set(["environment", "parameter"]);

/** An endpoint, and the one that its calls move to. Their paths have as many segments. */
interface Renaming {
  readonly from: { readonly path: string };
  readonly to: { readonly path: string };
}

/** Returns the renaming of an endpoint that has another name in the versioned API, where nothing else differs. */
function renamingOf(gone: GoneEndpointData | undefined): Renaming | undefined {
  if (!gone?.renamed || gone.replacement === undefined) return undefined;
  return { from: gone, to: { path: gone.replacement } };
}

/** Yields the words of a path that have another name at the other endpoint. */
function* renamedWords(path: string, renaming: Renaming | undefined) {
  if (!renaming) return;
  const segments = pathSegments(path);
  const names = pathSegments(renaming.to.path);
  for (const [index, { text }] of pathSegments(renaming.from.path).entries()) {
    const word = names[index]?.text;
    const own = segments[index];
    if (word === undefined || word === text || own?.text !== text || text.startsWith("{")) continue;
    yield { start: own.start, end: own.start + own.text.length, word };
  }
}

/** Returns the reason why the editor of a file does not change a text that is written in another form. */
function refusalAt(written: Written, editors: Editors): string | undefined {
  const editor = editors(written.path);
  if (!editor) return NO_EDITOR;
  const result = editor.replaceText(written, "");
  return isRefusal(result) ? result.refused : undefined;
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
