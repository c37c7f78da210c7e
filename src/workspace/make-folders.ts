import { dirname } from "node:path";
import type { WritableFileSystem } from "./journal.js";

/**
 * Makes a folder and those above it. The option `recursive` of Node.js never returns if a folder exists and the system
 * reports it as missing when something is created in it, as in `/proc`.
 *
 * @throws the error of the system
 */
export function makeFolders(
  folder: string,
  fileSystem: Pick<WritableFileSystem, "mkdirSync" | "statSync">,
  mode = 0o777,
): void {
  try {
    if (fileSystem.statSync(folder).isDirectory()) return;
  } catch {
    if (dirname(folder) !== folder) makeFolders(dirname(folder), fileSystem, mode);
  }
  try {
    fileSystem.mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !fileSystem.statSync(folder).isDirectory())
      throw error;
  }
}
