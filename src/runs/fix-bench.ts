import type { Finding } from "../core/finding.js";
import { distinct } from "../engine/analyze-file.js";
import { silencer } from "../engine/assemble-report.js";
import { planFixes } from "../fix/plan.js";
import type { MarkerBench } from "../fix/markers.js";
import type { FixBench } from "../fix/run-fixes.js";
import type { FixPlan, Unit } from "../fix/unit.js";
import { textIn, type Analysed, type State, type Texts } from "../fix/verify.js";
import type { Rule } from "../engine/rule.js";
import { uncommittedFiles } from "../workspace/git-status.js";
import { readSource } from "../workspace/read.js";
import type { CompileError } from "../engine/type-oracle.js";
import type { PathAnalysis } from "./analyze-paths.js";
import type { SuggestFixes } from "./editing.js";
import { askRepository } from "./check.js";
import { OtherReaders } from "./readers/other-readers.js";
import { loadFrontend } from "./load-frontend.js";
import { OwnChanges } from "./own-changes.js";
import type { FixRunFlags } from "./options.js";

interface BenchOptions {
  /** The root of the project, absolute. Paths are relative to it. */
  readonly root: string;
  readonly flags: FixRunFlags;
  /** Rules whose findings are to be fixed; a unit is not applied for other rules alone. */
  readonly wanted: readonly Rule[];
  readonly skipped: ReadonlySet<string>;
  readonly suggest: SuggestFixes;
  /** True if files on disk are going to be changed. */
  readonly writes: boolean;
  readonly isStdin: boolean;
}

/** Plans, verifies and judges the fixes of a run over the files of a repository. */
export class CommandBench implements FixBench, MarkerBench {
  readonly withUnsafe: boolean;
  /** The reasons why files are not changed, by path. `undefined` for files that may be changed. */
  readonly #faults = new Map<string, string | undefined>();
  readonly #otherReaders: OtherReaders;
  readonly #own: OwnChanges;
  #compiled: { readonly texts: Texts; readonly errors: readonly CompileError[] } | undefined;
  #planned: { readonly of: State["analyses"]; readonly plan: FixPlan } | undefined;
  #isSilenced: { readonly of: Analysed; readonly ask: (finding: Finding) => boolean } | undefined;

  constructor(
    private readonly run: PathAnalysis,
    private readonly options: BenchOptions,
  ) {
    this.#otherReaders = new OtherReaders(options.root, run.question.catalog);
    this.#own = new OwnChanges(options.root);
    this.withUnsafe = options.flags.unsafeFixes === true;
  }

  /** Returns all findings of some analyses, with those of rules about the repository. */
  analysed(analyses: Analysed["analyses"]): Analysed {
    const repository = askRepository(this.run.rules, this.run.question, analyses).findings;
    return { analyses, findings: distinct([...analyses.flatMap(({ findings }) => findings), ...repository]) };
  }

  /**
   * Returns the plan of a state. The first state is planned once for the search for files that a fix would change, and
   * used again for fixing.
   */
  plan(state: State): FixPlan {
    if (this.#planned?.of !== state.analyses)
      this.#planned = { of: state.analyses, plan: this.#planOf(state) };
    return this.#planned.plan;
  }

  #planOf({ analyses, texts }: State): FixPlan {
    const read = (path: string) => texts.get(path) ?? this.run.read(path);
    const { units: all } = planFixes(this.options.suggest(analyses, this.run.question, read));
    const isAsked = ({ place }: Finding): boolean => this.run.isAsked(place.path);
    const units = all.filter(({ findings }) => findings.some(isAsked));
    this.#lookAt(units.flatMap(({ edits }) => edits.map(({ path }) => path)));
    return { units };
  }

  async analyze(texts: Texts): Promise<Analysed> {
    return this.analysed(await this.run.again(texts));
  }

  async changeBeside(...[before, after, edits]: Parameters<FixBench["changeBeside"]>) {
    const { frontend } = await loadFrontend(before.path);
    return frontend.changeBeside?.(before, after, edits);
  }

