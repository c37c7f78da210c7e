import { RULES } from "../../rules/index.js";
import { InputError } from "../core/errors.js";
import type { Finding } from "../core/finding.js";
import { groupBy } from "../core/group-by.js";
import type { SourceText } from "../core/source-text.js";
import type { AssembledReport } from "../engine/assemble-report.js";
import type { JudgedUnit } from "../fix/judged-unit.js";
import { asOriginal } from "../fix/edited-text.js";
import { leaveMarkers, type Marked } from "../fix/markers.js";
import { runFixes, type Choice, type FixBench, type FixRun } from "../fix/run-fixes.js";
import type { Unit } from "../fix/unit.js";
import { identityOf, type State, type Texts, type Verifier } from "../fix/verify.js";
import type { Rule } from "../engine/rule.js";
import { frontendFor } from "../frontends/registry.js";
import type { Project } from "../workspace/projects.js";
import { repositoryRoot } from "../workspace/repository.js";
import { targetOutside } from "../workspace/outside-links.js";
import type { FileChange } from "../workspace/transaction.js";
import { analyzePaths, type PathAnalysis, type RunInput } from "./analyze-paths.js";
import { loadEditing } from "./editing.js";
import { withUsersOfEdited } from "./edited-files.js";
import { notifyInterrupted, withTree } from "./exclusive.js";
import { assemble } from "./check.js";
import { CommandBench } from "./fix-bench.js";
import { questionsOf } from "./open-questions.js";
import { OwnChanges } from "./own-changes.js";
import { selectRules, type FixRunFlags } from "./options.js";
import { inEachProject, isStdin } from "./projects.js";
import { changesOf, writeChanges, type Failures } from "./write-fixes.js";

export interface FixOptions extends Omit<RunInput, "paths" | "flags"> {
  readonly flags: FixRunFlags;
  /** True if files are written; otherwise it is only found out what they would be. */
  readonly writes: boolean;
  readonly choose?: ((offer: Offer) => Promise<Choice>) | undefined;
}

/** Verified units that a person chooses among. */
export interface Offer {
  readonly units: readonly Unit[];
  readonly state: State;
  readonly verifier: Verifier;
  /** The report that `check` writes about this state. */
  readonly report: AssembledReport;
  /** From 1; a later one offers what the fixes of earlier ones made possible. */
  readonly round: number;
  /** Files of the project whose fixes are not wanted in any round; who chooses adds to them. */
  readonly skippedFiles: Set<string>;
}

/** The results of fixes in one project; paths are relative to its root. */
export interface FixResult {
  readonly project: Project;
  readonly analysis: PathAnalysis;
  readonly run: FixRun;
  readonly changes: readonly FileChange[];
  readonly failures: Failures;
  readonly markers: Marked["left"];
  /** The report that `check` would write about the final texts. If they are only shown, places are those of the files. */
  readonly report: AssembledReport;
  /** The final texts that differ from the files. */
  readonly texts: Texts;
  /** Returns the text for the positions of a state: of its texts, or of the files if the changes are only shown. */
  shown(text: SourceText): SourceText;
  /** Returns the reason why a finding is left. */
  leftBecause(finding: Finding): LeftBecause;
}

export interface LeftBecause {
  /** The unit that would fix the finding; absent if there is none. */
  readonly judged?: JudgedUnit;
  /** The reason why its files could not be written, if it is not applied for this reason. */
  readonly failure?: string;
  /** The reason why no comment marks it, if comments are written. */
  readonly unmarked?: string;
}

const NO_WAY_BACK =
  "these files are not in git, so the old versions cannot be restored; fix --diff only shows the changes";

/** Analyses files, applies the fixes that pass, and writes them: project by project. */
export async function fixPaths(paths: readonly string[], options: FixOptions): Promise<FixResult[]> {
  const asked = { paths, flags: options.flags, cwd: options.cwd };
  refuseLinksOut(paths, options.cwd);
  const { writes, notify } = options;
  const results = await inEachProject(asked, async (project) => {
    const fixed = (): Promise<FixResult> => fixProject(project, isStdin(asked), options);
    if (writes && repositoryRoot(project.root) === undefined) notify?.(NO_WAY_BACK);
    if (writes) return withTree(project.root, notify ?? (() => undefined), fixed);
    if (notify) await notifyInterrupted(project.root, notify);
    return fixed();
  });
  return results.map(({ result }) => result);
}

/** @throws {InputError} naming every path that a link of a repository leads out of it */
function refuseLinksOut(paths: readonly string[], cwd: string): void {
  const outside = paths.filter((path) => targetOutside(cwd, path) !== undefined);
  if (outside.length === 0) return;
  const verb = outside.length === 1 ? "is a link that leads" : "are links that lead";
  throw new InputError(
    `${outside.join(", ")} ${verb} out of the repository; nothing was changed`,
    "To change such a file, name it by its own path.",
  );
}

