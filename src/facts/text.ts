import type { Location } from "../core/span.js";

/**
 * A string that knows where each of its characters is written.
 *
 * `"https://" + HOST + "/groups/" + id` has four parts: known parts with their places, and holes for unknown ones. So a
 * finding can point at the constant in another file, and a fix can edit it there.
 */
export interface Text {
  readonly kind: "text";
  readonly parts: readonly Part[];
}

export type Part = Segment | Hole;

/** Known characters. */
export interface Segment {
  readonly kind: "segment";
  readonly text: string;
  /** Their place; absent if a computation made them (`String(3)`, the default separator of `join`). */
  readonly written?: Written;
  /** The trace from that place to here, nearest hop last. */
  readonly hops: Hops;
  /** The variable or property that holds the whole of it where it becomes a part of a longer text. */
  readonly knownAs?: string;
}

/** The place of a segment. */
export interface Written extends Location {
  /** True if the source between `start` and `end` equals the text, so that offsets inside map one to one. */
  readonly exact: boolean;
}

/** Unknown characters, with the reason. */
export interface Hole {
  readonly kind: "hole";
  readonly reason: HoleReason;
  /** The name that the code gives it: `process.env.BASE`, `clusterName`. */
  readonly name: string;
  readonly place?: Location;
  /** The call whose response it is a part of. */
  readonly answeredAt?: Location;
  /** With `answeredAt`: what was read of the response, as in `FieldFact.path`. */
  readonly answeredPath?: readonly string[];
  readonly hops: Hops;
  /** See `Segment.knownAs`. */
  readonly knownAs?: string;
  /** The unknown value, for the evaluation only: `releaseHandles` takes it out of finished facts. */
  readonly handle?: object;
}

export type HoleReason =
  /** A parameter of a function with unknown callers. */
  | "parameter"
  /** An environment variable. */
  | "environment"
  /** An export of another file or package that was not followed. */
  | "import"
  /** A part of an HTTP response. */
  | "response"
  /** The result of an unknown function. */
  | "call"
  /** A property of an unknown object. */
  | "property"
  /** A global or undeclared name. */
  | "global"
  /** A file that is not there, or whose path is unknown. */
  | "file"
  /** A value computed in a way that is not modelled. */
  | "computed"
  /** A value that changes in a loop. */
  | "varying"
  /** A value that code changes which may run before or later. */
  | "changing"
  /** A limit of the analysis. */
  | "limit";

/** One step of the trace of a value. */
export interface Hop {
  readonly kind:
    | "variable"
    | "property"
    | "parameter"
    | "return"
    | "import"
    | "export"
    | "default"
    | "environment";
  readonly name: string;
  readonly place: Location;
}

/** A list that grows at its head and shares its tail: nearest hop first. */
export type Hops = { readonly hop: Hop; readonly before: Hops; readonly count: number } | undefined;

/** Adds one hop after the others. */
export function withHopBehind(before: Hops, hop: Hop): Hops {
  return { hop, before, count: (before?.count ?? 0) + 1 };
}

export const EMPTY_TEXT: Text = { kind: "text", parts: [] };

/** Replaces a hole when a text is matched as one string. It is a noncharacter, so no source contains it. */
export const HOLE_MARK = "\uFFFE";

/** Returns the text as one string with `HOLE_MARK` for each hole. */
export function flatten(text: Text): string {
  let flat = "";
  for (const part of text.parts) flat += part.kind === "segment" ? part.text : HOLE_MARK;
  return flat;
}

/** Returns the text if all of it is known. */
export function knownText(text: Text): string | undefined {
  let known = "";
  for (const part of text.parts) {
    if (part.kind === "hole") return undefined;
    known += part.text;
  }
  return known;
}

/** Returns the text for people: `https://cloud.example/groups/{id}`. */
export function describe(text: Text): string {
  return text.parts.map((part) => (part.kind === "segment" ? part.text : `{${labelOf(part)}}`)).join("");
}

/** The result of `labelOf` if the code has no name for it. */
export const UNNAMED = "…";

/** Returns the name of a hole for people: its name in the code, or `…` if only the analysis names it. */
export function labelOf({ reason, name }: Hole): string {
  const [, placeholder] = PLACEHOLDER.exec(name) ?? INTERPOLATION.exec(name) ?? [];
  if (placeholder !== undefined) return placeholder;
  const isOfCode =
    reason !== "limit" && /^[^\s!+*/%&|^<>=~-]/.test(name) && !SYNTAX.test(name) && !MADE.test(name);
  return isOfCode ? name : UNNAMED;
}

/**
 * Returns the variable or property that holds it where it becomes a part of the text, otherwise the end of its name.
 * Examples: `projectId` of `options.projectId`, `name` of `cluster.name.trim()`, `core.getId()` of
 * `@actions/core.getId()`.
 */