  newTypeError(before: Texts, after: Texts): string | undefined {
    if (this.#compiled?.texts !== before)
      this.#compiled = { texts: before, errors: this.run.typeErrors(before) };
    const known = new Map<string, number>();
    for (const one of this.#compiled.errors) known.set(kindOf(one), (known.get(kindOf(one)) ?? 0) + 1);
    for (const one of this.run.typeErrors(after)) {
      const left = known.get(kindOf(one)) ?? 0;
      if (left === 0) return `${one.path}: ${one.message.replace(/\.$/, "")}`;
      known.set(kindOf(one), left - 1);
    }
    return undefined;
  }

  async commentPlace(...[source, offset]: Parameters<MarkerBench["commentPlace"]>) {
    this.#lookAt([source.path]);
    if (this.#faults.get(source.path) !== undefined) return undefined;
    const { frontend } = await loadFrontend(source.path);
    return frontend.commentPlace?.(source, offset);
  }

  /** Returns the reason why a file that was checked is not changed. Undefined if it may be. */
  faultOf(path: string): string | undefined {
    return this.#faults.get(path);
  }

  read(path: string) {
    return this.run.read(path);
  }

  /**
   * Checks whether a finding only repeats a notice of the run: the version is the target, and the notice says that it
   * is old.
   */
  isNotice({ ruleId, place, message }: Finding, texts: Texts): boolean {
    if (ruleId !== "no-deprecated-version") return false;
    const { target } = this.run.question;
    const written = textIn(place.path, texts, this)?.text.slice(place.start, place.end) ?? "";
    return written.includes(target) || message.includes(target);
  }

  refusal({ findings, edits }: Unit, state: State): string | undefined {
    const { wanted, skipped } = this.options;
    const skippedRule = findings.find(({ ruleId }) => skipped.has(ruleId))?.ruleId;
    if (skippedRule !== undefined) return `it would also fix findings of --skip ${skippedRule}`;
    const isWanted = findings.some(({ ruleId }) => wanted.some(({ meta }) => meta.id === ruleId));
    if (!isWanted) return "no rule of --only asks for it";
    const silenced = findings.find(this.#silencedIn(state));
    if (silenced)
      return `${silenced.place.path} suppresses ${silenced.ruleId}, which this fix would change together with the others`;
    for (const { path } of edits) {
      const fault = this.#faults.get(path);
      if (fault !== undefined) return fault;
      if (this.options.isStdin && !this.run.isAsked(path)) return `it also changes ${path}`;
    }
    return undefined;
  }

  async doubt(unit: Unit, state: State): Promise<string | undefined> {
    return this.options.isStdin ? undefined : this.#otherReaders.reasonAgainst(unit, state);
  }

  #silencedIn(state: State): (finding: Finding) => boolean {
    if (this.#isSilenced?.of !== state) {
      const sources = new Map([...this.run.sources, ...state.texts]);
      this.#isSilenced = { of: state, ask: silencer(state.analyses, sources) };
    }
    return this.#isSilenced.ask;
  }

  /** Finds out, once for each file, whether it may be changed. */
  #lookAt(paths: readonly string[]): void {
    const { isStdin, writes, flags, root } = this.options;
    const fresh = [...new Set(paths)].filter((path) => !this.#faults.has(path));
    if (fresh.length === 0) return;
    for (const path of fresh) this.#faults.set(path, isStdin ? undefined : encodingFault(root, path));
    if (isStdin || !writes || flags.allowDirty) return;
    for (const [path, state] of uncommittedFiles(root, fresh))
      if (!this.#own.includes(path, this.run.read(path)))
        this.#faults.set(path, this.#faults.get(path) ?? `${path} ${state} (--allow-dirty)`);
  }
}

function kindOf({ path, code }: CompileError): string {
  return `${path}:${code}`;
}

/** Only what can be written back as it was read is changed at all. */
function encodingFault(root: string, path: string): string | undefined {
  const result = readSource(root, path);
  if (!result.ok) return `${path} ${result.problem.message}`;
  const isExact = result.encoding === "utf-8" && !result.problems.some(({ kind }) => kind === "encoding");
  return isExact ? undefined : `${path} is not in UTF-8`;
}
