import { UsageError } from "../../core/errors.js";
import type { Confidence } from "../../core/finding.js";
import { nearestName } from "../../core/nearest-name.js";
import type { Limits } from "../../frontends/limits.js";
import type { FixRunFlags } from "../../runs/options.js";

/** The files to analyse, what they are checked for, and which findings are returned. */
export interface AnalyzeOptions {
  /** The folder that paths are relative to. Default: the working directory of the process. */
  readonly cwd?: string;
  /** Files and folders. Default: all of `cwd`. */
  readonly paths?: readonly string[];
  /** The resource version to migrate to, `yyyy-mm-dd` or `newest`; or versions by resource and `default`. */
  readonly target?: string | Readonly<Record<string, string>>;
  /** The day to check for, `yyyy-mm-dd`. Default: today. */
  readonly asOf?: string;
  /** A version that ends within this number of days is a warning. Default: 90. */
  readonly expiryWarning?: number;
  /** A version that ends within this number of days is an error. Default: 30. */
  readonly expiryError?: number;
  /** Vocabularies by name, or by the path of a JSON file; default: all built-in ones. */
  readonly vocabularies?: readonly string[];
  /** The lowest confidence of findings that are returned. Default: `medium`. */
  readonly minConfidence?: Confidence;
  /** Ids of the rules to run. Default: all. */
  readonly only?: readonly string[];
  /** Ids of rules not to run. */
  readonly skip?: readonly string[];
  /** Files to leave out, in the syntax of .gitignore. */
  readonly ignorePatterns?: readonly string[];
  /** True if ignored, generated and minified files and `node_modules` are read, too. */
  readonly noIgnore?: boolean;
  /** True if TypeScript decides about properties that following values leaves open. Default: true. */
  readonly types?: boolean;
  /** The limits of following values. */
  readonly limits?: Partial<Limits>;
  /** True if requests that could not be decided are among the findings. They are always counted. */
  readonly showUndetermined?: boolean;
  /** True if `analyze` throws `UncheckedError` if something was not checked. Documentation does not count. */
  readonly failOnUnchecked?: boolean;
}

/** The options of `analyze`, and what is changed. */
export interface FixOptions extends Omit<AnalyzeOptions, "showUndetermined" | "failOnUnchecked"> {
  /** True if unsafe units are applied too: they are probably right, but not proven. */
  readonly unsafe?: boolean;
  /** True if files are written. Otherwise the result has the files as they would be. */
  readonly write?: boolean;
  /** With `write`: whether files with uncommitted changes, and files that git does not track, are changed. */
  readonly allowDirty?: boolean;
  /** True if a media type that three or more places of a file need becomes a constant. */
  readonly hoistMediaType?: boolean;
}

type Kind = "target" | "text" | "number" | "list" | "switch" | "numbers";

const ANALYZE_OPTIONS: Readonly<Record<keyof AnalyzeOptions, Kind>> = {
  cwd: "text",
  paths: "list",
  target: "target",
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
  target: {
    wanted: "a string, or an object of strings",
    holds: (value) =>
      typeof value === "string" ||
      (typeof value === "object" &&
        value !== null &&
        Object.values(value).every((one) => typeof one === "string")),
  },
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
 * Checks the options of a function, because JavaScript callers have no compiler that does.
 *
 * @throws {UsageError} an unknown option, or one of another type
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

/** Returns targets by resource as the command line has them. */
function listOf(target: NonNullable<AnalyzeOptions["target"]>): string | readonly string[] {
  if (typeof target === "string") return target;
  return Object.entries(target).map(([resource, version]) => `${resource}=${version}`);
}

/** Converts the options to those of a run. */
export function flagsOf(options: AnalyzeOptions & FixOptions): FixRunFlags {
  const { target, asOf, vocabularies, minConfidence, only, skip, ignorePatterns, limits } = options;
  return {
    ...(target === undefined ? {} : { target: listOf(target) }),
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
