import type { JSONSchema4 } from "@typescript-eslint/utils/json-schema";
import { CONFIDENCES, SEVERITIES, type Confidence, type Severity } from "../../core/finding.js";
import { UsageError } from "../../core/errors.js";
import { nearestName } from "../../core/nearest-name.js";
import type { PluginOptions } from "./plugin-options.js";

const TEXT = { type: "string", minLength: 1 } as const;
const DAYS = { type: "integer", minimum: 0, maximum: 99_999 } as const;
const VERSION = { type: "string", pattern: "^(?:\\d{4}-\\d{2}-\\d{2}|newest)$" } as const;
const DAY = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" } as const;

/**
 * JSON Schema (draft 4) of `PluginOptions`, for `meta.schema` of every rule; `settings.v2ready` is validated with it,
 * too.
 */
export const OPTIONS_SCHEMA: JSONSchema4 = {
  type: "object",
  properties: {
    target: {
      anyOf: [VERSION, { type: "object", additionalProperties: VERSION }],
      description:
        "The resource version to migrate to, or versions by resource, with default for all others.",
    },
    asOf: { ...DAY, description: "The day to check for; today by default." },
    expiryWarning: { ...DAYS, description: "A version that ends within this number of days is a warning." },
    expiryError: { ...DAYS, description: "A version that ends within this number of days is an error." },
    vocabulary: {
      type: ["string", "array"],
      items: TEXT,
      minLength: 1,
      minItems: 1,
      description: "Vocabularies by name or by the path of a JSON file.",
    },
    minConfidence: {
      type: "string",
      enum: [...CONFIDENCES],
      description: "Report findings with at least this confidence.",
    },
    minSeverity: {
      type: "string",
      enum: [...SEVERITIES],
      description: "Report findings that the command shows with at least this severity.",
    },
    root: { ...TEXT, description: "The folder whose files belong together." },
    warnWithoutTypeScriptParser: {
      type: "boolean",
      description: "Whether to warn about TypeScript files without a parser.",
    },
  },
  additionalProperties: false,
};

type Name = keyof PluginOptions;

const CHECKS: Readonly<
  Record<Name, { readonly holds: (value: unknown) => boolean; readonly wanted: string }>
> = {
  target: {
    holds: (value) => isVersion(value) || (isRecord(value) && Object.values(value).every(isVersion)),
    wanted: "a day, yyyy-mm-dd, or newest, or an object with one for each resource",
  },
  asOf: { holds: isDay, wanted: "a day, yyyy-mm-dd" },
  expiryWarning: { holds: isCount, wanted: "a whole number of days" },
  expiryError: { holds: isCount, wanted: "a whole number of days" },
  vocabulary: {
    holds: (value) =>
      isText(value) || (Array.isArray(value) && value.length > 0 && value.every((one) => isText(one))),
    wanted: "a name, the path of a JSON file, or a list of them",
  },
  minConfidence: {
    holds: (value) => CONFIDENCES.includes(value as Confidence),
    wanted: CONFIDENCES.join(", "),
  },
  minSeverity: {
    holds: (value) => SEVERITIES.includes(value as Severity),
    wanted: SEVERITIES.join(", "),
  },
  root: { holds: isText, wanted: "a folder" },
  warnWithoutTypeScriptParser: { holds: (value) => typeof value === "boolean", wanted: "true or false" },
};

const NAMES = Object.keys(CHECKS) as Name[];

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= DAYS.maximum;
}

function isVersion(value: unknown): boolean {
  return typeof value === "string" && new RegExp(VERSION.pattern).test(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDay(value: unknown): boolean {
  return typeof value === "string" && new RegExp(DAY.pattern).test(value);
}

/**
 * Returns the options for one rule. ESLint has checked those of the rule. It does not check settings, so they are
 * checked here.
 *
 * @throws {UsageError} an unknown setting or value; the message names it
 */
export function optionsFor(
  settings: Readonly<Record<string, unknown>>,
  ofRule: PluginOptions | undefined,
): PluginOptions {
  return { ...settingsOf(settings["v2ready"]), ...ofRule };
}

/** Returns the name of an option as the user knows it, for messages. */
export function nameOfOption(name: Name, ofRule: PluginOptions | undefined): string {
  return ofRule?.[name] === undefined ? `settings.v2ready.${name}` : `the option ${name}`;
}

const checked = new WeakSet();

function settingsOf(settings: unknown): PluginOptions {
  if (settings === undefined) return {};
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw new UsageError("settings.v2ready is not an object", `It may have ${NAMES.join(", ")}.`);
  if (checked.has(settings)) return settings as PluginOptions;
  for (const [name, value] of Object.entries(settings)) {
    if (!NAMES.includes(name as Name)) {
      const nearest = nearestName(name, NAMES);
      const hint = nearest === undefined ? `It may have ${NAMES.join(", ")}.` : `Did you mean ${nearest}?`;
      throw new UsageError(`settings.v2ready.${name} is not a setting`, hint);
    }
    const { holds, wanted } = CHECKS[name as Name];
    if (!holds(value)) throw new UsageError(`settings.v2ready.${name} must be ${wanted}`);
  }
  checked.add(settings);
  return settings as PluginOptions;
}
