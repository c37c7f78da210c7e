import type { unfitForYaml } from "../../core/yaml-limits.js";

/** A part of a page has this many lines before it is divided where lists, quotes and paragraphs do not end. */
const MAX_LINES = 300;

/** The parser takes seconds for a larger page that is one block. */
const MAX_LENGTH = 1_000_000;
/** Lists and quotes that begin in one line. */
const DEEP_LINE = /^(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+|>[ \t]?){100}/m;

const FENCE = /^( {0,3})(`{3,}(?!.*`)|~{3,})/;
const CLOSING_FENCE = /^( *)(`{3,}|~{3,})\s*$/;
const TOP_LEVEL = /^[^\s>]/;
const BULLET = /^[-*+][ \t]/;

interface Fence {
  readonly mark: string;
  /** True if it is in no list, so that no line but its end ends it. */
  readonly isOutside: boolean;
}

/** Returns why a page must not be given to the parser of Markdown; `undefined` if it may be. */
export function unfitForMarkdown(text: string): ReturnType<typeof unfitForYaml> {
  if (text.length > MAX_LENGTH)
    return { kind: "too-large", message: `is larger than ${MAX_LENGTH / 1e6} million characters` };
  return DEEP_LINE.test(text) ? { kind: "too-deep", message: "has too many nested levels" } : undefined;
}

/**
 * Gives the offsets at which a page is divided into parts that are parsed one by one, with its start. The time of the parser
 * grows with the square of the lines of a list or a paragraph. A line at the margin behind an empty line ends all lists
 * and quotes, and so does a bullet there. Only larger parts are divided elsewhere, but not in code at the margin.
 */
export function markdownParts(source: string): number[] {
  const starts = [0];
  let fence: Fence | undefined;
  let isAfterBlank = false;
  let lines = 0;
  for (const { 0: line, index } of source.matchAll(/[^\r\n]*(?:\r\n?|\n|$)/g)) {
    const isDivided = fence
      ? !fence.isOutside && lines >= MAX_LINES
      : (isAfterBlank && TOP_LEVEL.test(line)) || BULLET.test(line) || lines >= MAX_LINES;
    if (isDivided && lines > 0) {
      starts.push(index);
      lines = 0;
      fence = undefined;
    }
    lines++;
    isAfterBlank = line.trim() === "";
    if (fence) {
      const [, indent = "", mark = ""] = CLOSING_FENCE.exec(line) ?? [];
      if (mark.startsWith(fence.mark) && (indent.length < 4 || !fence.isOutside)) fence = undefined;
      continue;
    }
    const [, indent, mark] = FENCE.exec(line.trimEnd()) ?? [];
    if (mark !== undefined) fence = { mark, isOutside: indent === "" };
  }
  return starts;
}
