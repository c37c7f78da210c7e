import { posix } from "node:path";
import type { SourceText } from "../../core/source-text.js";
import { nearest } from "../lowered/nearest.js";
import { MAX_LOADED, loadedFiles } from "../lowered/loaded-files.js";
import type { ModuleHost } from "../module-host.js";
import { PREFIX } from "./names.js";

/**
 * Returns the paths that a text loads: `. ./x.ps1`, `Import-Module "$PSScriptRoot/x.psm1"`, `using module ./x.psm1`.
 */
export function loadedIn(text: string): string[] {
  const lines = text.matchAll(
    /^[ \t]*(?:\.[ \t]+|(?:Import-Module|using[ \t]+module|ipmo)[ \t]+(?:-Name[ \t]+)?)(.*)$/gim,
  );
  return [...lines].flatMap(([, line]) => {
    const path = /((?:[\w.-]+[\\/])*[\w.-]+\.(?:ps1|psm1|psd1))/i.exec(
      line!.replaceAll("\\", "/").replace(/\$\{?\w+\}?\//g, ""),
    )?.[1];
    return path === undefined ? [] : [path.replace(/\.psd1$/i, ".psm1")];
  });
}

/** Returns the files that a PowerShell file loads, and the commands that it names, from its text alone. */
export function specifiersOfPowerShell({ text }: SourceText): readonly string[] {
  const found = new Set(loadedIn(text).map((path) => `${PREFIX}./${path}`));
  for (const [name] of text.matchAll(/\b[A-Z][a-zA-Z]+-[A-Z]\w+\b/g))
    found.add(`${PREFIX}#${name.toLowerCase()}`);
  return [...found];
}

const found = new WeakMap<ModuleHost, Map<string, string | undefined>>();

/** Finds the file for a specifier: a loaded file, or the file that declares a command. */
export function resolvePowerShell(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  let known = found.get(host);
  if (!known) found.set(host, (known = new Map()));
  const key = `${from}\n${specifier}`;
  if (!known.has(key)) known.set(key, find(specifier.slice(PREFIX.length), from, host));
  return known.get(key);
}

function find(name: string, from: string, host: ModuleHost): string | undefined {
  return name.startsWith("#")
    ? declaringFile(name.slice(1), from, host)
    : loadedFile(name.slice(2), from, host);
}

/** A path is taken from the folder of the file, or from one above it. */
function loadedFile(path: string, from: string, host: ModuleHost): string | undefined {
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const file = posix.join(folder, path);
    if (!file.startsWith("..") && host.isFile?.(file)) return file;
    if (folder === "." || folder === "/" || folder === posix.dirname(folder)) break;
  }
  return nearest(host.filesNamed?.(posix.basename(path)) ?? [], from);
}

/** A variable or function of a file that is loaded; a function may be in a file of its name, as modules have them. */
function declaringFile(name: string, from: string, host: ModuleHost): string | undefined {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = name.startsWith("$")
    ? new RegExp(`^[ \\t]*(?:\\[\\w+\\])?\\$(?:script:|global:)?${escaped.slice(2)}\\s*=`, "im")
    : new RegExp(`^[ \\t]*function\\s+(?:script:|global:)?${escaped}\\b`, "im");
  const declares = (file: string): boolean => pattern.test(host.read(file)?.text ?? "");
  const loaded = loadedFiles(from, host, loadedIn, loadedFile).find(declares);
  if (loaded !== undefined || !/^\w+-\w+$/.test(name)) return loaded;
  const folder = posix.dirname(from);
  const folders = new Set([folder, ...PARTS.map((part) => posix.join(posix.dirname(folder), part))]);
  const beside = [...folders]
    .filter((one) => !one.startsWith(".."))
    .flatMap((one) =>
      [".ps1", ".psm1"]
        .flatMap((ending) => host.filesIn?.(one, ending) ?? [])
        .map((file) => posix.join(one, file)),
    )
    .filter((one) => /\.psm?1$/i.test(one) && one !== from);
  return beside.slice(0, MAX_LOADED).find(declares);
}

/** Folders that the functions of a module are divided into. */
const PARTS = ["Public", "Private", "public", "private", "Functions", "functions"];
