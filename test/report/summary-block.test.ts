import { describe, expect, it } from "vitest";
import { text } from "../../src/report/text.js";
import { finding, report } from "./report-builder.js";
import { CLIENT, SAMPLE_REPORTS } from "./sample-reports.js";

describe("the end of the text format", () => {
  it("names the option that lists the undetermined, unless they are listed", () => {
    const lines = (showsUndetermined: boolean): string =>
      text(report({ undetermined: 2, showsUndetermined })).replace(/\s+/g, " ");
    expect(lines(false)).toContain("(--show-undetermined lists them, --fail-on-undetermined makes");
    expect(lines(true)).toContain("neither clean nor broken (--fail-on-undetermined makes the run fail)");
  });
});

describe("the headline and the next command", () => {
  const undecided = { undetermined: 3 };
  const one = { findings: [finding({ at: CLIENT, piece: "fetch" })] };

  it("say that something could not be decided where nothing was found", () => {
    expect(text(report(undecided))).toContain("No findings in what was checked; 3 could not be decided\n");
    expect(text(report({ ...undecided, ...one }))).not.toContain("; 3 could not be decided");
  });

  it.each([
    ["most could not be decided", { ...undecided, ...one }, "check --show-undetermined"],
    ["that is listed", { ...undecided, ...one, showsUndetermined: true }, "explain"],
    ["as much was found", { ...one, undetermined: 1 }, "explain"],
  ])("name the option where it tells most: %s", (_case, input, next) => {
    expect(text(report(input)).split("\n").at(-2)).toContain(`Next: npx v2ready ${next}`);
  });
});

describe("the row of the files", () => {
  it("does not count files as seen that are outside of the paths", () => {
    const files = { seen: 6, read: 4, parsed: 4, plain: 1, followed: 3 };
    const output = text(report({ files, undetermined: 1 }));
    expect(output).toContain(
      "6 seen, 4 read, 1 of them as plain text; 3 other files of the repository to follow values",
    );
  });
});

describe("the row of the payloads", () => {
  const source = '{ "numShards": 1 }';
  const payload = (path: string) => ({
    ...finding({ at: { path, source }, piece: "numShards", role: "payload" }),
    requests: [],
  });

  it("names the command that rewrites payloads in JSON files", () => {
    const findings = [payload("plans/a.json"), payload("plans/b.jsonl"), payload("c.js")];
    expect(text(report({ findings }))).toContain(
      "  payloads      the command convert can rewrite bodies of clusters: plans/a.json and 1 more file\n",
    );
  });

  it("names YAML files where the payload is the document or an element of it", () => {
    const yaml = (path: string, indent: string) => ({
      ...finding({ at: { path, source: `${indent}numShards: 1` }, piece: "numShards", role: "payload" }),
      requests: [],
    });
    const rowOf = (path: string, indent: string): string => text(report({ findings: [yaml(path, indent)] }));
    expect(rowOf("a.yaml", "")).toContain("can rewrite bodies of clusters: a.yaml\n");
    expect(rowOf("a.yml", "- ")).toContain("can rewrite bodies of clusters: a.yml\n");
    expect(rowOf("chart.yaml", "    ")).not.toContain("convert");
  });

  it("is not there for payloads in code", () => {
    expect(text(report({ findings: [payload("c.js")] }))).not.toContain("convert");
  });
});

describe("--show-all", () => {
  it.each(Object.keys(SAMPLE_REPORTS))("leaves nothing to count in the report %s", (name) => {
    const output = text(SAMPLE_REPORTS[name]!, { showAll: true });
    expect(output).not.toMatch(/\b(?:and \d+ (?:more|other)|\d+ more places)|lists all/);
  });

  it("is what a line that counts the rest names", () => {
    expect(text(SAMPLE_REPORTS["calls"]!)).toContain("and 2 more requests (--show-all lists all)");
  });
});

describe("the causes of what could not be decided", () => {
  it("are counted, the most frequent first, and the rest is summed up", () => {
    const undeterminedBy = { a: 1, b: 2, c: 1, d: 1, e: 1, f: 2, g: 1 };
    expect(text(report({ undetermined: 9, undeterminedBy }))).toContain(
      "because of: b (2); f (2); a (1); c (1); d (1); others (2)",
    );
  });

  it("are not counted for a single one, which is explained where it is listed", () => {
    expect(text(report({ undetermined: 1, undeterminedBy: { a: 1 } }))).not.toContain("because of");
  });
});

describe("a client library to replace", () => {
  const at = { path: "a.go", source: "providerSettings numShards github.com/a/b" };
  const errors = ["providerSettings", "numShards"].map((piece) =>
    finding({ at, piece, ruleId: "no-removed-property", severity: "error" }),
  );
  const ofClient = { ruleId: "no-outdated-client", severity: "warning", part: "client" } as const;
  const client = finding({ at, piece: "github.com/a/b", ...ofClient });

  it("comes first, and is the next thing to read", () => {
    const lines = text(report({ findings: [...errors, client] })).split("\n");
    expect(lines[0]).toBe("Clients to replace first");
    expect(lines.indexOf("Errors")).toBeGreaterThan(0);
    expect(lines).toContain("Next: npx v2ready explain no-outdated-client");
  });

  it("is not called the first one where nothing else is found", () => {
    expect(text(report({ findings: [client] }))).toMatch(/^Warnings\n/);
  });
});
