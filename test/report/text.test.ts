import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";

import { GROUPINGS, type Grouping } from "../../src/report/options.js";
import { text } from "../../src/report/text.js";
import { finding, related, report } from "./report-builder.js";
import { CLIENT, SAMPLE_REPORTS } from "./sample-reports.js";

const ESC = "\u001B";
const typical = SAMPLE_REPORTS["typical"]!;

describe("colour and links", () => {
  it("change nothing but the looks", () => {
    const colored = text(typical, { color: true, hyperlinks: true });
    expect(colored).toContain(ESC);
    expect(stripVTControlCharacters(colored)).toBe(text(typical));
  });

  it("colour the severity and the carets by severity", () => {
    const colored = text(typical, { color: true });
    expect(colored).toContain(`${ESC}[31merror${ESC}[39m`);
    expect(colored).toContain(`${ESC}[33m^^^^^^^^${ESC}[39m`);
    expect(colored).toContain(`${ESC}[34minfo${ESC}[39m`);
  });

  it("link a rule to its page only where that is an address", () => {
    const linked = text(typical, { hyperlinks: true });
    const address = "https://v2ready.example/rules/no-unversioned-base-path";
    expect(linked).toContain(`${ESC}]8;;${address}${ESC}\\no-unversioned-base-path${ESC}]8;;${ESC}\\`);
    expect(linked.split(`${ESC}]8;;https`)).toHaveLength(2);
  });

  it("do not let an address break out of its link", () => {
    const docs = `https://v2ready.example/${ESC}\\evil`;
    const rules = typical.rules.map((rule) => ({ ...rule, docs }));
    expect(text({ ...typical, rules }, { hyperlinks: true })).not.toContain(`${ESC}\\evil`);
  });
});

describe("a finding", () => {
  it("has the first three and the last two places of its trace, and the number of the others", () => {
    const places = Array.from({ length: 11 }, (_, index) => related(CLIENT, "BASE", `hop ${index + 1}`));
    const output = text(report({ findings: [finding({ at: CLIENT, piece: "fetch", related: places })] }));
    const hops = (shown: string): string[] => shown.split("\n").filter((line) => /= (?:from|…) /.test(line));
    expect(hops(output).map((line) => line.trim())).toEqual([
      "= from src/client.ts:1:10: hop 1",
      "= from src/client.ts:1:10: hop 2",
      "= from src/client.ts:1:10: hop 3",
      "= … 6 more places (--show-all lists all)",
      "= from src/client.ts:1:10: hop 10",
      "= from src/client.ts:1:10: hop 11",
    ]);
    const short = finding({ at: CLIENT, piece: "fetch", related: places.slice(0, 6) });
    expect(hops(text(report({ findings: [short] })))).toHaveLength(6);
  });

  it("has each place of its trace once", () => {
    const hop = related(CLIENT, "BASE", "stored in ctx");
    const output = text(report({ findings: [finding({ at: CLIENT, piece: "fetch", related: [hop, hop] })] }));
    expect(output.split("stored in ctx")).toHaveLength(2);
  });

  it("shares the line of code with others on it", () => {
    const at = { path: "src/a.js", source: "cluster.settings.name = existing.settings.name;\n" };
    const second = { path: at.path, source: at.source.replace("settings", "________") };
    const findings = [at, second].map((sample) => finding({ at: sample, piece: "settings" }));
    const shown = findings.map((one) => ({ ...one, excerpt: [at.source.trimEnd()] }));
    expect(text(report({ findings: shown }))).toContain(
      [
        "    1 | cluster.settings.name = existing.settings.name;",
        "      |         ^^^^^^^^                 ^^^^^^^^",
        "",
      ].join("\n"),
    );
  });
});

