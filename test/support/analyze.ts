import type { Catalog } from "../../src/catalog/catalog.js";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import type { Finding } from "../../src/core/finding.js";
import { SourceText } from "../../src/core/source-text.js";
import { analyzeFile, findingOf, type FileAnalysis } from "../../src/engine/analyze-file.js";
import { prefilterOf } from "../../src/engine/anchors.js";
import type { Question } from "../../src/engine/file-context.js";
import type { Rule } from "../../src/engine/rule.js";
import { readPlain } from "../../src/frontends/plain/frontend.js";
import { frontendFor } from "../../src/frontends/registry.js";
import { RULES } from "../../rules/index.js";

export interface AnalyzeOptions {
  readonly rules?: readonly Rule[];
  readonly catalog?: Catalog;
  readonly target?: string;
  readonly asOf?: string;
}

/** The day that tests ask about unless they say otherwise: before every published sunset. */
export const TEST_DAY = "2026-06-01";

/** Runs the engine on one text, as the command does with a file of that name. */
export async function analyze(
  path: string,
  text: string,
  options: AnalyzeOptions = {},
): Promise<FileAnalysis> {
  const catalog = options.catalog ?? loadCatalog();
  const question: Question = {
    catalog,
    target: options.target ?? "2023-02-01",
    asOf: options.asOf ?? TEST_DAY,
  };
  const entry = frontendFor(path);
  const source = new SourceText(path, text);
  const frontend = await entry.load();
  await frontend.prepare?.(source);
  const file = { source, frontend, language: entry.languageOf(path) };
  return analyzeFile(file, options.rules ?? RULES, question, CatalogInterest.of(catalog), readPlain);
}

/** Returns the findings of a set of files together, with those of rules about the repository. */
export async function analyzeAll(
  files: Readonly<Record<string, string>>,
  options: AnalyzeOptions = {},
): Promise<Finding[]> {
  const analyses = await Promise.all(
    Object.entries(files).map(([path, text]) => analyze(path, text, options)),
  );
  const rules = options.rules ?? RULES;
  const [first] = analyses;
  const contexts = analyses.map(({ context }) => context);
  const repository = rules.flatMap((rule) =>
    [...(rule.checkRepository?.({ ...first!.context, files: contexts }) ?? [])].map((report) =>
      findingOf(rule, report),
    ),
  );
  return [...analyses.flatMap(({ findings }) => findings), ...repository];
}

/** Returns whether the anchors of the rules let a text through to them. */
export function isCandidate(text: string, path: string, rules: readonly Rule[], withWeak = false): boolean {
  return prefilterOf(rules, loadCatalog().vocabularies, withWeak).isCandidate(text, path);
}
