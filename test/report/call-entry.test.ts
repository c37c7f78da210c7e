import { describe, expect, it } from "vitest";
import { text } from "../../src/report/text.js";
import { finding, report } from "./report-builder.js";
import { SAMPLE_REPORTS } from "./sample-reports.js";

const typicalRequest = SAMPLE_REPORTS["calls"]!.requests[0]!;

describe("the findings of an entry", () => {
  it("are shown for thirty requests, and counted for the others", () => {
    const names = Array.from({ length: 40 }, (_, index) => `r${index + 10}`);
    const resources = { path: "src/all.ts", source: names.map((name) => `${name}__\n`).join("") };
    const wrapper = { path: "src/send.ts", source: "urllib.request(path);\n" };
    const placed = (path: string, line: number) => ({ path, position: { line, column: 1, utf16Column: 1 } });
    const requests = names.map((name, index) => ({
      ...typicalRequest,
      id: name,
      method: "GET",
      path: `/groups/${name}`,
      call: placed(resources.path, index + 1),
      sentAt: placed(wrapper.path, 1),
    }));
    const findings = [
      finding({ at: wrapper, piece: "urllib.request(path)", requests: names }),
      ...names.flatMap((name) =>
        ["a", "b"].map((end) =>
          finding({ at: resources, piece: `${name}__`, message: `${name} ${end}`, requests: [name] }),
        ),
      ),
    ];
    const output = text(report({ findings, requests })).split("\n");
    expect(output.filter((line) => /^ {4}GET /.test(line))).toHaveLength(30);
    expect(output).toContain("    and 10 more requests with 20 findings (--show-all lists all)");
  });

  it("are errors before warnings and information, and then in the order of a call and of the file", () => {
    const file = { path: "src/a.ts", source: "one\ntwo\nthree\nfour\n" };
    const { setUp: _, ...plain } = typicalRequest;
    const call = { path: file.path, position: { line: 1, column: 1, utf16Column: 1 } };
    const requests = [{ ...plain, id: "r", method: "GET", path: "/a", client: "http", call }];
    const one = (piece: string, severity: "error" | "warning" | "info") =>
      finding({ at: file, piece, severity, message: piece, requests: ["r"] });
    const findings = [one("one", "info"), one("two", "warning"), one("three", "error"), one("four", "error")];
    const shown = text(report({ findings, requests })).match(
      /(?:error|warning|info) +(?:one|two|three|four)/g,
    );
    expect(shown?.map((line) => line.replace(/ +/, " "))).toEqual([
      "error three",
      "error four",
      "warning two",
      "info one",
    ]);
  });

  it("have a reason with the same place once, with the number of calls below", () => {
    const { setUp: _, ...plain } = typicalRequest;
    const file = { path: "src/a.ts", source: "one\ntwo\nthree\n" };
    const placed = (line: number) => ({ path: file.path, position: { line, column: 1, utf16Column: 1 } });
    const requests = ["one", "two", "three"].map((id, index) => ({
      ...{ ...plain, id, method: "GET", path: `/${id}`, client: "http", call: placed(index + 1) },
    }));
    const place = { path: "src/b.ts", position: { line: 9, column: 1, utf16Column: 1 } };
    const findings = requests.map(({ id }) => ({
      ...finding({ at: file, piece: id, requests: [id] }),
      reasons: [{ text: "another call stays", place }, { text: `its own: ${id}` }],
    }));
    const output = text(report({ findings, requests })).split("\n");
    expect(output.filter((line) => line.startsWith("    = "))).toEqual([
      "    = why: another call stays (src/b.ts:9:1); the same holds for 2 calls below",
      ...["one", "two", "three"].map((id) => `    = why: its own: ${id}`),
    ]);
  });

  it("have the end of a help once that several helps share", () => {
    const { setUp: _, ...plain } = typicalRequest;
    const file = { path: "src/a.ts", source: "one\ntwo\n" };
    const call = { path: file.path, position: { line: 1, column: 1, utf16Column: 1 } };
    const requests = [{ ...plain, id: "r", method: "PATCH", path: "/a", client: "http", call }];
    const of = (piece: string, advice: string) => finding({ at: file, piece, advice, requests: ["r"] });
    const end = "It replaces the list. Send all of it.";
    const findings = [of("one", `Move one. ${end}`), of("two", `Move two. ${end}`)];
    const output = text(report({ findings, requests })).split("\n");
    expect(output.filter((line) => line.includes("= help: ")).map((line) => line.trim())).toEqual([
      `= help: Move one. ${end}`,
      "= help: Move two.",
    ]);
  });

  it("name each call once, and in the heading all places where a wrapper sends its requests", () => {
    const wrapper = { path: "src/send.ts", source: "first(url);\nsecond(url);\n" };
    const sentAt = (line: number) => ({ path: wrapper.path, position: { line, column: 1, utf16Column: 1 } });
    const { setUp: _, ...plain } = typicalRequest;
    const requests = ["/a", "/b"].flatMap((path, index) =>
      [1, 2].map((line) => ({
        ...plain,
        id: `${path}${line}`,
        method: "GET",
        path,
        client: "http",
        call: { path: "src/calls.ts", position: { line: index + 1, column: 1, utf16Column: 1 } },
        sentAt: sentAt(line),
      })),
    );
    const findings = ["first", "second"].map((piece) =>
      finding({ at: wrapper, piece, requests: requests.map(({ id }) => id) }),
    );
    const output = text(report({ findings, requests })).split("\n");
    expect(output.filter((line) => /^\d+ requests /.test(line))).toEqual([
      expect.stringMatching(/^2 .+ \(sent at (?:src\/send\.ts:)?1:1 and 2:1\)$/),
    ]);
    expect(output).toContain("    = why: this kind of change has no automatic fix; the help says what to do");
    expect(output.filter((line) => line.startsWith("    GET"))).toEqual([
      "    GET /a  http  src/calls.ts:1:1",
      "    GET /b  http  src/calls.ts:2:1",
    ]);
  });

  it("name the file of each finding, unless it is the file that the heading names", () => {
    const wrapper = { path: "src/send.ts", source: "\n\nurllib.request(path);\n" };
    const first = { path: "src/a.ts", source: 'const base = "/v1.0";\n' };
    const sentAt = { path: wrapper.path, position: { line: 3, column: 1, utf16Column: 1 } };
    const requests = ["one", "two"].map((id) => ({ ...typicalRequest, id, path: `/${id}`, sentAt }));
    const ids = requests.map(({ id }) => id);
    const findings = [
      finding({ at: first, piece: "/v1.0", requests: ids }),
      finding({ at: wrapper, piece: "urllib", requests: ids }),
    ];
    const output = text(report({ findings, requests })).split("\n");
    expect(output.filter((line) => line.includes("  error  "))).toEqual([
      expect.stringMatching(/^ {2}src\/a\.ts:1:15 /),
      expect.stringMatching(/^ {2}3:1 /),
    ]);
  });

  it("of several requests with the same text are one, with all places, from eight on", () => {
    const names = Array.from({ length: 9 }, (_, index) => `r${index + 1}`);
    const bases = { path: "src/bases.ts", source: names.map((name) => `${name}__\n`).join("") };
    const requests = ["one", "two"].map((id) => ({ ...typicalRequest, id, path: `/${id}` }));
    const ids = requests.map(({ id }) => id);
    const entry = (number: number): string[] =>
      text(
        report({
          findings: names
            .slice(0, number)
            .map((name) => finding({ at: bases, piece: `${name}__`, requests: ids })),
          requests,
        }),
      ).split("\n");
    const heads = (lines: readonly string[]): number =>
      lines.filter((line) => / {2}error {2}.*no-unversioned-base-path$/.test(line)).length;
    expect(heads(entry(7))).toBe(7);
    expect(heads(entry(8))).toBe(1);
    expect(entry(9).join("\n")).toContain("at src/bases.ts:1:1, 2:1, 3:1, 4:1, 5:1, 6:1, 7:1, 8:1, 9:1");
  });

  it("list three reasons, each once with its places, and say where the others are", () => {
    const at = { path: "src/a.ts", source: "one two three\n" };
    const placed = (column: number) => ({
      path: "src/b.ts",
      position: { line: 1, column, utf16Column: column },
    });
    const reasons = [
      { text: "first", place: placed(1) },
      { text: "first", place: placed(5) },
      ...["second", "third", "fourth"].map((text) => ({ text })),
    ];
    const own = finding({ at, piece: "one", requests: [typicalRequest.id] });
    const given = report({ findings: [{ ...own, reasons }], requests: [typicalRequest] });
    expect(text(given, { showAll: true })).toContain("\n    = why: fourth\n");
    const output = text(given).split("\n");
    expect(output.filter((line) => line.startsWith("    = "))).toEqual([
      "    = why: first (src/b.ts:1:1, 1:5)",
      "    = why: second",
      "    = why: third",
      "    = and 1 other reason (--show-all lists all)",
    ]);
  });

  it("name the place of a reason if its call is one of those that are only counted", () => {
    const names = Array.from({ length: 12 }, (_, index) => `r${index + 10}`);
    const wrapper = { path: "src/send.ts", source: "urllib.request(path);\n" };
    const placed = (line: number) => ({ path: "src/all.ts", position: { line, column: 1, utf16Column: 1 } });
    const requests = names.map((name, index) => ({
      ...typicalRequest,
      id: name,
      path: `/groups/${name}`,
      call: placed(index + 1),
      sentAt: { path: wrapper.path, position: { line: 1, column: 1, utf16Column: 1 } },
    }));
    const own = finding({ at: wrapper, piece: "urllib.request(path)", requests: names });
    const reasons = [
      { text: "shown", place: placed(2) },
      { text: "counted", place: placed(11) },
    ];
    const output = text(report({ findings: [{ ...own, reasons }], requests })).split("\n");
    expect(output.filter((line) => line.startsWith("    = why"))).toEqual([
      "    = why: shown",
      "    = why: counted (src/all.ts:11:1)",
    ]);
  });
});

