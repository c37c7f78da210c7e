import type { SourceText } from "../core/source-text.js";
import type { RepositoryModules } from "../workspace/module-host.js";
import type { ImporterHost } from "./importers.js";

/**
 * Makes the host through which an analysis sees the other files of a repository.
 *
 * @param read returns the text of a file; `undefined` if it cannot be read
 */
export function hostOf(
  modules: RepositoryModules,
  read: (path: string) => SourceText | undefined,
): ImporterHost {
  return {
    resolve: (specifier, from) => modules.resolve(specifier, from),
    read,
    isFile: (path) => modules.isFile(path),
    filesIn: (folder, ending) => modules.filesIn(folder, ending),
    filesNamed: (name) => modules.filesNamed(name),
    inOtherCase: (from, ...names) => modules.inOtherCase(from, ...names),
    packageOf: (path) => modules.packageOf(path),
    aliasesOf: (path) => modules.aliasesOf(path),
    yaml: (text, merges) => modules.yaml(text, merges),
    settingsFiles: (path) => modules.settingsFiles(path),
    environmentFile: (path) => {
      const file = modules.environmentFile(path);
      return file === undefined ? undefined : read(file);
    },
  };
}
