import { createRequire } from "node:module";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import type { Location, Log, PhysicalLocation, Result, Run } from "sarif";
import { describe, expect, it } from "vitest";

import { SourceText } from "../../src/core/source-text.js";
import { sarifCaution } from "../../src/report/limits.js";
import { sarif } from "../../src/report/sarif.js";
import { edit, finding, related, report } from "./report-builder.js";
import type { FindingInput } from "./report-builder.js";
import { CLIENT, CONFIG, SAMPLE_REPORTS } from "./sample-reports.js";

const officialSchema = createRequire(import.meta.url)(
  "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
);

const ajv = new ajvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
ajvFormats.default(ajv);
const validate = ajv.compile(officialSchema as object);

const names = Object.keys(SAMPLE_REPORTS);

function runOf(name: string, options = {}): Run {
  return (JSON.parse(sarif(SAMPLE_REPORTS[name]!, options)) as Log).runs[0]!;
}

function locationOf(run: Run): PhysicalLocation {
  return run.results![0]!.locations![0]!.physicalLocation!;
}

function resultOf(input: Partial<FindingInput>): Result {
  const one = report({ findings: [finding({ at: CONFIG, piece: "/api/admin/v1.0", ...input })] });
  return (JSON.parse(sarif(one)) as Log).runs[0]!.results![0]!;
}

function allLocations(result: Result): Location[] {
  const steps = (result.codeFlows ?? []).flatMap(({ threadFlows }) =>
    threadFlows.flatMap(({ locations }) => locations),
  );
  return [
    ...result.locations!,
    ...(result.relatedLocations ?? []),
    ...steps.map(({ location }) => location!),
  ];
}

