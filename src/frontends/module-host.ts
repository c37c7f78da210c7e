import type { SourceText } from "../core/source-text.js";

/** How a frontend gets at the other files of the repository. Synchronous, since analysis is. */
export interface ModuleHost {
  /**
   * The file that a specifier leads to from a file, relative to the working directory with `/`; nothing for packages
   * outside of the repository and for what is not there.
   */
  resolve(specifier: string, from: string): string | undefined;
  /** The text of a file that `resolve` gave; nothing where it cannot be read. */
  read(path: string): SourceText | undefined;
  /** What tells the programs of a repository apart: the folder of the package that a file belongs to. */
  packageOf?(path: string): string;
  /**
   * What a frontend has made of a text and may use again in the next analysis; absent where there is only one. The
   * frontend decides on the keys.
   */
  readonly kept?: WeakMap<SourceText, Map<unknown, unknown>>;
}
