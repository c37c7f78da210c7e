import type { Location, Span } from "./span.js";

/** How bad a finding is. Only `error` decides the exit status by itself. */
export type Severity = "error" | "warning" | "info";

/** How sure it is: `high` proven or unmistakable, `medium` specific and in fitting company, `low` an ambiguous name. */
export type Confidence = "high" | "medium" | "low";

/** What may be done with a fix: applied, applied on request, or only shown. Ordered by `APPLICABILITIES`. */
export type Applicability = "safe" | "unsafe" | "display-only";

/** On which side of a call a property stands. */
export type Role = "request" | "response" | "type" | "payload";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
export const CONFIDENCES: readonly Confidence[] = ["high", "medium", "low"];
export const APPLICABILITIES: readonly Applicability[] = ["safe", "unsafe", "display-only"];

/** Replaces the text of `span` in `path` by `text`. */
export interface Edit extends Span {
  readonly path: string;
  readonly text: string;
}

/** Edits that are applied together or not at all; fixes that share a `unit` are, too. */
export interface Fix {
  readonly applicability: Applicability;
  readonly unit?: string;
  /** The programs that it takes requests of to the versioned form, each under a name of this run. */
  readonly programs?: readonly string[];
  readonly description: string;
  /** Why it is not `safe`, one sentence each, without a full stop. */
  readonly reasons?: readonly string[];
  readonly edits: readonly Edit[];
}

/** A place that explains a finding: a hop of a value's way, the call that a header is missing from. */
export interface RelatedPlace {
  readonly place: Location;
  readonly message: string;
}

/** What of a request a finding is about. */
export type Part = "base" | "path" | "header" | "body" | "read" | "credentials" | "type";

/** What a rule reports of a place, after the engine has filled in the message and the rule's severity. */
export interface Finding {
  readonly ruleId: string;
  readonly messageId: string;
  readonly message: string;
  /** The same in fewer words, where the request that it is about has been named. */
  readonly brief?: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly place: Location;
  /** Names of the requests that it is about, as far as they are known; the report gives them names of its own. */
  readonly requests?: readonly string[];
  readonly part?: Part;
  readonly role?: Role;
  readonly property?: string;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
  /** What to do instead, one sentence, for people. */
  readonly advice?: string;
}

/** Whether `confidence` is at least as sure as `least`. */
export function isAtLeast(confidence: Confidence, least: Confidence): boolean {
  return CONFIDENCES.indexOf(confidence) <= CONFIDENCES.indexOf(least);
}
