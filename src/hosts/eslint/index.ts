import type { ESLint, Linter, Rule } from "eslint";
import { TOOL } from "../../hosting/package-info.js";
import { codeConfig, dataConfig, type ConfigName } from "./configs.js";
import { createRule } from "./create-rule.js";
import { VALID_DIRECTIVE } from "./directive-reports.js";
import { RULE_METADATA } from "./rule-metadata.js";

export type { PluginOptions } from "./plugin-options.js";

/** The plugin: `import v2ready from "v2ready/eslint"`. */
export interface V2readyPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  /** By the id of the rule; in a configuration with `v2ready/` before it. */
  readonly rules: Record<string, Rule.RuleModule>;
  /** Ready to spread, or to give to `defineConfig`. */
  readonly configs: Record<ConfigName, Linter.Config[]>;
}

const made: Partial<Record<ConfigName, Linter.Config[]>> = {};

const plugin: V2readyPlugin = {
  meta: { name: TOOL.name, version: TOOL.version, namespace: "v2ready" },
  // The types of typescript-eslint and of ESLint describe the same rules, and do not fit each other.
  rules: Object.fromEntries(
    [...RULE_METADATA, VALID_DIRECTIVE].map((rule) => [
      rule.id,
      createRule(rule) as unknown as Rule.RuleModule,
    ]),
  ),
  configs: {
    // Each is created on first use.
    get recommended() {
      return (made.recommended ??= codeConfig("recommended", plugin));
    },
    get strict() {
      return (made.strict ??= codeConfig("strict", plugin));
    },
    get migration() {
      return (made.migration ??= codeConfig("migration", plugin));
    },
    get json() {
      return (made.json ??= dataConfig("json", plugin));
    },
    get yaml() {
      return (made.yaml ??= dataConfig("yaml", plugin));
    },
    get markdown() {
      return (made.markdown ??= dataConfig("markdown", plugin));
    },
  },
};

export default plugin;
// Gives `require` the plugin itself, so that a configuration in CommonJS gets the same as a default import.
export { plugin as "module.exports" };
