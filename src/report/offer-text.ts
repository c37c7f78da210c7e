import type { Report, ReportedFinding } from "../core/report.js";
import { count } from "./counts.js";
import {
  LISTS_ALL,
  contextOf,
  frameOf,
  headLines,
  most,
  noteLines,
  placeText,
  widest,
} from "./finding-lines.js";
import type { RenderOptions } from "./options.js";
import { shownPatch } from "./patch.js";
import { oneLine, withoutCommands } from "../core/visible.js";
import { wordsOf, wrap } from "./wrap.js";

/** Findings of one fix that are shown with their code; the rest is counted. */
const FINDINGS_SHOWN = 8;

/** A fix that a person is asked about. */
interface OfferedFix {
  readonly title: string;
  /** From 1. */
  readonly number: number;
  readonly total: number;
  /** The reasons why it is not proven to be right. */
  readonly doubts: readonly string[];
  readonly findings: readonly ReportedFinding[];
  /** The change as a patch. */
  readonly patch: string;
}

/** Returns the text that a person sees before saying yes: the finding and its place, the fix and its change. */
export function offerText(
  { title, number, total, doubts, findings, patch }: OfferedFix,
  { rules }: Pick<Report, "rules">,
  options: RenderOptions,
): string {
  const context = contextOf(options, new Map(rules.map(({ id, docs }) => [id, docs])));
  const { style, wrapAt } = context;
  const heading = `Fix ${number} of ${total}: ${oneLine(title)}`;
  const shown = findings.slice(0, most(FINDINGS_SHOWN, context));
  const rest = findings.length - shown.length;
  const printed = new Set<string>();
  const severities = widest(shown.map(({ severity }) => severity));
  const lines = [
    ...wrap(wordsOf(heading), { lead: "", columns: 0, hang: 2, width: wrapAt }).map(style.strong),
    ...shown.flatMap((finding) => {
      const place = placeText({ path: finding.place.path, position: finding.position });
      const frame = frameOf(finding, { indent: 2, isShort: true }, context);
      return [
        ...headLines(finding, finding.message, { indent: 2, place, severities }, context),
        ...frame.lines,
        ...noteLines(finding, frame.margin, { printed }, context),
      ];
    }),
    ...(rest > 0 ? [`  and ${count(rest, "more finding")} ${LISTS_ALL}`] : []),
    ...doubts.flatMap((doubt) =>
      wrap(wordsOf(`not proven: ${oneLine(doubt)}`), { lead: "  ", columns: 2, hang: 4, width: wrapAt }),
    ),
  ];
  return withoutCommands(`\n${lines.join("\n")}\n\n${shownPatch(patch, style)}\n`);
}