describe("problems", () => {
  it("are listed once if the end of the report says what was not checked because of them", () => {
    const reason = "following its values takes more than 10 steps";
    const output = text(
      report({
        problems: [
          { path: "a.js", kind: "limit", message: reason },
          { path: "b.js", kind: "encoding", message: "has bytes that are not UTF-8" },
        ],
        unchecked: [
          { kind: "limit", reason, missing: "values beyond it", count: 1, places: [{ path: "a.js" }] },
        ],
      }),
    );
    expect(output.split(reason)).toHaveLength(2);
    expect(output).toContain("Problems\n  b.js  has bytes that are not UTF-8  encoding\n");
    expect(output).toMatch(/\n {2}problems +1\n/);
  });

  const problem = (index: number) =>
    ({ path: `f${index}.js`, kind: "syntax", message: "does not parse" }) as const;
  const listed = (count: number) => {
    const output = text(report({ problems: Array.from({ length: count }, (_, index) => problem(index)) }));
    return { lines: output.split("\n").filter((line) => line.endsWith("  syntax")).length, output };
  };

  it("are all listed up to twenty", () => {
    const { lines, output } = listed(20);
    expect(lines).toBe(20);
    expect(output).not.toMatch(/and \d+ more/);
  });

  it("are counted beyond twenty", () => {
    const { lines, output } = listed(21);
    expect(lines).toBe(20);
    expect(output).toContain("\n  and 1 more (--show-all lists all)\n");
  });

  it("start with failures of the program itself", () => {
    const failure = { path: "z.js", kind: "internal", message: "rule failed" } as const;
    const output = text(
      report({ problems: [...Array.from({ length: 30 }, (_, index) => problem(index)), failure] }),
    );
    expect(output.split("\n")[1]).toBe("  z.js  rule failed  internal");
  });
});

describe("the summary", () => {
  it("is one line where everything is clear, with what was left aside", () => {
    expect(text(SAMPLE_REPORTS["clean"]!).split("\n")).toHaveLength(2);
    expect(text(SAMPLE_REPORTS["clean"]!)).toMatch(
      /^No findings: 120 files searched, 3 read, .*2 skipped.*1 left out/,
    );
  });

  it("does not call it clean when nothing was searched", () => {
    expect(text(report())).toMatch(/^Nothing was searched/);
  });

  it.each([
    { name: "something is undetermined", input: { undetermined: 1 }, says: "1 that could not be decided" },
    { name: "a question is open", input: { undetermined: 1 }, says: "was checked; 1 could not be" },
    {
      name: "a base path has no request",
      input: { undetermined: 3, basesWithoutRequest: 1 },
      says: "1 of them is a base path for which no request was found",
    },
    {
      name: "something is hidden",
      input: { hidden: { confidence: 3 } },
      says: "3: 3 below medium confidence",
    },
    {
      name: "files were read as plain text",
      input: { files: { seen: 2, plain: 2 }, languages: { parsed: {}, plain: { Python: 2 } } },
      says: "2 of them as plain text",
    },
    {
      name: "something was not checked",
      input: { unchecked: SAMPLE_REPORTS["unchecked-only"]!.unchecked },
      says: "not checked   8: 7 limit, 1 ignored",
    },
    {
      name: "there is a problem",
      input: { problems: [{ path: "a.js", kind: "limit", message: "too many hops" }] as const },
      says: "problems      1",
    },
  ])("is not reduced to one line when $name", ({ input, says }) => {
    expect(text(report({ files: { seen: 5 }, ...input }))).toContain(says);
  });

  it("names what was left out and skipped in plain words, but for what nobody expects to be read", () => {
    const leftOut = { "lock-file": 2, vcs: 1, node_modules: 3 };
    const skipped = { "too-large": 3, "own-report": 1 };
    const output = text(report({ files: { seen: 5, leftOut, skipped }, hidden: { quiet: 1 } }));
    expect(output).toContain("  left out      3: 3 node_modules folders\n");
    expect(output).toContain("  skipped       4: 3 too large, 1 report of v2ready\n");
  });

  it("names the reasons for what is hidden", () => {
    const output = text(report({ hidden: { quiet: 2, directive: 1, odd: 4 } }));
    expect(output).toContain("hidden        7: 4 odd, 2 less than an error, 1 by a directive\n");
  });

  it.each([
    { name: "a look at the safe fixes", fixes: ["unsafe", "safe"], next: "fix --diff" },
    { name: "a look at the unsafe fixes", fixes: ["unsafe"], next: "fix --unsafe-fixes --diff" },
    { name: "the page of the rule", fixes: [], next: "explain no-unversioned-base-path" },
  ] as const)("ends with the next command: $name", ({ fixes, next }) => {
    const planned = fixes.map((applicability) => ({ applicability, description: "Change it", edits: [] }));
    const output = text(report({ findings: [finding({ at: CLIENT, piece: "fetch", fixes: planned })] }));
    expect(output.split("\n").at(-2)).toBe(`Next: npx v2ready ${next}`);
  });

  it("counts findings, files and calls, and what would fix them", () => {
    const lines = text(SAMPLE_REPORTS["calls"]!).split("\n");
    const at = lines.findIndex((line) => line.startsWith("19 findings"));
    expect(lines.slice(at, at + 2)).toEqual([
      "19 findings: 18 errors, 1 warning, 0 info; in 5 files; 12 calls to change",
      "  to fix        1 by the command fix, 1 more by the command fix --unsafe-fixes (if its checks pass), 17 by a person",
    ]);
  });
});

