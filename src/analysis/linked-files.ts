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

/** So many other files may be read even where there are few files. */
const FEWEST_READ = 10;

/**
 * Groups files by what they import, directly or through other files, so that the values of one group do not depend on
 * another group. Files may still find each other in other ways, such as a path that is computed.
 *
 * To read a file costs about as much as to evaluate one, and with few files there is little to tell apart. So at most as
 * many others are read for this as there are pairs of files. With more of them there is one group.
 *
 * @param most how many others may be read in any case
 */
export function linkedFiles<Item extends File>(
  files: readonly Item[],
  language: Language,
  host: ModuleHost,
  most: number,
): Item[][] {
  if (files.length < 2) return files.length === 0 ? [] : [[...files]];
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
  const mostRead = Math.min(most, FEWEST_READ + (files.length * (files.length - 1)) / 2);
  const between: string[][] = [];
  const open = links.flat();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (known.has(path)) continue;
    known.add(path);
    if (between.length >= mostRead) return [[...files]];
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
