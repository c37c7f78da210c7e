import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { statsOf } from "./file-system.js";
import { field, type ProjectFiles } from "./project-files.js";
import { textsIn } from "./workspace-packages.js";

/** Places that lead to others are followed so far: a target of a package that is a folder with a package.json, and so on. */
const MAX_DEPTH = 5;
/** Places that are looked at for one specifier; a table of a package may have any number. */
const MAX_PLACES = 300;
/** A configuration may lead to so many others, each extended or referred to by the one before. */
const MAX_CONFIGURATIONS = 200;

/**
 * Checks the manifests and configurations that the resolver is going to read. The resolver also reads a `package.json`
 * that is a FIFO or a device, and waits for it or fills the memory, and nothing can stop it. It reads the files of the
 * folders around the importing file and around the possible targets of the specifier. It also reads what a
 * `tsconfig.json` refers to, which may be outside of the repository. Only the targets of specifiers are used from them.
 */
export class Manifests {
  readonly #folders = new Map<string, boolean>();
  readonly #configurations = new Map<string, boolean>();
  readonly #chains = new Map<string, readonly string[]>();
  readonly #links = new Map<string, readonly string[]>();
  #places = 0;
  /** The configurations that lead to the one at hand. */
  #leading = 0;

  constructor(private readonly files: ProjectFiles) {}

  /**
   * Returns whether everything that is read to resolve a specifier can be read: regular files of a limited size.
   *
   * @param file the importing one, absolute
   */
  areReadable(specifier: string, file: string): boolean {
    this.#places = 0;
    return this.#isFine(dirname(file)) && this.#isSpecifierFine(specifier, file, 0);
  }