describe("findings by call", () => {
  const lines = text(SAMPLE_REPORTS["calls"]!).split("\n");
  const section = (title: string): string[] => {
    const from = lines.indexOf(title);
    expect(from).toBeGreaterThanOrEqual(0);
    return lines.slice(from + 1);
  };

  it("start with the calls to change, and end with tests and documentation", () => {
    const titles = ["Calls to change", "Other errors", "Warnings", "Information", "Tests", "Documentation"];
    expect(lines.filter((line) => titles.includes(line))).toEqual([
      "Calls to change",
      "Other errors",
      "Warnings",
      "Tests",
    ]);
    expect(
      text(typical)
        .split("\n")
        .filter((line) => ["Errors", ...titles].includes(line)),
    ).toEqual(["Errors", "Warnings", "Tests", "Documentation"]);
  });

  it("name the request, and go from its base to its header in brief words", () => {
    const entry = section("Calls to change");
    const from = entry.indexOf("POST /groups/{group}/clusters  fetch  src/calls.ts:3:7 (set up at 1:14)");
    const heads = entry.slice(from + 1).filter((line) => /^ {2}\d/.test(line));
    expect(heads.slice(0, 2)).toEqual([
      "  1:15  error  the old base path  no-unversioned-base-path",
      "  3:7   error  no dated Accept header  require-version-media-type",
    ]);
  });

  it("say what fix can do about a call, and why it is unsafe", () => {
    const unsafe = lines.indexOf("  fix: 1 by the command fix, 1 by the command fix --unsafe-fixes");
    expect(lines[unsafe + 1]).toBe("    = not proven: the answer may be read elsewhere");
    expect(lines).toContain("  fix: a person must change these calls");
  });

  it("are shown once for all requests that share a place, with eight of the names", () => {
    const from = lines.indexOf("11 requests sent by urllib at src/wrapper.ts:1:32");
    const entry = lines.slice(from, lines.indexOf("", from));
    expect(entry.filter((line) => line.includes("require-version-media-type"))).toHaveLength(1);
    expect(entry.filter((line) => /^ {4}GET /.test(line))).toEqual([
      "    GET /groups/{id}/r01  urllib  src/resources.ts:1:1",
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `    GET /groups/{id}/r0${n}  urllib  src/resources.ts:${n}:1`),
    ]);
    expect(entry[entry.indexOf("    GET /groups/{id}/r01  urllib  src/resources.ts:1:1") + 1]).toBe(
      "      1:1  error  r01 is gone  no-removed-property",
    );
    expect(entry).toContain("    and 2 more requests (--show-all lists all)");
  });

  it("show the same help and the same way once", () => {
    expect(lines.filter((line) => line.includes("help: Send the dated media type."))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("from src/calls.ts:2:7: the options"))).toHaveLength(1);
  });

  it("show the first line of a call only", () => {
    const at = lines.indexOf("    3 | await fetch(BASE, {");
    expect(lines[at + 1]).toBe("      |       ^^^^^^^^^^^^^");
    expect(lines.join("\n")).not.toContain("more line");
  });

  it("are one message for the same finding of a file, with ten frames and the other places", () => {
    const block = section("Other errors");
    const errors = block.slice(0, block.indexOf("Warnings"));
    const heads = errors.filter((line) => line.includes("  error  "));
    expect(heads).toEqual(["  1:1  error  listed is gone  no-removed-property"]);
    expect(errors.filter((line) => line.endsWith("^^^^^^"))).toHaveLength(10);
    expect(errors.some((line) => line.trim() === "also at 11:1, 12:1")).toBe(true);
  });

  it("have help but no code in tests", () => {
    const block = section("Tests");
    expect(block.slice(1, 3)).toEqual(["test/a.test.ts", "  1:1  error  old in a test  no-removed-property"]);
    expect(block.slice(3, 6)).toEqual(["    also at 2:1", "    = help: Change the test, too.", ""]);
  });
});

