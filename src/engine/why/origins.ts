import type { Location } from "../../core/span.js";
import { describe, hopsToList, sliceText, type Part, type Text } from "../../facts/text.js";
import { unknownPart, type Tree } from "../../facts/tree.js";
import type { ApiRequest } from "../api-request.js";
import { acceptState, needsNoHeader } from "../headers.js";
import { reasonOfHole } from "../hole-reasons.js";
import { headerPlace, hopMessage, hopsInside } from "../places.js";
import { serviceReadings, mostSpecificReading } from "../request-names.js";

/** Properties of a body that are named. */
const PROPERTIES_NAMED = 6;

/** The origin of a part of a request. */
export interface Origin {
  readonly label: "base" | "Accept" | "body";
  readonly text: string;
  /** The way of the value, from where it is written on. */
  readonly steps: readonly Step[];
}

interface Step {
  readonly text: string;
  readonly place?: Location;
}

/** Returns the origins of the base, the Accept header and the body of a request. */
export function originsOf(request: ApiRequest): Origin[] {
  const accept = needsNoHeader(request) ? [] : [acceptOf(request)];
  return [baseOf(request), ...accept, ...bodyOf(request.fact.body)];
}

function baseOf(request: ApiRequest): Origin {
  const reading = mostSpecificReading(serviceReadings(request)) ?? request.readings[0]!;
  const end = reading.match?.end ?? reading.flat.length;
  const text = sliceText(reading.text, 0, end);
  // The part with the version is the one that has to change.
  const shown = text.parts.findLast((part) => part.kind === "segment" && part.written) ?? text.parts.at(-1);
  return origin("base", describe(text), shown ? stepsOf(shown) : []);
}

function acceptOf(request: ApiRequest): Origin {
  const { accept, fact } = request;
  const value = accept.entry?.values[0];
  const [open] = fact.headers.open;
  switch (acceptState(request)) {
    case "versioned":
      return origin("Accept", value ? describe(value) : "has a date", value ? wayOf(value) : []);
    case "plain":
      return origin(
        "Accept",
        `${value ? describe(value) : "a media type"} (without a date)`,
        value ? wayOf(value) : [],
      );
    case "missing":
      return origin("Accept", "not sent", [{ text: "headers are set", place: headerPlace(request) }]);
    case "unknown":
      return origin(
        "Accept",
        open ? `not known: it may be set by ${reasonOfHole(open, ", ")}` : "not known",
        open?.place ? [{ text: "added", place: open.place }] : [],
      );
  }
}

function bodyOf(body: Tree | undefined): Origin[] {
  if (!body) return [];
  switch (body.kind) {
    case "object": {
      const names = body.members.map(({ key }) => key);
      const more = names.length - PROPERTIES_NAMED;
      const named = names.slice(0, PROPERTIES_NAMED).join(", ");
      const hole = unknownPart(body);
      if (hole) {
        const declared = `${named}${more > 0 ? ` and ${more} more` : ""}`;
        const text = `not known: ${reasonOfHole(hole)}; values of its type have ${declared}`;
        return [origin("body", text, placed("read", hole.place))];
      }
      const open = body.open[0] ? `${names.length > 0 ? ", " : ""}and what ${body.open[0].name} adds` : "";
      const text = `${named}${more > 0 ? ` and ${more} more` : ""}${open}`;
      return [origin("body", text === "" ? "an empty object" : text, placed("written", body.place))];
    }
    case "list":
      return [origin("body", "a list", placed("written", body.place))];
    case "text":
    case "hole": {
      const hole = unknownPart(body);
      if (!hole) return [origin("body", "a text", body.kind === "text" ? wayOf(body.text) : [])];
      return [origin("body", `not known: ${reasonOfHole(hole)}`, placed("read", hole.place))];
    }
    case "choice":
      return bodyOf(body.of.find(({ kind }) => kind === "object") ?? body.of[0]);
    case "scalar":
      return [];
  }
}

function placed(text: string, place: Location | undefined): Step[] {
  return place ? [{ text, place }] : [];
}

/** The way of the first part that is written somewhere. */
function wayOf({ parts }: Text): Step[] {
  const part = parts.find((one) => one.kind === "hole" || one.written) ?? parts[0];
  return part ? stepsOf(part) : [];
}

function stepsOf(part: Part): Step[] {
  const start: Step[] =
    part.kind === "hole"
      ? [{ text: `not known: ${reasonOfHole(part)}`, ...(part.place ? { place: part.place } : {}) }]
      : placed("written", part.written);
  return [
    ...start,
    ...hopsInside(hopsToList(part.hops)).map((hop): Step => ({ text: hopMessage(hop), place: hop.place })),
  ];
}

function origin(label: Origin["label"], text: string, steps: readonly Step[]): Origin {
  return { label, text, steps };
}
