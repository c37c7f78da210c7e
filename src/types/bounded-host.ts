import type * as TsMorph from "ts-morph";
import { isOutside } from "./declarations.js";

/** Returns the text of a file that may be read; `undefined` for all others. */
export type ReadText = (file: string) => string | undefined;

/** Called for each question of the compiler about the disk. */
export type ObserveDisk = (question: "text" | "kind" | "names" | "real", path: string) => void;

/**
 * Makes the file system that the compiler sees. A `tsconfig.json` may come from a stranger and name any file or folder.
 * Files that `read` refuses do not exist, and folders outside the repository are empty, except for packages.
 *
 * @param top of the repository, absolute
 */
export function boundedHost(
  morph: typeof TsMorph,
  top: string,
  read: ReadText,
  observe: ObserveDisk = () => undefined,
): TsMorph.FileSystemHost {
  const host = new morph.Project({ skipLoadingLibFiles: true }).getFileSystem();
  const list = host.readDirSync.bind(host);
  const isListed = (folder: string): boolean =>
    folder === top || !isOutside(folder, top) || /[\\/]node_modules(?:[\\/]|$)/.test(folder);
  const isFile = host.fileExistsSync.bind(host);
  const isFolder = host.directoryExistsSync.bind(host);
  const real = host.realpathSync.bind(host);
  host.fileExistsSync = (path) => (observe("kind", path), isFile(path));
  host.directoryExistsSync = (path) => (observe("kind", path), isFolder(path));
  host.realpathSync = (path) => (observe("real", path), real(path));
  host.readFileSync = (file) => {
    observe("text", file);
    const text = read(file);
    if (text === undefined) throw Object.assign(new Error(`${file} is not read`), { code: "ENOENT" });
    return text;
  };
  host.readFile = (file) => Promise.resolve(host.readFileSync(file));
  host.readDirSync = (folder) => {
    if (!isListed(folder)) return [];
    observe("names", folder);
    return list(folder);
  };
  return host;
}
