import { RULES } from "../../../rules/index.js";
import { ruleAddress } from "../../hosting/package-info.js";
import type { World } from "./run.js";

/** `v2ready rules`: every rule with its severity and what it reports. */
export function listRules(format: string, { stdout }: World): void {
  const rules = RULES.map(({ meta }) => ({
    id: meta.id,
    severity: meta.severity,
    description: meta.description,
    docs: ruleAddress(meta.id),
  }));
  if (format === "json") {
    stdout.write(`${JSON.stringify(rules, undefined, 2)}\n`);
    return;
  }
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, severity, description } of rules)
    stdout.write(`${id.padEnd(width)}  ${severity.padEnd(7)}  ${description}\n`);
}
