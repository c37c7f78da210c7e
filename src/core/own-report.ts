/** The first line of a patch that `fix --diff` prints; `git apply` ignores lines before the first file. */
export const PATCH_HEADING = "Changes by v2ready fix --diff";

/** The length of the end of a text that is searched for the last lines of a report, in UTF-16 code units. */
const TAIL = 3000;

/** Lines that only this program writes at the end of a report for people. */
const ENDINGS = [
  // The end of the text format: the target and its age, the day, the catalog, and the next command.
  /\btarget \d{4}-\d\d-\d\d,\s+as\s+of\s+\d{4}-\d\d-\d\d,\s+catalog\s[^\n]*\s+\(data\s+as\s+of\s+\d{4}-\d\d-\d\d\)[^\n]*(?:\n {16}[^\n]*)*(?:\nNext: [^\n]*(?:\n {2}[^\n]*)*)?/,
  // The last line of the formats with one line for each finding.
  /^(?:v2ready: )?(?:no findings\b|\d+ findings?: )[^\n]*; \d+ of \d+ files? read \(\d+ parsed, \d+ as plain text\)/m,
  // The end of `fix`: what was done and what is left, and the next command.
  /^(?:Nothing to fix|(?:Fixed|Would\s+fix)\s+(?:nothing|\d+\s+findings?\s+in\s+\d+\s+files?)(?:\s+and\s+le(?:ave|ft)\s+\d+\s+markers?)?);\s+\d+\s+findings?\s+left\b[^\n]*(?:\n {2}[^\n]*)*(?:\nNext: [^\n]*(?:\n {2}[^\n]*)*)?/m,
];

const OWN_TOOL = /"tool"\s*:\s*\{[^{}]*"name"\s*:\s*"v2ready"/;
const OWN_DRIVER = /"driver"\s*:\s*\{\s*(?:"\w+"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*)*"name"\s*:\s*"v2ready"/;

/**
 * Returns whether a text is a report of this program, in any of its formats, or a patch: its content about the old API
 * is about other files. A document that quotes a report has text after it, and is not a report.
 */
export function isOwnReport(text: string): boolean {
  if (text.startsWith(PATCH_HEADING)) return true;
  if (/^\s*\{/.test(text)) {
    if (!text.includes("v2ready")) return false;
    return text.includes('"schemaVersion"') ? OWN_TOOL.test(text) : OWN_DRIVER.test(text);
  }
  const tail = text.slice(-TAIL);
  return ENDINGS.some((ending) => isLast(tail, ending));
}

/** The match is followed by the rest of its line and, in an HTML page, closing tags. */
function isLast(tail: string, ending: RegExp): boolean {
  const found = ending.exec(tail);
  if (!found) return false;
  const behind = tail.slice(found.index + found[0].length);
  return !behind
    .replace(/^[^\n]*/, "")
    .replace(/<\/?[\w-]+>/g, "")
    .trim();
}
