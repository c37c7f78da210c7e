import { groupBy } from "../core/group-by.js";
import type { Finding } from "../core/finding.js";
import { BUILT_IN_VOCABULARIES } from "../catalog/load.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import type { Directive } from "../engine/directives.js";
import { fileContexts } from "../engine/file-context.js";
import { plainFacts } from "../facts/plain-facts.js";
import type { FileFacts } from "../facts/file-facts.js";
import { buildOfCommand } from "../hosting/package-info.js";
import { discover } from "../workspace/discover.js";
import { isStillOnDisk } from "../workspace/disk-answers.js";
import { sum } from "../workspace/journal.js";
import { readSource } from "../workspace/read.js";
import { KeptData } from "../workspace/kept-data.js";
import type { SearchPattern } from "../workspace/search-pattern.js";
import type { BegunRun } from "./begin-run.js";
import { aroundScope } from "./find-files.js";
import type { HostAnswers } from "./recording-host.js";
import type { RunRecord } from "./run-record.js";

/** A run with less work is done again in less than half a second. */
const MIN_STEPS = 20_000;
const MIN_CHARACTERS = 100_000;
/** To copy, write and read more facts and findings takes as long as the run, and as much memory. */
const MAX_FACTS = 40_000;
/** The characters in facts of a run that is kept: a value that is put together of others can be long. */
const MAX_CHARACTERS = 32_000_000;

/** The files of a run and all answers that it got: a run with the same ones finds the same. */
interface Inputs {
  /** A checksum of the paths and texts that were found. */
  readonly texts: string;
  /** The paths that the run was asked about. */
  readonly paths: readonly string[];
  readonly answers: HostAnswers;
  readonly patterns: readonly SearchPattern[];
  readonly importers: readonly string[];
  readonly disk: ReadonlyMap<string, string>;
}

interface KeptFile {
  readonly path: string;
  /** The number of the group of files whose requests know each other. */
  readonly group: number;
  readonly facts: FileFacts;
  readonly findings: readonly Finding[];
  readonly directives: readonly Directive[];
  readonly isFollowed: boolean;
}

export interface Kept extends Inputs {
  readonly files: readonly KeptFile[];
  readonly declarations: RunRecord["declarations"];
}

/** Keeps what a long run found, if it has a record. */
export function keepRun(run: BegunRun, analyses: readonly FileAnalysis[]): void {
  const { record } = run;
  const key = keyOf(run);
  if (!record || key === undefined) return;
  if (run.input.keeps !== "all runs" && !isLong(run, analyses)) return;
  if (sizeOf(analyses) > MAX_FACTS) return;
  const groups = [...groupBy(analyses, ({ context }) => context.requestsOf).keys()];
  const numbers = new Map(groups.map((group, index) => [group, index]));
  const files = analyses.map(({ source, context, findings, directives, isFollowed }): KeptFile => ({
    path: source.path,
    group: numbers.get(context.requestsOf)!,
    facts: context.facts,
    findings,
    directives,
    isFollowed: isFollowed === true,
  }));
  const plain = plainFacts(files, MAX_CHARACTERS);
  if (!plain) return;
  const kept: Kept = {
    texts: textsOf(run),
    paths: run.input.project.paths,
    answers: record.host.answers,
    patterns: record.patterns,
    importers: [...record.importers].sort(),
    disk: record.disk.all,
    files: plain,
    declarations: record.declarations,
  };
  storeOf(run).write(key, kept);
}

/** Returns the number of facts and findings of a run. */
function sizeOf(analyses: readonly FileAnalysis[]): number {
  return analyses.reduce((sum, { context: { facts }, findings }) => {
    const { requests, fields, strings } = facts;
    return sum + requests.length + fields.length + strings.length + findings.length;
  }, 0);
}

