import { posix } from "node:path";
import type { SourceText } from "../../core/source-text.js";
import { nearest } from "../lowered/nearest.js";
import { foldersAbove } from "../lowered/folders-above.js";
import { MAX_LOADED, loadedFiles } from "../lowered/loaded-files.js";
import type { ModuleHost } from "../module-host.js";
import { PREFIX, isOfLibrary } from "./names.js";
import { fullName } from "./references.js";

/** Returns the files that a PHP file includes and the classes that it names, from its text alone. */
export function specifiersOfPhp({ text }: SourceText): readonly string[] {
  const found = new Set(includedIn(text).map((path) => PREFIX + path));
  for (const [, name] of text.matchAll(/\bconfig\(\s*["']([\w-]+)\./g))
    found.add(`${PREFIX}?/config/${name}.php`);
  const uses = usesIn(text);
  const namespace = /^\s*(?:<\?php\s+)?namespace\s+([\w\\]+)/m.exec(text)?.[1] ?? "";
  for (const [name] of text.matchAll(/\\?\b[A-Z]\w*(?:\\\w+)*/g)) {
    const full = fullName(name, { namespace, uses });
    if (!isOfLibrary(full)) found.add(PREFIX + full);
  }
  for (const full of uses.values()) if (!isOfLibrary(full)) found.add(PREFIX + full);
  return [...found];
}

function usesIn(text: string): Map<string, string> {
  const uses = new Map<string, string>();
  const add = (clause: string, prefix = ""): void => {
    const [, name, alias] = /^\s*\\?([\w\\]+?)(?:\s+as\s+(\w+))?\s*$/.exec(clause) ?? [];
    if (name === undefined) return;
    const full = prefix + name;
    uses.set(alias ?? full.slice(full.lastIndexOf("\\") + 1), full);
  };
  for (const [, clauses, prefix, group] of text.matchAll(
    /^[ \t]*use\s+(?!function\b|const\b)(?:([\w\\, \t]+)|\\?([\w\\]+\\)\{([^}]*)\})\s*;/gm,
  )) {
    for (const clause of (clauses ?? "").split(",")) add(clause);
    for (const clause of (group ?? "").split(",")) add(clause, prefix);
  }
  return uses;
}

/** The paths of files that a text includes, as `includedPath` writes them. */
function includedIn(text: string): string[] {
  const pattern =
    /\b(?:require|include)(?:_once)?\b[ \t(]*((?:__DIR__|dirname\((?:__FILE__|__DIR__)(?:,\s*\d+)?\)|[\w$>()-]+)\s*\.\s*)?["']([^"'$\n]+)["']/g;
  return [...text.matchAll(pattern)].map(([, before, path]) => {
    const own = path!.replace(/^\.?\//, "");
    if (before === undefined) return path!.startsWith(".") ? `./${own}` : `?/${own}`;
    if (before.startsWith("__DIR__") || before.startsWith("dirname(__FILE__)")) return `./${own}`;
    const levels = /^dirname\((__FILE__|__DIR__)(?:,\s*(\d+))?/.exec(before);
    if (!levels) return `?/${own}`;
    const up = Number(levels[2] ?? 1) - (levels[1] === "__FILE__" ? 1 : 0);
    return `./${"../".repeat(up)}${own}`;
  });
}

const found = new WeakMap<ModuleHost, Map<string, string | undefined>>();

/** Finds the file for a specifier: an included file, or the file that declares a name. */
export function resolvePhp(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  let known = found.get(host);
  if (!known) found.set(host, (known = new Map()));
  const key = `${from}\n${specifier}`;
  if (!known.has(key)) known.set(key, find(specifier.slice(PREFIX.length), from, host));
  return known.get(key);
}

function find(name: string, from: string, host: ModuleHost): string | undefined {
  if (name.startsWith("./") || name.startsWith("?/")) return includedFile(name, from, host);
  return name.startsWith("#") ? declaringFile(name.slice(1), from, host) : classFile(name, from, host);
}

function isFile(path: string, host: ModuleHost): boolean {
  return !path.startsWith("..") && (host.isFile?.(path) ?? false);
}

/** A path is taken from the folder of the file, else from a folder above it, where programs are started. */
function includedFile(name: string, from: string, host: ModuleHost): string | undefined {
  const folder = posix.dirname(from);
  const path = name.slice(2);
  const folders = name.startsWith("./") && path.startsWith("../") ? [folder] : foldersAbove(folder);
  return folders.map((above) => posix.join(above, path)).find((one) => isFile(one, host));
}

/** Returns the file that `__DIR__ . "/x.php"` and the like name. See `LoweredLanguage.filesNamed`. */
export function filesNamedInPhp(
  specifier: string,
  from: string,
  host: ModuleHost,
): readonly string[] | undefined {
  const name = specifier.slice(PREFIX.length);
  if (!name.startsWith("./") || includedFile(name, from, host) !== undefined) return undefined;
  return /\.(?:php|inc)$/i.test(name) && !/(?:^|\/)vendor\//.test(name) ? [name] : undefined;
}

/** A file that is included and declares a variable, function or constant; a constant may be in a file beside it. */
function declaringFile(name: string, from: string, host: ModuleHost): string | undefined {
  const pattern = declarationOf(name);
  const declares = (file: string): boolean => pattern.test(host.read(file)?.text ?? "");
  const included = loadedFiles(from, host, includedIn, includedFile).find(declares);
  if (included !== undefined || /^\$|\(\)$/.test(name)) return included;
  const folder = posix.dirname(from);
  const beside = (host.filesIn?.(folder, ".php") ?? []).slice(0, MAX_LOADED);
  const all = beside.map((one) => posix.join(folder, one)).filter((one) => one !== from && declares(one));
  return all.length === 1 ? all[0] : undefined;
}

function declarationOf(name: string): RegExp {
  if (name.startsWith("$")) return new RegExp(`(?:^|[;{}]|<\\?php)\\s*\\${name}\\s*=[^=>]`, "m");
  if (name.endsWith("()")) return new RegExp(`\\bfunction\\s+&?${name.slice(0, -2)}\\s*\\(`);
  return new RegExp(`\\bdefine\\(\\s*["']${name}["']|^[ \\t]*const\\s+${name}\\s*=`, "m");
}

/** Finds the file of a class where `composer.json` maps its namespace, else a file with the name of the class. */
function classFile(name: string, from: string, host: ModuleHost): string | undefined {
  const last = name.slice(name.lastIndexOf("\\") + 1);
  const declares = (file: string): boolean =>
    file !== from &&
    new RegExp(`\\b(?:class|interface|trait|enum)\\s+${last}\\b`).test(host.read(file)?.text ?? "");
  for (const folder of foldersAbove(posix.dirname(from)))
    for (const [prefix, root] of prefixesOf(posix.join(folder, "composer.json"), host)) {
      if (!name.startsWith(prefix)) continue;
      const path = posix.join(folder, root, `${name.slice(prefix.length).replaceAll("\\", "/")}.php`);
      if (isFile(path, host) && path !== from) return path;
    }
  const included = loadedFiles(from, host, includedIn, includedFile).find(declares);
  if (included !== undefined) return included;
  const named = [`${last}.php`, `${last}.class.php`, `class.${last}.php`, `${last.toLowerCase()}.php`];
  const all = named.flatMap((one) => host.filesNamed?.(one) ?? []).filter(declares);
  return nearest([...new Set(all)], from);
}

const prefixes = new WeakMap<ModuleHost, Map<string, readonly [string, string][]>>();

/** Namespaces and their folders, the longest first. */
function prefixesOf(path: string, host: ModuleHost): readonly [string, string][] {
  let known = prefixes.get(host);
  if (!known) prefixes.set(host, (known = new Map()));
  let own = known.get(path);
  if (!own) known.set(path, (own = isFile(path, host) ? readPrefixes(host.read(path)?.text ?? "") : []));
  return own;
}

function readPrefixes(text: string): [string, string][] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const all: [string, string][] = [];
  for (const section of ["autoload", "autoload-dev"])
    for (const kind of ["psr-4", "psr-0"])
      for (const [prefix, folders] of Object.entries(memberOf(memberOf(parsed, section), kind) ?? {}))
        for (const folder of Array.isArray(folders) ? folders : [folders])
          if (typeof folder === "string") all.push([kind === "psr-4" ? prefix : "", folder]);
  return all.sort(([a], [b]) => b.length - a.length);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
