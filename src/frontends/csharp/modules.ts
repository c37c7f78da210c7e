import type { SourceText } from "../../core/source-text.js";
import { nearest } from "../lowered/nearest.js";
import type { ModuleHost } from "../module-host.js";
import { PREFIX } from "./lower.js";
import { SETTINGS } from "./settings.js";

/** Returns all modules that a C# file may import, without parsing it. Every capitalised name may be a class. */
export function specifiersOfCsharp({ text }: SourceText): readonly string[] {
  const names = new Set([...text.matchAll(/\b[A-Z]\w*\b/g)].map(([name]) => name));
  return [...names].map((name) => `${PREFIX}.${name}`);
}

/**
 * Finds the file of a class: the nearest file of that name in the repository, because a namespace may span folders. The
 * settings of the application are the nearest `appsettings.json`.
 */
export function resolveCsharp(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  const name =
    specifier === SETTINGS ? "appsettings.json" : `${specifier.slice(PREFIX.length).replace(/^\./, "")}.cs`;
  return nearest(host.filesNamed?.(name) ?? [], from);
}
