import type { Finding } from "../core/finding.js";
import { distinct } from "../engine/analyze-file.js";
import { planFixes } from "../fix/plan.js";
import type { MarkerBench } from "../fix/markers.js";
import type { FixBench, Refusal } from "../fix/run-fixes.js";
import type { FixPlan, Unit } from "../fix/unit.js";
import { identityOf, textIn, type Analysed, type State, type Texts } from "../fix/verify.js";
import type { CompileError } from "../engine/type-oracle.js";
import type { PathAnalysis } from "./analyze-paths.js";
import type { SuggestFixes } from "./editing.js";
import { askRepository } from "./check.js";
import { OtherReaders } from "./readers/other-readers.js";
import { loadFrontend } from "./load-frontend.js";
import { UnitRefusals, type RefusalOptions } from "./unit-refusals.js";

interface Planned {
  readonly of: State["analyses"];
  readonly plan: FixPlan;
  /** The state, with the planned fixes at its findings. */
  readonly withFixes: State;
}

interface BenchOptions extends RefusalOptions {
  readonly suggest: SuggestFixes;
}

/** Plans, verifies and judges the fixes of a run over the files of a repository. */
export class CommandBench implements FixBench, MarkerBench {
  readonly withUnsafe: boolean;
  readonly #refusals: UnitRefusals;
  readonly #otherReaders: OtherReaders;
  #compiled: { readonly texts: Texts; readonly errors: readonly CompileError[] } | undefined;
  #planned: Planned | undefined;

  constructor(
    private readonly run: PathAnalysis,
    private readonly options: BenchOptions,
  ) {
    this.#otherReaders = new OtherReaders(options.root, run.question.catalog);
    this.#refusals = new UnitRefusals(run, options);
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
    return this.#plannedFor(state).plan;
  }

  #plannedFor(state: State): Planned {
    if (this.#planned?.of !== state.analyses) {
      const plan = this.#planOf(state);
      const fixed = new Map(
        plan.units.flatMap(({ findings }) => findings.map((one) => [identityOf(one), one] as const)),
      );
      const findings = state.findings.map((one) => fixed.get(identityOf(one)) ?? one);
      this.#planned = { of: state.analyses, plan, withFixes: { ...state, findings } };
    }
    return this.#planned;
  }

  #planOf({ analyses, texts }: State): FixPlan {
    const read = (path: string) => texts.get(path) ?? this.run.read(path);
    const { units: all } = planFixes(this.options.suggest(analyses, this.run.question, read));
    const isAsked = ({ place }: Finding): boolean => this.run.isAsked(place.path);
    const units = all.filter(({ findings }) => findings.some(isAsked));
    this.#refusals.lookAt(units.flatMap(({ edits }) => edits.map(({ path }) => path)));
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
    // The compiler has the program of `after` from the analysis before.
    const errors = this.run.typeErrors(after);
    if (errors.length === 0) return undefined;
    const known = new Map<string, number>();
    for (const one of this.#errorsBefore(before)) known.set(kindOf(one), (known.get(kindOf(one)) ?? 0) + 1);
    for (const one of errors) {
      const left = known.get(kindOf(one)) ?? 0;
      if (left === 0) return `${one.path}: ${one.message.replace(/\.$/, "")}`;
      known.set(kindOf(one), left - 1);
    }
    return undefined;
  }

  #errorsBefore(texts: Texts): readonly CompileError[] {
    if (this.#compiled?.texts !== texts) this.#compiled = { texts, errors: this.run.typeErrors(texts) };
    return this.#compiled.errors;
  }

  async commentPlace(...[source, offset]: Parameters<MarkerBench["commentPlace"]>) {
    this.#refusals.lookAt([source.path]);
    if (this.faultOf(source.path) !== undefined) return undefined;
    const { frontend } = await loadFrontend(source.path);
    return frontend.commentPlace?.(source, offset);
  }

  /** Returns the reason why a file that was checked is not changed. Undefined if it may be. */
  faultOf(path: string): string | undefined {
    return this.#refusals.faultOf(path);
  }

  read(path: string) {
    return this.run.read(path);
  }

  /**
   * Checks whether a finding only repeats a notice of the run: the version is the target, and the notice says that it
   * is old. Or it has a message that its rule calls a notice.
   */
  isNotice({ isNotice, concern, place, message }: Finding, texts: Texts): boolean {
    if (isNotice || concern !== "date") return isNotice === true;
    const { target } = this.run.question;
    const written = textIn(place.path, texts, this)?.text.slice(place.start, place.end) ?? "";
    return written.includes(target) || message.includes(target);
  }

  refusal(unit: Unit, state: State): Refusal | undefined {
    return this.#refusals.refusal(unit, state);
  }

  async doubt(unit: Unit, state: State): Promise<string | undefined> {
    if (this.options.isStdin) return undefined;
    return this.#otherReaders.reasonAgainst(unit, this.#plannedFor(state).withFixes);
  }

  async warning(unit: Unit, state: State): Promise<string | undefined> {
    if (this.options.isStdin) return undefined;
    return this.#otherReaders.ofVariables(unit, this.#plannedFor(state).withFixes);
  }
}

function kindOf({ path, code }: CompileError): string {
  return `${path}:${code}`;
}
