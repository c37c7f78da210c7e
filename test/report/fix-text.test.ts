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
      title: `move ${index % 100}`,
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
    expect(lines).toContain("  move 0 (400 separate fixes)");
    expect(lines).toContain("    and 350 more (--show-all lists all)");
    expect(lines).toContain("  and 28000 more fixes (--show-all lists all)");
    expect(lines.length).toBeLessThan(4_000);
    expect(fixConcise(reportOn(40_000).report, LISTING).split("\n").length).toBeGreaterThan(80_000);
  });
});

describe("fixes that do the same", () => {
  const unsafe = (index: number, path: string, line: number): FixReportUnit => {
    const [{ requests, ...unit } = {} as FixReportUnit] = reportOn(1).report.units;
    return {
      ...unit,
      id: String(index),
      title: "move a request",
      applicability: "unsafe",
      reasons: ["log prints it"],
      reasonPlaces: [{ reason: "log prints it", path, line: line + 1, column: 3 }],
      requests: requests.map((request) => ({
        ...request,
        id: String(index),
        call: { path, line, column: 1 },
      })),
      findings: [{ ruleId: "r", messageId: "m", message: "", path, line, column: 1 }],
      edits: [{ path, line, column: 1, start: 0, end: 0, text: "x" }],
    };
  };
  const textOf = (units: readonly FixReportUnit[]): string =>
    fixText({ ...reportOn(0).report, units }, LISTING);

  it("are shown once, with all calls, their files, and their reasons with the places", () => {
    expect(textOf([unsafe(0, "a.js", 1), unsafe(1, "b.js", 5)])).toContain(`Fixed
  move a request (2 separate fixes)
    a.js:1:1  GET /groups/{groupId}/clusters/0
    b.js:5:1  GET /groups/{groupId}/clusters/0
    2 findings in a.js (1 edit), b.js (1 edit)
    = not proven: log prints it (a.js:2:3, b.js:6:3)
`);
  });

  it("count their files and places if they are many", () => {
    const text = textOf([1, 2, 3, 4, 5].map((index) => unsafe(index, `${index}.js`, 1)));
    expect(text).toContain("    5 findings in 5 files (5 edits)\n");
    expect(text).toContain("log prints it (1.js:2:3, 2.js:2:3, 3.js:2:3 and 2 more places)\n");
  });

  it("stand alone if their reasons differ", () => {
    const other = { ...unsafe(1, "b.js", 5), reasons: ["another"], reasonPlaces: [] };
    expect(textOf([unsafe(0, "a.js", 1), other]).match(/^ {2}move a request$/gm)).toHaveLength(2);
  });
});

describe("reasons of several findings that are left", () => {
  const left = (message: string, reasons: readonly string[]): LeftFinding => {
    const [finding] = reportOn(1).report.left;
    const reasonPlaces = reasons.map((reason) => ({ reason, path: "src/api.js", line: 9, column: 1 }));
    return {
      ...finding!,
      message,
      severity: "info",
      outcome: "shown",
      reason: reasons[0]!,
      reasons,
      reasonPlaces,
    };
  };
  const whyIn = (all: readonly LeftFinding[]): string[] =>
    fixText({ ...reportOn(0).report, left: all }, LISTING)
      .split("\n")
      .filter((line) => line.includes("= why"))
      .map((line) => line.trim());

  it("are shown once if they are the same", () => {
    const two = ["log prints it", "a test reads it"];
    expect(whyIn([left("a is removed", two), left("b is removed", two)])).toEqual([
      "= why: log prints it (src/api.js:9:1)",
      "= why: a test reads it (src/api.js:9:1)",
      "= why: the same 2 reasons as above",
    ]);
  });

  it("are shown again if there is only one, which is as short", () => {
    const one = ["log prints it"];
    expect(whyIn([left("a is removed", one), left("b is removed", one)])).toEqual([
      "= why: log prints it (src/api.js:9:1)",
      "= why: log prints it (src/api.js:9:1)",
    ]);
  });
});

describe("what a person must change", () => {
  const [request] = reportOn(1).report.left[0]!.requests;
  const left = (path: string, line: number, call: readonly [path: string, line: number], advice: string) => ({
    ...reportOn(1).report.left[0]!,
    path,
    line,
    column: 7,
    advice,
    outcome: "shown" as const,
    unit: `${call[0]}:${call[1]}`,
    reasons: ["the body is not known"],
    reasonPlaces: [],
    requests: [
      { ...request!, id: `${call[0]}:${call[1]}`, call: { path: call[0], line: call[1], column: 1 } },
    ],
  });
  const findings = [
    left("src/b.js", 20, ["src/b.js", 20], "Send the header."),
    left("src/b.js", 3, ["src/b.js", 3], "Send the header."),
    left("src/base.js", 9, ["src/b.js", 3], "Change the base."),
    left("src/a.js", 100, ["src/a.js", 100], "Send the header."),
    left("src/a.js", 12, ["src/a.js", 12], "Send the header."),
  ];

  it("has the order of the files and lines, and the places of a help that is not about all calls", () => {
    expect(fixText({ ...reportOn(0).report, left: findings }, LISTING)).toContain(`A person must change these
  src/a.js:12:1   GET /groups/{groupId}/clusters/0
  src/a.js:100:1  GET /groups/{groupId}/clusters/0
  src/b.js:3:1    GET /groups/{groupId}/clusters/0
  src/b.js:20:1   GET /groups/{groupId}/clusters/0
    = why: the body is not known
    = help: Send the header. (src/a.js:12:7, 100:7, src/b.js:3:7 and 1 more place)
    = help: Change the base. (src/base.js:9:7)
`);
  });

  it("names the property that a help is about", () => {
    const one = { ...findings[4]!, property: "numShards", advice: "Move it." };
    const other = { ...findings[4]!, property: "mongoURI", advice: "Move it." };
    const text = fixText({ ...reportOn(0).report, left: [one, one, other] }, LISTING);
    expect(text.split("\n").filter((line) => line.includes("= help"))).toEqual([
      "    = help: numShards: Move it. (src/a.js:12:7)",
      "    = help: mongoURI: Move it. (src/a.js:12:7)",
    ]);
  });

  it("has the places of a reason that is not about all calls", () => {
    const reason = "the body is not known";
    const about = (path: string, line: number) => ({ reason, path, line, column: 1 });
    const whyOf = (places: readonly { reason: string; path: string; line: number; column: number }[]) =>
      fixText(
        { ...reportOn(0).report, left: [{ ...findings[0]!, reasonPlaces: places }, findings[4]!] },
        LISTING,
      )
        .split("\n")
        .filter((line) => line.includes("= why"));
    expect(whyOf([about("src/a.js", 12)])).toEqual([`    = why: ${reason} (src/a.js:12:1)`]);
    expect(whyOf([about("src/a.js", 12), about("src/b.js", 20)])).toEqual([`    = why: ${reason}`]);
  });

  it("lists groups in the order of their first places", () => {
    const other = { ...findings[4]!, reasons: ["the header is not known"] };
    const text = fixText({ ...reportOn(0).report, left: [findings[0]!, other] }, LISTING);
    expect(text.indexOf("src/a.js:12:1")).toBeLessThan(text.indexOf("src/b.js:20:1"));
  });
});
