import type { Finding } from "../core/finding.js";
import { silencer } from "../engine/assemble-report.js";
import { tooManyMentions } from "../engine/bounded-facts.js";
import type { Rule } from "../engine/rule.js";
import type { Refusal } from "../fix/run-fixes.js";
import type { Unit } from "../fix/unit.js";
import type { Analysed, State } from "../fix/verify.js";
import { uncommittedFiles } from "../workspace/git-status.js";
import { readSource } from "../workspace/read.js";
import type { PathAnalysis } from "./analyze-paths.js";
import { OwnChanges } from "./own-changes.js";
import type { FixRunFlags } from "./options.js";

export interface RefusalOptions {
  /** The root of the project, absolute. Paths are relative to it. */
  readonly root: string;
  readonly flags: FixRunFlags;
  /** Rules whose findings are to be fixed; a unit is not applied for other rules alone. */
  readonly wanted: readonly Rule[];
  readonly skipped: ReadonlySet<string>;
  /** True if files on disk are going to be changed. */
  readonly writes: boolean;
  readonly isStdin: boolean;
}

/** Finds the units that a run must not apply, whatever their edits are. */
export class UnitRefusals {
  /** The reasons why files are not changed, by path. `undefined` for files that may be changed. */
  readonly #faults = new Map<string, string | undefined>();
  readonly #own: OwnChanges;
  #cutOff: { readonly of: State["analyses"]; readonly paths: ReadonlySet<string> } | undefined;
  #isSilenced: { readonly of: Analysed; readonly ask: (finding: Finding) => boolean } | undefined;

  constructor(
    private readonly run: Pick<PathAnalysis, "isAsked" | "read" | "sources">,
    private readonly options: RefusalOptions,
  ) {
    this.#own = new OwnChanges(options.root);
  }

  /** Returns the reason why a unit must not be applied. Undefined if it may be. Its files were looked at before. */
  refusal({ findings, edits }: Unit, state: State): Refusal | undefined {
    const { wanted, skipped } = this.options;
    const skippedRule = findings.find(({ ruleId }) => skipped.has(ruleId))?.ruleId;
    if (skippedRule !== undefined) return { reason: `it would also fix findings of --skip ${skippedRule}` };
    const isWanted = findings.some(({ ruleId }) => wanted.some(({ meta }) => meta.id === ruleId));
    if (!isWanted) return { reason: "no rule of --only asks for it" };
    const silenced = findings.find(this.#silencedIn(state));
    if (silenced) {
      const { ruleId, place } = silenced;
      const reason = `a comment in ${place.path} suppresses ${ruleId}, which this fix would change together with the others`;
      return { reason, place };
    }
    for (const { path } of edits) {
      const fault = this.#faults.get(path);
      if (fault !== undefined) return { reason: fault };
      if (this.#cutOffIn(state).has(path)) return { reason: tooManyMentions(path) };
      if (this.options.isStdin && !this.run.isAsked(path)) return { reason: `it also changes ${path}` };
    }
    return undefined;
  }

  /** Returns the reason why a file is not changed. Undefined if it may be, or was not looked at. */
  faultOf(path: string): string | undefined {
    return this.#faults.get(path);
  }

  /** Finds out, once for each file, whether it may be changed. */
  lookAt(paths: readonly string[]): void {
    const { isStdin, writes, flags, root } = this.options;
    const fresh = [...new Set(paths)].filter((path) => !this.#faults.has(path));
    if (fresh.length === 0) return;
    for (const path of fresh) this.#faults.set(path, isStdin ? undefined : encodingFault(root, path));
    if (isStdin || !writes || flags.allowDirty) return;
    for (const [path, state] of uncommittedFiles(root, fresh))
      if (!this.#own.includes(path, this.run.read(path)))
        this.#faults.set(path, this.#faults.get(path) ?? `${path} ${state} (--allow-dirty)`);
  }

  /** Returns the files of which a second analysis would report other mentions of the API than the first one. */
  #cutOffIn({ analyses }: State): ReadonlySet<string> {
    if (this.#cutOff?.of !== analyses) {
      const paths = analyses.flatMap(({ source, context }) => (context.facts.isCutOff ? [source.path] : []));
      this.#cutOff = { of: analyses, paths: new Set(paths) };
    }
    return this.#cutOff.paths;
  }

  #silencedIn(state: State): (finding: Finding) => boolean {
    if (this.#isSilenced?.of !== state) {
      const sources = new Map([...this.run.sources, ...state.texts]);
      this.#isSilenced = { of: state, ask: silencer(state.analyses, sources) };
    }
    return this.#isSilenced.ask;
  }
}

/** Only what can be written back as it was read is changed at all. */
function encodingFault(root: string, path: string): string | undefined {
  const result = readSource(root, path);
  if (!result.ok) return `${path} ${result.problem.message}`;
  const isExact = result.encoding === "utf-8" && !result.problems.some(({ kind }) => kind === "encoding");
  return isExact ? undefined : `${path} is not in UTF-8`;
}