async function fixProject(
  project: Project,
  isStdin: boolean,
  { flags, writes, choose, ...surroundings }: FixOptions,
): Promise<FixResult> {
  const { progress } = surroundings;
  const wanted = selectRules(RULES, flags);
  const { only: _only, skip: _skip, ...others } = flags;
  // Units are made of what all rules say, since a part of one would break a call.
  const rules = RULES.map((rule) => speakingFor(rule, wanted));
  const asked = await analyzePaths(rules, { project, isStdin, flags: others, ...surroundings });
  const { root } = project;
  const skipped = new Set((flags.skip ?? []).flatMap((value) => value.split(",")).map((id) => id.trim()));
  const suggest = await loadEditing(asked.sources.keys(), {
    hoistMediaType: flags.hoistMediaType === true,
    withUnsafe: flags.unsafeFixes === true,
  });
  const options = { root, flags, wanted, skipped, writes, isStdin, suggest };
  progress?.say("planning fixes");
  const users = await withUsersOfEdited(asked, (one) => new CommandBench(one, options));
  const { analysis, planner: bench, start } = users;
  const reportOf = (state: State, shown = flags): AssembledReport => reportOn(state, analysis, wanted, shown);
  // Of standard input, the fixed text is what is printed.
  const shown = (text: SourceText): SourceText => (writes || isStdin ? text : asOriginal(text));
  const skippedFiles = new Set<string>();
  let round = 0;
  const asking: FixBench = choose
    ? Object.assign(bench, {
        choose: (units: readonly Unit[], state: State) => {
          progress?.clear();
          return choose({
            units,
            state,
            verifier: bench,
            report: reportOf(state),
            round: ++round,
            skippedFiles,
          });
        },
      })
    : bench;
  progress?.say("checking fixes");
  const run = await runFixes(start, asking);
  // A finding that is not shown still needs its marker.
  const questions = flags.markers ? questionsOf(reportOf(run.state, { ...flags, quiet: false }), run) : [];
  const marked = flags.markers ? await leaveMarkers(questions, run.state, bench) : undefined;
  const state = marked?.state ?? run.state;
  const changes = changesOf(state.texts, analysis);
  const failures: Failures = writes ? writeChanges(changes, run.applied, root) : new Map();
  // With --allow-dirty, the files may also hold changes that git does not have.
  if (writes && !flags.allowDirty)
    new OwnChanges(root).note(changes.filter(({ path }) => !failures.has(path)));
  const written = new Map([...state.texts].filter(([path]) => !failures.has(path)));
  const final = failures.size === 0 ? state : { ...(await bench.analyze(written)), texts: written };
  const report = reportOf(withTexts(final, shown));
  progress?.clear();
  const because = new Map<string, LeftBecause>();
  for (const judged of run.others)
    for (const finding of judged.unit.findings) because.set(identityOf(finding), { judged });
  for (const judged of run.applied) {
    const failure = failureOf(judged, failures);
    if (failure === undefined) continue;
    for (const finding of judged.unit.findings) because.set(identityOf(finding), { judged, failure });
  }
  for (const finding of marked?.unmarked ?? []) {
    const unmarked = whyUnmarked(finding, bench);
    because.set(identityOf(finding), { ...because.get(identityOf(finding)), unmarked });
  }
  const before = marked ? identitiesBefore(run.state, state) : undefined;
  return {
    project,
    analysis,
    run,
    changes: changes.filter(({ path }) => !failures.has(path)),
    failures,
    markers: (marked?.left ?? []).filter(({ path }) => !failures.has(path)),
    report,
    texts: final.texts,
    shown,
    leftBecause: (finding) => because.get(before?.get(identityOf(finding)) ?? identityOf(finding)) ?? {},
  };
}

/** The rule, which says what it leaves to another one unless that is asked for as well. */
function speakingFor(rule: Rule, wanted: readonly Rule[]): Rule {
  const { yields, ...meta } = rule.meta;
  const isWanted = (message: string): boolean => wanted.some((one) => message.startsWith(`${one.meta.id}/`));
  const others = Object.entries(yields ?? {}).map(([id, all]) => [id, (all ?? []).filter(isWanted)]);
  return { ...rule, meta: { ...meta, yields: Object.fromEntries(others) } };
}

function reportOn(
  { analyses, texts }: State,
  analysis: PathAnalysis,
  wanted: readonly Rule[],
  flags: FixRunFlags,
): AssembledReport {
  const ids = new Set(wanted.map(({ meta }) => meta.id));
  const filtered = analyses.map((one) => ({
    ...one,
    findings: one.findings.filter(({ ruleId }) => ids.has(ruleId)),
  }));
  const sources = new Map([...analysis.sources, ...texts]);
  return assemble({ ...analysis, analyses: filtered, rules: wanted, sources }, flags);
}

/** Returns a state with other texts for the same offsets, so that a report on it has the lines of those. */
function withTexts({ analyses, findings, texts }: State, textOf: FixResult["shown"]): State {
  const others = new Map([...texts].map(([path, text]) => [path, textOf(text)]));
  return {
    findings,
    texts: others,
    analyses: analyses.map((one) => {
      const text = texts.get(one.source.path);
      const other = others.get(one.source.path);
      if (!text || !other) return one;
      const directives = one.directives.map((directive) => ({
        ...directive,
        line: other.position(text.lineStart(directive.line)).line,
      }));
      return { ...one, source: other, directives };
    }),
  };
}

/** Returns the reason why the files of a unit could not be written. Undefined if they could. */
export function failureOf({ unit }: JudgedUnit, failures: Failures): string | undefined {
  return unit.edits.map(({ path }) => failures.get(path)).find((one) => one !== undefined);
}

function whyUnmarked({ place: { path } }: Finding, bench: CommandBench): string {
  if (frontendFor(path).name === "json") return "JSON has no comments";
  return bench.faultOf(path) ?? "there is no safe place for a comment";
}

/** Markers move findings: the identity that each had before, in the order of the places. */
function identitiesBefore(before: State, after: State): Map<string, string> {
  const kindsOf = ({ findings }: State): Map<string, State["findings"]> =>
    groupBy(
      [...findings].sort((a, b) => a.place.start - b.place.start),
      (finding) => identityOf({ ...finding, place: { ...finding.place, start: 0 } }),
    );
  const moved = kindsOf(after);
  const identities = new Map<string, string>();
  for (const [kind, findings] of kindsOf(before)) {
    for (const [index, finding] of findings.entries()) {
      const now = moved.get(kind)?.[index];
      if (now) identities.set(identityOf(now), identityOf(finding));
    }
  }
  return identities;
}
