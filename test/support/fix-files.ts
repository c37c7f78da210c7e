import { posix } from "node:path";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import type { Applicability } from "../../src/core/finding.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileAnalysis } from "../../src/engine/analyze-file.js";
import { RepositoryAnalysis } from "../../src/engine/analyze-repository.js";
import { planFixes } from "../../src/fix/plan.js";
import { applyEdits } from "../../src/fix/text-edits.js";
import type { Unit } from "../../src/fix/unit.js";
import { DEFAULT_LIMITS } from "../../src/frontends/limits.js";
import type { ModuleHost } from "../../src/frontends/module-host.js";
import { readPlain } from "../../src/frontends/plain/frontend.js";
import { loadEditing } from "../../src/runs/editing.js";
import { loadFrontend } from "../../src/runs/load-frontend.js";
import { RULES } from "../../rules/index.js";
import { TEST_DAY } from "./analyze.js";

export type Files = Readonly<Record<string, string>>;

interface Fixed {
  readonly units: readonly Unit[];
  /** The texts after all units that are at least as safe as was asked for. */
  readonly files: Files;
  /** The findings of a second analysis, as `rule path:line`. */
  readonly remaining: readonly string[];
}

/** Plans the fixes of files that belong together, as the command does, and applies them. Every reason must have a place. */
export async function fixFiles(
  files: Files,
  wanted: readonly Applicability[] = ["safe"],
  target = "2023-02-01",
): Promise<Fixed> {
  const question = { catalog: loadCatalog(), target, asOf: TEST_DAY };
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  const before = await analyze(files, target);
  const suggest = await loadEditing(sources.keys());
  const { units } = planFixes(suggest(before, question, (path) => sources.get(path)));
  for (const unit of units) checkPlaces(unit, sources);
  const edits = units
    .filter(({ applicability }) => wanted.includes(applicability))
    .flatMap((unit) => unit.edits);
  const after = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      applyEdits(
        text,
        edits.filter((edit) => edit.path === path),
      ),
    ]),
  );
  const remaining = (await analyze(after, target)).flatMap(({ source, findings, problems }) => [
    ...findings.map(({ ruleId, place }) => `${ruleId} ${place.path}:${source.position(place.start).line}`),
    ...problems.map(({ path, kind }) => `${kind} ${path}`),
  ]);
  return { units, files: after, remaining };
}

/** @throws {Error} a reason has no place, or one that is not in the files */
function checkPlaces({ reasons, reasonPlaces }: Unit, sources: ReadonlyMap<string, SourceText>): void {
  for (const reason of reasons) {
    const place = reasonPlaces?.get(reason);
    const length = place && sources.get(place.path)?.text.length;
    if (length === undefined || place!.end > length) throw new Error(`no place for the reason: ${reason}`);
  }
}

async function analyze(files: Files, target: string): Promise<FileAnalysis[]> {
  const catalog = loadCatalog();
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  const host: ModuleHost = {
    resolve: (specifier, from) => {
      const path = posix.join(posix.dirname(from), specifier);
      return ["", ".js", ".ts", ".json"].map((end) => path + end).find((name) => sources.has(name));
    },
    isFile: (path) => sources.has(path),
    read: (path) => sources.get(path),
  };
  const analysis = new RepositoryAnalysis({
    rules: RULES,
    ruleIds: new Set(RULES.map(({ meta }) => meta.id)),
    question: { catalog, target, asOf: TEST_DAY },
    interest: CatalogInterest.of(catalog),
    readPlain,
    host,
    limits: DEFAULT_LIMITS,
  });
  for (const [path, source] of sources) {
    const loaded = await loadFrontend(path);
    await loaded.frontend.prepare?.(source);
    analysis.add({ source, ...loaded, isFollowed: true });
  }
  return analysis.finish();
}
