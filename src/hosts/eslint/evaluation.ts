import type { Finding } from "../../core/finding.js";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileAnalysis } from "../../engine/analyze-file.js";
import { RepositoryAnalysis, type AnalysisSettings } from "../../engine/analyze-repository.js";
import { allFindings, silencer } from "../../engine/assemble-report.js";
import type { Question } from "../../engine/file-context.js";
import { refuseGoneTarget } from "../../engine/target-notice.js";
import type { Frontend } from "../../frontends/frontend.js";
import { addImporters, type FoundFile } from "../../hosting/importers.js";
import { hostOf } from "../../hosting/repository-host.js";
import type { OutsideImporters } from "../../hosting/outside-importers.js";
import { followedFiles, type TestData } from "../../hosting/test-data.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import type { SearchPattern } from "../../workspace/search-pattern.js";
import { withDoubts } from "./doubts.js";
import { editing } from "./lazy-parts.js";

/** What an evaluation is made of. */
interface EvaluationInput {
  readonly settings: Omit<AnalysisSettings, "host">;
  /** Candidates in the order in which the command takes them. */
  readonly candidates: readonly FoundFile[];
  readonly modules: RepositoryModules;
  readonly read: (path: string) => SourceText | undefined;
  readonly kept: WeakMap<SourceText, Map<unknown, unknown>>;
  /** Files that hold one of the patterns, that of the linted file among them if it may. */
  readonly find: (patterns: readonly SearchPattern[]) => readonly FoundFile[];
  /** What tests go by. */
  readonly tests: TestData;
  readonly outside: OutsideImporters;
}

/** The findings of all files that belong together, as the command would have them, and what they rest on. */
export class Evaluation {
  /** Every file that was looked at, with its text at that time; `undefined` for those that cannot be read. */
  readonly sources: ReadonlyMap<string, SourceText | undefined>;
  /** What a report would show, before confidence is asked for. */
  readonly findings: readonly Finding[];
  /** What a report would list beside them. */
  readonly problems: readonly Problem[];
  readonly #analyses: readonly FileAnalysis[];
  readonly #question: Question;
  readonly #kept: EvaluationInput["kept"];
  readonly #tests: TestData;
  readonly #outside: OutsideImporters;
  #mendable: readonly Finding[] | undefined;
  readonly #isImporter: (source: SourceText, frontend: Frontend) => boolean;
  readonly #looked = new WeakMap<SourceText, boolean>();

  constructor({ settings, candidates, modules, read, kept, find, tests, outside }: EvaluationInput) {
    const sources = new Map<string, SourceText | undefined>();
    const readAndNote = (path: string): SourceText | undefined => {
      const source = read(path);
      sources.set(path, source);
      return source;
    };
    const host = { ...hostOf(modules, readAndNote), kept };
    const analysis = new RepositoryAnalysis({ ...settings, host });
    for (const { path, frontend, language } of candidates) {
      const source = readAndNote(path);
      if (source) analysis.add({ source, frontend, language });
    }
    const rounds = addImporters(analysis, host, settings.limits.importers);
    let round = rounds.next();
    while (!round.done) round = rounds.next(find(round.value));
    this.#isImporter = round.value.isImporter;
    const analyses = analysis.finish();
    refuseGoneTarget(settings.question, analyses);
    for (const { source } of analyses) if (!sources.has(source.path)) sources.set(source.path, source);
    this.sources = sources;
    this.findings = shownOf(analyses, sources);
    this.problems = analyses.flatMap(({ problems }) => problems);
    this.#analyses = analyses;
    this.#question = settings.question;
    this.#kept = kept;
    this.#tests = tests;
    this.#outside = outside;
  }

  /** The same findings with what mends them, of all files, since what belongs together is planned together. */
  get mendable(): readonly Finding[] {
    if (!this.#mendable) {
      const read = (path: string): SourceText | undefined => this.sources.get(path);
      const fixed = editing().withFixes(this.#analyses, this.#question, read, this.#kept);
      const whole = withWholeUnits(fixed, this.sources);
      this.#mendable = withDoubts(whole, followedFiles(this.#analyses), this.#tests, (changed) =>
        this.#outside.reasonAgainst(changed, this.#analyses),
      );
    }
    return this.#mendable;
  }

  /** Whether a file, with this text, imports from one of those that belong together. */
  isImporter(source: SourceText, frontend: Frontend): boolean {
    let is = this.#looked.get(source);
    if (is === undefined) this.#looked.set(source, (is = this.#isImporter(source, frontend)));
    return is;
  }

  /** Whether all files still have the texts that they had. */
  holds(read: (path: string) => SourceText | undefined): boolean {
    for (const [path, source] of this.sources) if (read(path) !== source) return false;
    return true;
  }
}

/** What no directive keeps from being shown; each finding once, however many files tell of it. */
export function shownOf(analyses: readonly FileAnalysis[], others: Sources): Finding[] {
  const silenced = silencerOf(analyses, others);
  return allFindings({ analyses, repositoryFindings: [] }).filter((finding) => !silenced(finding));
}

/** The same, and no fix of a unit that would also mend what a directive silences: units are applied whole or not at all. */
function withWholeUnits(analyses: readonly FileAnalysis[], others: Sources): Finding[] {
  const silenced = silencerOf(analyses, others);
  const all = allFindings({ analyses, repositoryFindings: [] });
  const refused = new Set(all.filter(silenced).flatMap(({ fixes }) => fixes.map(({ unit }) => unit)));
  refused.delete(undefined);
  return all
    .filter((finding) => !silenced(finding))
    .map((finding) => ({ ...finding, fixes: finding.fixes.filter(({ unit }) => !refused.has(unit)) }));
}

type Sources = ReadonlyMap<string, SourceText | undefined>;

function silencerOf(analyses: readonly FileAnalysis[], others: Sources): (finding: Finding) => boolean {
  const sources = new Map(analyses.map(({ source }) => [source.path, source]));
  for (const [path, source] of others) if (source && !sources.has(path)) sources.set(path, source);
  return silencer(analyses, sources);
}
