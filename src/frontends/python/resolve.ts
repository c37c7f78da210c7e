import { posix } from "node:path";
import type { ModuleHost } from "../module-host.js";
import { PREFIX, submoduleOf } from "./imports.js";

/** Folders that hold packages without being one, beside the folder of a file and those above it. */
const ROOTS = ["", "src", "lib", "app"];

/** Found before, by the host that looked. */
const found = new WeakMap<ModuleHost, Map<string, Found>>();

/** The file of a module, by the folder that names it. */
type Found = Map<string, string | undefined>;

/**
 * Returns the file of a module: relative ones from the folder of the file, others from there, from each folder above
 * it, and from the usual folders of packages.
 */
export function resolveModule(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  let known = found.get(host);
  if (!known) found.set(host, (known = new Map()));
  return find(specifier.slice(PREFIX.length), posix.dirname(from), host, known);
}

function find(name: string, folder: string, host: ModuleHost, known: Map<string, Found>): string | undefined {
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(name)!;
  const parts = rest.split(".").filter((part) => part !== "");
  if (dots !== "") {
    let start = folder;
    for (let up = 1; up < dots.length; up++) {
      if (start === "." || start === "") return undefined;
      start = posix.dirname(start);
    }
    return fileIn(start, parts, host);
  }
  if (parts.length === 0) return undefined;
  let ofModule = known.get(rest);
  if (!ofModule) known.set(rest, (ofModule = new Map<string, string | undefined>()));
  return above(folder, parts, host, ofModule);
}

/** Returns the file of a module in a folder or one above it. The folders above are the same for many files. */
function above(folder: string, parts: readonly string[], host: ModuleHost, known: Found): string | undefined {
  if (known.has(folder)) return known.get(folder);
  let path: string | undefined;
  for (const root of ROOTS) path ??= fileIn(posix.join(folder, root), parts, host);
  const next = posix.dirname(folder);
  if (path === undefined && folder !== "." && next !== folder) path = above(next, parts, host, known);
  known.set(folder, path);
  return path;
}

function fileIn(folder: string, parts: readonly string[], host: ModuleHost): string | undefined {
  return candidates(posix.join(folder, ...parts), parts.length > 0).find((path) => host.isFile?.(path));
}

function candidates(base: string, mayBeFile: boolean): string[] {
  return [...(mayBeFile ? [`${base}.py`] : []), `${base}/__init__.py`];
}

/** Names that a package may have without writing them. */
const MAY_HAVE_MORE = /\bimport\s*\*|__getattr__|\bglobals\(|\bexec\(|__path__/;

/**
 * Returns the files that `from .x import y` names: those of `.x`, and those of `y` in a package that has no such name. See
 * `LoweredLanguage.filesNamed`.
 */
export function filesNamed(
  specifier: string,
  from: string,
  host: ModuleHost,
  name?: string,
): readonly string[] | undefined {
  const module = specifier.slice(PREFIX.length);
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(module)!;
  if (dots === "" || (name === undefined && rest === "")) return undefined;
  const found = resolveModule(specifier, from, host);
  if (name === undefined ? found !== undefined : rest !== "" && found === undefined) return undefined;
  if (name !== undefined) {
    if (resolveModule(PREFIX + submoduleOf(module, name), from, host) !== undefined) return undefined;
    if (found !== undefined && !found.endsWith("/__init__.py") && found !== "__init__.py") return undefined;
    const text = found === undefined ? "" : host.read(found)?.text;
    if (text === undefined || MAY_HAVE_MORE.test(text) || new RegExp(`\\b${name}\\b`).test(text))
      return undefined;
  }
  const steps = [...rest.split("."), ...(name === undefined ? [] : [name])].filter((part) => part !== "");
  return candidates(`${dots.length === 1 ? "./" : "../".repeat(dots.length - 1)}${steps.join("/")}`, true);
}
