import { type FileSystem, join } from "./file-system.js";
import type { Root } from "./roots.js";

/** The names of folders into which package managers copy other people's code, with the files they leave there. */
const MARKS: ReadonlyMap<string, readonly string[]> = new Map([
  // `go mod vendor`, and Composer for PHP.
  ["vendor", ["modules.txt", "autoload.php", "composer/installed.json"]],
  // CocoaPods.
  ["Pods", ["Manifest.lock"]],
]);

/** The file in a virtual environment of Python, whatever the folder is called. */
const ENVIRONMENT_MARK = "pyvenv.cfg";

/** The number of folders in each other in which Go code is looked for: a host, a person, a module, and its packages. */
const MAX_DEPTH = 6;

/**
 * Finds the folders below a root that hold dependencies and have a name that folders of one's own have, too: what is
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
    const [name, parent] = folder.split("/").reverse();
    return (
      this.#isFile(join(folder, ENVIRONMENT_MARK)) ||
      (MARKS.get(name!) ?? []).some((mark) => this.#isFile(join(folder, mark))) ||
      (name === "vendor" && this.#hasModules(folder)) ||
      (parent === "vendor" && name === "bundle" && this.#hasGems(folder))
    );
  }

  /**
   * Returns whether a folder has Go modules and nothing else, as copies without the list of `go mod vendor` have. The
   * first element of the path of a module that can be downloaded is a host, so it has a dot. No package is at the host
   * itself.
   */
  #hasModules(folder: string): boolean {
    const { folders: hosts } = this.#entries(folder);
    return (
      hosts.length > 0 &&
      hosts.every((host) => host.lastIndexOf(".") > 0) &&
      hosts.every((host) => {
        const path = join(folder, host);
        const { folders, hasGo } = this.#entries(path);
        return !hasGo && folders.some((inside) => this.#holdsGo(join(path, inside), MAX_DEPTH));
      })
    );
  }

  #holdsGo(folder: string, depth: number): boolean {
    const { folders, hasGo } = this.#entries(folder);
    return hasGo || (depth > 1 && folders.some((one) => this.#holdsGo(join(folder, one), depth - 1)));
  }

  /** Bundler installs gems for each version of an interpreter: `vendor/bundle/ruby/3.2.0/gems`. */
  #hasGems(folder: string): boolean {
    const inside = (path: string): string[] => this.#entries(path).folders.map((name) => join(path, name));
    return inside(folder)
      .flatMap(inside)
      .some((version) => this.#entries(version).folders.includes("gems"));
  }

  #entries(folder: string): { readonly folders: readonly string[]; readonly hasGo: boolean } {
    try {
      const entries = this.fileSystem.readdirSync(join(this.root.absolute, folder), { withFileTypes: true });
      return {
        folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
        hasGo: entries.some((entry) => entry.isFile() && entry.name.endsWith(".go")),
      };
    } catch {
      return { folders: [], hasGo: false };
    }
  }

  #isFile(path: string): boolean {
    try {
      return this.fileSystem.statSync(join(this.root.absolute, path)).isFile();
    } catch {
      return false;
    }
  }
}
