import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { ResolverFactory, type NapiResolveOptions } from "oxc-resolver";
import { environmentFileOf } from "./environment-files.js";
import { ModuleAliases } from "./module-aliases.js";
import { statsOf } from "./file-system.js";
import { Manifests } from "./manifests.js";
import { MissingModules, type MissingModule } from "./missing-modules.js";
import { boundsOf } from "./bounds.js";
import { ProjectFiles, type OnUnread } from "./project-files.js";
import { repositoryFiles, type RepositoryFiles } from "./repository-files.js";
import { SETTINGS, isSettingsFile, settingsFilesOf } from "./settings-files.js";
import { workspacePackages } from "./workspace-packages.js";
import { TsconfigPaths } from "./tsconfig-paths.js";
import { yamlTree } from "./yaml-tree.js";

/** The other files of a repository, as a program that is spread over them sees them. */
export interface RepositoryModules extends RepositoryFiles {
  resolve(specifier: string, from: string): string | undefined;
  /** The file that a relative specifier names, if it is not there and should be, or is there in another case only. */
  missing(specifier: string, from: string): MissingModule | undefined;
  missingFile(from: string, ...names: readonly string[]): MissingModule | undefined;
  inOtherCase(from: string, ...names: readonly string[]): string | undefined;
  /** The folder of the nearest package.json above a file; the root where there is none. */
  packageOf(path: string): string;
  /** Specifiers that lead to a file without naming it. */
  aliasesOf(path: string): string[];
  /** The environment file that the program of a file reads, relative like all paths. */
  environmentFile(path: string): string | undefined;
  yaml: typeof yamlTree;
  /** The files of settings that importing `config` leads to from a file, where it leads to no module. */
  settingsFiles(path: string): readonly string[];
}

/** Endings that a specifier may leave out, code before data. */
const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".json",
  ".vue",
  ".svelte",
  ".d.ts",
];

const RESOLUTION: NapiResolveOptions = {
  extensions: EXTENSIONS,
  extensionAlias: {
    ".js": [".ts", ".tsx", ".js", ".jsx"],
    ".jsx": [".tsx", ".jsx"],
    ".mjs": [".mts", ".mjs"],
    ".cjs": [".cts", ".cjs"],
  },
  conditionNames: ["source", "development", "import", "require", "node", "default"],
  mainFields: ["source", "module", "main"],
};

/**
 * Resolves as Node and bundlers do, with what TypeScript adds: `.js` that means `.ts`, `paths` of the nearest tsconfig,
 * workspaces, whether they are installed or not. A relative specifier in another case leads to the file, as it does on
 * disks that ignore case. What is outside of the repository or in `node_modules` is not
 * followed.
 *
 * @param cwd absolute; paths are relative to it, with `/`
 * @param onUnread is given, once, each manifest or configuration that is not read although it is there
 */
