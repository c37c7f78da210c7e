import { UsageError } from "../core/errors.js";
import { CONFIDENCES, type Confidence } from "../core/finding.js";
import { nearestName } from "../core/nearest-name.js";
import { DEFAULT_LIMITS, type Limits } from "../frontends/limits.js";
import type { Rule } from "../engine/rule.js";

/** The options of a run, with values as the command line gives them. */
export interface RunFlags {
  /** A version for all resources, or `RESOURCE=DATE`; several in a list. */
  readonly target?: string | readonly string[];
  readonly asOf?: string;
  readonly expiryWarning?: string;
  readonly expiryError?: string;
  readonly vocabulary?: readonly string[];
  readonly minConfidence?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly quiet?: boolean;
  readonly stdin?: boolean;
  readonly stdinFilename?: string;
  readonly ignore?: boolean;
  readonly types?: boolean;
  readonly cache?: boolean;
  readonly limit?: readonly string[];
  readonly ignorePattern?: readonly string[];
  readonly showUndetermined?: boolean;
}

/** The options of a run that fixes. */
export interface FixRunFlags extends RunFlags {
  readonly unsafeFixes?: boolean;
  readonly allowDirty?: boolean;
  readonly markers?: boolean;
  readonly hoistMediaType?: boolean;
}

/** Returns the name of an option as the user knows it, for messages. */
export type NameOption = (option: "target" | "asOf" | "limit" | "expiryWarning" | "expiryError") => string;

/** Returns the name of an option in the command: `--as-of`. */
export const asFlag: NameOption = (option) =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export function confidenceOf(value: string | undefined): Confidence {
  if (value === undefined) return "medium";
  if (!CONFIDENCES.includes(value as Confidence)) throw unknownName("confidence", value, CONFIDENCES);
  return value as Confidence;
}

/** Reads limits, `NAME=NUMBER`, given several times or with commas. */
export function limitsOf(values: readonly string[] | undefined, nameOf: NameOption = asFlag): Limits {
  const limits = new Map<string, number | boolean>(Object.entries(DEFAULT_LIMITS));
  for (const value of (values ?? []).flatMap((one) => one.split(","))) {
    const [name = "", number = ""] = value.split("=");
    if (!limits.has(name)) throw unknownName("limit", name, [...limits.keys()]);
    if (name === "relevance") {
      if (number !== "on" && number !== "off")
        throw new UsageError(`${nameOf("limit")} ${value} is neither on nor off`, `Write ${name}=off.`);
      limits.set(name, number === "on");
      continue;
    }
    if (!/^[1-9]\d{0,8}$/.test(number))
      throw new UsageError(`${nameOf("limit")} ${value} is not a number above 0`, `Write ${name}=NUMBER.`);
    limits.set(name, Number(number));
  }
  return Object.fromEntries(limits) as unknown as Limits;
}

/** Returns the rules that `--only` and `--skip` leave. */
export function selectRules(rules: readonly Rule[], flags: Pick<RunFlags, "only" | "skip">): Rule[] {
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

export function unknownName(kind: string, name: string, names: readonly string[]): UsageError {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${nearest}?`;
  return new UsageError(`there is no ${kind} ${name === "" ? '""' : name}`, hint);
}
