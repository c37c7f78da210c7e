import { basename } from "node:path";
import type { Catalog } from "../../catalog/catalog.js";
import { hasWord } from "../../core/words.js";
import type { FileReadFact } from "../../facts/file-facts.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { reachesInto } from "../../workspace/workspace-packages.js";
import { escaped } from "../../workspace/search-pattern.js";
import { isOfKnownFile, mayGetThere, mayRead } from "./file-names.js";
import { READING_WORDS, readsUnnamed } from "./folder-words.js";
import { mayBeProgram, programIn } from "../../engine/program-texts.js";
import type { ScriptReads } from "./reader-program.js";
import { scriptReads } from "./script-reads.js";
import { filesWith, textOf } from "./tree-files.js";

/** Environment files are left out: a program has their variables without naming them. */
const DATA = /[.](?:json|ya?ml)$/;

/**
 * Other readers of data files. These are programs that name one, scripts that read a file with a computed name,
 * programs in other languages that read whole folders, and code that searches the text. Their use of a file is not
 * followed, so they cannot be changed together with it.
 */
export class DataReaders {
  readonly #named = new Map<string, readonly string[]>();
  #scripts: Promise<ScriptReads | undefined> | undefined;
  #others: readonly string[] | undefined;

  /** @param cwd the folder that paths are relative to, absolute */
  constructor(
    private readonly cwd: string,
    private readonly catalog: Catalog,
    private readonly modules: () => Promise<RepositoryModules>,
  ) {}

  /**
   * Returns why data files cannot be changed safely, one sentence without a full stop; `undefined` if no other code
   * reads one.
   *
   * @param changed paths that are changed
   * @param isCovered whether the use of what a file names is known
   * @param unseen reads of followed code by functions that are not known
   */
  async reasonAgainst(
    changed: Iterable<string>,
    isCovered: (path: string) => boolean,
    unseen: readonly FileReadFact[],
  ): Promise<string | undefined> {
    for (const path of changed) {
      const reason = DATA.test(path) ? await this.#reasonAgainst(path, isCovered, unseen) : undefined;
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  async #reasonAgainst(
    path: string,
    isCovered: (path: string) => boolean,
    unseen: readonly FileReadFact[],
  ): Promise<string | undefined> {
    const named = this.#naming(basename(path));
    const modules = await this.modules();
    const owner = modules.packageOf(path);
    const reaches = (from: string): boolean => reachesInto(modules.packageOf(from), owner);
    const other = named.find((one) => !isCovered(one) && (reaches(one) || this.#leavesFor(one, owner)));
    if (other !== undefined) return namesToo(other, path);
    this.#scripts ??= scriptReads(this.cwd, modules, this.catalog, mayBeProgram);
    const scripts = await this.#scripts;
    if (!scripts) return `too many scripts read files, so v2ready cannot tell which of them read ${path}`;
    const read = [...scripts.reads, ...unseen].find(
      (one) => one.isFollowed !== true && mayRead(one, path) && mayGetThere(one, reaches),
    );
    if (read) return whyOf(read, path);
    const unknown = scripts.unknown.find(reaches);
    if (unknown !== undefined)
      return `${unknown} reads files, and v2ready cannot tell whether ${path} is one of them`;
    const search = this.#unnamed().find((one) => reaches(one) && this.#readsUnnamed(one, path));
    return search && readsUnknown(search, path);
  }

  /** Returns programs that name a file, or a file of the same name in another folder. */
  #naming(name: string): readonly string[] {
    let named = this.#named.get(name);
    if (!named) {
      const isNamedIn = (path: string): boolean => hasWord(this.#programIn(path) ?? "", name);
      const found = filesWith(this.cwd, [{ source: escaped(name) }]);
      this.#named.set(name, (named = found.filter((path) => mayBeProgram(path) && isNamedIn(path))));
    }
    return named;
  }

  /** Returns whether a program of another package has a way to a package in it. */
  #leavesFor(path: string, owner: string): boolean {
    const text = this.#programIn(path) ?? "";
    return /\.\.["'`/\\]/.test(text) || hasWord(text, basename(owner));
  }

  /** Returns programs in other languages that may read files without naming them. */
  #unnamed(): readonly string[] {
    return (this.#others ??= filesWith(this.cwd, [READING_WORDS]).filter(mayBeProgram));
  }

  #readsUnnamed(reader: string, path: string): boolean {
    const text = this.#programIn(reader);
    return text !== undefined && readsUnnamed(text, reader, path);
  }

  #programIn(path: string): string | undefined {
    const text = textOf(this.cwd, path);
    return text === undefined ? undefined : programIn(path, text);
  }
}

function whyOf(read: FileReadFact, path: string): string {
  const reader = read.place.path;
  if ("path" in read.file) return `${reader} looks at the text of ${path} (${read.by})`;
  return isOfKnownFile(read) ? namesToo(reader, path) : readsUnknown(reader, path);
}

function namesToo(reader: string, path: string): string {
  return `${reader} also names ${path}, and v2ready cannot see what it reads there`;
}

function readsUnknown(reader: string, path: string): string {
  return `${reader} reads files whose names are known only when it runs, and ${path} may be one of them`;
}
