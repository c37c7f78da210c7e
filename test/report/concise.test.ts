import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";

import { concise } from "../../src/report/concise.js";
import { report } from "./report-builder.js";
import { SAMPLE_REPORTS } from "./sample-reports.js";

describe("concise", () => {
  it.each(Object.entries(SAMPLE_REPORTS))(
    "has one line for each finding of %s, each problem, what was not checked, and the counts",
    (_, report) => {
      const lines = concise(report).split("\n");
      expect(lines).toHaveLength(
        report.findings.length + report.problems.length + report.unchecked.length + 2,
      );
      expect(lines.at(-1)).toBe("");
      const ofProblems = lines.slice(report.findings.length, -2);
      for (const { kind } of report.problems)
        expect(ofProblems.some((line) => line.includes(": problem ") && line.endsWith(` ${kind}`))).toBe(
          true,
        );
      for (const { kind } of report.unchecked)
        expect(ofProblems.some((line) => line.includes(": unchecked ") && line.endsWith(` ${kind}`))).toBe(
          true,
        );
      lines.slice(0, report.findings.length).forEach((line, index) => {
        const { position, severity, ruleId } = report.findings[index]!;
        expect(line).toContain(`:${position.line}:${position.column}: ${severity} `);
        expect(line.endsWith(` ${ruleId}`)).toBe(true);
      });
    },
  );

  it("counts files that were only read because values lead to them, as they may have findings", () => {
    const lineOf = (followed: number): string =>
      concise(report({ files: { seen: 2, read: 1, parsed: 1, followed } }));
    expect(lineOf(0)).toContain("; 1 of 2 files read (1 parsed, 0 as plain text)");
    expect(lineOf(0)).not.toContain("to follow values");
    expect(lineOf(1)).toContain("1 of 2 files read (1 parsed, 0 as plain text) and 1 other to follow values");
    expect(lineOf(3)).toContain("and 3 others to follow values");
  });

  it("tells the confidence of what is not high where low ones are shown", () => {
    const report = SAMPLE_REPORTS["typical"]!;
    const [first, second, ...others] = report.findings;
    const findings = [
      { ...first!, confidence: "low" as const },
      { ...second!, confidence: "medium" as const },
      ...others.map((one) => ({ ...one, confidence: "high" as const })),
    ];
    const lines = concise({ ...report, findings }).split("\n");
    expect(lines[0]).toContain(`: ${first!.severity} (low) `);
    expect(lines[1]).toContain(`: ${second!.severity} (medium) `);
    for (const line of lines.slice(2, findings.length)) expect(line).not.toMatch(/: \w+ \(/);
    const shown = concise({ ...report, findings: findings.slice(1) });
    expect(shown).not.toMatch(/: \w+ \((?:low|medium)\) /);
  });

  it("has colour and links only where they are wanted", () => {
    const report = SAMPLE_REPORTS["typical"]!;
    const colored = concise(report, { color: true, hyperlinks: true });
    expect(colored).toContain("\u001B[31merror\u001B[39m");
    expect(colored).toContain("\u001B]8;;https://v2ready.example/");
    expect(stripVTControlCharacters(colored)).toBe(concise(report));
  });
});
