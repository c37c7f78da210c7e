import type { ESLint, Linter } from "eslint";
import type { Severity } from "../../core/finding.js";
import { CODE_ENDINGS } from "../../frontends/javascript/entry.js";
import { DATA_LANGUAGES, coreRulesOff, languagePlugin, type DataLanguageName } from "./data-languages.js";
import { VALID_DIRECTIVE } from "./directive-reports.js";
import { RULE_METADATA } from "./rule-metadata.js";

type CodeConfigName = "recommended" | "strict" | "migration";

/** The configurations for code. */
export const CODE_CONFIG_NAMES: readonly CodeConfigName[] = ["recommended", "strict", "migration"];

export type ConfigName = CodeConfigName | DataLanguageName;

const LEVELS: Readonly<Record<Severity, "error" | "warn">> = {
  error: "error",
  warning: "warn",
  info: "warn",
};

/**
 * Returns the level of a rule in a configuration for code. Undefined if the configuration leaves the rule out: `info`
 * tells what could not be decided, and only `strict` asks for that.
 */
export function levelIn(name: CodeConfigName, severity: Severity): "error" | "warn" | undefined {
  if (severity === "info" && name !== "strict") return undefined;
  return name === "migration" ? "warn" : LEVELS[severity];
}

/**
 * Every file that is not code. A pattern that matches too much and an exception with `!` would not work. `defineConfig`
 * appends both to the `ignores` of a user, and the exception would bring back files that the user ignores.
 */
const NOT_CODE = `**/*.!(${CODE_ENDINGS.join("|")}|*.*)`;

/**
 * Makes a configuration for code. It has no `files`: it applies to the code that other configurations lint, and makes
 * ESLint lint no other file.
 */
export function codeConfig(name: CodeConfigName, plugin: ESLint.Plugin): Linter.Config[] {
  const rules = rulesWith((severity) => levelIn(name, severity));
  return [
    { name: `v2ready/${name}`, ignores: [NOT_CODE], plugins: { v2ready: plugin }, rules },
    ...(name === "strict"
      ? [{ name: `v2ready/${name}/settings`, settings: { v2ready: { minConfidence: "low" } } }]
      : []),
  ];
}

/**
 * Makes a configuration that lets ESLint lint the files of another language, with the levels of `recommended`. The
 * rules of ESLint itself are off in them: they are for JavaScript, and many fail in another language.
 */
export function dataConfig(name: DataLanguageName, plugin: ESLint.Plugin): Linter.Config[] {
  const { namespace, parts, isDocumentation } = DATA_LANGUAGES[name];
  const rules = rulesWith((severity) => {
    const level = levelIn("recommended", severity);
    // Documentation breaks nothing by itself.
    return level && isDocumentation ? "warn" : level;
  });
  return parts.map(({ language, ...matching }) => ({
    name: `v2ready/${name}`,
    ...matching,
    language: `${namespace}/${language}`,
    plugins: { v2ready: plugin, [namespace]: languagePlugin(name) },
    rules: { ...coreRulesOff(), ...rules },
  }));
}

function rulesWith(levelOf: (severity: Severity) => "error" | "warn" | undefined): Linter.RulesRecord {
  const rules: Linter.RulesRecord = {};
  for (const { id, severity } of [...RULE_METADATA, VALID_DIRECTIVE]) {
    const level = levelOf(severity);
    if (level) rules[`v2ready/${id}`] = level;
  }
  return rules;
}
