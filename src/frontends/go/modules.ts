import type { SourceText } from "../../core/source-text.js";
import type { ModuleHost } from "../module-host.js";
import { declaredNames, syntaxOf } from "./syntax.js";

/**
 * Returns the specifier of a name in a package: `#Name` in the same package, `path#Name` in another, `#Type.Method` for
 * methods. A specifier without a name is a package with a model, or one outside of the repository.
 */
export function specifierOf(path: string, name: string): string {
  return `${path}#${name}`;
}

/** Larger packages are made by generators: which of the files declares what is not looked for there. */
const MAX_FILES = 600;

/** Finds the file that declares a name of a package. */
export function resolveGo(specifier: string, from: string, host: ModuleHost): string | undefined {
  const mark = specifier.indexOf("#");
  if (mark < 0) return undefined;
  const [path, name] = [specifier.slice(0, mark), specifier.slice(mark + 1)];
  const folder = path === "" ? folderOf(from) : folderOfPackage(path, from, host);
  return folder === undefined ? undefined : fileThatDeclares(name, folder, from, host);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The folder of a package of the repository, by the path of its module. */
function folderOfPackage(path: string, from: string, host: ModuleHost): string | undefined {
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    const module = moduleIn(folder, host);
    if (module !== undefined) {
      const own = inside(module.path, path);
      if (own !== undefined) return joined(folder, own);
      for (const [other, place] of module.replaced) {
        const rest = inside(other, path);
        if (rest !== undefined) return joined(joined(folder, place), rest);
      }
    }
    if (folder === "") break;
  }
  return folderByGopath(path, host);
}

/** Without `go.mod`, as in the days of GOPATH: `github.com/owner/name` is the repository itself. */
function folderByGopath(path: string, host: ModuleHost): string | undefined {
  const parts = path.split("/");
  if (parts.length < 3 || !parts[0]!.includes(".") || host.isFile?.("go.mod") === true) return undefined;
  const folder = parts.slice(3).join("/");
  const files = goFilesIn(folder, host);
  return files.length > 0 && parts.length > 3 ? folder : undefined;
}

function inside(module: string, path: string): string | undefined {
  if (path === module) return "";
  return path.startsWith(`${module}/`) ? path.slice(module.length + 1) : undefined;
}

function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

interface GoModule {
  readonly path: string;
  /** `replace example.com/x => ./x` */
  readonly replaced: ReadonlyMap<string, string>;
}

const modules = new WeakMap<SourceText, GoModule>();

function moduleIn(folder: string, host: ModuleHost): GoModule | undefined {
  const path = folder === "" ? "go.mod" : `${folder}/go.mod`;
  if (host.isFile?.(path) !== true) return undefined;
  const source = host.read(path);
  if (!source) return undefined;
  let known = modules.get(source);
  if (!known) modules.set(source, (known = readModule(source.text)));
  return known;
}

function readModule(text: string): GoModule {
  let path = "";
  const replaced = new Map<string, string>();
  let isReplacing = false;
  for (const line of text.split("\n")) {
    const words = line
      .replace(/\/\/.*$/, "")
      .trim()
      .split(/\s+/);
    if (words[0] === "module") path = (words[1] ?? "").replaceAll('"', "");
    if (words[0] === "replace") isReplacing = words[1] === "(";
    else if (words[0] === ")") isReplacing = false;
    const arrow = words.indexOf("=>");
    const target = words[arrow + 1];
    if (arrow < 0 || target?.startsWith(".") !== true) continue;
    const name = words[0] === "replace" ? words[1] : isReplacing ? words[0] : undefined;
    if (name !== undefined) replaced.set(name, target);
  }
  return { path, replaced };
}

function goFilesIn(folder: string, host: ModuleHost): readonly string[] {
  return host.filesIn?.(folder, ".go") ?? [];
}

interface Folder {
  readonly files: readonly string[];
  /** The files in which each word stands; made when it is needed first. */
  words?: ReadonlyMap<string, readonly string[]>;
  readonly found: Map<string, string | undefined>;
}

const folders = new WeakMap<ModuleHost, Map<string, Folder>>();

function fileThatDeclares(name: string, folder: string, from: string, host: ModuleHost): string | undefined {
  let known = folders.get(host);
  if (!known) folders.set(host, (known = new Map()));
  const isTest = from.endsWith("_test.go") && folderOf(from) === folder;
  const key = `${folder}\n${isTest}`;
  let index = known.get(key);
  if (!index) {
    const names = goFilesIn(folder, host).filter((file) => isTest || !file.endsWith("_test.go"));
    const files = names.length > MAX_FILES ? [] : names.map((file) => joined(folder, file));
    known.set(key, (index = { files, found: new Map() }));
  }
  if (!index.found.has(name)) index.found.set(name, search(name, index, host));
  const found = index.found.get(name);
  return found === from ? undefined : found;
}

/** Parses only the files in which the name stands. */
/** Returns the file that declares a name; without one, the first that contains it and cannot be parsed. */
function search(name: string, index: Folder, host: ModuleHost): string | undefined {
  index.words ??= wordsIn(index.files, host);
  const word = name.slice(name.lastIndexOf(".") + 1);
  const paths = index.words.get(word) ?? [];
  const namesAt = (path: string): ReadonlySet<string> | undefined => namesIn(host.read(path));
  return paths.find((path) => namesAt(path)?.has(name)) ?? paths.find((path) => namesAt(path) === undefined);
}

function wordsIn(files: readonly string[], host: ModuleHost): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const path of files) {
    const text = host.read(path)?.text ?? "";
    for (const word of new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu))) {
      const known = words.get(word);
      if (known) known.push(path);
      else words.set(word, [path]);
    }
  }
  return words;
}

const declared = new WeakMap<SourceText, { readonly names: ReadonlySet<string> | undefined }>();

/** The names that a file declares; `undefined` if it cannot be parsed. */
function namesIn(source: SourceText | undefined): ReadonlySet<string> | undefined {
  if (!source) return NO_NAMES;
  let known = declared.get(source);
  if (!known) {
    const parsed = syntaxOf(source);
    declared.set(source, (known = { names: parsed.ok ? new Set(declaredNames(parsed.root)) : undefined }));
  }
  return known.names;
}

const NO_NAMES: ReadonlySet<string> = new Set();