describe("the SARIF log", () => {
  it.each(names)("of %s is one run that fits the official schema", (name) => {
    const log = JSON.parse(sarif(SAMPLE_REPORTS[name]!)) as Log;
    validate(log);
    expect(validate.errors).toBeNull();
    expect(log.runs).toHaveLength(1);
    expect(log.runs[0]!.results).toHaveLength(SAMPLE_REPORTS[name]!.findings.length);
  });

  it.each<{ name: string; spoil: (run: Run) => void }>([
    {
      name: "an unknown unit of columns",
      spoil: (run) => void (run.columnKind = "bytes" as "utf16CodeUnits"),
    },
    {
      name: "an address with a space",
      spoil: (run) => void (locationOf(run).artifactLocation!.uri = "a b.ts"),
    },
    { name: "a column 0", spoil: (run) => void (locationOf(run).region!.startColumn = 0) },
  ])("would be refused for $name, so the schema is in force", ({ spoil }) => {
    const log = JSON.parse(sarif(SAMPLE_REPORTS["typical"]!)) as Log;
    spoil(log.runs[0]!);
    expect(validate(log)).toBe(false);
  });

  it("has the fields of a rule that code scanning requires", () => {
    const { driver } = runOf("typical").tool;
    expect(driver).toMatchObject({ name: "v2ready", semanticVersion: "0.1.0" });
    expect(driver).not.toHaveProperty("informationUri");
    for (const rule of driver.rules!) {
      expect(rule.shortDescription!.text).toMatch(/\.$/);
      expect(rule.fullDescription!.text).toMatch(/\.$/);
      expect(rule.help!.text).toContain("Documentation: ");
      expect(rule.help!.markdown).not.toMatch(/(?<!\\)</);
      expect(rule.defaultConfiguration!.level).toMatch(/^(error|warning|note)$/);
      expect(rule.properties!.tags).toContain("api-migration");
    }
    expect(driver.rules!.map(({ helpUri }) => helpUri)).toEqual([
      "https://v2ready.example/rules/no-unversioned-base-path",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each(names)("of %s has explicit levels, rule indexes and full regions", (name) => {
    const { results, tool } = runOf(name);
    for (const result of results!) {
      expect(result.level).toMatch(/^(error|warning|note)$/);
      expect(tool.driver.rules![result.ruleIndex!]!.id).toBe(result.ruleId);
      for (const location of allLocations(result)) {
        const { startLine, startColumn, endLine, endColumn } = location.physicalLocation!.region!;
        expect(startLine).toBeGreaterThanOrEqual(1);
        expect(startColumn).toBeGreaterThanOrEqual(1);
        expect(endLine).toBeGreaterThanOrEqual(startLine!);
        expect(endColumn).toBeGreaterThanOrEqual(endLine === startLine ? startColumn! + 1 : 1);
      }
      expect(Object.keys(result.partialFingerprints!)).toEqual(["v2ready/v1"]);
    }
  });

  it.each(names)("of %s has addresses that lead back to the paths", (name) => {
    const paths = SAMPLE_REPORTS[name]!.findings.map(({ place }) => place.path);
    const artifacts = runOf(name).results!.map(
      (result) => result.locations![0]!.physicalLocation!.artifactLocation!,
    );
    expect(artifacts.map(({ uri }) => decodeURIComponent(uri!))).toEqual(paths);
    for (const { uri, uriBaseId } of artifacts) {
      expect(uriBaseId).toBe("%SRCROOT%");
      expect(uri).toMatch(/^[\w.!~*'()%-][\w.!~*'()%/-]*$/);
      expect(uri).not.toMatch(/^\.\//);
    }
  });

  it("counts columns in UTF-16 code units", () => {
    const { columnKind, results } = runOf("unfriendly");
    expect(columnKind).toBe("utf16CodeUnits");
    const region = results!.at(-1)!.locations![0]!.physicalLocation!.region;
    expect(region).toEqual({ startLine: 1, startColumn: 25, endLine: 1, endColumn: 40 });
  });

  it("has a category that ends with a slash, so that all of it is the category", () => {
    expect(runOf("empty").automationDetails).toEqual({ id: "v2ready/" });
    expect(runOf("empty", { category: "v2ready/api" }).automationDetails).toEqual({ id: "v2ready/api/" });
  });

  it("tells problems as notifications of a successful run", () => {
    const { invocations, tool } = runOf("many");
    const { executionSuccessful, toolExecutionNotifications } = invocations![0]!;
    expect(executionSuccessful).toBe(true);
    expect(toolExecutionNotifications).toHaveLength(25);
    expect(
      toolExecutionNotifications!.map(({ level }) => level).filter((level) => level === "error"),
    ).toHaveLength(1);
    expect(tool.driver.notifications!.map(({ id }) => id)).toEqual(["syntax", "internal"]);
  });
});

describe("a result", () => {
  it("links to related places by ids that exist", () => {
    const result = resultOf({
      related: [related(CONFIG, "HOST", "the [host]"), related(CLIENT, "BASE", "imported here")],
      advice: "Use v2",
    });
    expect(result.message.text).toBe(
      "The administration base path has no version. Use v2. See: [the \\[host\\]](1), [imported here](2).",
    );
    expect(result.relatedLocations!.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("does not make a link of what only looks like one", () => {
    expect(resultOf({ message: "results[](9) is gone" }).message.text).toBe("results[\\](9) is gone.");
  });

  it("has a code flow, origin first, where several places lead to it", () => {
    const places = [related(CONFIG, "HOST", "one"), related(CLIENT, "BASE", "two")];
    expect(resultOf({ related: places.slice(0, 1) }).codeFlows).toBeUndefined();
    const steps = resultOf({ related: places, message: "found" }).codeFlows![0]!.threadFlows[0]!.locations;
    expect(steps.map(({ location }) => location!.message!.text)).toEqual(["one", "two", "found"]);
  });

  it("has at most ten steps, the last of them the finding", () => {
    const places = Array.from({ length: 30 }, (_, index) => related(CLIENT, "BASE", `hop ${index}`));
    const steps = resultOf({ related: places, message: "found" }).codeFlows![0]!.threadFlows[0]!.locations;
    expect(steps).toHaveLength(10);
    expect(steps.at(-1)!.location!.message!.text).toBe("found");
  });

  it("shows an empty span as one column", () => {
    const { region } = resultOf({ piece: "" }).locations![0]!.physicalLocation!;
    expect(region).toEqual({ startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 });
  });

  it("has fixes that are right when a viewer applies them", () => {
    const { fixes } = resultOf({
      fixes: [
        {
          applicability: "safe",
          description: "Move to v2",
          edits: [
            edit(CONFIG, "v1.0", "v2"),
            edit(CONFIG, "const HOST", "const 名"),
            edit(CLIENT, "mongoURI", ""),
          ],
        },
      ],
    });
    const [config, client] = fixes![0]!.artifactChanges;
    expect(client!.replacements).toEqual([
      { deletedRegion: { charOffset: expect.any(Number), charLength: 8 } },
    ]);
    const { text } = new SourceText(CONFIG.path, CONFIG.source);
    const fixed = config!.replacements
      .toSorted((a, b) => b.deletedRegion.charOffset! - a.deletedRegion.charOffset!)
      .reduce((before, { deletedRegion: { charOffset, charLength }, insertedContent }) => {
        return before.slice(0, charOffset) + insertedContent!.text + before.slice(charOffset! + charLength!);
      }, text);
    expect(fixed).toBe(text.replace("v1.0", "v2").replace("const HOST", "const 名"));
  });

  it.each([
    { name: "only shown", fix: { applicability: "display-only" } as const },
    { name: "applied together with others", fix: { applicability: "safe", unit: "base" } as const },
    { name: "empty", fix: { applicability: "safe", edits: [] } as const },
  ])("leaves out a fix that is $name", ({ fix }) => {
    const edits = [edit(CONFIG, "v1.0", "v2")];
    expect(resultOf({ fixes: [{ description: "Move", edits, ...fix }] })).not.toHaveProperty("fixes");
  });
});

describe("the caution", () => {
  const withFindings = (length: number) => ({
    findings: new Array(length).fill(finding({ at: CONFIG, piece: "HOST" })),
  });

  it.each([
    { results: 5_000, says: undefined },
    { results: 5_001, says: "shows the 5000 most severe" },
    { results: 25_001, says: "rejects a file with more than 25000" },
  ])("for $results results", ({ results, says }) => {
    const caution = sarifCaution(withFindings(results));
    if (says === undefined) expect(caution).toBeUndefined();
    else expect(caution).toContain(says);
  });
});
