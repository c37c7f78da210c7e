import type { SourceText } from "../../core/source-text.js";
import type { ModuleHost } from "../module-host.js";
import { nearest } from "./nearest.js";

/** The names that files of a language declare for other files of their folder. */
export interface Declarations {
  /** The ending of such files, with the dot. */
  readonly ending: string;
  readonly namesIn: (text: string) => readonly string[];
}

type Folder = ReadonlyMap<string, readonly string[]>;

const folders = new WeakMap<ModuleHost, Map<string, Folder>>();

/** Larger folders are made by generators: which of the files declares what is not looked for there. */
const MAX_FILES = 600;

/** Returns the nearest file of the repository, but for the one that asks, that declares a name and whose name ends so. */
export function declaringNamed(
  name: string,
  from: string,
  host: ModuleHost,
  declarations: Declarations,
): string | undefined {
  const index = indexFor(host, `*${declarations.ending}`, () =>
    indexOf(host.filesNamed?.(`*${declarations.ending}`) ?? [], host, declarations),
  );
  return nearest(index.get(name)?.filter((path) => path !== from) ?? [], from);
}

function indexFor(host: ModuleHost, key: string, make: () => Folder): Folder {
  let known = folders.get(host);
  if (!known) folders.set(host, (known = new Map()));
  let index = known.get(key);
  if (!index) known.set(key, (index = make()));
  return index;
}

/** Returns the first file of a folder, but for the one that asks, that declares a name. */
export function declaringFile(
  name: string,
  folder: string,
  from: string,
  host: ModuleHost,
  declarations: Declarations,
): string | undefined {
  const { ending } = declarations;
  const index = indexFor(host, `${ending} ${folder}`, () => {
    const files = host.filesIn?.(folder === "" ? "." : folder, ending) ?? [];
    return indexOf(
      files.map((file) => (folder === "" ? file : `${folder}/${file}`)),
      host,
      declarations,
    );
  });
  return index.get(name)?.find((path) => path !== from);
}

function indexOf(paths: readonly string[], host: ModuleHost, { namesIn }: Declarations): Folder {
  const index = new Map<string, string[]>();
  if (paths.length > MAX_FILES) return index;
  for (const path of paths)
    for (const name of declaredIn(host.read(path), namesIn)) {
      const paths = index.get(name);
      if (paths) paths.push(path);
      else index.set(name, [path]);
    }
  return index;
}

/** Returns whether a file declares a name. */
export function declares(path: string, name: string, host: ModuleHost, { namesIn }: Declarations): boolean {
  return declaredIn(host.read(path), namesIn).has(name);
}

const declared = new WeakMap<Declarations["namesIn"], WeakMap<SourceText, ReadonlySet<string>>>();

function declaredIn(source: SourceText | undefined, namesIn: Declarations["namesIn"]): ReadonlySet<string> {
  if (!source) return new Set();
  let known = declared.get(namesIn);
  if (!known) declared.set(namesIn, (known = new WeakMap()));
  let names = known.get(source);
  if (!names) known.set(source, (names = new Set(namesIn(source.text))));
  return names;
}
