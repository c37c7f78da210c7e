import { addAll } from "../core/add-all.js";
import { isAtLeast, type Finding, type Part, type Role } from "../core/finding.js";
import { groupBy } from "../core/group-by.js";
import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import { contains, keyOf } from "../core/span.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { Frontend } from "../frontends/frontend.js";
import type { Interest } from "../frontends/interest.js";
import type { ModuleHost } from "../frontends/module-host.js";
import { readDirectives, type Directive } from "./directives.js";
import { fileContexts, type Question } from "./file-context.js";
import { keyOfRequest } from "./api-request.js";
import { withGivenVariables, type GivenVariable } from "./given-variables.js";
import type { SentData } from "./sent-data.js";
import { fillMessage, type AnyReport, type FileContext, type Rule } from "./rule.js";

/** The findings and problems of one file, before anything is filtered. */
export interface FileAnalysis {
  readonly source: SourceText;
  readonly context: FileContext;
  readonly findings: readonly Finding[];
  readonly directives: readonly Directive[];
  readonly problems: readonly Problem[];
  /** See `FileToAnalyze`. */
  readonly isFollowed?: boolean;
}

/** The plain reading, for texts that their own frontend cannot parse. Given in, since the engine knows no frontend. */
export type ReadPlain = (
  source: SourceText,
  interest: Interest,
  language: string | undefined,
  problem: Problem,
) => FileFacts;

export interface FileToAnalyze {
  readonly source: SourceText;
  readonly frontend: Frontend;
  readonly language: string | undefined;
  /** True if it is read only because values lead from another file into it, or from it into another one. */
  readonly isFollowed?: boolean;
  /** True if the files that it imports, and those that import it, are read whatever its text contains. */
  readonly isLinked?: boolean;
}

/**
 * Analyses one file: its facts, the rules and the directives. Never throws: a rule or frontend that fails is a problem,
 * and the others still run.
 *
 * @param ruleIds all rules that a directive may name, also those that do not run now
 */
export function analyzeFile(
  { source, frontend, language }: FileToAnalyze,
  rules: readonly Rule[],
  question: Question,
  interest: Interest,
  readPlain: ReadPlain,
  ruleIds: ReadonlySet<string> = new Set(rules.map(({ meta }) => meta.id)),
): FileAnalysis {
  return askAbout(
    source,
    readFacts({ source, frontend, language }, interest, readPlain),
    rules,
    question,
    ruleIds,
  );
}

/**
 * Runs the rules over the facts of a file that is not evaluated together with others.
 *
 * @param sent the requests with which other files send what is in this one
 * @param given the variables of the environment that programs in it get
 *
 * @param more what is known of the programs of the repository
 */
export function askAbout(
  source: SourceText,
  facts: FileFacts,
  rules: readonly Rule[],
  question: Question,
  ruleIds: ReadonlySet<string>,
  sent?: SentData,
  given: readonly GivenVariable[] = [],
  more: Partial<Pick<FileContext, "libraryImports" | "servedPaths">> = {},
): FileAnalysis {
  const own = withGivenVariables(sent?.withOwners(facts) ?? facts, given);
  const [context] = fileContexts([own], question, sent?.requestsOf(source.path));
  return askRules(source, { ...context!, ...more }, rules, ruleIds);
}

/** Runs the rules over a file whose facts are known, and returns their findings. */
export function askRules(
  source: SourceText,
  context: FileContext,
  rules: readonly Rule[],
  ruleIds: ReadonlySet<string> = new Set(rules.map(({ meta }) => meta.id)),
): FileAnalysis {
  const problems: Problem[] = [];
  const { facts } = context;
  const findings: Finding[] = [];
  for (const rule of rules) {
    try {
      for (const report of rule.check(context)) findings.push(findingOf(rule, report));
    } catch (error) {
      problems.push(internalProblem(source.path, rule.meta.id, error));
    }
  }
  const read = readDirectives(source, facts.comments, ruleIds);
  addAll(problems, [...facts.problems, ...read.problems]);
  const isInMarker = ({ place }: Finding): boolean =>
    place.path === source.path && read.markers.some((marker) => contains(marker, place));
  const outside = read.markers.length > 0 ? findings.filter((finding) => !isInMarker(finding)) : findings;
  return {
    source,
    context,
    findings: distinct(outside),
    directives: read.directives,
    problems,
  };
}

