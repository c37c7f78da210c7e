import { describe, expect, it } from "vitest";
import { text } from "../../src/report/text.js";
import { report } from "./report-builder.js";
import { SAMPLE_REPORTS } from "./sample-reports.js";

describe("the end of the text format", () => {
  it("names the option that lists the undetermined, unless they are listed", () => {
    const lines = (showsUndetermined: boolean): string =>
      text(report({ undetermined: 2, showsUndetermined })).replace(/\s+/g, " ");
    expect(lines(false)).toContain("(--show-undetermined lists them, --fail-on-undetermined makes");
    expect(lines(true)).toContain("neither clean nor broken (--fail-on-undetermined makes the run fail)");
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
