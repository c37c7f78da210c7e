import { describe, expect, it } from "vitest";
import { fixConcise } from "../../src/report/fix-concise.js";
import type { FixReport, FixReportUnit, LeftFinding } from "../../src/report/fix-report.js";
import { fixText } from "../../src/report/fix-text.js";
import type { JsonRequest } from "../../src/report/json.js";

const DAY = "2026-06-01";

/** A report on so many requests that are moved, and as many findings that are left. */
function reportOn(number: number): { readonly report: FixReport; readonly reads: () => number } {
  let reads = 0;
  const counted = <T extends object>(value: T): T =>
    new Proxy(value, {
      get: (target, key, receiver) => {
        reads++;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
  const requests = Array.from({ length: number }, (_, index): JsonRequest =>
    counted({
      id: index.toString(16),
      kind: "call",
      method: "GET",
      path: `/groups/{groupId}/clusters/${index}`,
      client: "fetch",
      call: { path: "src/api.js", line: index + 1, column: 1 },
      fileClass: "source",
    }),
  );
  const left = requests.map((request, index): LeftFinding =>
    counted({
      ruleId: "no-unversioned-base-path",
      messageId: "unversioned",
      message: "v1.0 is the unversioned base path",
      path: "src/api.js",
      line: index + 1,
      column: 1,
      severity: "error",
      confidence: "high",
      reason: `reason ${index % 100}`,
      reasons: [`reason ${index % 100}`],
      reasonPlaces: [{ reason: `reason ${index % 100}`, path: "src/api.js", line: 1, column: 1 }],
      unit: String(index),
      outcome: index % 2 === 0 ? "waiting" : "shown",
      advice: "Change it.",
      requests: [request],
      docs: "",
    }),
  );
  const units = requests.map((request, index): FixReportUnit =>
    counted({
      id: String(index),
      title: "move a request",
      applicability: "safe",
      outcome: "applied",
      reason: "",
      reasons: [],
      reasonPlaces: [],
      requests: [request],
      findings: [],
      edits: [{ path: "src/api.js", line: index + 1, column: 1, start: index, end: index, text: "x" }],
    }),
  );
  const report: FixReport = {
    schemaVersion: 2,
    tool: { name: "v2ready", version: "0.0.0" },
    asOf: DAY,
    target: DAY,
    targetNotices: [],
    catalog: { name: "test", dataAsOf: DAY, isOld: false },
    writes: true,
    units,
    files: [],
    left,
    markers: [],
    problems: [],
    unchecked: [],
  };
  return { report, reads: () => reads };
}

const LISTING = { isDone: true, isQuiet: false };

describe("the list of fix on very many calls", () => {
  it.each([
    ["text", fixText],
    ["concise", fixConcise],
  ])("looks at each as often as in a short one: %s", (_name, render) => {
    const readsFor = (number: number): number => {
      const { report, reads } = reportOn(number);
      render(report, LISTING);
      return reads();
    };
    expect(readsFor(40_000)).toBeLessThan(readsFor(4_000) * 11);
  });

  it("shows the first of them and counts the rest", () => {
    const lines = fixText(reportOn(40_000).report, LISTING).split("\n");
    expect(lines).toContain("  and 39950 more fixes (--format json lists all)");
    expect(lines.length).toBeLessThan(4_000);
    expect(fixConcise(reportOn(40_000).report, LISTING).split("\n").length).toBeGreaterThan(80_000);
  });
});