/**
 * Returns the facts of a file by itself. Never throws.
 *
 * @param host the other files of the repository, for code that reads them
 */
export function readFacts(
  { source, frontend, language }: FileToAnalyze,
  interest: Interest,
  readPlain: ReadPlain,
  host?: ModuleHost,
): FileFacts {
  try {
    const result = frontend.analyze(source, interest, undefined, host);
    return "requests" in result ? result : readPlain(source, interest, language, result);
  } catch (error) {
    return readPlain(source, interest, language, internalProblem(source.path, "frontend", error));
  }
}

export function internalProblem(path: string, part: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return { path, kind: "internal", message: `${part} failed: ${message}` };
}

export function findingOf(rule: Rule, report: AnyReport): Finding {
  const { meta } = rule;
  const message = meta.messages[report.messageId];
  if (message === undefined) throw new Error(`rule ${meta.id} has no message ${report.messageId}`);
  return {
    ruleId: meta.id,
    messageId: report.messageId,
    message: fillMessage(message, report.data),
    ...briefly(rule, report),
    severity: report.severity ?? meta.severity,
    confidence: report.confidence,
    place: report.place,
    related: report.related ?? [],
    fixes: report.fixes ?? [],
    ...(report.requests ? { requests: report.requests.map(keyOfRequest) } : {}),
    ...partOf(rule, report),
    ...concernOf(rule, report),
    ...(report.role ? { role: report.role } : {}),
    ...(report.property === undefined ? {} : { property: report.property }),
    ...(report.advice === undefined ? {} : { advice: report.advice }),
    ...(report.cause === undefined ? {} : { cause: report.cause }),
    ...yieldingOf(rule, report),
  };
}

function briefly({ meta }: Rule, { messageId, data }: AnyReport): Pick<Finding, "brief"> {
  const brief = meta.brief?.[messageId];
  return brief === undefined ? {} : { brief: fillMessage(brief, data) };
}

const PART_OF_ROLE: Readonly<Record<Role, Part>> = {
  request: "body",
  response: "read",
  payload: "body",
  type: "type",
};

function partOf({ meta }: Rule, { role }: AnyReport): Pick<Finding, "part"> {
  const part = role ? PART_OF_ROLE[role] : meta.part;
  return part ? { part } : {};
}

function concernOf({ meta }: Rule, { messageId }: AnyReport): Pick<Finding, "concern" | "isNotice"> {
  const concern = typeof meta.concern === "string" ? meta.concern : meta.concern?.[messageId];
  return {
    ...(concern ? { concern } : {}),
    ...(meta.notices?.includes(messageId) ? { isNotice: true } : {}),
  };
}

function yieldingOf({ meta }: Rule, { messageId }: AnyReport): Pick<Finding, "yieldsTo"> {
  const yieldsTo = meta.yields?.[messageId];
  return yieldsTo === undefined ? {} : { yieldsTo };
}

/**
 * Merges findings of one rule at the same place. Several traces to the place give one finding, about the requests of
 * all. Leaves out what another finding says of the same place as well; the other one may be from another file.
 */
export function distinct(findings: readonly Finding[]): Finding[] {
  const seen = groupBy(
    findings,
    ({ ruleId, messageId, place, property = "" }) => `${ruleId}:${messageId}:${keyOf(place)}:${property}`,
  );
  const merged = [...seen.values()].map(([first, ...others]) => {
    if (others.length === 0) return first!;
    const requests = new Set([first!, ...others].flatMap((one) => one.requests ?? []));
    return requests.size > (first!.requests?.length ?? 0) ? { ...first!, requests: [...requests] } : first!;
  });
  const said = groupBy(merged, (one) => `${one.ruleId}/${one.messageId}@${keyOf(one.place)}`);
  return merged.filter((one) => {
    const beside = (one.yieldsTo ?? []).flatMap((other) => said.get(`${other}@${keyOf(one.place)}`) ?? []);
    return !beside.some(({ confidence }) => isAtLeast(confidence, one.confidence));
  });
}
