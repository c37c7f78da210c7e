import { readFileSync } from "node:fs";
import { InputError, UsageError } from "../../core/errors.js";
import type { Finding } from "../../core/finding.js";
import type { Problem } from "../../core/problem.js";
import type { Report } from "../../core/report.js";
import { SourceText } from "../../core/source-text.js";
import { CatalogInterest } from "../../catalog/interest.js";
import {
  analyzeFile,
  distinct,
  findingOf,
  internalProblem,
  type FileAnalysis,
} from "../../engine/analyze-file.js";
import { prefilterOf, type Prefilter } from "../../engine/anchors.js";
import { assembleReport } from "../../engine/assemble-report.js";
import type { Question } from "../../engine/file-context.js";
import type { Rule } from "../../engine/rule.js";
import { targetProblems } from "../../engine/target-notice.js";
import type { Frontend, FrontendEntry } from "../../frontends/frontend.js";
import { readPlain } from "../../frontends/plain/frontend.js";
import { frontendFor } from "../../frontends/registry.js";
import { discover } from "../../workspace/discover.js";
import { readSource } from "../../workspace/read.js";
import { confidenceOf, dayOf, selectRules, targetOf, type CheckFlags } from "./options.js";
import { TOOL, rulePage } from "./package-info.js";
import type { Progress } from "./terminal.js";
import { catalogFor } from "./vocabularies.js";

/** How long the parts of a run took, in milliseconds; for `--stats`. */
export interface Timings {
  search: number;
  read: number;
  analysis: number;
  rules: number;
}

export interface CheckResult {
  readonly report: Report;
  readonly timings: Timings;
  readonly engine: string;
}

interface CheckInput {
  readonly paths: readonly string[];
  readonly flags: CheckFlags;
  readonly cwd: string;
  readonly now: Date;
  readonly progress: Progress;
}

/** Finds, reads and analyses the files of a run, and puts the report together. */
export async function check(allRules: readonly Rule[], input: CheckInput): Promise<CheckResult> {
  const { flags, cwd } = input;
  const catalog = catalogFor(flags.vocabulary, cwd);
  const question: Question = {
    catalog,
    target: targetOf(flags.target, catalog),
    asOf: dayOf(flags.asOf, input.now),
  };
  const rules = selectRules(allRules, flags);
  const minConfidence = confidenceOf(flags.minConfidence);
  const prefilter = prefilterOf(rules, catalog.vocabularies, minConfidence === "low");
  const timings: Timings = { search: 0, read: 0, analysis: 0, rules: 0 };
  const files = new FileReader(cwd, prefilter, flags.ignore === false);
  const started = performance.now();
  const { candidates, engine, ...found } = await findFiles(input, prefilter, files);
  timings.search = performance.now() - started;

  const interest = new CatalogInterest(catalog);
  const analyses: FileAnalysis[] = [];
  for (const [index, path] of candidates.entries()) {
    input.progress.show(index, candidates.length);
    const before = performance.now();
    const source = files.read(path);
    timings.read += performance.now() - before;
    if (!source) continue;
    const entry = frontendFor(path);
    const file = { source, frontend: await loaded(entry), language: entry.languageOf(path) };
    const start = performance.now();
    analyses.push(analyzeFile(file, rules, question, interest, readPlain));
    timings.analysis += performance.now() - start;
  }
  input.progress.clear();
  const repository = askRepository(rules, question, analyses);
  const report = assembleReport(
    {
      tool: TOOL,
      asOf: question.asOf,
      target: question.target,
      catalog: { name: catalog.data.name, dataAsOf: catalog.data.dataAsOf },
    },
    {
      analyses,
      repositoryFindings: repository.findings,
      problems: [
        ...targetProblems(question, analyses),
        ...found.problems,
        ...files.problems,
        ...repository.problems,
      ],
      counts: {
        seen: found.seen,
        read: files.opened,
        withoutAnchor: found.seen - analyses.length - files.skippedCount,
        skipped: files.skipped,
        leftOut: found.leftOut,
      },
    },
    rules,
    { minConfidence, quiet: flags.quiet === true, showUndetermined: flags.showUndetermined === true },
    rulePage,
  );
  return { report, timings, engine };
}

