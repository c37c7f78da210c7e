/** The first line of a patch that `fix --diff` prints; `git apply` ignores lines before the first file. */
export const PATCH_HEADING =
  "Patch of v2ready for git apply. It has lines of your files, so it may have secrets: look before you share it.";

/** The first lines of patches of this program, also of those that earlier versions wrote. */
const PATCH_HEADINGS = [
  PATCH_HEADING,
  "Changes by v2ready fix --diff (lines are as they are, also secrets in them)",
];

/** The first line of a baseline that `check --update-baseline` writes. */
export const BASELINE_HEADING = "# Findings that v2ready check --baseline accepts; see --update-baseline";

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

/** The first line of what `why` prints: the place and its line of code. */
const WHY_PLACE = /^\S.*:\d+(?: {2}.*)?$/;

/** The other lines of it: findings, requests, the log, and what is indented below them. */
const WHY_LINE = /^(?:$| {2}|(?:error|warning|info|request) {2}\S|and \d+ more |Log$|No finding\b)/;

/** Names of files that hold text for people, and no program. */
const TEXT_NAME = /\.(?:txt|text|log|out|report|concise|github|md|markdown|html?)$/i;

/** Names of files that hold a patch. */
const PATCH_NAME = /\.(?:diff|patch)$/i;

/** The members of a value: those that each has, and those that some have. */
interface Members {
  readonly always: readonly string[];
  readonly perhaps?: readonly string[];
  /** The members of the entries of its lists, by their names. */
  readonly lists?: Readonly<Record<string, Members>>;
}

function members(always: string, perhaps = ""): Members {
  return { always: always.split(" "), perhaps: perhaps.split(" ") };
}

const PROBLEM = members("path kind message", "line limit");
const UNCHECKED = members("kind reason missing count places", "module");

/** The report of `check`. See src/report/schema. */
const REPORT: Members = {
  ...members(
    "schemaVersion tool asOf target targetNotices catalog summary findings requests groups problems unchecked",
  ),
  lists: {
    findings: members(
      "ruleId messageId message severity confidence path line column endLine endColumn related reasons fixes fingerprint docs fileClass requests",
      "role property part advice method endpoint versionNow versionWanted request",
    ),
    requests: members(
      "id kind path client call fileClass",
      "method endpoint sentAt setUp versionNow versionWanted",
    ),
    groups: members("requests findings", "shared"),
    problems: PROBLEM,
    unchecked: UNCHECKED,
  },
};

/** The report of `fix`. */
const FIX_REPORT: Members = {
  ...members(
    "schemaVersion tool asOf target targetNotices catalog writes units files left markers problems unchecked",
    "patch",
  ),
  lists: {
    units: members("id title applicability outcome reason reasons reasonPlaces requests findings edits"),
    files: members("path units before after"),
    left: members(
      "ruleId messageId message path line column severity confidence reason reasons reasonPlaces requests docs",
      "unit outcome code property advice",
    ),
    markers: members("path ruleId text"),
    problems: PROBLEM,
    unchecked: UNCHECKED,
  },
};

const SARIF: Members = {
  ...members("$schema version runs"),
  lists: {
    runs: {
      ...members("tool automationDetails originalUriBaseIds columnKind invocations results properties"),
      lists: {
        results: members(
          "ruleId level message locations partialFingerprints properties",
          "ruleIndex relatedLocations codeFlows fixes",
        ),
      },
    },
  },
};

/**
 * Returns whether a text is a report of this program, in any of its formats, a patch or a baseline. Its
 * content about the old API is about other files. A document that quotes a report has text after it, and is not a report. Neither is a text with
 * anything else in it, because a report is not checked.
 *
 * @param text the text of the file, without colours
 *
 * @param path of the file: a program can end with the words of a report
 */
export function isOwnReport(text: string, path = ""): boolean {
  if (PATCH_HEADINGS.some((heading) => text.startsWith(heading))) {
    // Both outputs of a run may be in one file: the patch, and the report after it.
    const behind = behindPatch(text);
    const isNamedSo = path === "" || PATCH_NAME.test(path) || TEXT_NAME.test(path);
    return behind !== undefined && (behind.trim() === "" || (isNamedSo && endsAsReport(behind)));
  }
  if (text.startsWith(BASELINE_HEADING)) return isBaseline(text);
  if (/^\s*\{/.test(text)) return text.includes("v2ready") && isOwnJson(text);
  return (path === "" || TEXT_NAME.test(path)) && (endsAsReport(text) || isExplanation(text));
}

/** Returns whether a text is what `why` prints about a place with a finding or a request. */
function isExplanation(text: string): boolean {
  const [first = "", ...lines] = text.split(/\r?\n/);
  const has = (line: RegExp): boolean => lines.some((one) => line.test(one));
  return (
    WHY_PLACE.test(first) &&
    lines.every((line) => WHY_LINE.test(line)) &&
    (has(/^ {2}confidence {2}(?:high|medium|low)\b/) || (has(/^request {2}/) && has(/^ {2}sent {2,}at /)))
  );
}

function endsAsReport(text: string): boolean {
  const tail = text.slice(-TAIL);
  return ENDINGS.some((ending) => isLast(tail, ending));
}

/**
 * Returns whether a text is one JSON value that names this program as its maker, with all members of a report and no
 * others. Other data that names this program is checked.
 */
function isOwnJson(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if ([REPORT, FIX_REPORT].some((one) => hasMembers(value, one)))
    return (value as { tool?: { name?: unknown } }).tool?.name === "v2ready";
  if (!hasMembers(value, SARIF)) return false;
  const { runs } = value as { runs: readonly { tool?: { driver?: { name?: unknown } } }[] };
  return runs.length > 0 && runs.every(({ tool }) => tool?.driver?.name === "v2ready");
}

function hasMembers(value: unknown, { always, perhaps = [], lists = {} }: Members): boolean {
  if (typeof value !== "object" || value === null) return false;
  const names = new Set(Object.keys(value));
  const known = new Set([...always, ...perhaps]);
  if (!always.every((name) => names.has(name)) || ![...names].every((name) => known.has(name))) return false;
  return Object.entries(lists).every(([name, entry]) => {
    const list = (value as Record<string, unknown>)[name];
    return Array.isArray(list) && list.every((one) => hasMembers(one, entry));
  });
}

/**
 * Returns the text behind a patch: behind the heading, headers of files, and lines that hunks count. Undefined if a hunk
 * is cut short.
 */
function behindPatch(text: string): string | undefined {
  const lines = text.split("\n");
  let [before, after] = [0, 0];
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!;
    const isInHunk = before > 0 || after > 0;
    const hunk = isInHunk ? null : /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (hunk) [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    else if (isInHunk) {
      if (!/^[ +\-\\]/.test(line)) return undefined;
      if (line.startsWith(" ") || line.startsWith("-")) before--;
      if (line.startsWith(" ") || line.startsWith("+")) after--;
    } else if (!/^(?:diff --git |index |(?:old|new) mode |--- |\+\+\+ |\\ |$)/.test(line))
      return lines.slice(index).join("\n");
  }
  return before > 0 || after > 0 ? undefined : "";
}

/** Returns whether each line behind the heading is a finding; merges of git may repeat the heading. */
function isBaseline(text: string): boolean {
  return text
    .split(/\r?\n/)
    .every((line) => line === "" || line === BASELINE_HEADING || /^[0-9a-f]{16} [a-z0-9-]+ \S+$/.test(line));
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
