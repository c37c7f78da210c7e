import { posix } from "node:path";
import type { SourceText } from "../../core/source-text.js";
import { foldersAbove } from "../lowered/folders-above.js";
import { MAX_LOADED, loadedFiles } from "../lowered/loaded-files.js";
import type { ModuleHost } from "../module-host.js";
import { LIBRARY, PREFIX } from "./names.js";

/** Returns the files that a Ruby file loads and the constants that it names, from its text alone. */
export function specifiersOfRuby({ text }: SourceText): readonly string[] {
  const found = new Set(requiredIn(text).map((path) => PREFIX + path));
  for (const [path] of text.matchAll(/\b[A-Z]\w*(?:::[A-Z]\w*)*/g))
    if (!LIBRARY.has(path.split("::")[0]!)) found.add(`${PREFIX}|${path}`);
  return [...found];
}

function requiredIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(require_relative|require|load)[ (]+["']([^"'#\n]+)["']/gm)].map(
    ([, how, path]) =>
      how === "require_relative" || path!.startsWith(".") ? `./${path!.replace(/^\.\//, "")}` : path!,
  );
}

/** Folders below which the files of a program stand as its modules do. */
const ROOTS = ["lib", "app", "src", "libraries"];

const found = new WeakMap<ModuleHost, Map<string, string | undefined>>();

/** Finds the file for a specifier: a loaded file, or the file that declares a constant or function. */
export function resolveRuby(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  let known = found.get(host);
  if (!known) found.set(host, (known = new Map()));
  const key = `${from}\n${specifier}`;
  if (!known.has(key)) known.set(key, find(specifier.slice(PREFIX.length), from, host));
  return known.get(key);
}

function find(name: string, from: string, host: ModuleHost): string | undefined {
  if (name.startsWith("#")) return functionFile(name.slice(1), from, host);
  const [nesting, path] = name.split("|") as [string, string | undefined];
  return path === undefined ? loadedFile(name, from, host) : constantFile(nesting, path, from, host);
}

/** The file behind `require_relative "./x"` and `require "x"`. */
function loadedFile(name: string, from: string, host: ModuleHost): string | undefined {
  const folder = posix.dirname(from);
  const file = /\.(?:rb|rake)$/.test(name) ? name : `${name}.rb`;
  if (name.startsWith(".")) {
    const path = posix.join(folder, file);
    return !path.startsWith("..") && isFile(path, host) ? path : undefined;
  }
  for (const above of foldersAbove(folder))
    for (const root of [...ROOTS, ""]) {
      const path = posix.join(above, root, file);
      if (isFile(path, host)) return path;
    }
  return undefined;
}

/**
 * Returns the file that `require_relative` names. Other ways of loading take `./x` from the current folder, so nothing is
 * named for certain if a folder above has the file. See `LoweredLanguage.filesNamed`.
 */
export function filesNamedInRuby(
  specifier: string,
  from: string,
  host: ModuleHost,
): readonly string[] | undefined {
  const name = specifier.slice(PREFIX.length);
  if (!name.startsWith("./")) return undefined;
  const file = /\.(?:rb|rake)$/.test(name) ? name : `${name}.rb`;
  return foldersAbove(posix.dirname(from)).some((folder) => isFile(posix.join(folder, file), host))
    ? undefined
    : [file];
}

/**
 * The file that declares a constant: one that is named after it, as loaders of programs expect; one that this file loads,
 * however far away; or one beside it.
 */
function constantFile(nesting: string, path: string, from: string, host: ModuleHost): string | undefined {
  const declares = (file: string | undefined): file is string =>
    file !== undefined && file !== from && declaresConstant(file, path, host);
  const byName = namedFiles(nesting, path, from, host).find(declares);
  if (byName !== undefined) return byName;
  const loaded = loadedFiles(from, host, requiredIn, loadedFile);
  const near = loaded.find(declares);
  if (near !== undefined) return near;
  const folder = posix.dirname(from);
  const beside = host.filesIn?.(folder, ".rb") ?? [];
  return beside
    .slice(0, MAX_LOADED)
    .map((name) => posix.join(folder, name))
    .find(declares);
}

const named = new WeakMap<ModuleHost, Map<string, readonly string[]>>();

/** Returns the files that are named after a constant; they are the same for all files of a folder. */
function namedFiles(nesting: string, path: string, from: string, host: ModuleHost): readonly string[] {
  const byName = named.get(host) ?? new Map<string, readonly string[]>();
  named.set(host, byName);
  const folder = posix.dirname(from);
  const key = `${folder}|${nesting}|${path}`;
  let files = byName.get(key);
  if (!files) byName.set(key, (files = findNamed(nesting, path, folder, host)));
  return files;
}

/** `Atlas::HTTPClient` → `atlas/http_client.rb`, below the folders that hold programs. */
function findNamed(nesting: string, path: string, from: string, host: ModuleHost): string[] {
  const modules = nesting === "" ? [] : nesting.split("::");
  const parts = path.split("::");
  const names: string[] = [];
  for (let count = modules.length; count >= 0; count--)
    for (let length = parts.length; length > 0; length--)
      names.push([...modules.slice(0, count), ...parts.slice(0, length)].map(underscored).join("/"));
  for (let count = modules.length; count > 0; count--)
    names.push(modules.slice(0, count).map(underscored).join("/"));
  const folders = foldersAbove(from);
  return names.flatMap((name) =>
    folders.flatMap((folder) =>
      [...ROOTS.flatMap((root) => (root === "app" ? APP_FOLDERS : [root])), ""].flatMap((root) => {
        const file = posix.join(folder, root, `${name}.rb`);
        return isFile(file, host) ? [file] : [];
      }),
    ),
  );
}

const APP_FOLDERS = [
  "services",
  "models",
  "lib",
  "clients",
  "jobs",
  "workers",
  "controllers/concerns",
  "",
].map((name) => posix.join("app", name));

function underscored(name: string): string {
  return name
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase();
}

const declared = new WeakMap<ModuleHost, Map<string, ReadonlySet<string>>>();

function declaresConstant(file: string, path: string, host: ModuleHost): boolean {
  const byFile = declared.get(host) ?? new Map<string, ReadonlySet<string>>();
  declared.set(host, byFile);
  let names = byFile.get(file);
  if (!names) byFile.set(file, (names = constantsIn(host.read(file)?.text ?? "")));
  const parts = path.split("::");
  if (!names.has(parts.at(-1)!)) return false;
  return parts.length === 1 || parts.slice(0, -1).every((part) => host.read(file)?.text.includes(part));
}

/** Returns the names of the constants that a text declares, and those of the modules they are declared in. */
function constantsIn(text: string): Set<string> {
  const names = new Set<string>();
  const declarations = /^[ \t]*(?:(?:class|module)[ \t]+([\w:]+)|([A-Z]\w*)[ \t]*(?:\|\|)?=[^=~>])/gm;
  for (const [, type, constant] of text.matchAll(declarations))
    for (const name of (type ?? constant!).split("::")) names.add(name);
  return names;
}

/** The file, among those that are loaded, that has a function outside of all classes. */
function functionFile(name: string, from: string, host: ModuleHost): string | undefined {
  const pattern = new RegExp(`^def ${name.replace(/[?!]$/, "\\$&")}(?![\\w?!])`, "m");
  return loadedFiles(from, host, requiredIn, loadedFile).find((file) =>
    pattern.test(host.read(file)?.text ?? ""),
  );
}

function isFile(path: string, host: ModuleHost): boolean {
  return host.isFile?.(path) ?? false;
}
