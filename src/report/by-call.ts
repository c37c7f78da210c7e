import { groupBy } from "../core/group-by.js";
import type { FileClass, Report, ReportedFinding } from "../core/report.js";
import type { RequestGroup } from "../core/reported-request.js";
import { callEntry } from "./call-entry.js";
import { frameOf, headLines, noteLines, positionOf, widest, type Context } from "./finding-lines.js";
import { visiblePath } from "./visible.js";
import { wordsOf, wrap } from "./wrap.js";

/** Places with the same finding in one file whose code is shown. */
const FRAMES_SHOWN = 10;

/**
 * A report in the order in which somebody works: the calls to change, each with everything that changes with it, what else
 * is wrong, warnings, information, and at last tests and documentation.
 */
export function byCall({ findings, groups }: Report, context: Context): string[][] {
  const calls = groups.filter(isCallToChange);
  const told = new Set(calls.flatMap((group) => group.findings));
  const rest = findings.filter((finding) => !told.has(finding));
  const inSource = ({ fileClass }: ReportedFinding): boolean => fileClass === "source";
  const entries = calls.map((group) => callEntry(group, context));
  const errors = rest.filter((finding) => inSource(finding) && finding.severity === "error");
  const others = (severity: ReportedFinding["severity"]): ReportedFinding[] =>
    rest.filter((finding) => inSource(finding) && finding.severity === severity);
  const inClass = (fileClass: FileClass): ReportedFinding[] =>
    rest.filter((finding) => finding.fileClass === fileClass);
  return [
    ...section("Calls to change", entries, context),
    ...listed(calls.length > 0 ? "Other errors" : "Errors", errors, true, context),
    ...listed("Warnings", others("warning"), true, context),
    ...listed("Information", others("info"), true, context),
    ...listed("Tests", inClass("test"), false, context),
    ...listed("Documentation", inClass("documentation"), false, context),
  ];
}

/** What a URL in plain text or data stands for is no call that somebody can find: it is listed by its file. */
function isCallToChange({ requests, findings }: RequestGroup): boolean {
  const isSent = requests.some(({ kind }) => kind === "call");
  return (
    isSent && findings[0]!.fileClass === "source" && findings.some(({ severity }) => severity === "error")
  );
}

function section(title: string, blocks: readonly string[][], { style }: Context): string[][] {
  return blocks.map((block, index) => (index === 0 ? [style.strong(title), "", ...block] : block));
}

function listed(
  title: string,
  findings: readonly ReportedFinding[],
  hasFrames: boolean,
  context: Context,
): string[][] {
  const files = [...groupBy(findings, ({ place }) => place.path)];
  const blocks = files.map(([path, own]) => [
    context.style.path(visiblePath(path)),
    ...[
      ...groupBy(own, ({ ruleId, severity, message }) => `${severity} ${ruleId} ${message}`).values(),
    ].flatMap((same) => sameFindings(same, hasFrames, context)),
  ]);
  return section(title, blocks, context);
}

/** Findings of one file that say the same: once, with every place. */
function sameFindings(findings: readonly ReportedFinding[], hasFrames: boolean, context: Context): string[] {
  const [first] = findings as readonly [ReportedFinding];
  const severities = widest([first.severity]);
  const place = positionOf(first);
  const head = headLines(first, first.message, { indent: 2, place, severities }, context);
  const framed = hasFrames ? findings.slice(0, FRAMES_SHOWN) : [];
  const told = new Set<string>();
  const digits = widest(framed.map(({ position }) => String(position.line)));
  const blocks = framed.map((finding) => frameOf(finding, { indent: 2, isShort: true, digits }, context));
  const margin = blocks[0]?.margin ?? "    ";
  // Without code, the way of a value means little; the help is still needed.
  const noted = hasFrames ? framed : [{ ...first, related: [], relatedPositions: [] }];
  const notes = noted.flatMap((finding) => noteLines(finding, margin, { told }, context));
  const others = findings.slice(Math.max(framed.length, 1)).map(positionOf);
  const also = others.length === 0 ? [] : [`also at ${others.join(", ")}`];
  return [
    ...head,
    ...blocks.flatMap(({ lines }) => lines),
    ...also.flatMap((text) =>
      wrap(wordsOf(text), { lead: margin, columns: margin.length, width: context.width }),
    ),
    ...notes,
  ];
}
