import type { Location, Span } from "./span.js";

/** The severity of a finding. Only `error` sets the exit status to 1 by itself. */
export type Severity = "error" | "warning" | "info";

/**
 * The certainty of a finding: `high` proven or unmistakable, `medium` a specific name in a fitting context, `low` an
 * ambiguous name.
 */
export type Confidence = "high" | "medium" | "low";

/** The use of a fix: applied, applied on request, or only shown. Ordered by `APPLICABILITIES`. */
export type Applicability = "safe" | "unsafe" | "display-only";

/** The side of a call that a property belongs to. */
export type Role = "request" | "response" | "type" | "payload";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
export const CONFIDENCES: readonly Confidence[] = ["high", "medium", "low"];
export const APPLICABILITIES: readonly Applicability[] = ["safe", "unsafe", "display-only"];

/** Replaces the text of `span` in `path` by `text`. */
export interface Edit extends Span {
  readonly path: string;
  readonly text: string;
}

/** The code that a reason is about, by the reason; not known for all of them. */
export type ReasonPlaces = ReadonlyMap<string, Location>;

/** Edits that are applied together or not at all. The same is true for all fixes with the same `unit`. */
export interface Fix {
  readonly applicability: Applicability;
  readonly unit?: string;
  /** The programs whose requests it moves to the versioned form, each with a name that is valid for this run. */
  readonly programs?: readonly string[];
  readonly description: string;
  /** The reasons why it is not `safe`, one sentence each, without a full stop. */
  readonly reasons?: readonly string[];
  readonly reasonPlaces?: ReasonPlaces;
  readonly edits: readonly Edit[];
}

/** A place that explains a finding: a step of a value's trace, or the call without a header. */
export interface RelatedPlace {
  readonly place: Location;
  readonly message: string;
}

/** The part of a request that a finding is about; `client`: the library that sends it. */
export type Part = "base" | "path" | "header" | "body" | "read" | "credentials" | "type" | "client";

/**
 * The thing that has to change so that a finding goes: the base path, the path behind it, the header, the date in it, or
 * a property. `undetermined` and `unused base` are a question that is not decided, and a base path without a request.
 */
export type Concern = "base path" | "path" | "header" | "date" | "property" | "undetermined" | "unused base";

/** A report of a rule at a place, after the engine has added the message and the severity of the rule. */
export interface Finding {
  readonly ruleId: string;
  readonly messageId: string;
  readonly message: string;
  /** A shorter message, for reports that have already named the request. */
  readonly brief?: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly place: Location;
  /** Keys of the requests that it is about, as far as they are known. A report replaces them with its own ids. */
  readonly requests?: readonly string[];
  readonly part?: Part;
  readonly concern?: Concern;
  /** True if it may be new after a fix: it tells about code that works, or of a question that was open before. */
  readonly isNotice?: true;
  readonly role?: Role;
  readonly property?: string;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
  /** One sentence that tells people what to write instead. */
  readonly advice?: string;
  /** The kind of thing that kept v2ready from deciding. Many findings share it. */
  readonly cause?: string;
  /** Not needed beside one of these: see `RuleMeta.yields`. */
  readonly yieldsTo?: readonly string[];
}

/** Returns whether a finding tells only that something could not be decided. Its confidence does not matter. */
export function isUndetermined({ concern }: Pick<Finding, "concern">): boolean {
  return concern === "undetermined" || concern === "unused base";
}

/** Returns whether `confidence` is at least as high as `least`. */
export function isAtLeast(confidence: Confidence, least: Confidence): boolean {
  return CONFIDENCES.indexOf(confidence) <= CONFIDENCES.indexOf(least);
}
