import { dirname, join, resolve, sep } from "node:path";
import fastGlob from "fast-glob";
import { parse as parseYaml } from "yaml";
import { unfitForYaml } from "../core/yaml-limits.js";
import { isAffordable } from "./affordable-pattern.js";
import { statsOf, withSlashes } from "./file-system.js";
import { field, type ProjectFiles } from "./project-files.js";
import { isInside } from "./project-root.js";

/** The packages of a monorepo by name, for specifiers that only an installation would resolve. */
export interface WorkspacePackages {
  /** The package that a specifier names, seen from a file; both absolute. */
  packageOf(specifier: string, from: string): WorkspacePackage | undefined;
  /** Returns the package of a file, absolute. */
  nameOf(file: string): string | undefined;
}

interface WorkspacePackage {
  readonly folder: string;
  /** The source file that importing it, or the path in it, leads to. */
  readonly entry: string | undefined;
}

/** So many folders of a repository may be searched for the packages of a workspace. */
const MAX_SEARCHES = 500;
const MAX_PATTERNS = 1000;
const MAX_DEPTH = 20;

/** Fields and places where the entry of a package may be, sources before what a build would write. */
const ENTRY_FIELDS = ["source", "module", "main", "types"];
const ENTRY_FILES = ["src/index", "index", "src/main", "lib/index"];
const ENDINGS = ["", ".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", "/index.ts", "/index.js"];

/**
 * Reads `workspaces` of package.json and `packages` of pnpm-workspace.yaml on first use. A repository may contain
 * several workspaces: those around the importing file count, innermost first.
 *
 * @param root of the repository, absolute
 */
export function workspacePackages(root: string, files: ProjectFiles): WorkspacePackages {
  const workspaces = new Map<string, Map<string, string>>();
  let searches = 0;
  const packagesIn = (folder: string): Map<string, string> => {
    let packages = workspaces.get(folder);
    if (!packages) {
      const patterns = searches < MAX_SEARCHES ? workspacePatterns(folder, root, files) : [];
      if (patterns.length > 0) searches++;
      workspaces.set(folder, (packages = findPackages(folder, patterns, files)));
    }
    return packages;
  };
  return {
    packageOf(specifier, from) {
      if (specifier.startsWith(".") || specifier.startsWith("/") || specifier.startsWith("node:"))
        return undefined;
      const [scope, name, ...rest] = specifier.split("/");
      const id = scope!.startsWith("@") ? `${scope}/${name}` : scope!;
      const path = (scope!.startsWith("@") ? rest : [name, ...rest])
        .filter((part) => part !== undefined)
        .join("/");
      for (const around of foldersAround(from, root)) {
        const folder = packagesIn(around).get(id);
        if (folder !== undefined) return { folder, entry: entryIn(folder, path, files) };
      }
      return undefined;
    },
    nameOf(file) {
      for (const around of foldersAround(file, root)) {
        const found = [...packagesIn(around)].find(([, folder]) => file.startsWith(folder + sep));
        if (found) return found[0];
      }
      return undefined;
    },
  };
}

/** Returns the folders around a file, from the innermost to the root; all absolute. */
function foldersAround(file: string, root: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); folder.startsWith(root); folder = dirname(folder)) {
    folders.push(folder);
    if (folder === root || folder === dirname(folder)) break;
  }
  return folders;
}

function entryIn(folder: string, path: string, files: ProjectFiles): string | undefined {
  const manifest = files.json(join(folder, "package.json"));
  if (path !== "") {
    const stated = textsIn(field(field(manifest, "exports"), `./${path}`));
    return firstExisting(folder, [path, join("src", path), ...stated.flatMap(sourcesOf)]);
  }
  const stated = ENTRY_FIELDS.map((name) => field(manifest, name)).filter(
    (value) => typeof value === "string",
  );
  return firstExisting(folder, [...ENTRY_FILES, ...stated.flatMap(sourcesOf)]);
}

function firstExisting(folder: string, files: readonly string[]): string | undefined {
  for (const file of files) {
    const found = existing(join(folder, file));
    if (found) return found;
  }
  return undefined;
}

/** Returns the sources of a file: a build probably makes a file in `dist` from a file of the same path in `src`. */
function sourcesOf(file: string): string[] {
  const stem = file.replace(/^\.\//, "").replace(/(?:\.d)?\.[cm]?[jt]s$/, "");
  return [file, stem.replace(/^[^/]+\//, "src/"), stem.replace(/^[^/]+\//, "")];
}

function existing(path: string): string | undefined {
  return ENDINGS.map((ending) => path + ending).find((file) => statsOf(file)?.isFile());
}

/** The patterns of a workspace in a folder; those that lead out of the repository, or cost too much, are left out. */
function workspacePatterns(folder: string, root: string, files: ProjectFiles): string[] {
  const manifest = files.json(join(folder, "package.json"));
  const pnpm = files.parsed(join(folder, "pnpm-workspace.yaml"), parsedYaml);
  return [...patternsOf(manifest), ...patternsOf({ workspaces: field(pnpm, "packages") })]
    .filter((pattern) => {
      const outermost = withSlashes(resolve(folder, pattern));
      return isAffordable(pattern) && isInside(outermost, withSlashes(root));
    })
    .slice(0, MAX_PATTERNS);
}

/** @throws {RangeError} for a text that nests too deeply */
function parsedYaml(text: string): unknown {
  if (unfitForYaml(text)) throw new RangeError();
  return parseYaml(text, { logLevel: "error" });
}

function findPackages(folder: string, patterns: readonly string[], files: ProjectFiles): Map<string, string> {
  const found = new Map<string, string>();
  if (patterns.length === 0) return found;
  const manifests = fastGlob.sync(
    patterns.map((pattern) => `${withSafeStart(pattern).replace(/\/$/, "")}/package.json`),
    {
      ...{ cwd: folder, absolute: true, ignore: ["**/node_modules/**"], suppressErrors: true },
      // Links in a circle have an unlimited number of paths through them.
      ...{ followSymbolicLinks: false, deep: MAX_DEPTH },
    },
  );
  for (const file of manifests.sort()) {
    const name = field(files.json(file), "name");
    if (typeof name === "string" && !found.has(name)) found.set(name, dirname(file));
  }
  return found;
}

/**
 * Returns a pattern that does not start with a folder like `constructor`. Fast-glob keeps folders in a plain object, and
 * fails for the names of members that every object has.
 */
function withSafeStart(pattern: string): string {
  const start = /^(?:\.\/)*/.exec(pattern)![0];
  const [first = ""] = pattern.slice(start.length).split("/");
  return first in Object.prototype ? `[${first[0]!}]${pattern.slice(start.length + 1)}` : pattern;
}

/** Returns the targets in a string, a list, or an object of conditions. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function patternsOf(manifest: unknown): string[] {
  const workspaces = field(manifest, "workspaces");
  const list = Array.isArray(workspaces) ? workspaces : field(workspaces, "packages");
  return Array.isArray(list)
    ? list.filter((one): one is string => typeof one === "string" && !one.startsWith("!"))
    : [];
}

/** Returns whether code of a package may read files of another one: of itself, and of packages inside of it. */
export function reachesInto(reader: string, owner: string): boolean {
  return reader === owner || owner.startsWith(`${reader}/`) || owner.startsWith(`${reader}\\`);
}
