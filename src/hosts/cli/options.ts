import { UsageError } from "../../core/errors.js";
import { FORMAT_NAMES, isFormatName, type FormatName, type Grouping } from "../../report/index.js";
import type { PrintFlags } from "./printing.js";
import { unknownName, type FixRunFlags, type RunFlags } from "../../runs/options.js";

/** The options of `check` as the command line gives them. */
export interface CheckFlags extends RunFlags, PrintFlags {
  readonly format?: readonly string[];
  readonly output?: string;
  readonly groupBy?: Grouping;
  readonly showAll?: boolean;
  readonly maxWarnings?: string;
  readonly exitZero?: boolean;
  readonly stats?: boolean;
  readonly progress?: boolean;
  readonly failOnUndetermined?: boolean;
  readonly failOnUnchecked?: boolean;
  readonly fix?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
}

/** The options of `fix`; `check --fix` knows those of `FixRunFlags`, but for `markers`. */
export interface FixFlags extends CheckFlags, FixRunFlags {
  readonly diff?: boolean;
  readonly interactive?: boolean;
  readonly report?: string;
}

/** The values of `fix --format`. */
export const FIX_FORMATS = ["text", "concise", "json"] as const;

/** One output: a format and where it goes. */
export interface Output {
  readonly format: FormatName;
  /** Absent for standard output. */
  readonly file?: string;
}

/** Returns the outputs that `--format NAME[=FILE]` and `--output FILE` ask for. */
export function outputsOf(flags: Pick<CheckFlags, "format" | "output">): Output[] {
  const outputs = (flags.format ?? []).map((value): Output => {
    const at = value.indexOf("=");
    const name = at < 0 ? value : value.slice(0, at);
    if (!isFormatName(name)) throw unknownName("format", name, FORMAT_NAMES);
    if (at < 0) return { format: name };
    const file = value.slice(at + 1);
    if (file === "") throw new UsageError(`--format ${value} names no file`, `Write --format ${name}=FILE.`);
    return { format: name, file };
  });
  const { output } = flags;
  if (output !== undefined) {
    const at = outputs.findLastIndex(({ file }) => file === undefined);
    const format = outputs[at]?.format ?? "text";
    // A .sarif file must contain SARIF; then the format that was asked for stays on standard output.
    if (output.endsWith(".sarif") && format !== "sarif") outputs.push({ format: "sarif", file: output });
    else if (output.endsWith(".json") && at < 0) outputs.push({ format: "json", file: output });
    else if (at >= 0) outputs[at] = { format, file: output };
    else outputs.push({ format, file: output });
  }
  if (outputs.filter(({ file }) => file === undefined).length > 1) {
    throw new UsageError(
      "two formats cannot share standard output",
      "Send one of them to a file: --format NAME=FILE.",
    );
  }
  return outputs.length > 0 ? outputs : [{ format: "text" }];
}

export function countOf(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value))
    throw new UsageError(`${flag} ${value} is not a number`, "Write a whole number from 0 on.");
  return Number(value);
}
