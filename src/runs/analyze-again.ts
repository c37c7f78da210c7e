import { RepositoryAnalysis, type AnalysisSettings } from "../engine/analyze-repository.js";
import type { FileAnalysis, FileToAnalyze } from "../engine/analyze-file.js";
import type { ModuleHost } from "../frontends/module-host.js";
import type { Texts } from "../fix/verify.js";
import { loadFrontend } from "./load-frontend.js";

/**
 * Analyses files again, with other texts instead of some of them. Searches nothing on disk, because edits of fixes add
 * no files.
 *
 * @param files those of the first analysis
 * @param shared those of which everything concerns others
 */
export async function analyzeAgain(
  settings: AnalysisSettings,
  files: readonly FileToAnalyze[],
  texts: Texts,
  shared: ReadonlySet<string>,
): Promise<FileAnalysis[]> {
  const { host } = settings;
  const overlay: ModuleHost = {
    resolve: (specifier, from) => host.resolve(specifier, from),
    isFile: (path) => host.isFile?.(path) ?? false,
    filesIn: (folder, ending) => host.filesIn?.(folder, ending) ?? [],
    filesNamed: (name) => host.filesNamed?.(name) ?? [],
    inOtherCase: (from, ...names) => host.inOtherCase?.(from, ...names),
    read: (path) => texts.get(path) ?? host.read(path),
    packageOf: (path) => host.packageOf?.(path) ?? "",
    following: (path, steps) => host.following?.(path, steps),
    settingsFiles: (path) => host.settingsFiles?.(path) ?? [],
    yaml: (text, merges) => host.yaml?.(text, merges),
    environmentFile: (path) => {
      const file = host.environmentFile?.(path);
      return file && (texts.get(file.path) ?? file);
    },
  };
  const analysis = new RepositoryAnalysis({ ...settings, host: overlay });
  for (const file of files) {
    const source = texts.get(file.source.path) ?? file.source;
    await file.frontend.prepare?.(source);
    analysis.add({ ...file, source });
  }
  for (const [path, source] of texts) {
    if (analysis.has(path)) continue;
    const { frontend, language } = await loadFrontend(path);
    analysis.add({ source, frontend, language, isFollowed: true });
  }
  for (const path of shared) analysis.shareAll(path);
  return analysis.finish();
}
