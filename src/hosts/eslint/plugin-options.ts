import type { Confidence, Severity } from "../../core/finding.js";

/** The options in `settings.v2ready` and of each rule; those of a rule override the settings. */
export interface PluginOptions {
  /** The resource version to migrate to, `yyyy-mm-dd` or `newest`; or versions by resource and `default`. */
  readonly target?: string | Readonly<Record<string, string>>;
  /** The day to check for, `yyyy-mm-dd`; by default today. */
  readonly asOf?: string;
  /** A version that ends within this number of days is a warning; 90 where it is left out. */
  readonly expiryWarning?: number;
  /** A version that ends within this number of days is an error; 30 where it is left out. */
  readonly expiryError?: number;
  /** Vocabularies by name or by the path of a JSON file, relative to `root`. */
  readonly vocabulary?: string | readonly string[];
  /** Report findings with at least this confidence. */
  readonly minConfidence?: Confidence;
  /** Report what the command shows at least as this; `info` where it is left out. ESLint has one severity for a rule. */
  readonly minSeverity?: Severity;
  /** The folder whose files belong together, relative to ESLint's working directory, which is the default. */
  readonly root?: string;
  /**
   * Set to `true` to warn once that TypeScript files use the API and no parser for TypeScript is configured; `true` by
   * default.
   */
  readonly warnWithoutTypeScriptParser?: boolean;
}