  #isSpecifierFine(specifier: string, file: string, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    const folder = dirname(file);
    if (/^\.{0,2}\//.test(specifier) || /^\.{1,2}$/.test(specifier))
      return this.#isPlaceFine(resolve(folder, specifier), depth);
    const [scope = "", name = "", ...rest] = specifier.split("/");
    const isScoped = scope.startsWith("@");
    const id = isScoped ? `${scope}/${name}` : scope;
    const inner = (isScoped ? rest : [name, ...rest].filter(Boolean)).join("/");
    return foldersFrom(folder).every((above) => {
      const manifest = this.files.json(join(above, "package.json"), true);
      const isOwn = field(manifest, "name") === id;
      return (
        (!specifier.startsWith("#") ||
          this.#areTargetsFine(field(manifest, "imports"), specifier, above, depth)) &&
        (!isOwn || this.#areTargetsFine(field(manifest, "exports"), asKey(inner), above, depth)) &&
        this.#isAliasFine(specifier, above, depth) &&
        this.#isPackageFine(join(above, "node_modules", id), inner, depth)
      );
    });
  }

  #isPackageFine(folder: string, inner: string, depth: number): boolean {
    if (!statsOf(folder)) return true;
    if (!this.#isPlaceFine(folder, depth)) return false;
    if (inner !== "" && !this.#isPlaceFine(join(folder, inner), depth)) return false;
    const manifest = this.files.json(join(folder, "package.json"), true);
    return this.#areTargetsFine(field(manifest, "exports"), asKey(inner), folder, depth);
  }

  /** Returns whether the targets are fine that `paths` of the configurations of a folder give for a specifier. */
  #isAliasFine(specifier: string, folder: string, depth: number): boolean {
    return this.#configurationsOf(join(folder, "tsconfig.json")).every((file) => {
      const options = field(this.files.json(file, true), "compilerOptions");
      const stated = field(options, "baseUrl");
      const base = resolve(dirname(file), typeof stated === "string" ? stated : ".");
      return (
        this.#areTargetsFine(field(options, "paths"), specifier, base, depth) &&
        (typeof stated !== "string" || this.#isPlaceFine(resolve(base, specifier), depth))
      );
    });
  }

  /** Returns whether the targets are fine that a table of a package or of a configuration gives for a key. */
  #areTargetsFine(table: unknown, key: string, folder: string, depth: number): boolean {
    return targetsOf(table, key).every((target) => {
      if (++this.#places > MAX_PLACES) return false;
      const place = resolve(folder, target);
      if (!this.#isPlaceFine(place, depth)) return false;
      const isPlace = target.startsWith(".") || target.startsWith("/");
      return isPlace || this.#isSpecifierFine(target, join(folder, "package.json"), depth + 1);
    });
  }

  /** Returns whether what lies around a place can be read: of the place itself, or of what lacks its ending there. */
  #isPlaceFine(place: string, depth: number): boolean {
    if (depth > MAX_DEPTH || ++this.#places > MAX_PLACES) return false;
    const stats = statsOf(place);
    if (stats?.isDirectory()) {
      if (!this.#isFine(place) || !this.#isFine(realPathOf(place))) return false;
      const manifest = this.files.json(join(place, "package.json"), true);
      const entries = ["main", "module", "source"].map((name) => field(manifest, name));
      const isEntryFine = entries.every(
        (entry) => typeof entry !== "string" || this.#isPlaceFine(join(place, entry), depth + 1),
      );
      if (!isEntryFine) return false;
    }
    const folder = dirname(place);
    if (!this.#isFine(folder)) return false;
    const names = stats?.isDirectory() ? ["index", basename(place)] : [basename(place)];
    return [folder, place].every((one) =>
      this.#linksIn(one)
        .filter((name) => names.some((start) => name.startsWith(start)))
        .every((name) => this.#isFine(dirname(realPathOf(join(one, name))))),
    );
  }

  /** Returns the names of the symbolic links in a folder. */
  #linksIn(folder: string): readonly string[] {
    let links = this.#links.get(folder);
    if (!links) {
      try {
        const entries = readdirSync(folder, { withFileTypes: true });
        links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
      } catch {
        links = [];
      }
      this.#links.set(folder, links);
    }
    return links;
  }

  /** Returns whether the manifests and configurations in a folder, and in all above it, can be read. */
  #isFine(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    this.#folders.set(folder, true);
    const above = dirname(folder);
    const real = realPathOf(folder);
    const is =
      this.#isFile(join(folder, "package.json")) &&
      this.#isConfigurationFine(join(folder, "tsconfig.json")) &&
      (above === folder || this.#isFine(above)) &&
      (real === folder || this.#isFine(real));
    this.#folders.set(folder, is);
    return is;
  }

  #isFile(file: string): boolean {
    return !statsOf(file) || this.files.text(file, true) !== undefined;
  }

  /** Returns whether a configuration, and all that it extends or refers to, can be read. */
  #isConfigurationFine(file: string): boolean {
    const known = this.#configurations.get(file);
    if (known !== undefined) return known;
    if (!statsOf(file)) return true;
    if (this.#leading === MAX_CONFIGURATIONS) {
      this.files.refuse(file, "is behind too many other configurations, and was not read");
      return false;
    }
    this.#configurations.set(file, true);
    this.#leading++;
    const is = this.#isFile(file) && this.#areParentsFine(file);
    this.#leading--;
    this.#configurations.set(file, is);
    return is;
  }

  #areParentsFine(file: string): boolean {
    const configuration = this.files.json(file, true);
    const packages = textsIn(field(configuration, "extends")).filter((one) => !isPath(one));
    return (
      packages.every((one) => this.#isSpecifierFine(one, file, MAX_DEPTH - 1)) &&
      this.#neighboursOf(file).every((one) => this.#isFine(dirname(one)) && this.#isConfigurationFine(one))
    );
  }

  /** Returns the existing configurations that one extends or refers to. */
  #neighboursOf(file: string): string[] {
    const configuration = this.files.json(file, true);
    const folder = dirname(file);
    const extended = textsIn(field(configuration, "extends")).flatMap((one) =>
      isPath(one)
        ? [resolve(folder, one)]
        : foldersFrom(folder).map((above) => join(above, "node_modules", one)),
    );
    const references = field(configuration, "references");
    const referred = (Array.isArray(references) ? references : []).flatMap((one) => {
      const path = field(one, "path");
      return typeof path === "string" ? [resolve(folder, path)] : [];
    });
    return [...extended, ...referred]
      .flatMap((one) => [one, `${one}.json`, join(one, "tsconfig.json")])
      .filter((one) => statsOf(one)?.isDirectory() === false);
  }

  /** Returns a configuration with all that it extends or refers to. */
  #configurationsOf(start: string): readonly string[] {
    let chain = this.#chains.get(start);
    if (!chain) {
      const found = new Set(statsOf(start) ? [start] : []);
      for (const file of found) {
        if (found.size > MAX_CONFIGURATIONS) break;
        for (const one of this.#neighboursOf(file)) found.add(one);
      }
      this.#chains.set(start, (chain = [...found]));
    }
    return chain;
  }
}

/** Returns the targets that a table has for a key, as in `exports`, `imports` and `paths`; `*` matches anything. */
function targetsOf(table: unknown, key: string): string[] {
  if (typeof table === "string" || Array.isArray(table)) return key === "." ? textsIn(table) : [];
  if (typeof table !== "object" || table === null) return [];
  return Object.entries(table).flatMap(([pattern, targets]) => {
    // Conditions of the package itself.
    if (key === "." && !pattern.startsWith(".")) return textsIn(targets);
    const [start = "", end] = pattern.split("*");
    if (end === undefined) return pattern === key ? textsIn(targets) : [];
    if (key.length < start.length + end.length || !key.startsWith(start) || !key.endsWith(end)) return [];
    const rest = key.slice(start.length, key.length - end.length);
    return textsIn(targets).map((target) => target.replaceAll("*", () => rest));
  });
}

function asKey(inner: string): string {
  return inner === "" ? "." : `./${inner}`;
}

function isPath(text: string): boolean {
  return text.startsWith(".") || text.startsWith("/") || text.includes(`:${sep}`);
}

function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
