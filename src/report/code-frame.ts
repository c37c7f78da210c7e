import type { ReportedFinding } from "../core/report.js";
import { count } from "./counts.js";
import { markLine } from "./marked-line.js";

/** The part of a finding that a frame shows. */
type Framed = Pick<ReportedFinding, "position" | "end" | "excerpt" | "excerptColumns">;

interface FrameStyle {
  /** Columns that the whole frame may take, its gutter included. */
  readonly width: number;
  /** The least number of digits in the gutter, so that consecutive frames are aligned. */
  readonly digits?: number;
  readonly gutter: (text: string) => string;
  readonly mark: (text: string) => string;
}

export interface Frame {
  readonly lines: readonly string[];
  /** The marked columns of the code, if the frame is one line of code. */
  readonly marked?: { readonly from: number; readonly to: number };
  /** Spaces up to the bar of the gutter, for notes below the frame. */
  readonly margin: string;
}

const INDENT = "  ";

/**
 * Returns the excerpt of a finding with line numbers in a gutter, and carets under its code. A span of several lines is
 * marked in each. Lines of it that are not in the excerpt are counted below. A finding without an excerpt has no lines.
 */
export function codeFrame(finding: Framed, style: FrameStyle): Frame {
  const { position, end, excerpt } = finding;
  const last = String(position.line + Math.max(excerpt.length - 1, 0));
  const digits = Math.max(last.length, style.digits ?? 0);
  const gutter = (label: string): string => style.gutter(`${INDENT}${label.padStart(digits)} |`);
  const room = style.width - INDENT.length - digits - " | ".length;

  let columns: Frame["marked"];
  const lines = excerpt.flatMap((text, index) => {
    const span = spanInLine(finding, text, index);
    const { text: shown, before, marked } = markLine(text, span.from, span.to, room);
    const numbered = `${gutter(String(position.line + index))} ${shown}`.trimEnd();
    if (span.from >= span.to && index > 0) return [numbered];
    columns = { from: before, to: before + marked };
    return [numbered, `${gutter("")} ${" ".repeat(before)}${style.mark("^".repeat(marked))}`];
  });

  const lastLine = end.column === 1 && end.line > position.line ? end.line - 1 : end.line;
  const missing = lastLine - (position.line + excerpt.length - 1);
  if (excerpt.length > 0 && missing > 0) {
    lines.push(`${gutter("")} ${style.gutter(`and ${count(missing, "more line")}`)}`);
  }
  const margin = " ".repeat(INDENT.length + digits + 1);
  return { lines, margin, ...(lines.length === 2 && columns ? { marked: columns } : {}) };
}

/** Joins a frame to the one before it, if both show the same line of code: one line, with the marks of both. */
export function joinedFrames(before: Frame, frame: Frame, mark: (text: string) => string): Frame | undefined {
  const { marked: first } = before;
  const { marked: second } = frame;
  const isSame = first && second && before.lines[0] === frame.lines[0] && second.from >= first.to;
  if (!isSame) return undefined;
  const gap = " ".repeat(second.from - first.to);
  const marks = `${before.lines[1]!}${gap}${mark("^".repeat(second.to - second.from))}`;
  return { ...before, lines: [before.lines[0]!, marks], marked: { from: first.from, to: second.to } };
}

/** The part of a line that belongs to the span, as offsets; without the indentation of a continued line. */
function spanInLine(finding: Framed, text: string, index: number): { from: number; to: number } {
  const { position, end, excerptColumns } = finding;
  const columns = excerptColumns ?? { start: position.column, end: end.column };
  const from = index === 0 ? columns.start - 1 : text.length - text.trimStart().length;
  const isLast = position.line + index === end.line;
  return { from, to: isLast ? columns.end - 1 : text.trimEnd().length };
}