describe("the heading of an entry of several requests", () => {
  it.each([
    ["type", "11 requests whose data has the type at"],
    ["header", "11 requests whose headers are set at"],
    ["several", "11 requests that must change together; most of them use the code at"],
  ] as const)("says what they share if that is: %s", (what, heading) => {
    const report = SAMPLE_REPORTS["calls"]!;
    const groups = report.groups.map((group) =>
      group.shared?.what === "wrapper" ? { ...group, shared: { ...group.shared, what } } : group,
    );
    expect(text({ ...report, groups }).split("\n")).toContain(`${heading} src/wrapper.ts:1:32`);
  });
});

describe("the heading of a call", () => {
  it("goes on at a slash of the path if this is longer than a line", () => {
    const at = { path: "src/a.ts", source: "one two three\n" };
    const path = "/groups/{projectId}/clusters/{clusterName}/backup/restoreJobs/{restoreJobId}";
    const request = { ...typicalRequest, method: "GET", path };
    const findings = [finding({ at, piece: "one", requests: [request.id] })];
    const lines = text(report({ findings, requests: [request] }), { width: 50 }).split("\n");
    expect(lines).toContain("GET /groups/{projectId}/clusters/{clusterName}");
    expect(lines.filter((line) => line.startsWith("    /backup/restoreJobs/{restoreJobId}"))).toHaveLength(1);
    expect(lines.filter((line) => line.length > 50)).toEqual([]);
  });
});
