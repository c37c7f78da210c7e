import { posix } from "node:path";

import { groupBy } from "../core/group-by.js";
import type { Report, ReportedFinding } from "../core/report.js";
import { frameOf, headLines, noteLines, placeText, widest, type Context } from "./finding-lines.js";
import type { Grouping } from "./options.js";
import { visiblePath } from "../core/visible.js";

/** The heading of a group of findings. */
const HEADINGS: Readonly<Record<Exclude<Grouping, "call">, (finding: ReportedFinding) => string>> = {
  file: ({ place }) => place.path,
  rule: ({ ruleId }) => ruleId,
  directory: ({ place }) => posix.dirname(place.path),
};

/** Groups findings under their file, rule or folder, each with its whole code. */
export function byHeading(
  { findings }: Pick<Report, "findings">,
  grouping: Exclude<Grouping, "call">,
  context: Context,
): string[][] {
  return [...groupBy(findings, HEADINGS[grouping])].map(([heading, own]) => block(heading, own, context));
}

function block(heading: string, findings: readonly ReportedFinding[], context: Context): string[] {
  const placeOf = ({ place: { path }, position }: ReportedFinding): string =>
    placeText({ path, position }, heading);
  const places = widest(findings.map(placeOf));
  const severities = widest(findings.map(({ severity }) => severity));
  const described = new Set<string>();
  const blocks = findings.map((finding) => {
    const place = placeOf(finding).padEnd(places);
    const head = headLines(
      finding,
      finding.message,
      { indent: 2, place, path: finding.place.path, severities },
      context,
    );
    const key = `${finding.ruleId} ${finding.message}`;
    if (isDescription(finding) && described.has(key)) return { lines: head, isListed: true };
    described.add(key);
    const frame = frameOf(finding, { indent: 2, isShort: false }, context);
    const notes = noteLines(finding, frame.margin, { printed: new Set() }, context);
    return { lines: [...head, ...frame.lines, ...notes], isListed: false };
  });
  const name = context.style.path(visiblePath(heading));
  return [
    findings.every(({ place }) => place.path === heading) ? context.style.file(name, heading) : name,
    ...blocks.flatMap(({ lines, isListed }, index) =>
      index === 0 || (isListed && blocks[index - 1]!.isListed) ? lines : ["", ...lines],
    ),
  ];
}

/**
 * A schema describes the same property for every form of a resource, and a recording contains it in every response:
 * only the first has the code and the help.
 */
function isDescription({ role }: ReportedFinding): boolean {
  return role === "type" || role === "payload";
}
