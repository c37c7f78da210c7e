import { describe, expect, it } from "vitest";

import { github } from "../../src/report/github.js";
import { visible } from "../../src/core/visible.js";
import { finding, report } from "./report-builder.js";
import { CONFIG, SAMPLE_REPORTS } from "./sample-reports.js";

interface Parsed {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** Reads a line as the runner does (`TryParseV2` of `ActionCommand` in actions/runner). Undefined for plain text. */
function parse(line: string): Parsed | undefined {
  const message = line.trimStart();
  const end = message.indexOf("::", 2);
  if (!message.startsWith("::") || end === -1) return undefined;
  const info = message.slice(2, end);
  const space = info.indexOf(" ");
  const name = space === -1 ? info : info.slice(0, space);
  const pairs =
    space === -1
      ? []
      : info
          .slice(space + 1)
          .trim()
          .split(",");
  const properties = Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), unescape(pair.slice(equals + 1), { "%3A": ":", "%2C": "," })];
    }),
  );
  return { name, properties, data: unescape(message.slice(end + 2)) };
}

function unescape(text: string, more: Readonly<Record<string, string>> = {}): string {
  const replacements = Object.entries({ "%0D": "\r", "%0A": "\n", ...more, "%25": "%" });
  return replacements.reduce((sum, [token, character]) => sum.replaceAll(token, character), text);
}

function lines(name: string): string[] {
  return github(SAMPLE_REPORTS[name]!).slice(0, -1).split("\n");
}

const kindOrder = ["error", "warning", "notice"];

describe("github", () => {
  it.each(Object.keys(SAMPLE_REPORTS))(
    "prints %s as commands that the runner reads, and one line of text",
    (name) => {
      const { findings, problems, unchecked } = SAMPLE_REPORTS[name]!;
      const all = lines(name);
      expect(all.slice(0, -1).every((line) => parse(line) !== undefined)).toBe(true);
      expect(parse(all.at(-1)!)).toBeUndefined();
      expect(all).toHaveLength(findings.length + problems.length + unchecked.length + 1);
    },
  );

  it("keeps percent signs, colons, commas and several lines", () => {
    const commands = lines("unfriendly").map(parse);
    const wide = commands.find((command) => command?.name === "warning")!;
    expect(wide.properties).toEqual({
      file: "src/日本語 100%,a:b.ts",
      line: "1",
      endLine: "1",
      col: "25",
      endColumn: "40",
      title: "no-unversioned-base-path",
    });
    expect(wide.data).toBe("src/日本語 100%,a:b.ts:1:25: 旧パス, 100% old: yes (no-unversioned-base-path)");
    const hostile = commands.find((command) => command?.properties["file"]?.startsWith("::"))!;
    expect(hostile.properties["file"]).toBe(visible("::error file=x::\u001B[2J\u0007\n.ts"));
    expect(hostile.data.split("\n")).toHaveLength(2);
  });

  it("prints errors before warnings before notices", () => {
    const { findings } = SAMPLE_REPORTS["many"]!;
    const kinds = lines("many")
      .slice(0, findings.length)
      .map((line) => kindOrder.indexOf(parse(line)!.name));
    expect(kinds).toEqual(kinds.toSorted());
    expect(new Set(kinds).size).toBe(2);
  });

  it("calls information a notice", () => {
    const notice = lines("typical")
      .map(parse)
      .find((command) => command?.properties["file"] === "README.md");
    expect(notice?.name).toBe("notice");
  });

  it("sums up what GitHub does not show", () => {
    expect(lines("many").at(-1)).toMatch(
      /GitHub shows 10 annotations of each kind for a step: 11 more errors, 14 more notices are in this log only\.$/,
    );
    expect(lines("typical").at(-1)).not.toContain("GitHub");
  });

  it("uses the singular for one that is not shown", () => {
    const findings = Array.from({ length: 11 }, () => finding({ at: CONFIG, piece: "HOST" }));
    expect(github(report({ findings }))).toMatch(/: 1 more error is in this log only\.\n$/);
  });

  it.each([
    { name: "inside a line", piece: "HOST", place: { line: "2", endLine: "2", col: "14", endColumn: "18" } },
    { name: "that is empty", piece: "", place: { line: "1", endLine: "1", col: "1", endColumn: "1" } },
    {
      name: "over two lines",
      piece: 'HOST = "https://cloud.example.net";\nexport',
      place: { line: "2", endLine: "3" },
    },
    { name: "up to a line break", piece: "// where the service is\n", place: { line: "1", endLine: "1" } },
  ])("gives columns as the runner takes them for a span $name", ({ piece, place }) => {
    const [line] = github(report({ findings: [finding({ at: CONFIG, piece })] })).split("\n");
    const { file, title, ...rest } = parse(line!)!.properties;
    expect({ file, title }).toEqual({ file: CONFIG.path, title: "no-unversioned-base-path" });
    expect(rest).toEqual(place);
  });

  it("names no file for a problem of the whole run", () => {
    expect(parse(lines("problems-only")[0]!)).toEqual({
      name: "notice",
      properties: { title: "limit" },
      data: "Too many importers",
    });
  });
});
