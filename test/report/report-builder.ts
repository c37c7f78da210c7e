import type { Finding, Fix, RelatedPlace } from "../../src/core/finding.js";
import type { Problem } from "../../src/core/problem.js";
import { FILE_CLASSES } from "../../src/core/report.js";
import type {
  FileClass,
  Report,
  ReportedFinding,
  RuleSummary,
  Summary,
  TargetNotice,
} from "../../src/core/report.js";
import type { Unchecked } from "../../src/core/unchecked.js";
import type { ReportedRequest } from "../../src/core/reported-request.js";
import { SourceText } from "../../src/core/source-text.js";
import { compareLocations } from "../../src/core/span.js";
import type { Location } from "../../src/core/span.js";
import { fixabilityOf } from "../../src/engine/fixability.js";
import { requestGroups } from "../../src/engine/request-groups.js";

/** A file with findings of a sample report. */
export interface Sample {
  readonly path: string;
  readonly source: string;
}

/** The place of a piece of text in a sample; the piece must be there. */
function placeOf({ path, source }: Sample, piece: string): Location {
  const { text } = new SourceText(path, source);
  const start = text.indexOf(piece);
  if (start === -1) throw new Error(`${JSON.stringify(piece)} is not in ${path}`);
  return { path, start, end: start + piece.length };
}

export function related(sample: Sample, piece: string, message: string): RelatedPlace & { sample: Sample } {
  return { place: placeOf(sample, piece), message, sample };
}

export function edit(sample: Sample, piece: string, text: string): Fix["edits"][number] {
  return { ...placeOf(sample, piece), text };
}

export interface FindingInput extends Partial<Omit<Finding, "place" | "related" | "requests">> {
  /** Ids of requests of the report. */
  readonly requests?: readonly string[];
  readonly at: Sample;
  /** The text that the finding is about. */
  readonly piece: string;
  readonly related?: readonly (RelatedPlace & { readonly sample: Sample })[];
  readonly fileClass?: FileClass;
}

/** Makes a finding. Positions and excerpt are computed from the sample's text, as the host does. */
export function finding({ at, piece, related = [], fileClass, ...rest }: FindingInput): ReportedFinding {
  const source = new SourceText(at.path, at.source);
  const place = placeOf(at, piece);
  const position = source.position(place.start);
  const end = source.position(place.end);
  const lastLine = Math.min(end.line, position.line + 2);
  const excerpt: string[] = [];
  for (let line = position.line; line <= lastLine; line++) excerpt.push(source.line(line));
  return {
    ruleId: "no-unversioned-base-path",
    messageId: "unversioned",
    message: "The administration base path has no version",
    severity: "error",
    confidence: "high",
    fixes: [],
    requests: [],
    reasons: (rest.fixes?.[0]?.reasons ?? []).map((text) => ({ text })),
    ...rest,
    place,
    position,
    end,
    related: related.map(({ place: relatedPlace, message }) => ({ place: relatedPlace, message })),
    relatedPositions: related.map(({ place: relatedPlace, sample }) => {
      const text = new SourceText(sample.path, sample.source);
      return { position: text.position(relatedPlace.start), end: text.position(relatedPlace.end) };
    }),
    excerpt,
    fingerprint: fingerprintOf(at.path, piece),
    fileClass: fileClass ?? "source",
  };
}

const RULES: readonly RuleSummary[] = [
  {
    id: "no-unversioned-base-path",
    description: "Disallow administration base paths without a version",
    severity: "error",
    docs: "https://v2ready.example/rules/no-unversioned-base-path",
  },
  {
    id: "require-version-media-type",
    description: "Require application/vnd.service.<date>+json in the Accept header",
    severity: "error",
    docs: "rules/require-version-media-type.md",
  },
  {
    id: "no-deprecated-version",
    description: "Disallow resource versions that are deprecated or gone.",
    severity: "warning",
    docs: "rules/no-deprecated-version.md",
  },
  {
    id: "no-removed-property",
    description: "Disallow properties that the clusters resource no longer has",
    severity: "error",
    docs: "rules/no-removed-property.md",
  },
];

interface ReportInput {
  readonly findings?: readonly ReportedFinding[];
  readonly requests?: readonly ReportedRequest[];
  readonly problems?: readonly Problem[];
  readonly unchecked?: readonly Unchecked[];
  readonly files?: Partial<Summary["files"]>;
  readonly hidden?: Summary["findings"]["hidden"];
  readonly undetermined?: number;
  readonly showsUndetermined?: boolean;
  readonly undeterminedBy?: Summary["undeterminedBy"];
  readonly basesWithoutRequest?: number;
  readonly targetNotices?: readonly TargetNotice[];
  readonly languages?: Summary["languages"];
}

/** Makes a report with the counts of its findings. */
export function report(input: ReportInput = {}): Report {
  const {
    problems = [],
    unchecked = [],
    files = {},
    hidden = {},
    undetermined = 0,
    undeterminedBy = {},
    basesWithoutRequest = 0,
  } = input;
  const findings = (input.findings ?? []).toSorted((a, b) => compareLocations(a.place, b.place));
  const bySeverity = tally(findings.map(({ severity }) => severity));
  const requests = input.requests ?? [];
  const groups = requestGroups(findings, new Map(requests.map((request) => [request.id, request])));
  const byClass = tally(findings.map(({ fileClass }) => fileClass));
  return {
    tool: { name: "v2ready", version: "0.1.0" },
    asOf: "2026-11-21",
    target: "2024-08-05",
    targetNotices: input.targetNotices ?? [],
    catalog: { name: "service", dataAsOf: "2026-10-01", isOld: false },
    showsUndetermined: input.showsUndetermined ?? false,
    summary: {
      files: {
        seen: 0,
        read: 0,
        parsed: 0,
        plain: 0,
        followed: 0,
        withoutAnchor: 0,
        skipped: {},
        leftOut: {},
        ...files,
      },
      findings: {
        error: bySeverity["error"] ?? 0,
        warning: bySeverity["warning"] ?? 0,
        info: bySeverity["info"] ?? 0,
        hidden,
      },
      undetermined,
      undeterminedBy,
      basesWithoutRequest,
      fixability: fixabilityOf(findings, groups),
      unchecked: Object.fromEntries(unchecked.map(({ kind, count }) => [kind, count])),
      byRule: tally(findings.map(({ ruleId }) => ruleId)),
      byDirectory: tally(findings.map(({ place }) => firstDirectory(place.path))),
      byClass: Object.fromEntries(
        FILE_CLASSES.map((name) => [name, byClass[name] ?? 0]),
      ) as Summary["byClass"],
      languages: input.languages ?? { parsed: {}, plain: {} },
      minConfidence: "medium",
    },
    findings,
    requests,
    groups,
    problems,
    unchecked,
    rules: RULES,
  };
}

function firstDirectory(path: string): string {
  const slash = path.indexOf("/");
  return slash === -1 ? "." : path.slice(0, slash);
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** FNV-1a, so that fingerprints of samples differ and stay. */
function fingerprintOf(...texts: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const character of texts.join("\0")) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}
