import { describe, expect, it } from "vitest";
import { text } from "../../src/report/text.js";
import { report } from "./report-builder.js";

describe("the end of the text format", () => {
  it("names the option that lists the undetermined, unless they are listed", () => {
    const lines = (showsUndetermined: boolean): string =>
      text(report({ undetermined: 2, showsUndetermined })).replace(/\s+/g, " ");
    expect(lines(false)).toContain("(--show-undetermined lists them, --fail-on-undetermined makes");
    expect(lines(true)).toContain("neither clean nor broken (--fail-on-undetermined makes the run fail)");
  });
});
