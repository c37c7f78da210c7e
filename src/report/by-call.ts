import { groupBy } from "../core/group-by.js";
import type { FileClass, Report, ReportedFinding } from "../core/report.js";
import type { RequestGroup } from "../core/reported-request.js";
import { callEntry } from "./call-entry.js";
import { RepeatedReasons } from "./entry-reasons.js";
import {
  framesOf,
  headLines,
  most,
  noteLines,
  placesLine,
  positionOf,
  widest,
  type Context,
} from "./finding-lines.js";
import { isOfClient } from "./worst-rule.js";
import { visiblePath } from "../core/visible.js";

/** Places with the same finding in one file that are shown with their code. */
const FRAMES_SHOWN = 10;

/**
 * Returns a report in the order in which people work. First are client libraries to replace, because other code depends
 * on them. Then come the calls to change, each with everything that changes with it, other errors, warnings and
 * information. Tests, documentation and build output are last.
 */
export function byCall({ findings, groups }: Report, context: Context): string[][] {
  const calls = groups.filter(isCallToChange);
  const grouped = new Set(calls.flatMap((group) => group.findings));
  const inSource = ({ fileClass }: ReportedFinding): boolean => fileClass === "source";
  const clients = findings.filter((finding) => inSource(finding) && isOfClient(finding));
  const isFirst = new Set(findings.length > clients.length ? clients : []);
  const rest = findings.filter((finding) => !grouped.has(finding) && !isFirst.has(finding));
  const reasons = new RepeatedReasons(calls);
  const entries = calls.map((group) => callEntry(group, context, reasons));
  const errors = rest.filter((finding) => inSource(finding) && finding.severity === "error");
  const others = (severity: ReportedFinding["severity"]): ReportedFinding[] =>
    rest.filter((finding) => inSource(finding) && finding.severity === severity);
  const inClass = (fileClass: FileClass): ReportedFinding[] =>
    rest.filter((finding) => finding.fileClass === fileClass);
  return [
    ...listed("Clients to replace first", [...isFirst], true, context),
    ...section("Calls to change", entries, context),
    ...listed(calls.length > 0 ? "Other errors" : "Errors", errors, true, context),
    ...listed("Warnings", others("warning"), true, context),
    ...listed("Information", others("info"), true, context),
    ...listed("Tests", inClass("test"), false, context),
    ...listed("Documentation", inClass("documentation"), false, context),
    ...listed("Build output and copies of libraries", inClass("build"), false, context),
  ];
}

/** The code behind a URL in plain text or data is not a call that a reader can find: it is listed by its file. */
function isCallToChange({ requests, findings }: RequestGroup): boolean {
  const isSent = requests.some(({ kind }) => kind === "call");
  return (
    isSent && findings[0]!.fileClass === "source" && findings.some(({ severity }) => severity === "error")
  );
}

function section(title: string, blocks: readonly string[][], { style }: Context): string[][] {
  return blocks.map((block, index) => (index === 0 ? [style.strong(title), "", ...block] : block));
}

/** Files with the same finding that are shown one by one; more of them are one entry. */
const FILES_SHOWN = 3;

/** Returns findings by file. Findings with the same text in many files are shown once, in the first of these files. */
function listed(
  title: string,
  findings: readonly ReportedFinding[],
  hasFrames: boolean,
  context: Context,
): string[][] {
  const repeated = [...groupBy(findings, sayingOf).values()].flatMap((same) => {
    const files = [...groupBy(same, ({ place }) => place.path).values()];
    return files.length > FILES_SHOWN ? [same] : files;
  });
  const order = new Map(findings.map((finding, index) => [finding, index]));
  repeated.sort(([a], [b]) => order.get(a!)! - order.get(b!)!);
  const blocks = [...groupBy(repeated, ([first]) => first!.place.path)].map(([path, own]) => {
    // Lines with code between them are not compared with each other.
    const columns = hasFrames ? 0 : widest(own.map(([first]) => positionOf(first!)));
    return [
      context.style.file(context.style.path(visiblePath(path)), path),
      ...own.flatMap((same) => sameFindings(same, { hasFrames, columns }, context)),
    ];
  });
  return section(title, blocks, context);
}

function sayingOf({ severity, ruleId, message }: ReportedFinding): string {
  return `${severity} ${ruleId} ${message}`;
}

/** Findings that say the same: once, with every place. */
function sameFindings(
  findings: readonly ReportedFinding[],
  { hasFrames, columns }: { readonly hasFrames: boolean; readonly columns: number },
  context: Context,
): string[] {
  const [first] = findings as readonly [ReportedFinding];
  const { path } = first.place;
  const severities = widest([first.severity]);
  const place = positionOf(first).padEnd(columns);
  const head = headLines(first, first.message, { indent: 2, place, path, severities }, context);
  const inFile = findings.filter((finding) => finding.place.path === path);
  const framed = hasFrames ? inFile.slice(0, most(FRAMES_SHOWN, context)) : [];
  const printed = new Set<string>();
  const digits = widest(framed.map(({ position }) => String(position.line)));
  const blocks = framesOf(framed, { indent: 2, isShort: true, digits }, context);
  const margin = blocks[0]?.margin ?? "    ";
  // Without code, the trace of a value means little; the help is still needed. Traces of several values would be one
  // list in which nobody can tell them apart: the first one is shown.
  const noted = findings.map((finding, index) =>
    hasFrames && index === 0 ? finding : { ...finding, related: [], relatedPositions: [] },
  );
  const notes = noted.flatMap((finding) => noteLines(finding, margin, { printed }, context));
  return [
    ...head,
    ...blocks.flatMap(({ lines }) => lines),
    ...placesLine(
      findings.filter((finding) => !framed.includes(finding) && finding !== first),
      { label: "also at", path, margin },
      context,
    ),
    ...notes,
  ];
}
