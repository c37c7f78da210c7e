import type { Problem, ProblemKind } from "../core/problem.js";
import { EVERYTHING, type Unchecked, type UncheckedKind, type UncheckedPlace } from "../core/unchecked.js";
import type { FileFacts, MissingImportFact } from "../facts/file-facts.js";
import type { SourceText } from "../core/source-text.js";
import { keyOf, type Location } from "../core/span.js";
import type { FileAnalysis } from "./analyze-file.js";
import type { ApiRequest } from "./api-request.js";
import { acceptState } from "./headers.js";
import { languageName } from "./language-names.js";
import { templateFilledIn } from "./passed-on.js";
import { isFilledPage, templateReadIn } from "./template-reads.js";
import { untracedReadIn } from "./untraced-reads.js";
import { OF_VALUES, unusedBases, unusedSettings } from "./unused-bases.js";

/** The parts of a text that only a parser can check. */
const NEEDS_PARSER = "headers, request bodies and most properties";

/** The parts that are checked in a file with pieces of code, such as a workflow. */
const BUT_CODE = ", except in the commands and scripts in it";

/** The parts that are checked of calls which the search finds by words and strings alone. */
const BUT_HEADERS = ", except the Accept headers of the calls that were found";

const AS_TEXT = "is searched as plain text";

/** The parts that remain unchecked in a file that was read but has a problem. */
const PARTLY: Readonly<Partial<Record<ProblemKind, string>>> = {
  syntax: NEEDS_PARSER,
  "too-deep": NEEDS_PARSER,
  "too-large": NEEDS_PARSER,
  limit: "what depends on values beyond the limit",
  internal: "what the failed part would have found",
};

/** Kinds of problems of files that were not read at all. */
const NOT_READ: ReadonlySet<ProblemKind> = new Set(["unreadable", "binary", "utf-16"]);

/** Kinds of which the messages differ from file to file: one reason for all of them. */
const REASONS: Readonly<Partial<Record<ProblemKind, string>>> = {
  syntax: "does not parse, searched as plain text",
};

/** Programs that send requests, as a step of a workflow names them. */
const SENDS = /\b(?:curl|wget|https?ie|Invoke-(?:RestMethod|WebRequest))\b/;

/**
 * Returns everything that a run did not check in the analysed files, and because of its problems.
 *
 * @param isAsked whether a report is about a file
 */
export function uncheckedIn(
  analyses: readonly FileAnalysis[],
  problems: readonly Problem[],
  isAsked: (path: string) => boolean,
): Unchecked[] {
  const parsed = new Set<string>();
  for (const { source, context } of analyses) if (context.facts.reading === "syntax") parsed.add(source.path);
  const read = new Set(analyses.map(({ source }) => source.path));
  const ofProblems = problems.flatMap((problem) => ofProblem(problem, read, parsed));
  const reported = new Set(ofProblems.flatMap(({ places }) => places.map(({ path }) => path)));
  const requests = analyses.flatMap(({ context }) => context.requests);
  // A call that is followed to a known client sends with that one, also where another value of the object is unknown.
  const known = new Set(
    requests
      .filter(({ fact }) => fact.understood)
      .flatMap(({ fact: { site, callers } }) => [site, ...callers].map(keyOf)),
  );
  const asked = analyses.filter(({ source }) => isAsked(source.path));
  return [
    ...ofProblems,
    ...asked.flatMap((analysis) => ofText(analysis, reported)),
    ...asked.flatMap(missingImportsOf),
    ...asked.flatMap((analysis) => unknownClientsOf(analysis, requests, known)),
    ...asked.flatMap(unknownObjectsOf),
  ];
}

/** The files that an analysed file imports and that are not there. */
function missingImportsOf({ source, context }: FileAnalysis): Unchecked[] {
  const first = new Map<string, MissingImportFact>();
  for (const fact of context.facts.missingImports ?? [])
    if (!first.has(fact.path)) first.set(fact.path, fact);
  return [...first.values()].flatMap(({ path, place }) =>
    entryAt(source, place, {
      kind: "missing-import",
      reason: "imports a file that does not exist",
      missing: "what depends on the imported values",
      module: { path },
    }),
  );
}

/** The parts of requests that only the client would tell. */
const OF_CLIENT = "headers, bodies and responses of its requests";