describe("a finding that many places have", () => {
  const source = (path: string) => ({ path, source: 'get("/api/admin/v1.0/groups");\n' });
  const inFiles = (names: readonly string[]): string =>
    text(
      report({
        findings: names.map((name) =>
          finding({ at: source(name), piece: "/api/admin/v1.0", advice: "Use v2." }),
        ),
      }),
    );

  it("is shown file by file in up to three files", () => {
    const output = inFiles(["a.js", "b.js", "c.js"]);
    expect(output.split("\n").filter((line) => /^[a-c]\.js$/.test(line))).toEqual(["a.js", "b.js", "c.js"]);
    expect(output.match(/\^\^\^/g)).not.toBeNull();
  });

  it("is shown once for several files, with all places", () => {
    const output = inFiles(["a.js", "b.js", "c.js", "d.js"]);
    expect(output.split("\n").slice(2, 8)).toEqual([
      "a.js",
      "  1:6  error  The administration base path has no version  no-unversioned-base-path",
      '    1 | get("/api/admin/v1.0/groups");',
      "      |      ^^^^^^^^^^^^^^^",
      "      also at b.js:1:6, c.js:1:6, d.js:1:6",
      "      = help: Use v2.",
    ]);
  });

  it("is in a section of its own at the end for build output", () => {
    const output = text(
      report({
        findings: [
          finding({ at: source("dist/a.js"), piece: "/api/admin/v1.0", fileClass: "build" }),
          finding({ at: source("src/a.js"), piece: "/api/admin/v1.0" }),
        ],
      }),
    );
    expect(output.indexOf("src/a.js")).toBeLessThan(
      output.indexOf("Build output and copies of libraries\n\ndist/a.js"),
    );
  });

  it("of paths of requests of one entry is a line for each message, with the places", () => {
    const code = Array.from({ length: 4 }, (_, index) => `send("/groups/gone${index % 2}");`).join("\n");
    const at = { path: "src/a.ts", source: `${code}\nfetch(url);\n` };
    const requests = [0, 1, 2, 3].map((index) => ({
      id: `a${index}`,
      kind: "call" as const,
      method: "GET",
      path: `/groups/gone${index % 2}`,
      client: "fetch",
      call: { path: at.path, position: { line: index + 1, column: 1 } },
      sentAt: { path: at.path, position: { line: 5, column: 1 } },
      fileClass: "source" as const,
    }));
    const ids = requests.map(({ id }) => id);
    const output = text(
      report({
        requests,
        findings: [
          finding({ at, piece: "fetch(url)", requests: ids, ruleId: "require-version-media-type" }),
          ...ids.map((id, index) => {
            const line = finding({ at, piece: code.split("\n")[index]!, ruleId: "no-removed-property" });
            const position = { line: index + 1, column: 7 };
            const message = `gone${index % 2} is gone`;
            return { ...line, position, message, messageId: "gone", part: "path" as const, requests: [id] };
          }),
        ],
      }),
    );
    const lines = output.split("\n");
    const first = lines.indexOf("  error  gone0 is gone  no-removed-property");
    expect(lines.slice(first, first + 4)).toEqual([
      "  error  gone0 is gone  no-removed-property",
      "         at src/a.ts:1:7, 3:7",
      "  error  gone1 is gone  no-removed-property",
      "         at src/a.ts:2:7, 4:7",
    ]);
  });
});

