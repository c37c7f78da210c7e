import { groupBy } from "../../core/group-by.js";
import type { Finding, Fix } from "../../core/finding.js";
import { othersAreLeft } from "../../fix/whole-programs.js";
import type { TestData } from "../../hosting/test-data.js";

interface Part {
  readonly finding: Finding;
  readonly fix: Fix;
}

/**
 * Returns the findings with doubts about their fixes that a plan does not know: a fix that the command applies on
 * request only is a choice in the editor, too.
 *
 * @param followed files whose values were followed
 * @param reasonOutside why a change of some files is not safe for code outside of the root
 */
export function withDoubts(
  all: readonly Finding[],
  followed: ReadonlySet<string>,
  tests: TestData,
  reasonOutside: (changed: ReadonlySet<string>) => string | undefined,
): readonly Finding[] {
  const parts = all.flatMap((finding) => finding.fixes.map((fix): Part => ({ finding, fix })));
  const units = groupBy(parts, ({ fix }) => fix.unit);
  units.delete(undefined);
  const doubts = new Map<string, string>();
  const doubted = new Map<string, string>();
  const safe = [...units].filter(([, own]) => own.every(({ fix }) => fix.applicability === "safe"));
  for (const [unit, own] of safe) {
    const change = {
      edits: own.flatMap(({ fix }) => fix.edits),
      findings: own.map(({ finding }) => finding),
      programs: programsOf(own),
    };
    const reason =
      tests.reasonAgainst(change, all, (path) => followed.has(path)) ??
      reasonOutside(new Set(change.edits.map(({ path }) => path)));
    if (reason === undefined) continue;
    doubts.set(unit!, reason);
    for (const program of change.programs) doubted.set(program, reason);
  }
  if (doubts.size === 0) return all;
  for (const [unit, own] of safe) {
    const other = programsOf(own).find((program) => doubted.has(program));
    if (other !== undefined && !doubts.has(unit!)) doubts.set(unit!, othersAreLeft(doubted.get(other)!));
  }
  const withReason = (fix: Fix): Fix => {
    const reason = fix.unit === undefined ? undefined : doubts.get(fix.unit);
    return reason === undefined ? fix : { ...fix, applicability: "unsafe", reasons: [reason] };
  };
  return all.map((finding) => ({ ...finding, fixes: finding.fixes.map(withReason) }));
}

function programsOf(parts: readonly Part[]): readonly string[] {
  return [...new Set(parts.flatMap(({ fix }) => fix.programs ?? []))];
}