const frontends = new Map<FrontendEntry, Promise<Frontend>>();

function loaded(entry: FrontendEntry): Promise<Frontend> {
  let frontend = frontends.get(entry);
  if (!frontend) frontends.set(entry, (frontend = entry.load()));
  return frontend;
}

interface Found {
  readonly candidates: readonly string[];
  readonly seen: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
  readonly engine: string;
}

async function findFiles(
  { paths, flags, cwd }: CheckInput,
  prefilter: Prefilter,
  files: FileReader,
): Promise<Found> {
  if (flags.stdin || paths.includes("-")) {
    if (paths.some((path) => path !== "-"))
      throw new UsageError("standard input and paths cannot be read together");
    const name = flags.stdinFilename ?? "stdin.js";
    files.give(name, readFileSync(0, "utf8"));
    return { candidates: [name], seen: 1, leftOut: {}, problems: [], engine: "stdin" };
  }
  if (flags.stdinFilename !== undefined) throw new UsageError("--stdin-filename needs --stdin");
  const discovery = await discover({
    cwd,
    paths: paths.length > 0 ? paths : ["."],
    patterns: prefilter.patterns.map((source) => ({ source })),
    ignorePatterns: flags.ignorePattern ?? [],
    noIgnore: flags.ignore === false,
  });
  if (discovery.seen === 0) {
    throw new InputError("there is nothing to scan", nothingHint(discovery.leftOut));
  }
  return discovery;
}

function nothingHint(leftOut: Readonly<Record<string, number>>): string {
  const total = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
  return total > 0
    ? `${total} entries were left out; --no-ignore reads them too.`
    : "Name a file or a folder with files in it.";
}

/** Reads candidates, and counts those that are not analysed with the reason. */
class FileReader {
  readonly problems: Problem[] = [];
  readonly skipped: Record<string, number> = {};
  readonly #given = new Map<string, string>();
  opened = 0;

  constructor(
    private readonly cwd: string,
    private readonly prefilter: Prefilter,
    private readonly everything: boolean,
  ) {}

  get skippedCount(): number {
    return Object.values(this.skipped).reduce((sum, count) => sum + count, 0);
  }

  /** A text that stands for a file. */
  give(path: string, text: string): void {
    this.#given.set(path, text);
  }

  /** The text of a candidate; nothing for one that turns out to be none, or that is skipped. */
  read(path: string): SourceText | undefined {
    this.opened++;
    const given = this.#given.get(path);
    if (given !== undefined) return this.#candidate(path, given);
    const result = readSource(this.cwd, path);
    if (!result.ok) {
      this.problems.push(result.problem);
      return this.#skip(result.reason);
    }
    if (result.generated && !this.everything) return this.#skip(result.generated);
    const source = this.#candidate(path, result.raw);
    if (source) this.problems.push(...result.problems);
    return source;
  }

  #candidate(path: string, raw: string): SourceText | undefined {
    const source = new SourceText(path, raw);
    return this.prefilter.isCandidate(source.text) ? source : undefined;
  }

  #skip(reason: string): undefined {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1;
  }
}

function askRepository(
  rules: readonly Rule[],
  question: Question,
  analyses: readonly FileAnalysis[],
): { findings: Finding[]; problems: Problem[] } {
  const findings: Finding[] = [];
  const problems: Problem[] = [];
  const context = { ...question, files: analyses.map(({ context: file }) => file) };
  for (const rule of rules) {
    try {
      for (const report of rule.checkRepository?.(context) ?? []) findings.push(findingOf(rule, report));
    } catch (error) {
      problems.push(internalProblem("", rule.meta.id, error));
    }
  }
  return { findings: distinct(findings), problems };
}