/** A file with calls of clients that are not modelled, or with base paths whose requests are not found. */
function unknownClientsOf(
  { source, context }: FileAnalysis,
  requests: readonly ApiRequest[],
  known: ReadonlySet<string>,
): Unchecked[] {
  if (context.fileClass !== "source") return [];
  const call = context.requests.find(
    (request) =>
      !request.fact.understood &&
      !known.has(keyOf(request.fact.site)) &&
      request.fact.setting === "code" &&
      request.administration.length > 0 &&
      acceptState(request) !== "versioned",
  );
  const [base] = [...unusedBases(context, "base-path"), ...unusedSettings(context, requests)];
  const entriesAt = (place: Location | undefined, reason: string): Unchecked[] =>
    entryAt(source, place, { kind: "unknown-client", reason, missing: OF_CLIENT });
  return [
    ...entriesAt(call?.fact.site, "sends requests with a client that v2ready does not know"),
    ...entriesAt(base?.place, "has a base path of which no request was found"),
  ];
}

/**
 * A file that reads a property that goes of something that may be a response, and nothing shows what it is. Or a file that
 * hands a response to a template.
 */
function unknownObjectsOf({ source, context }: FileAnalysis): Unchecked[] {
  if (context.fileClass !== "source") return [];
  const [read, template] = [untracedReadIn(context), templateReadIn(source, context)];
  return [
    ...entryAt(source, read?.place, {
      kind: "unknown-object",
      reason: `reads ${read?.name ?? ""}, which the service removes, and the origin of the object is unknown`,
      missing: "reads of an object that may be a response of the service",
    }),
    ...entryAt(source, template?.place, {
      kind: "unknown-object",
      reason: `is a template that reads ${template?.name ?? ""}, which the service removes`,
      missing: "reads of an object that may be a response of the service",
    }),
    ...entryAt(source, templateFilledIn(context), {
      kind: "unknown-object",
      reason: "hands a response of the service to a template",
      missing: "reads of the response in the template",
    }),
  ];
}

/** Returns an entry about one place of a file; none if there is no such place. */
function entryAt(
  source: SourceText,
  place: Location | undefined,
  entry: Omit<Unchecked, "count" | "places">,
): Unchecked[] {
  if (!place) return [];
  return [{ ...entry, count: 1, places: [{ path: source.path, line: source.position(place.start).line }] }];
}

function ofProblem(problem: Problem, read: ReadonlySet<string>, parsed: ReadonlySet<string>): Unchecked[] {
  const { kind, path, line, message } = problem;
  if (!isUnchecked(kind)) return [];
  const place: UncheckedPlace = { path, ...(line === undefined ? {} : { line }) };
  const isPart = path === "" || read.has(path);
  const ofParsed = kind === "syntax" ? "the script that does not parse" : undefined;
  return [
    {
      kind,
      reason: parsed.has(path) ? message : (REASONS[kind] ?? message),
      missing: isPart
        ? ((parsed.has(path) ? ofParsed : undefined) ?? PARTLY[kind] ?? EVERYTHING)
        : EVERYTHING,
      count: problem.count ?? 1,
      places: path === "" ? [] : [place],
    },
  ];
}

function isUnchecked(kind: ProblemKind): kind is ProblemKind & UncheckedKind {
  return kind in PARTLY || NOT_READ.has(kind);
}

/** A file of a language that is searched as plain text, if it mentions the API. */
function ofText({ source, context }: FileAnalysis, reported: ReadonlySet<string>): Unchecked[] {
  const { path } = source;
  const { facts, fileClass } = context;
  if (facts.reading !== "text" || facts.mentionsApi !== true || reported.has(path)) return [];
  // The search finds values.
  const isValues = OF_VALUES.has(facts.language) && !facts.describesCluster && !SENDS.test(source.text);
  if (isValues) return [];
  // Browsers only show what a page has outside of its scripts. A program fills a template, and may send what is in it.
  const isPage = facts.language === "html" && !isFilledPage(source);
  const isDocumentation = fileClass === "documentation" || isPage;
  return [
    {
      kind: isDocumentation ? "documentation" : "plain-text",
      reason: facts.language === "text" ? AS_TEXT : `${AS_TEXT} (${languageName(facts.language)})`,
      missing: isDocumentation
        ? // Code in known languages is parsed.
          `headers and bodies of requests in ${facts.requests.length > 0 && facts.hasWordedRequests !== true ? "other " : ""}examples`
        : `${NEEDS_PARSER}${butOf(facts)}`,
      count: 1,
      places: [{ path }],
    },
  ];
}

/** Returns what is checked all the same in a file that is searched. */
function butOf({ requests, hasWordedRequests }: FileFacts): string {
  if (requests.length === 0) return "";
  return hasWordedRequests ? BUT_HEADERS : BUT_CODE;
}
