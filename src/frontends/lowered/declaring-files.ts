import type { SourceText } from "../../core/source-text.js";
import type { ModuleHost } from "../module-host.js";

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

/** Returns the first file of a folder, but for the one that asks, that declares a name. */
export function declaringFile(
  name: string,
  folder: string,
  from: string,
  host: ModuleHost,
  declarations: Declarations,
): string | undefined {
  let known = folders.get(host);
  if (!known) folders.set(host, (known = new Map()));
  const key = `${declarations.ending} ${folder}`;
  let index = known.get(key);
  if (!index) known.set(key, (index = indexOf(folder, host, declarations)));
  return index.get(name)?.find((path) => path !== from);
}

function indexOf(folder: string, host: ModuleHost, { ending, namesIn }: Declarations): Folder {
  const index = new Map<string, string[]>();
  const files = host.filesIn?.(folder === "" ? "." : folder, ending) ?? [];
  if (files.length > MAX_FILES) return index;
  for (const file of files) {
    const path = folder === "" ? file : `${folder}/${file}`;
    for (const name of declaredIn(host.read(path), namesIn)) {
      const paths = index.get(name);
      if (paths) paths.push(path);
      else index.set(name, [path]);
    }
  }
  return index;
}

const declared = new WeakMap<SourceText, ReadonlySet<string>>();

function declaredIn(source: SourceText | undefined, namesIn: Declarations["namesIn"]): ReadonlySet<string> {
  if (!source) return new Set();
  let names = declared.get(source);
  if (!names) declared.set(source, (names = new Set(namesIn(source.text))));
  return names;
}
