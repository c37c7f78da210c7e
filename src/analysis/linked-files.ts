import { addAll } from "../core/add-all.js";
import { connectedGroups } from "../core/connected-groups.js";
import type { SourceText } from "../core/source-text.js";
import type { ModuleHost } from "../frontends/module-host.js";
import type { Language } from "./evaluation/language.js";

/** A file that a program may follow values into and out of. */
interface File {
  readonly source: SourceText;
  /** False if what it imports is not looked at. */
  readonly followsImports: boolean;
}

/**
 * Groups files by what they import, directly or through other files, so that the values of one group do not depend on
 * another group. Files may still find each other in other ways, such as a path that is computed.
 *
 * @param most how many other files may be read for this; with more of them there is one group
 */
export function linkedFiles<Item extends File>(
  files: readonly Item[],
  language: Language,
  host: ModuleHost,
  most: number,
): Item[][] {
  const importedBy = (source: SourceText): string[] =>
    language
      .specifiersIn(source)
      .flatMap((specifier) => language.resolve(specifier, source.path, host) ?? []);
  const links = files.map(({ source, followsImports }) => [
    source.path,
    ...(followsImports ? importedBy(source) : []),
  ]);
  const linksOf = new Map(files.map((file, index) => [file, links[index]!]));
  if (language.traits.groupsByPackage) {
    // The files of a package share its libraries, with what is set in them.
    const packageOf = (path: string): string => host.packageOf?.(path) ?? "";
    return connectedGroups(files, (file) => linksOf.get(file)!.map(packageOf));
  }
  const known = new Set(files.map(({ source }) => source.path));
  const between: string[][] = [];
  const open = links.flat();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (known.has(path)) continue;
    known.add(path);
    if (between.length >= most) return [[...files]];
    const source = language.grammarFor(path) && host.read(path);
    if (!source) continue;
    const imported = importedBy(source);
    between.push([path, ...imported]);
    addAll(open, imported);
  }
  const groups = connectedGroups([...files, ...between], (item) =>
    Array.isArray(item) ? item : linksOf.get(item)!,
  );
  return groups
    .map((group) => group.filter((item): item is Item => !Array.isArray(item)))
    .filter((group) => group.length > 0);
}