export function authorLabelOf(hole: Hole): string {
  if (hole.knownAs !== undefined) return hole.knownAs;
  const whole = labelOf(hole);
  const rewritten = whole.replace(REWRITTEN, "");
  const isLibrary = hole.reason === "import" ? !rewritten.includes(".") : /^[A-Z]\w*$/.test(rewritten);
  const label = isLibrary ? whole : rewritten;
  const end = /(?:(?!default\.)\b[\w$]+\.)?\b[\w$]+\(\)$|[\w$]+(?:\[\])?$/.exec(label)?.[0] ?? label;
  // Some languages have the name of a function twice: as that of what it belongs to as well.
  return end.replace(/^([\w$]+)\.(?=\1\(\)$)/, "");
}

/** Names of functions and methods that return a text with the same meaning in another form. */
export const REWRITES =
  "to_?(?:lower|upper|string|str|s)\\w*|lower|upper|(?:down|up)case|trim\\w*|[lr]?strip|replace\\w*|\\w*(?:encode|escape|quote)\\w*";

const REWRITTEN = new RegExp(`(?:(?<=[\\w$)\\]])\\.(?:${REWRITES})(?:\\(\\))?)+$`, "i");

/** The shell variable that stands for a placeholder of a template: `$_secrets_GROUP___` for `${{ secrets.GROUP }}`. */
const PLACEHOLDER = /^(?:\$_|_(?=.*___$))(?:(?:secrets|vars|env|inputs|matrix|var|local)_)?([A-Za-z]\w*?)_*$/;
/** The same for `${var.project_id}` of Terraform, which has no room for marks: `$var_project_id`. */
const INTERPOLATION = /^\$(?:var|local)_([A-Za-z]\w*)$/;

/** Names that the lowering of a language makes, which no program has. */
const MADE = /^(?:core|go|java|py|sh):/;

/** Names that the grammar gives to code that computes. */
const SYNTAX = /^[A-Z]\w*(?:Expression|Literal|Property|Element|Statement|Declaration)$/;

export function holesOf(text: Text): Hole[] {
  return text.parts.filter((part) => part.kind === "hole");
}

/** Returns the parts with the characters from `from` to `to` of the flattened text, each with its share. */
export function partsBetween(
  text: Text,
  from: number,
  to: number,
): { part: Part; from: number; to: number }[] {
  const found: { part: Part; from: number; to: number }[] = [];
  let start = 0;
  for (const part of text.parts) {
    const end = start + (part.kind === "segment" ? part.text.length : HOLE_MARK.length);
    if (start < to && end > from) {
      found.push({ part, from: Math.max(from, start) - start, to: Math.min(to, end) - start });
    }
    start = end;
  }
  return found;
}

/** Returns the places of the characters from `from` to `to` of the flattened text, one for each segment. */
export function placesBetween(text: Text, from: number, to: number): Location[] {
  const places: Location[] = [];
  for (const { part, from: start, to: end } of partsBetween(text, from, to)) {
    const place = part.kind === "segment" ? placeInside(part, start, end) : part.place;
    if (place) places.push(place);
  }
  return places;
}

/** Returns the same without the places of holes. */
export function writtenPlaces(text: Text, from: number, to: number): Location[] {
  return partsBetween(text, from, to).flatMap(({ part, from: start, to: end }) =>
    part.kind === "segment" ? (placeInside(part, start, end) ?? []) : [],
  );
}

/** Returns the places of all known characters of texts, one for each segment. */
export function writtenIn(texts: readonly Text[]): Written[] {
  return texts.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "segment" && part.written ? [part.written] : [])),
  );
}

function placeInside(segment: Segment, from: number, to: number): Location | undefined {
  const { written } = segment;
  if (!written) return undefined;
  if (!written.exact) return { path: written.path, start: written.start, end: written.end };
  return { path: written.path, start: written.start + from, end: written.start + to };
}

export function hopsToList(hops: Hops): Hop[] {
  const list: Hop[] = [];
  for (let at = hops; at; at = at.before) list.push(at.hop);
  return list.reverse();
}

export function concatTexts(texts: readonly Text[]): Text {
  return { kind: "text", parts: texts.flatMap((text) => text.parts) };
}

/** Returns the characters from `from` to `to` of the flattened text, with their provenance. */
export function sliceText(text: Text, from: number, to: number): Text {
  const parts: Part[] = [];
  for (const { part, from: start, to: end } of partsBetween(text, from, to)) {
    parts.push(part.kind === "segment" ? sliceSegment(part, start, end) : part);
  }
  return { kind: "text", parts };
}

function sliceSegment(segment: Segment, from: number, to: number): Segment {
  const text = segment.text.slice(from, to);
  const { written } = segment;
  if (!written?.exact) return { ...segment, text };
  return { ...segment, text, written: { ...written, start: written.start + from, end: written.start + to } };
}
