import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";

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
    expect(colored).toContain(`${ESC}[31merror  ${ESC}[39m`);
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

describe("a file's findings", () => {
  it("stand together under one heading", () => {
    const lines = text(typical).split("\n");
    expect(lines.filter((line) => line === "src/client.ts")).toHaveLength(1);
  });

  it("are counted beyond eight places of a value's way", () => {
    const places = Array.from({ length: 11 }, (_, index) => related(CLIENT, "BASE", `hop ${index + 1}`));
    const output = text(report({ findings: [finding({ at: CLIENT, piece: "fetch", related: places })] }));
    expect(output).toContain("from src/client.ts:1:10: hop 8\n");
    expect(output).not.toContain("hop 9");
    expect(output).toContain("= and 3 more of its way\n");
  });
});

describe("problems", () => {
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
    expect(output).toContain("\n  and 1 more\n");
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
    {
      name: "something is hidden",
      input: { hidden: { confidence: 3 } },
      says: "3: 3 below medium confidence",
    },
    {
      name: "files were read as plain text",
      input: { files: { seen: 2, plain: 2 }, languages: { parsed: {}, plain: { Python: 2 } } },
      says: "plain text    Python 2",
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

  it("names the reasons for what is hidden", () => {
    const output = text(report({ hidden: { quiet: 2, directive: 1, odd: 4 } }));
    expect(output).toContain("hidden        7: 4 odd, 2 less than an error, 1 by a directive\n");
  });

  it("keeps its lists inside the width", () => {
    const lines = text(SAMPLE_REPORTS["many"]!, { width: 60 }).split("\n");
    const directories = lines.slice(lines.findIndex((line) => line.startsWith("  directories")));
    expect(directories[1]).toMatch(/^ {16}package-/);
    expect(
      Math.max(...directories.filter((line) => line.includes("package-")).map((line) => line.length)),
    ).toBeLessThanOrEqual(60);
  });
});