/** Returns whether doing a run again would take long. It takes a second to load the compiler alone. */
function isLong({ files, record }: BegunRun, analyses: readonly FileAnalysis[]): boolean {
  const steps = analyses.reduce((total, { context }) => total + (context.facts.steps ?? 0), 0);
  const characters = [...files.texts.values()].reduce((total, { text }) => total + text.length, 0);
  return steps >= MIN_STEPS || characters >= MIN_CHARACTERS || record!.disk.all.size > 0;
}

/** Returns the kept run with the same settings. Undefined if there is none. */
export function keptRun(run: BegunRun): Kept | undefined {
  const key = run.record && keyOf(run);
  return key === undefined ? undefined : (storeOf(run).read(key) as Kept | undefined);
}

/**
 * Returns what an earlier run with the same settings found, if files and answers are the same. `changed` if files have
 * changed since, undefined if the run was about other files.
 */
export async function keptAnalyses(
  run: BegunRun,
  kept: Kept,
): Promise<FileAnalysis[] | "changed" | undefined> {
  const { record } = run;
  if (!record) return undefined;
  const stale = kept.paths.join() === run.input.project.paths.join() ? "changed" : undefined;
  if (kept.texts !== textsOf(run) || !(await agrees(run, kept))) return stale;
  for (const [place, declaration] of kept.declarations) record.declarations.set(place, declaration);
  const analyses = new Map<KeptFile, FileAnalysis>();
  for (const files of groupBy(kept.files, ({ group }) => group).values()) {
    const contexts = fileContexts(
      files.map(({ facts }) => facts),
      run.settings.question,
    );
    for (const [index, file] of files.entries()) {
      const source = run.host.read(file.path);
      if (!source) return stale;
      const { findings, directives, isFollowed } = file;
      const context = contexts[index]!;
      analyses.set(file, { source, context, findings, directives, problems: [], isFollowed });
    }
  }
  return kept.files.map((file) => analyses.get(file)!);
}

/** Returns whether the disk gives the same answers as before. */
async function agrees({ host, input, record }: BegunRun, kept: Inputs): Promise<boolean> {
  if (!isStillOnDisk(kept.disk)) return false;
  if (kept.answers.size > 0) await host.load();
  if (!record!.host.agreesWith(kept.answers)) return false;
  if (kept.patterns.length === 0) return true;
  const { candidates } = await discover({ ...aroundScope(input), patterns: kept.patterns });
  const known = new Set(kept.importers);
  const root = input.project.root;
  const now = candidates.filter((path) => known.has(path) || !isReport(root, path));
  return now.join("\n") === kept.importers.join("\n");
}

/** Returns whether a file is a report that this program has written: no program imports it. */
function isReport(root: string, path: string): boolean {
  const result = readSource(root, path);
  return result.ok && result.generated === "own-report";
}

function storeOf({ input }: BegunRun): KeptData {
  return new KeptData(input.project.root, "run");
}

/** Returns the settings of a run that change what it finds. Undefined if one of them has no name. */
function keyOf({ input: { flags }, settings }: BegunRun): string | undefined {
  const build = buildOfCommand();
  const builtIn = new Set(BUILT_IN_VOCABULARIES.map(({ name }) => name));
  if (build === undefined || flags.vocabulary?.some((name) => !builtIn.has(name))) return undefined;
  const { target, vocabulary, ignore, types, ignorePattern } = flags;
  const { rules, question, limits } = settings;
  const ruleIds = rules.map(({ meta }) => meta.id);
  return sum(
    JSON.stringify([
      [build, process.version, limits, ruleIds, question.asOf, question.expiry],
      [target ?? "", vocabulary ?? [], ignore !== false, types !== false, ignorePattern ?? []],
    ]),
  );
}

/** Files that are skipped add nothing to what a run finds: a report that `check` has written is one of them. */
function textsOf({ texts }: BegunRun): string {
  return sum(JSON.stringify(texts.flatMap(({ path, source }) => (source ? [[path, sum(source.text)]] : []))));
}
