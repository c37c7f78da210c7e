import { UsageError } from "../../core/errors.js";
import { CONFIDENCES, type Confidence } from "../../core/finding.js";
import { nearestName } from "../../core/nearest-name.js";
import { DEFAULT_LIMITS, type Limits } from "../../frontends/limits.js";
import type { Rule } from "../../engine/rule.js";
import { FORMAT_NAMES, isFormatName, type FormatName } from "../../report/index.js";

/** The options of `check` as the command line gives them. */
export interface CheckFlags {
  readonly format?: readonly string[];
  readonly output?: string;
  readonly target?: string;
  readonly asOf?: string;
  readonly vocabulary?: readonly string[];
  readonly minConfidence?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly maxWarnings?: string;
  readonly exitZero?: boolean;
  readonly quiet?: boolean;
  readonly stats?: boolean;
  readonly color?: string | boolean;
  readonly progress?: boolean;
  readonly stdin?: boolean;
  readonly stdinFilename?: string;
  readonly ignore?: boolean;
  readonly types?: boolean;
  readonly limit?: readonly string[];
  readonly ignorePattern?: readonly string[];
  readonly showUndetermined?: boolean;
  readonly failOnUndetermined?: boolean;
  readonly fix?: boolean;
}

/** The options of `fix`; `check --fix` knows those that are marked. */
export interface FixFlags extends CheckFlags {
  readonly diff?: boolean;
  /** Also of `check`. */
  readonly unsafeFixes?: boolean;
  /** Also of `check`. */
  readonly allowDirty?: boolean;
  readonly interactive?: boolean;
  readonly markers?: boolean;
  readonly report?: string;
}

/** One output: a format and where it goes. */
export interface Output {
  readonly format: FormatName;
  /** Absent for standard output. */
  readonly file?: string;
}

/** The outputs that `--format NAME[=FILE]` and `--output FILE` ask for. */
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
    // Nobody wants anything else in a .sarif file; then the format that was asked for stays on standard output.
    if (output.endsWith(".sarif") && format !== "sarif") outputs.push({ format: "sarif", file: output });
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

export function confidenceOf(value: string | undefined): Confidence {
  if (value === undefined) return "medium";
  if (!CONFIDENCES.includes(value as Confidence)) throw unknownName("confidence", value, CONFIDENCES);
  return value as Confidence;
}

/** `--limit NAME=NUMBER`, several times or with commas. */
export function limitsOf(values: readonly string[] | undefined): Limits {
  const limits: Record<string, number> = { ...DEFAULT_LIMITS };
  for (const value of (values ?? []).flatMap((one) => one.split(","))) {
    const [name = "", number = ""] = value.split("=");
    if (!(name in DEFAULT_LIMITS)) throw unknownName("limit", name, Object.keys(DEFAULT_LIMITS));
    if (!/^[1-9]\d{0,8}$/.test(number))
      throw new UsageError(`--limit ${value} is no number above 0`, `Write --limit ${name}=NUMBER.`);
    limits[name] = Number(number);
  }
  return limits as unknown as Limits;
}

/** The rules that `--only` and `--skip` leave. */
export function selectRules(rules: readonly Rule[], flags: Pick<CheckFlags, "only" | "skip">): Rule[] {
  const ids = rules.map(({ meta }) => meta.id);
  const named = (values: readonly string[] | undefined): string[] => {
    const list = (values ?? []).flatMap((value) => value.split(",")).map((id) => id.trim());
    for (const id of list) if (!ids.includes(id)) throw unknownName("rule", id, ids);
    return list;
  };
  const only = named(flags.only);
  const skip = new Set(named(flags.skip));
  const chosen = rules.filter(
    ({ meta }) => (only.length === 0 || only.includes(meta.id)) && !skip.has(meta.id),
  );
  if (chosen.length === 0)
    throw new UsageError("no rule is left to run", "--only and --skip contradict each other.");
  return chosen;
}

export function countOf(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value))
    throw new UsageError(`${flag} ${value} is not a number`, "Write a whole number from 0 on.");
  return Number(value);
}

export function unknownName(kind: string, name: string, names: readonly string[]): UsageError {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${nearest}?`;
  return new UsageError(`there is no ${kind} ${name === "" ? '""' : name}`, hint);
}