describe("the numbers at the end", () => {
  const at = {
    path: "a.sh",
    source: "curl /api/admin/v1.0/groups\ncurl /api/admin/v1.0/x\nconst a = numShards;\n",
  };

  it("tell calls from URLs that are only mentioned", () => {
    const request = (id: string, kind: "call" | "text") => ({
      id,
      kind,
      path: "/groups",
      client: "shell",
      call: { path: at.path, position: { line: 1, column: 6 } },
      fileClass: "source" as const,
    });
    const findings = ["b1", "b2"].map((id, index) =>
      finding({ at, piece: index === 0 ? "/api/admin/v1.0/groups" : "/api/admin/v1.0/x", requests: [id] }),
    );
    const headlineOf = (kinds: readonly ("call" | "text")[]): string | undefined =>
      text(report({ requests: kinds.map((kind, index) => request(`b${index + 1}`, kind)), findings }))
        .split("\n")
        .find((line) => line.startsWith("2 findings"));
    expect(headlineOf(["call", "text"])).toMatch(/; 1 call and 1 mention to change$/);
    expect(headlineOf(["text", "text"])).toMatch(/; 2 mentions to change$/);
  });

  it("are followed by the page of the most frequent rule among the worst findings", () => {
    const findings = [
      finding({ at, piece: "/api/admin/v1.0/groups" }),
      finding({ at, piece: "numShards", ruleId: "no-removed-property" }),
      finding({ at, piece: "const a", ruleId: "no-removed-property" }),
      ...["curl", "a = n", "Shards"].map((piece) =>
        finding({ at, piece, ruleId: "no-deprecated-version", severity: "warning" }),
      ),
    ];
    expect(text(report({ findings }))).toContain("Next: npx v2ready explain no-removed-property\n");
  });
});

describe("other groupings", () => {
  const headings = (groupBy: Grouping): string[] =>
    text(typical, { groupBy })
      .split("\n\n")
      .map((block) => block.split("\n")[0]!)
      .filter((line) => !line.startsWith(" "));
  it.each([
    ["file", ["README.md", "src/client.ts", "src/config.ts", "test/fixtures/cluster.json"]],
    [
      "rule",
      [
        "no-deprecated-version",
        "require-version-media-type",
        "no-removed-property",
        "no-unversioned-base-path",
      ],
    ],
    ["directory", [".", "src", "test/fixtures"]],
  ] as const)("are below their %s", (groupBy, expected) => {
    expect(headings(groupBy).slice(0, expected.length)).toEqual(expected);
  });
});

describe("a narrow terminal", () => {
  it.each([40, 60, 80])("of %i columns gets lines that are broken at words", (width) => {
    for (const [name, sample] of Object.entries(SAMPLE_REPORTS)) {
      if (name === "unfriendly") continue;
      for (const groupBy of GROUPINGS) {
        const wide = text(sample, { width, groupBy })
          .split("\n")
          .filter((line) => stringWidth(line) > width && line.trim().includes(" "))
          .filter((line) => !line.startsWith("Next: "));
        expect(wide).toEqual([]);
      }
    }
  });
});
