import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../core/errors.js";
import { packageFolder, ruleAddress, rulePage } from "../../hosting/package-info.js";
import { commandLine } from "../../report/command-line.js";
import { renderMarkdown } from "../../report/markdown.js";
import { unknownName } from "../../runs/options.js";
import { programOf } from "./next-command.js";
import { renderOptions, type PrintFlags } from "./printing.js";
import type { World } from "./run.js";
import { writeAll } from "./write-all.js";

/** Returns all rules that have a page: those of `check`, and those of the ESLint plugin alone. */
export function explainedRules(): string[] {
  return readdirSync(join(packageFolder(), "rules"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -".md".length))
    .sort();
}

/**
 * Runs `v2ready explain RULE`: prints the page of a rule, laid out for a terminal, and as Markdown elsewhere.
 *
 * @throws {UsageError} there is no such rule
 */
export async function explain(name: string, flags: PrintFlags, world: World): Promise<void> {
  const rules = explainedRules();
  const id = name.replace(/^v2ready\//, "");
  if (!rules.includes(id)) throw unknownRule(id, rules);
  const page = readFileSync(join(packageFolder(), rulePage(id)), "utf8").replace(/^<!-- .* -->\n\n/gm, "");
  const options = renderOptions(flags, world);
  const isLaidOut = options.color === true || options.width !== undefined;
  const text = isLaidOut
    ? renderMarkdown(page, options, (url) => linkFrom(id, url, rules, programOf(world)))
    : page;
  await writeAll(world.stdout, text);
}

/** A part of a name lists the rules that contain it. */
function unknownRule(name: string, rules: readonly string[]): UsageError {
  const holding = name.length < 3 ? [] : rules.filter((rule) => rule.includes(name.toLowerCase()));
  if (holding.length === 0) return unknownName("rule", name, rules);
  const meant = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(holding);
  return new UsageError(`there is no rule ${name}`, `Did you mean ${meant}?`);
}

/** The page of another rule is named by the command that shows it; pages of the documentation by their address. */
function linkFrom(
  id: string,
  url: string,
  rules: readonly string[],
  program: string,
): { shown: string; address: string } | undefined {
  const address = new URL(url, ruleAddress(id)).href;
  const other = /^([\w-]+)\.md(?:#.*)?$/.exec(url)?.[1];
  if (other === undefined || !rules.includes(other)) return { shown: address, address };
  return { shown: commandLine(program, ["explain", other]), address };
}
