import type { Report } from "../core/report.js";
import { sarifCaution } from "./limits.js";
import { usableWidth, type RenderOptions } from "./options.js";
import { createStyle } from "./style.js";
import { statsBlock } from "./summary-block.js";
import { withoutCommands } from "../core/visible.js";

export type { JsonReport } from "./json.js";
export { GROUPINGS, type Grouping, type RenderOptions, type Typed } from "./options.js";

/** Turns a report into the whole output of a run, final line break included; pure. */
type Render = (report: Report, options?: RenderOptions) => string;

export type FormatName = "text" | "concise" | "json" | "sarif" | "github";

interface Format {
  /** One phrase for help texts. */
  readonly description: string;
  /** Formats for people may have colour, hyperlinks and a width; those for programs have none of it. */
  readonly reader: "person" | "program";
  /** Loads the code of this format only; a run needs one. */
  readonly load: () => Promise<Render>;
  /** Returns one sentence for standard error that a user should read about this report in this format. */
  readonly caution?: (report: Pick<Report, "findings">) => string | undefined;
}

/** Every output format by the name that `--format` takes. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  text: {
    description: "the calls to change, with code, help and what fix can do",
    reader: "person",
    load: async () => (await import("./text.js")).text,
  },
  concise: {
    description: "one line for each finding, path:line:col: severity message rule",
    reader: "person",
    load: async () => (await import("./concise.js")).concise,
  },
  json: {
    description: "one JSON document, schema version 2",
    reader: "program",
    load: async () => (await import("./json.js")).json,
  },
  sarif: {
    description: "SARIF 2.1.0 for code scanning",
    reader: "program",
    load: async () => (await import("./sarif.js")).sarif,
    caution: sarifCaution,
  },
  github: {
    description: "annotations for GitHub Actions",
    reader: "program",
    load: async () => (await import("./github.js")).github,
  },
};

/** In the order in which help texts list them. */
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

export function isFormatName(text: string): text is FormatName {
  return Object.hasOwn(FORMATS, text);
}

/** Writes the report in the named format. */
export async function renderReport(
  name: FormatName,
  report: Report,
  options: RenderOptions = {},
): Promise<string> {
  const render = await FORMATS[name].load();
  const output = render(report, options);
  return FORMATS[name].reader === "person" ? withoutCommands(output) : output;
}

/** Returns counts of a run that need no action, one line for each kind. */
export function statsLines(report: Report): string[] {
  return statsBlock(report, createStyle({}), usableWidth({}));
}
