import { UsageError } from "../../core/errors.js";
import type { Confidence } from "../../core/finding.js";
import { nearestName } from "../../core/nearest-name.js";
import type { Limits } from "../../frontends/limits.js";
import type { FixRunFlags } from "../../runs/options.js";

/** What is looked at, what it is held against, and what is told of it. */
export interface AnalyzeOptions {
  /** The folder that given paths are relative to; the working directory of the process where it is left out. */
  readonly cwd?: string;
  /** Files and folders; the whole of `cwd` where it is left out. */
  readonly paths?: readonly string[];
  /** The resource version to migrate to, `yyyy-mm-dd`. */
  readonly target?: string;
  /** The day asked about, `yyyy-mm-dd`; today where it is left out. */
  readonly asOf?: string;
  /** A version that ends within so many days is a warning; 90 where it is left out. */
  readonly expiryWarning?: number;
  /** A version that ends within so many days is an error; 30 where it is left out. */
  readonly expiryError?: number;
  /** Vocabularies by name, or by the path of a JSON file; all built-in ones where it is left out. */
  readonly vocabularies?: readonly string[];
  /** Tell of what is at least as sure; `medium` where it is left out. */
  readonly minConfidence?: Confidence;
  /** Ids of the rules to run; all where it is left out. */
  readonly only?: readonly string[];
  /** Ids of rules not to run. */
  readonly skip?: readonly string[];
  /** What to leave out, in the syntax of .gitignore. */
  readonly ignorePatterns?: readonly string[];
  /** Whether ignored, generated and minified files and `node_modules` are read, too. */
  readonly noIgnore?: boolean;
  /** Whether TypeScript is asked where following values leaves a property open; true where it is left out. */
  readonly types?: boolean;
  /** How far values are followed. */
  readonly limits?: Partial<Limits>;
  /** Whether findings tell of requests that could not be decided; they are counted in any case. */
  readonly showUndetermined?: boolean;
  /** Whether `analyze` throws `UncheckedError` where something was not checked; documentation does not count. */
  readonly failOnUnchecked?: boolean;
}

/** The same, and what is changed. */
export interface FixOptions extends Omit<AnalyzeOptions, "showUndetermined" | "failOnUnchecked"> {
  /** Whether units that are right in all likelihood are applied, too. */
  readonly unsafe?: boolean;
  /** Whether files are written. Where not, the result tells what they would be. */
  readonly write?: boolean;
  /** With `write`: whether files are changed that are not as git has them. */
  readonly allowDirty?: boolean;
  /** Whether a constant holds a media type that three or more places of a file need. */
  readonly hoistMediaType?: boolean;
}

type Kind = "text" | "number" | "list" | "switch" | "numbers";

const ANALYZE_OPTIONS: Readonly<Record<keyof AnalyzeOptions, Kind>> = {
  cwd: "text",
  paths: "list",
  target: "text",
  asOf: "text",
  expiryWarning: "number",
  expiryError: "number",
  vocabularies: "list",
  minConfidence: "text",
  only: "list",
  skip: "list",
  ignorePatterns: "list",
  noIgnore: "switch",
  types: "switch",
  limits: "numbers",
  showUndetermined: "switch",
  failOnUnchecked: "switch",
};

const { showUndetermined: _shown, failOnUnchecked: _fails, ...shared } = ANALYZE_OPTIONS;

const OPTIONS = {
  analyze: ANALYZE_OPTIONS,
  fix: {
    ...shared,
    unsafe: "switch",
    write: "switch",
    allowDirty: "switch",
    hoistMediaType: "switch",
  } satisfies Record<keyof FixOptions, Kind>,
} as const;

const KINDS: Readonly<
  Record<Kind, { readonly wanted: string; readonly holds: (value: unknown) => boolean }>
> = {
  text: { wanted: "a string", holds: (value) => typeof value === "string" },
  number: { wanted: "a number", holds: (value) => typeof value === "number" },
  list: {
    wanted: "a list of strings",
    holds: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  },
  switch: { wanted: "true or false", holds: (value) => typeof value === "boolean" },
  numbers: {
    wanted: "an object of numbers",
    holds: (value) =>
      typeof value === "object" &&
      value !== null &&
      Object.values(value).every((one) => typeof one === "number"),
  },
};

/**
 * Holds options against what a function takes: who writes JavaScript has no compiler that does.
 *
 * @throws {UsageError} an option that there is not, or one of another kind
 */
export function checkOptions(of: keyof typeof OPTIONS, given: AnalyzeOptions | FixOptions): void {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new UsageError(`${of} takes an object of options`);
  const kinds: Readonly<Record<string, Kind>> = OPTIONS[of];
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    if (!Object.hasOwn(kinds, name)) {
      const nearest = nearestName(name, Object.keys(kinds));
      const hint =
        nearest === undefined ? `There are ${Object.keys(kinds).join(", ")}.` : `Did you mean ${nearest}?`;
      throw new UsageError(`${of} has no option ${name}`, hint);
    }
    const { wanted, holds } = KINDS[kinds[name]!];
    if (value !== undefined && !holds(value)) throw new UsageError(`${name} must be ${wanted}`);
  }
}

/** The options as a run takes them. */
export function flagsOf(options: AnalyzeOptions & FixOptions): FixRunFlags {
  const { target, asOf, vocabularies, minConfidence, only, skip, ignorePatterns, limits } = options;
  return {
    ...(target === undefined ? {} : { target }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(options.expiryWarning === undefined ? {} : { expiryWarning: String(options.expiryWarning) }),
    ...(options.expiryError === undefined ? {} : { expiryError: String(options.expiryError) }),
    ...(vocabularies === undefined ? {} : { vocabulary: vocabularies }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
    ...(only === undefined ? {} : { only }),
    ...(skip === undefined ? {} : { skip }),
    ...(ignorePatterns === undefined ? {} : { ignorePattern: ignorePatterns }),
    ...(limits === undefined
      ? {}
      : { limit: Object.entries(limits).map(([name, number]) => `${name}=${String(number)}`) }),
    ignore: options.noIgnore !== true,
    types: options.types !== false,
    showUndetermined: options.showUndetermined === true,
    unsafeFixes: options.unsafe === true,
    allowDirty: options.allowDirty === true,
    hoistMediaType: options.hoistMediaType === true,
  };
}
