import type { ESLint, Linter } from "eslint";
import type { Severity } from "../../core/finding.js";
import { VALID_DIRECTIVE } from "./directive-reports.js";
import { UNDETERMINED } from "./lint-file.js";
import { LANGUAGE_PEERS, coreRulesOff, peerPlugin } from "./peers.js";
import { RULE_METADATA } from "./rule-metadata.js";

export type ConfigName = "recommended" | "strict" | "migration";

export const CONFIG_NAMES: readonly ConfigName[] = ["recommended", "strict", "migration"];

/** Rules that look at requests, bodies and computed values: of YAML and Markdown, read as text, they have nothing to say. */
const REQUEST_RULES: ReadonlySet<string> = new Set([
  "no-derived-host-name",
  "no-repurposed-property",
  "require-digest-auth",
  "require-version-media-type",
  UNDETERMINED,
]);

const LEVELS: Readonly<Record<Severity, "error" | "warn">> = {
  error: "error",
  warning: "warn",
  info: "warn",
};

/** How a rule is set in a configuration; nothing where it is not in it. */
export function levelIn(name: ConfigName, id: string, severity: Severity): "error" | "warn" | undefined {
  if (id === UNDETERMINED && name !== "strict") return undefined;
  return name === "migration" ? "warn" : LEVELS[severity];
}

/**
 * A configuration, ready to spread. Its first part has no `files`, so it speaks of whatever is linted anyway and makes
 * ESLint lint nothing else; the others bring a language each, where the plugin for it is installed.
 */
export function configFor(name: ConfigName, plugin: ESLint.Plugin): Linter.Config[] {
  const settings = name === "strict" ? { settings: { v2ready: { minConfidence: "low" } } } : {};
  const code: Linter.Config = {
    name: `v2ready/${name}`,
    plugins: { v2ready: plugin },
    ...settings,
    rules: rulesOf(name, () => true),
  };
  const others = LANGUAGE_PEERS.flatMap((peer): Linter.Config[] => {
    const language = peerPlugin(peer);
    if (!language) return [];
    // Documentation breaks nothing by itself.
    const least = peer.name === "@eslint/markdown" ? "warn" : undefined;
    const isText = peer.name !== "@eslint/json";
    return peer.languages.flatMap(({ language: ofFiles, ...matching }): Linter.Config[] => {
      const of = `v2ready/${name}/${peer.namespace.slice("v2ready-".length)}`;
      const plugins = { [peer.namespace]: language };
      // One object for all of them: there are hundreds of rules.
      const rules = coreRulesOff();
      const parsed = { name: of, ...matching, language: ofFiles, plugins, rules };
      if (!isText) return [parsed];
      const own = rulesOf(name, (id) => !REQUEST_RULES.has(id), least);
      return [parsed, { name: `${of}/rules`, ...matching, rules: own }];
    });
  });
  return [code, ...others];
}

function rulesOf(name: ConfigName, isWanted: (id: string) => boolean, least?: "warn"): Linter.RulesRecord {
  const rules: Linter.RulesRecord = {};
  for (const { id, severity } of [...RULE_METADATA, VALID_DIRECTIVE]) {
    const level = levelIn(name, id, severity);
    if (level) rules[`v2ready/${id}`] = isWanted(id) ? (least ?? level) : "off";
  }
  return rules;
}
