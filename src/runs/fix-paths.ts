import { RULES } from "../../rules/index.js";
import type { AssembledReport } from "../engine/assemble-report.js";
import { leaveMarkers, type Marked } from "../fix/markers.js";
import { runFixes, type Choice, type FixBench, type FixRun } from "../fix/run-fixes.js";
import type { Unit } from "../fix/unit.js";
import { identityOf, type State, type Verifier } from "../fix/verify.js";
import type { Rule } from "../engine/rule.js";
import { frontendFor } from "../frontends/registry.js";
import type { Project } from "../workspace/projects.js";
import type { FileChange } from "../workspace/transaction.js";
import { analyzePaths, type PathAnalysis, type RunInput } from "./analyze-paths.js";
import { loadEditing } from "./editing.js";
import { withUsersOfEdited } from "./edited-files.js";
import { tellInterrupted, withTree } from "./exclusive.js";
import { assemble } from "./check.js";
import { CommandBench } from "./fix-bench.js";
import { questionsOf } from "./open-questions.js";
import { selectRules, type FixRunFlags } from "./options.js";
import { inEachProject, isStdin } from "./projects.js";
import { changesOf, writeChanges, type Failures } from "./write-fixes.js";

export interface FixOptions extends Omit<RunInput, "paths" | "flags"> {
  readonly flags: FixRunFlags;
  /** Whether files are written; otherwise it is only found out what they would be. */
  readonly writes: boolean;
  readonly choose?:
    ((units: readonly Unit[], state: State, verifier: Verifier) => Promise<Choice>) | undefined;
}

/** What fixes did in one project; paths are relative to its root. */
export interface FixResult {
  readonly project: Project;
  readonly analysis: PathAnalysis;
  readonly run: FixRun;
  readonly changes: readonly FileChange[];
  readonly failures: Failures;
  readonly markers: Marked["left"];
  /** What `check` would say of the texts as they are in the end. */
  readonly report: AssembledReport;
  /** What stopped a finding that is left. */
  reasonOf(finding: AssembledReport["findings"][number]): string;
}

/** Analyses files, applies the fixes that pass, and writes them: project by project. */
export async function fixPaths(paths: readonly string[], options: FixOptions): Promise<FixResult[]> {
  const asked = { paths, flags: options.flags, cwd: options.cwd };
  const { writes, tell } = options;
  const results = await inEachProject(asked, async (project) => {
    const fixed = (): Promise<FixResult> => fixProject(project, isStdin(asked), options);
    if (writes) return withTree(project.root, tell ?? (() => undefined), fixed);
    if (tell) await tellInterrupted(project.root, tell);
    return fixed();
  });
  return results.map(({ result }) => result);
}

async function fixProject(
  project: Project,
  isStdin: boolean,
  { flags, writes, choose, ...surroundings }: FixOptions,
): Promise<FixResult> {
  const wanted = selectRules(RULES, flags);
  const { only: _only, skip: _skip, ...others } = flags;
  // Units are made of what all rules say, since a part of one would break a call.
  const rules = RULES.map((rule) => speakingFor(rule, wanted));
  const asked = await analyzePaths(rules, { project, isStdin, flags: others, ...surroundings });
  const { root } = project;
  const skipped = new Set((flags.skip ?? []).flatMap((value) => value.split(",")).map((id) => id.trim()));
  const suggest = await loadEditing({
    hoistMediaType: flags.hoistMediaType === true,
    withUnsafe: flags.unsafeFixes === true,
  });
  const options = { root, flags, wanted, skipped, writes, isStdin, suggest };
  const users = await withUsersOfEdited(asked, (one) => new CommandBench(one, options));
  const { analysis, planner: bench, start } = users;
  const asking: FixBench = choose
    ? Object.assign(bench, { choose: (units: readonly Unit[], state: State) => choose(units, state, bench) })
    : bench;
  const run = await runFixes(start, asking);
  const reportOf = (state: State): AssembledReport => reportOn(state, analysis, wanted, flags);
  let report = reportOf(run.state);
  const marked = flags.markers ? await leaveMarkers(questionsOf(report, run), run.state, bench) : undefined;
  if (marked) report = reportOf(marked.state);
  const state = marked?.state ?? run.state;
  const changes = changesOf(state.texts, analysis);
  const failures: Failures = writes ? writeChanges(changes, run.applied, root) : new Map();
  const known = marked ? withoutMarker(run.reasons, marked, (path) => bench.faultOf(path)) : run.reasons;
  const reasons = new Map(marked ? reasonsAfter(known, run.state, state) : known);
  if (failures.size > 0) {
    const written = new Map([...state.texts].filter(([path]) => !failures.has(path)));
    report = reportOf({ ...(await bench.analyze(written)), texts: written });
    for (const { unit } of run.applied) {
      const failure = unit.edits.map(({ path }) => failures.get(path)).find((reason) => reason !== undefined);
      if (failure !== undefined)
        for (const finding of unit.findings) reasons.set(identityOf(finding), failure);
    }
  }
  return {
    project,
    analysis,
    run,
    changes: changes.filter(({ path }) => !failures.has(path)),
    failures,
    markers: (marked?.left ?? []).filter(({ path }) => !failures.has(path)),
    report,
    reasonOf: (finding) => reasons.get(identityOf(finding)) ?? "no automatic fix",
  };
}

/** The rule, which says what it leaves to another one unless that is asked for as well. */
function speakingFor(rule: Rule, wanted: readonly Rule[]): Rule {
  const { yields, ...meta } = rule.meta;
  const others = Object.entries(yields ?? {}).filter(([, other]) =>
    wanted.some((one) => other?.startsWith(`${one.meta.id}/`)),
  );
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

/** The reasons, which also say where no comment could be left. */
function withoutMarker(
  reasons: ReadonlyMap<string, string>,
  { unmarked }: Marked,
  faultOf: (path: string) => string | undefined,
): Map<string, string> {
  const told = new Map(reasons);
  for (const finding of unmarked) {
    const { path } = finding.place;
    const isJson = frontendFor(path).name === "json";
    const why = isJson ? "JSON has no comments" : (faultOf(path) ?? "there is no safe place for a comment");
    const reason = told.get(identityOf(finding)) ?? "no automatic fix";
    told.set(identityOf(finding), `${reason}; no marker: ${why}`);
  }
  return told;
}

/** Markers move findings: what was said of the one at a place goes with it, in the order of the places. */
function reasonsAfter(known: ReadonlyMap<string, string>, before: State, after: State): Map<string, string> {
  const kindsOf = ({ findings }: State): Map<string, State["findings"]> => {
    const kinds = new Map<string, State["findings"]>();
    for (const finding of [...findings].sort((a, b) => a.place.start - b.place.start)) {
      const key = identityOf({ ...finding, place: { ...finding.place, start: 0 } });
      kinds.set(key, [...(kinds.get(key) ?? []), finding]);
    }
    return kinds;
  };
  const moved = kindsOf(after);
  const reasons = new Map<string, string>();
  for (const [key, findings] of kindsOf(before)) {
    for (const [index, finding] of findings.entries()) {
      const now = moved.get(key)?.[index];
      const reason = known.get(identityOf(finding));
      if (now && reason !== undefined) reasons.set(identityOf(now), reason);
    }
  }
  return reasons;
}
