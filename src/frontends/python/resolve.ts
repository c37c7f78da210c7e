import { posix } from "node:path";
import type { ModuleHost } from "../module-host.js";
import { PREFIX } from "./imports.js";

/** Folders that hold packages without being one, beside the folder of a file and those above it. */
const ROOTS = ["", "src", "lib", "app"];

/** Found before, by the host that looked. */
const found = new WeakMap<ModuleHost, Map<string, string | undefined>>();

/**
 * Returns the file of a module: relative ones from the folder of the file, others from there, from each folder above
 * it, and from the usual folders of packages.
 */
export function resolveModule(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  let known = found.get(host);
  if (!known) found.set(host, (known = new Map()));
  const folder = posix.dirname(from);
  const key = `${folder}\n${specifier}`;
  if (!known.has(key)) known.set(key, find(specifier.slice(PREFIX.length), folder, host));
  return known.get(key);
}

function find(name: string, folder: string, host: ModuleHost): string | undefined {
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
  for (let at = folder; ; at = posix.dirname(at)) {
    for (const root of ROOTS) {
      const path = fileIn(posix.join(at, root), parts, host);
      if (path !== undefined) return path;
    }
    if (at === "." || at === "/" || at === posix.dirname(at)) return undefined;
  }
}

function fileIn(folder: string, parts: readonly string[], host: ModuleHost): string | undefined {
  const base = posix.join(folder, ...parts);
  const candidates = parts.length > 0 ? [`${base}.py`, `${base}/__init__.py`] : [`${base}/__init__.py`];
  return candidates.find((path) => host.isFile?.(path) ?? false);
}
