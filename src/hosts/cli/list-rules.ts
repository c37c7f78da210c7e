import { RULES } from "../../../rules/index.js";
import { ruleAddress } from "../../hosting/package-info.js";
import { createStyle } from "../../report/style.js";
import { wordsOf, wrap } from "../../report/wrap.js";
import { renderOptions, type PrintFlags } from "./printing.js";
import type { World } from "./run.js";

/** A terminal with fewer columns has descriptions below the names. */
const LEAST_DESCRIPTION = 30;

/** Runs `v2ready rules`: prints every rule with its severity and description. */
export function listRules({ format, ...flags }: PrintFlags & { format: string }, world: World): void {
  const rules = RULES.map(({ meta }) => ({
    id: meta.id,
    severity: meta.severity,
    description: meta.description,
    docs: ruleAddress(meta.id),
  }));
  if (format === "json") {
    world.stdout.write(`${JSON.stringify(rules, undefined, 2)}\n`);
    return;
  }
  const options = renderOptions(flags, world);
  const style = createStyle(options);
  const { width = Infinity } = options;
  const names = Math.max(...rules.map(({ id }) => id.length));
  const severities = Math.max(...rules.map(({ severity }) => severity.length));
  for (const { id, severity, description, docs } of rules) {
    const name = `${style.link(style.strong(id), docs)}${" ".repeat(names - id.length)}`;
    const lead = `${name}  ${style.severity(severity, severity.padEnd(severities))}  `;
    const columns = names + severities + 4;
    const hang = columns + LEAST_DESCRIPTION <= width ? columns : 4;
    const lines = wrap(wordsOf(description), { lead, columns, hang, width });
    world.stdout.write(`${lines.map((line) => line.trimEnd()).join("\n")}\n`);
  }
}
