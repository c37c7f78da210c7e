import { describe, expect, it } from "vitest";

import { FORMATS, FORMAT_NAMES, renderReport } from "../../src/report/index.js";
import { SAMPLE_REPORTS } from "./sample-reports.js";

const EXTENSIONS = {
  text: "text.txt",
  concise: "concise.txt",
  json: "json",
  sarif: "sarif",
  github: "github.txt",
};

const ESCAPES_ALLOWED = { color: true, hyperlinks: true };

/** Control characters but the line break, bidirectional controls, line separators. */
const TERMINAL_CONTROLS = /[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

describe.each(Object.entries(SAMPLE_REPORTS))("the report %s", (name, report) => {
  it.each(FORMAT_NAMES)("as %s is as committed", async (format) => {
    const output = await renderReport(format, report);
    await expect(output).toMatchFileSnapshot(`../../fixtures/reports/${name}.${EXTENSIONS[format]}`);
  });

  it.each(FORMAT_NAMES)(
    "as %s ends with one line break and holds nothing that a terminal acts upon",
    async (format) => {
      const output = await renderReport(format, report);
      expect(output).toMatch(/[^\n]\n$/);
      expect(output).not.toMatch(TERMINAL_CONTROLS);
    },
  );

  it.each(FORMAT_NAMES.filter((format) => FORMATS[format].reader === "program"))(
    "as %s has no escape sequence even where they are allowed",
    async (format) => {
      expect(await renderReport(format, report, ESCAPES_ALLOWED)).toBe(await renderReport(format, report));
    },
  );
});
