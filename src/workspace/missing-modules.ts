import { readdirSync, type Dirent } from "node:fs";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { nodeFileSystem } from "./file-system.js";
import { IgnoreScope, readRules } from "./ignore-rules.js";
import { readSource } from "./read.js";
import { RuleFiles } from "./rule-files.js";

/** A file that an import names and that is not there. */
export interface MissingModule {
  /** The path that the import names, relative like all paths; without an ending if the import has none. */
  readonly path: string;
  /** The end of the path as it is on disk, if only upper and lower case differ. */
  readonly onDisk?: string;
}

/** Endings of files that a program imports values from; an import of another kind of file is the affair of a bundler. */
const MODULE_ENDING = /\.(?:[cm]?[jt]sx?|json|vue|svelte)$/i;
/** Endings that a source file may have if an import names the compiled file, or has no ending. */
const ENDINGS = ["", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"];
/** Characters of a name that a template engine or a bundler replaces. */
const NOT_A_NAME = /[<>{}|*!]/;
/** Files about another one. */
const ABOUT_ANOTHER = /^\.(?:test|spec|stories|bench)\./;
/** Files of a package that may name what a build writes, and how many of them are read. */
const MAX_SETTINGS = 100;
const MAX_SETTINGS_BYTES = 256 * 1024;

/**
 * Finds out which relative imports lead to no file, and so hide something. It is silent where something else than a person
 * may put the file there: a build, a code generator, a bundler.
 */
export class MissingModules {
  readonly #folders = new Map<string, readonly Dirent[] | undefined>();
  readonly #settings = new Map<string, string>();

  /**
   * @param root of the repository, absolute and without symbolic links
   * @param base paths are relative to it
   */
  constructor(
    private readonly root: string,
    private readonly base: string,
  ) {}

  /**
   * Returns the name of the file that a relative specifier does not lead to; `undefined` if it leads to a module.
   *
   * @param packageFolder of the importing file, absolute
   */
  find(specifier: string, from: string, packageFolder: string): MissingModule | undefined {
    const path = this.#named(specifier, from);
    if (path === undefined) return undefined;
    const otherCase = this.#inOtherCase(path);
    if (otherCase !== undefined) return { path: this.#shown(path), onDisk: otherCase.end };
    const ending = extname(path);
    if (ending !== "" && !MODULE_ENDING.test(ending)) return undefined;
    if (this.#isThere(path)) return undefined;
    const target = this.#entries(path) === undefined ? path : join(path, "index");
    if (target !== path && this.#has(path, (entry) => entry.name === "package.json")) return undefined;
    if (this.#isThere(target) || this.#isMade(target, packageFolder)) return undefined;
    return { path: this.#shown(target) };
  }

  /**
   * Returns the first of some files if none of them is there, as `find` does. Each is relative to the importing file and
   * has its ending. What has the name of one without its ending, such as a folder, counts as there.
   */
  findFile(names: readonly string[], from: string, packageFolder: string): MissingModule | undefined {
    const paths = names.flatMap((name) => this.#named(name, from) ?? []);
    const [first] = paths;
    if (first === undefined || paths.length < names.length) return undefined;
    for (const path of paths) {
      const otherCase = this.#inOtherCase(path);
      if (otherCase !== undefined) return { path: this.#shown(path), onDisk: otherCase.end };
    }
    const isKnown = paths.some((path) => {
      const stem = path.slice(0, path.length - extname(path).length);
      return this.#isThere(path, basename(stem)) || this.#entries(stem) || this.#isMade(path, packageFolder);
    });
    return isKnown ? undefined : { path: this.#shown(first) };
  }

  /**
   * Returns the absolute path of the file or folder that a relative specifier names in another case. Undefined if the
   * case is right, or there is none.
   */
  inOtherCase(specifier: string, from: string): string | undefined {
    const path = this.#named(specifier, from);
    return path === undefined ? undefined : this.#inOtherCase(path)?.path;
  }

  /** Returns the absolute path inside the repository that a relative specifier names. */
  #named(specifier: string, from: string): string | undefined {
    const name = specifier.replace(/\?.*$/s, "");
    if (!/^\.{1,2}(?:\/|$)/.test(name) || NOT_A_NAME.test(name)) return undefined;
    const path = resolve(this.base, dirname(from), name);
    const isInside = path.startsWith(this.root + sep) && !path.includes(`${sep}node_modules${sep}`);
    return isInside ? path : undefined;
  }

  #shown(path: string): string {
    return relative(this.base, path).split(sep).join("/");
  }

  /** Returns the path as it is on disk, and the end that differs, if only its case differs. */
  #inOtherCase(path: string): { readonly path: string; readonly end: string } | undefined {
    const parts = path.slice(this.root.length + 1).split(sep);
    let folder = this.root;
    const found: string[] = [];
    let differs = false;
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const name = this.#nameIn(folder, isLast ? ENDINGS.map((ending) => withEnding(part, ending)) : [part]);
      if (name === undefined) return undefined;
      differs ||= !name.startsWith(isLast ? stemOf(part) : part);
      if (differs) found.push(name);
      folder = join(folder, name);
    }
    return differs ? { path: folder, end: found.join("/") } : undefined;
  }

  /** Returns the entry of a folder that has one of these names, in this case or in another. */
  #nameIn(folder: string, names: readonly string[]): string | undefined {
    const entries = this.#entries(folder)?.map(({ name }) => name) ?? [];
    const exact = names.find((name) => entries.includes(name));
    if (exact !== undefined) return exact;
    const lower = new Set(names.map((name) => name.toLowerCase()));
    return entries.find((name) => lower.has(name.toLowerCase()));
  }

  /**
   * Returns whether there is something of that name, with whatever ending: a declaration, a native module, one for a
   * platform.
   */
  #isThere(path: string, stem = stemOf(basename(path))): boolean {
    return this.#has(dirname(path), (entry) => {
      const rest = entry.name.slice(stem.length);
      if (!entry.name.startsWith(stem)) return false;
      return rest === "" ? !entry.isDirectory() : rest.startsWith(".") && !ABOUT_ANOTHER.test(rest);
    });
  }

  /**
   * Returns whether a program may write it: git ignores it, or the settings of the package name it or the folder it is
   * in.
   */
  #isMade(path: string, packageFolder: string): boolean {
    if (this.#isIgnored(path)) return true;
    let absent = path.replace(MODULE_ENDING, "");
    while (this.#entries(dirname(absent)) === undefined) absent = dirname(absent);
    return [packageFolder, this.root].some((folder) => {
      if (!absent.startsWith(folder + sep)) return false;
      const text = this.#settingsIn(folder);
      return text.includes('"rootDirs"') || isNamed(relative(folder, absent).split(sep).join("/"), text);
    });
  }

  #isIgnored(path: string): boolean {
    const files = new RuleFiles(nodeFileSystem);
    let scope = IgnoreScope.forRoot(this.root, files);
    let folder = this.root;
    const parts = path.slice(this.root.length + 1).split(sep);
    for (const part of parts.slice(0, -1)) {
      folder = join(folder, part);
      if (scope.ignores(folder, true)) return true;
      scope = scope.enter(folder, readRules(folder, files), false);
    }
    const name = parts.at(-1)!;
    return (
      scope.ignores(join(folder, name), true) ||
      ENDINGS.some((ending) => scope.ignores(join(folder, withEnding(name, ending)), false))
    );
  }

  /** Returns the texts of the settings and scripts in a folder: manifests, compiler options, codegen.yml, Makefile. */
  #settingsIn(folder: string): string {
    let text = this.#settings.get(folder);
    if (text === undefined) {
      const files = (this.#entries(folder) ?? []).filter(
        (entry) => entry.isFile() && !MODULE_ENDING.test(entry.name.replace(/\.json$|\.config\.\w+$/, "")),
      );
      const read = files
        .slice(0, MAX_SETTINGS)
        .map(({ name }) => readSource(folder, name, { maxBytes: MAX_SETTINGS_BYTES }));
      // A report of this program names the missing files, and makes none.
      const settings = read.filter((one) => one.ok && one.generated !== "own-report");
      text = settings.map((one) => (one.ok ? one.raw : "")).join("\n");
      this.#settings.set(folder, text);
    }
    return text;
  }

  #has(folder: string, test: (entry: Dirent) => boolean): boolean {
    return this.#entries(folder)?.some(test) ?? false;
  }

  /** Returns the entries of a folder; none if it does not exist. */
  #entries(folder: string): readonly Dirent[] | undefined {
    if (!this.#folders.has(folder)) {
      let entries: readonly Dirent[] | undefined;
      try {
        entries = readdirSync(folder, { withFileTypes: true });
      } catch {
        entries = undefined;
      }
      this.#folders.set(folder, entries);
    }
    return this.#folders.get(folder);
  }
}

/** A name without the ending of a module. */
function stemOf(name: string): string {
  return name.replace(MODULE_ENDING, "");
}

/** A name as it is written in an import, with another ending; as it is for an empty one. */
function withEnding(name: string, ending: string): string {
  return ending === "" ? name : stemOf(name) + ending;
}

/** Returns whether a text names a path, and not only a longer one that the path is a part of. */
function isNamed(path: string, text: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    if (/(?:^|[^\w./-]|\.\/)$/.test(before) && !/[\w-]/.test(text.charAt(at + path.length))) return true;
  }
  return false;
}