export function repositoryModules(cwd: string, onUnread?: OnUnread): RepositoryModules {
  const root = boundsOf(cwd);
  const base = realpathSync(cwd);
  let resolver: ResolverFactory | undefined;
  let withoutTsconfig: ResolverFactory | undefined;
  const files = new ProjectFiles(root, (problem) => onUnread?.({ ...problem, path: shown(problem.path) }));
  const manifests = new Manifests(files);
  const packages = workspacePackages(root, files);
  const aliases = new ModuleAliases(root, packages, files);
  const paths = new TsconfigPaths(root, files);
  const absent = new MissingModules(root, base);
  const resolved = new Map<string, string | undefined>();
  /** Keys of those that are there in another case only. */
  const inOtherCase = new Set<string>();
  const folders = new Map<string, string>();
  const environments = new Map<string, string | undefined>();
  const settings = new Map<string, readonly string[]>();
  const shown = (path: string): string => relative(base, path).split(sep).join("/");

  function find(specifier: string, from: string): string | undefined {
    if (specifier.startsWith(FUNCTION)) return findFunction(specifier.slice(FUNCTION.length), from);
    const file = resolve(base, from);
    const { path } = resolveFrom(file, specifier);
    if (path !== undefined && !isPackage(path)) return path;
    const named = packages.packageOf(specifier, file);
    if (!named) return undefined;
    // From inside itself a package is resolved by its own `exports`, installed or not.
    const { path: own } = resolveFrom(join(named.folder, "package.json"), specifier);
    return own !== undefined && !isPackage(own) ? own : named.entry;
  }

  function resolveFrom(file: string, specifier: string): { readonly path?: string } {
    resolver ??= new ResolverFactory({ ...RESOLUTION, tsconfig: "auto" });
    if (!manifests.areReadable(specifier, file)) return {};
    const { path, error } = resolver.resolveFileSync(file, specifier);
    if (path !== undefined) return { path };
    // A tsconfig that cannot be loaded disables resolution beside it: it is broken, or extends a package that is not
    // installed.
    if (!/tsconfig/i.test(error ?? "")) return {};
    withoutTsconfig ??= new ResolverFactory(RESOLUTION);
    for (const request of [...paths.targetsOf(specifier, file), specifier]) {
      if (!manifests.areReadable(request, file)) return {};
      const found = withoutTsconfig.resolveFileSync(file, request);
      if (found.path !== undefined) return { path: found.path };
    }
    return {};
  }

  return {
    ...repositoryFiles(files, base),
    resolve(specifier, from) {
      const key = keyOf(specifier, from);
      if (resolved.has(key)) return resolved.get(key);
      const exact = find(specifier, from);
      const other = exact === undefined ? absent.inOtherCase(specifier, from) : undefined;
      if (other !== undefined) inOtherCase.add(key);
      const path = other === undefined ? exact : resolveFrom(resolve(base, from), other).path;
      const inside = path !== undefined && (path === root || path.startsWith(root + sep)) && !isPackage(path);
      const found = inside ? shown(path) : undefined;
      resolved.set(key, found);
      return found;
    },
    missing(specifier, from) {
      if (!specifier.startsWith(".")) return undefined;
      const isThere = this.resolve(specifier, from) !== undefined;
      if (isThere && !inOtherCase.has(keyOf(specifier, from))) return undefined;
      return absent.find(specifier, from, this.packageOf(from));
    },
    missingFile(from, ...names) {
      return absent.findFile(names, from, this.packageOf(from));
    },
    inOtherCase(from, ...names) {
      for (const name of names) {
        const path = absent.inOtherCase(name, from);
        if (path !== undefined) return shown(path);
      }
      return undefined;
    },
    packageOf(path) {
      const folder = dirname(resolve(base, path));
      let found = folders.get(folder);
      if (found === undefined) folders.set(folder, (found = packageAbove(folder)));
      return found;
    },
    aliasesOf(path) {
      const file = resolve(base, path);
      return isSettingsFile(file) ? [...aliases.of(file), SETTINGS] : aliases.of(file);
    },
    environmentFile(path) {
      const folder = packageAbove(dirname(resolve(base, path)));
      if (!environments.has(folder)) environments.set(folder, environmentFileOf(folder, files));
      const file = environments.get(folder);
      return file === undefined ? undefined : shown(file);
    },
    yaml: yamlTree,
    settingsFiles(path) {
      const folder = dirname(path);
      let files = settings.get(folder);
      if (!files) settings.set(folder, (files = settingsFilesOf(resolve(base, path), root).map(shown)));
      return files;
    },
  };

  function packageAbove(start: string): string {
    for (let folder = start; folder.startsWith(root); folder = dirname(folder)) {
      if (statsOf(join(folder, "package.json"))) return folder;
      if (folder === root) break;
    }
    return root;
  }

  /** An App Services function by its name: `functions/name.js`, or `functions/name/source.js` in older exports. */
  function findFunction(name: string, from: string): string | undefined {
    if (!/^[\w./-]+$/.test(name) || name.includes("..")) return undefined;
    for (let folder = dirname(resolve(base, from)); folder.startsWith(root); folder = dirname(folder)) {
      const functions = folder.endsWith(`${sep}functions`) ? folder : join(folder, "functions");
      for (const path of [join(functions, `${name}.js`), join(functions, name, "source.js")])
        if (statsOf(path)?.isFile()) return path;
      if (folder === root) break;
    }
    return undefined;
  }
}

function keyOf(specifier: string, from: string): string {
  return `${dirname(from)}\n${specifier}`;
}

/** Specifiers of functions that are called by their name start with this. */
const FUNCTION = "app-services:";

function isPackage(path: string): boolean {
  return path.includes(`${sep}node_modules${sep}`);
}
