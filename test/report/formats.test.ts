import { describe, expect, it } from "vitest";

import { concise } from "../../src/report/concise.js";
import { github } from "../../src/report/github.js";
import { FORMATS, FORMAT_NAMES, isFormatName, renderReport } from "../../src/report/index.js";
import { json } from "../../src/report/json.js";
import { sarif } from "../../src/report/sarif.js";
import { text } from "../../src/report/text.js";
import { SAMPLE_REPORTS } from "./sample-reports.js";

const typical = SAMPLE_REPORTS["typical"]!;

describe("the table of formats", () => {
  it("lists the names that --format takes", () => {
    expect(FORMAT_NAMES).toEqual(["text", "concise", "json", "sarif", "github"]);
  });

  it.each([
    { name: "json", known: true },
    { name: "JSON", known: false },
    { name: "toString", known: false },
    { name: "", known: false },
  ])("knows '$name': $known", ({ name, known }) => {
    expect(isFormatName(name)).toBe(known);
  });

  it("describes each format in a phrase of its own", () => {
    const descriptions = FORMAT_NAMES.map((name) => FORMATS[name].description);
    expect(new Set(descriptions).size).toBe(FORMAT_NAMES.length);
    for (const description of descriptions) expect(description).toMatch(/^[^\n]{10,70}[^.\n]$/);
  });

  it.each([
    ["text", text],
    ["concise", concise],
    ["json", json],
    ["sarif", sarif],
    ["github", github],
  ] as const)("renders %s with its own function and passes the options on", async (name, render) => {
    const options = { color: true, width: 60, category: "sub" };
    expect(await renderReport(name, typical, options)).toBe(render(typical, options));
  });

  it("cautions about large reports in SARIF only", () => {
    expect(FORMAT_NAMES.filter((name) => FORMATS[name].caution)).toEqual(["sarif"]);
  });
});
