import { dirname, resolve } from "node:path";
import { type FileSystem, nodeFileSystem, withSlashes } from "./file-system.js";
import { isInside, projectRoot } from "./project-root.js";

/**
 * Returns the absolute target of a path that goes through a symbolic link of a repository and ends outside of it;
 * `undefined` for every other path. The author of the link chose the file, and not the user.
 */
export function targetOutside(
  cwd: string,
  path: string,
  fileSystem: FileSystem = nodeFileSystem,
): string | undefined {
  try {
    const absolute = resolve(cwd, path);
    const target = withSlashes(fileSystem.realpathSync.native(absolute));
    for (let at = absolute; dirname(at) !== at; at = dirname(at)) {
      const folder = withSlashes(fileSystem.realpathSync.native(dirname(at)));
      const real = withSlashes(fileSystem.realpathSync.native(at));
      // Only a link leads out of the folder around it.
      if (dirname(real) === folder) continue;
      const root = projectRoot(folder, fileSystem);
      if (root !== undefined && !isInside(target, root)) return target;
    }
  } catch {
    // It does not exist, or cannot be read; the code that reads it reports that.
  }
  return undefined;
}
