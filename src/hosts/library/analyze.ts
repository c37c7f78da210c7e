import type { JsonReport } from "../../report/json.js";
import { countFailing } from "../../core/unchecked.js";
import { checkOptions, flagsOf, type AnalyzeOptions } from "./options.js";
import { UncheckedError } from "./unchecked-error.js";

/**
 * Finds code that breaks on the versioned API, as `v2ready check --format json` does. Reads files and writes none.
 *
 * @returns the report that the command prints as JSON (`v2ready/schemas/report.schema.json`)
 *
 * @throws {UsageError} an option that cannot be used, such as a target that was never released
 *
 * @throws {InputError} a path that does not exist, or nothing to scan
 *
 * @throws {CatalogError} a vocabulary that cannot be read
 *
 * @throws {UncheckedError} with `failOnUnchecked`: something was not checked, or not fully; it holds the report
 */
export async function analyze(options: AnalyzeOptions = {}): Promise<JsonReport> {
  checkOptions("analyze", options);
  const [{ RULES }, { check }, { toJsonReport }] = await Promise.all([
    import("../../../rules/index.js"),
    import("../../runs/check.js"),
    import("../../report/json.js"),
  ]);
  const { report } = await check(RULES, {
    paths: options.paths ?? [],
    flags: flagsOf(options),
    cwd: options.cwd ?? process.cwd(),
    now: new Date(),
    nameOf: (option) => (option === "limit" ? "limits" : option),
  });
  const json = toJsonReport(report);
  if (options.failOnUnchecked === true && countFailing(json.unchecked) > 0) throw new UncheckedError(json);
  return json;
}
