import type { Edit, Finding } from "../../core/finding.js";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileAnalysis } from "../../engine/analyze-file.js";
import { RepositoryAnalysis, type AnalysisSettings } from "../../engine/analyze-repository.js";
import { allFindings, silencer } from "../../engine/assemble-report.js";
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

/** The input of an evaluation. */
interface EvaluationInput {
  readonly settings: Omit<AnalysisSettings, "host">;
  /** Candidates in the order in which the command takes them. */
  readonly candidates: readonly FoundFile[];
  readonly modules: RepositoryModules;
  readonly read: (path: string) => SourceText | undefined;
  readonly kept: WeakMap<SourceText, Map<unknown, unknown>>;
  /** Files that hold one of the patterns, that of the linted file among them if it may. */
  readonly find: (patterns: readonly SearchPattern[]) => readonly FoundFile[];
  /** A file with its frontend. */
  readonly open: (path: string) => FoundFile;
  /** The data that tests depend on. */
  readonly tests: TestData;
  readonly outside: OutsideImporters;
}

interface Analysed {
  readonly analyses: readonly FileAnalysis[];
  readonly isImporter: (source: SourceText, frontend: Frontend) => boolean;
  /** Returns whether the code that an edit changes was analysed with all code that uses it. */
  readonly isShared: (edit: Edit) => boolean;
}

/** The findings of all files that belong together, as the command would have them, and what they rest on. */
export class Evaluation {
  readonly #sources = new Map<string, SourceText | undefined>();
  /** The findings before those with too little confidence are left out. */
  readonly findings: readonly Finding[];
  /** The problems that a report would list beside them. */
  readonly problems: readonly Problem[];
  readonly #input: EvaluationInput;
  readonly #first: Analysed;
  #fixable: readonly Finding[] | undefined;
  readonly #looked = new WeakMap<SourceText, boolean>();

  constructor(input: EvaluationInput) {
    this.#input = input;
    this.#first = this.#analyse(new Set());
    const { analyses } = this.#first;
    this.findings = shownOf(analyses, this.#sources);
    this.problems = analyses.flatMap(({ problems }) => problems);
  }

  /** Every file that was looked at, with its text at that time; `undefined` for those that cannot be read. */
  get sources(): Sources {
    return this.#sources;
  }

  /**
   * Analyses the files.
   *
   * @param changed files in which edits would change values in code that does not mention the API
   */
  #analyse(changed: ReadonlySet<string>): Analysed {
    const { settings, candidates, modules, read, kept, find, open } = this.#input;
    const sources = this.#sources;
    const readAndNote = (path: string): SourceText | undefined => {
      const source = read(path);
      sources.set(path, source);
      return source;
    };
    const host = { ...hostOf(modules, readAndNote), kept };
    const analysis = new RepositoryAnalysis({ ...settings, host });
    for (const { path, frontend, language } of [...candidates, ...[...changed].map(open)]) {
      const source = analysis.has(path) ? undefined : readAndNote(path);
      if (source) analysis.add({ source, frontend, language, isFollowed: changed.has(path) });
    }
    for (const path of changed) analysis.shareAll(path);
    const rounds = addImporters(analysis, host, settings.limits.importers);
    let round = rounds.next();
    while (!round.done) round = rounds.next(find(round.value));
    const analyses = analysis.finish();
    refuseGoneTarget(settings.question, analyses);
    for (const { source } of analyses) if (!sources.has(source.path)) sources.set(source.path, source);
    return { analyses, isImporter: round.value.isImporter, isShared: analysis.sharedTest() };
  }

  /**
   * Returns the same findings with their fixes, for all files, because fixes that belong together are planned together.
   */
  get fixable(): readonly Finding[] {
    if (!this.#fixable) {
      const { tests, outside } = this.#input;
      const { analyses, fixed } = this.#fixed();
      const whole = withWholeUnits(fixed, this.sources);
      this.#fixable = withDoubts(whole, followedFiles(analyses), tests, (changed) =>
        outside.reasonAgainst(changed, analyses),
      );
    }
    return this.#fixable;
  }

  /** Returns all findings with their fixes. The analysis includes all code that uses what the fixes would change. */
  #fixed(): { readonly analyses: readonly FileAnalysis[]; readonly fixed: readonly FileAnalysis[] } {
    const { settings, kept } = this.#input;
    const read = (path: string): SourceText | undefined => this.sources.get(path);
    const changed = new Set<string>();
    for (let { analyses, isShared } = this.#first; ;) {
      const fixed = editing().withFixes(analyses, settings.question, read, kept);
      const edits = fixed.flatMap(({ findings }) =>
        findings.flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits)),
      );
      const open = edits.filter((edit) => !changed.has(edit.path) && !isShared(edit));
      if (open.length === 0) return { analyses, fixed };
      for (const { path } of open) changed.add(path);
      ({ analyses, isShared } = this.#analyse(changed));
    }
  }

  /** Returns whether a file, with this text, imports from one of those that belong together. */
  isImporter(source: SourceText, frontend: Frontend): boolean {
    let is = this.#looked.get(source);
    if (is === undefined) this.#looked.set(source, (is = this.#first.isImporter(source, frontend)));
    return is;
  }

  /** Returns whether all files still have the texts that they had. */
  holds(read: (path: string) => SourceText | undefined): boolean {
    for (const [path, source] of this.sources) if (read(path) !== source) return false;
    return true;
  }
}

/** Returns the findings that no directive suppresses; each finding once, however many files report it. */
export function shownOf(analyses: readonly FileAnalysis[], others: Sources): Finding[] {
  const silenced = silencerOf(analyses, others);
  return allFindings({ analyses, repositoryFindings: [] }).filter((finding) => !silenced(finding));
}

/**
 * Returns the same without fixes of a unit that would also fix a suppressed finding: units are applied whole or not at
 * all.
 */
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
