import { type FileSystem, join } from "./file-system.js";
import type { Root } from "./roots.js";

/** The ends of the paths of folders into which package managers copy other people's code, with the files they leave. */
const MARKS: readonly (readonly [folder: string, marks: readonly string[]])[] = [
  // `go mod vendor`, and Composer for PHP.
  ["vendor", ["modules.txt", "autoload.php", "composer/installed.json"]],
  // CocoaPods.
  ["Pods", ["Manifest.lock"]],
];

/**
 * Finds the folders below a root that hold dependencies and have a name that folders of one's own have, too: a file
 * inside tells. Both engines ask here, since patterns of names cannot express it.
 */
export class VendoredFolders {
  readonly #known = new Map<string, string | undefined>([["", undefined]]);

  constructor(
    private readonly root: Root,
    private readonly fileSystem: FileSystem,
    private readonly noIgnore: boolean,
  ) {}

  /** Returns the outermost such folder that a path is in; paths are relative to the root. */
  around(path: string): string | undefined {
    if (this.noIgnore) return undefined;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (!this.#known.has(folder))
      this.#known.set(folder, this.around(folder) ?? (this.isMarked(folder) ? folder : undefined));
    return this.#known.get(folder);
  }

  /** Returns whether a folder itself is one. */
  isMarked(folder: string): boolean {
    if (this.noIgnore) return false;
    const name = folder.slice(folder.lastIndexOf("/") + 1);
    return MARKS.some(
      ([one, marks]) => one === name && marks.some((mark) => this.#isFile(join(folder, mark))),
    );
  }

  #isFile(path: string): boolean {
    try {
      return this.fileSystem.statSync(join(this.root.absolute, path)).isFile();
    } catch {
      return false;
    }
  }
}
