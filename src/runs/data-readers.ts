import { basename } from "node:path";
import { classOfFile } from "../core/file-class.js";
import { discoverNow } from "../workspace/discover.js";

const DATA = /[.](?:json|ya?ml)$/;
/** Languages of programs, which may read a file that they name. */
const CODE =
  /[.](?:[cm]?[jt]sx?|sh|bash|zsh|ps1|py|rb|php|go|java|kts?|scala|groovy|cs|rs|pl|lua|exs?|swift)$|(?:^|\/)Makefile$/;

/**
 * Who names files of data, as a program does that reads them: a script with `jq`, another program, code that finds the
 * file out by itself. What it makes of a file is not followed, so it cannot be changed together with it.
 */
export class DataReaders {
  readonly #known = new Map<string, readonly string[] | undefined>();

  /** @param cwd the folder that paths are relative to, absolute */
  constructor(private readonly cwd: string) {}

  /**
   * Why files of data cannot be changed safely; nothing where nobody else names one.
   *
   * @param changed paths that are changed
   * @param covered paths of files whose use of them is known
   */
  reasonAgainst(changed: Iterable<string>, covered: ReadonlySet<string>): string | undefined {
    for (const path of changed) {
      if (!DATA.test(path)) continue;
      const named = this.#naming(basename(path));
      if (!named) return `who else reads ${path} is not known without ripgrep`;
      const other = named.find((one) => !covered.has(one));
      if (other !== undefined) return `${other} names ${path}, too, and what it reads there is not known`;
    }
    return undefined;
  }

  #naming(name: string): readonly string[] | undefined {
    if (!this.#known.has(name)) {
      const written = name.replace(/[^\w-]/g, (mark) => `[${mark}]`);
      const source = `[^\\w.-]${written}\\b`;
      const question = { cwd: this.cwd, paths: ["."], ignorePatterns: [], noIgnore: false };
      const found = discoverNow({ ...question, patterns: [{ source }] })?.candidates;
      this.#known.set(
        name,
        found?.filter((path) => CODE.test(path) && classOfFile(path) === "source"),
      );
    }
    return this.#known.get(name);
  }
}
