import type { SourceText } from "../core/source-text.js";
import { isImportableData } from "../engine/importable-data.js";
import type { Frontend, SharedNames } from "../frontends/frontend.js";
import type { ModuleHost } from "../frontends/module-host.js";
import type { FilesToImport } from "./importers.js";

type Resolve = NonNullable<Frontend["resolve"]>;
type SpecifiersIn = NonNullable<Frontend["specifiersIn"]>;

/** The files whose importers are searched for, with the exports that are relevant to importers. */
export class Sought {
  readonly #names = new Map<string, SharedNames>();
  /** The files that a text of a language with its own module resolution imports. */
  readonly #imported = new WeakMap<SourceText, readonly string[]>();
  #data: readonly string[] | undefined;

  #analysis: FilesToImport | undefined;

  constructor(analysis: FilesToImport) {
    this.#analysis = analysis;
  }

  get paths(): string[] {
    return [...this.#names.keys()];
  }

  has(path: string): boolean {
    return this.#names.has(path);
  }

  /** The files of data whose readers are searched for. */
  get data(): readonly string[] {
    return (this.#data ??= this.paths.filter(isImportableData));
  }

  /** Returns the files that a file imports, by the module resolution of its language. */
  importedBy(
    source: SourceText,
    resolve: Resolve,
    specifiersIn: SpecifiersIn,
    host: ModuleHost,
  ): readonly string[] {
    let known = this.#imported.get(source);
    if (!known) {
      const leads = new Set(specifiersIn(source).map((specifier) => resolve(specifier, source.path, host)));
      known = [...leads].flatMap((lead) => (lead === undefined || lead === source.path ? [] : [lead]));
      this.#imported.set(source, known);
    }
    return known;
  }

  add(paths: readonly string[]): void {
    this.#data = undefined;
    for (const path of paths) this.#names.set(path, this.#analysis!.sharedNames(path));
  }

  /** Returns files that have more relevant exports than in the last search for their users. */
  grown(): string[] {
    const analysis = this.#analysis!;
    return [...analysis.paths, ...analysis.removed].filter((path) => {
      const shared = analysis.sharedNames(path);
      const { names, isWhole, provided, served, held } = shared;
      const known = this.#names.get(path);
      if (!known)
        return isWhole || names.size > 0 || [provided, served, held].some((one) => one !== undefined);
      return (
        names.size > known.names.size || (isWhole && !known.isWhole) || sizeOf(held) > sizeOf(known.held)
      );
    });
  }

  /** Releases the analysis: code that keeps the search results does not keep the analysis alive. */
  close(): this {
    this.#analysis = undefined;
    return this;
  }

  /**
   * Returns whether a text that imports a file may use one of its names; `export *` re-exports them without naming
   * them.
   */
  mayBeUsedIn(text: string, path: string): boolean {
    const known = this.#names.get(path);
    return known !== undefined && mayUse(text, known);
  }

  /** Returns whether a text may use a name of any of the files, wherever its imports lead. */
  mayUseAny(text: string): boolean {
    for (const known of this.#names.values()) if (mayUse(text, known)) return true;
    return false;
  }
}

const EXPORTS_ALL = /export\s*[*]/;

/** A class may have an object in a member that other files use: those with a class below it. */
const DECLARES_CLASS = /\b(?:class|interface|trait|struct|object|record|module)\b/;

function mayUse(text: string, { names, isWhole, held }: SharedNames): boolean {
  if (isWhole || EXPORTS_ALL.test(text)) return true;
  for (const name of names) if (text.includes(name)) return true;
  for (const [name, { members, isHandedOn, isHandedOnFromBelow }] of held ?? []) {
    if (!text.includes(name)) continue;
    if (hasAny(text, members)) return true;
    const mayHandOn = isHandedOn || (isHandedOnFromBelow && doesMoreThanExtend(text, name));
    if (mayHandOn && DECLARES_CLASS.test(text)) return true;
  }
  return false;
}

/** An import, up to the end of the statement. */
const IMPORTS = /^[ \t]*(?:import|from|use|using|require|include)\b[^;]*$/;

/** The code before a type that a class extends or implements, in any language. */
const EXTENDS = [
  String.raw`class\s+\w+\s*\((?:[\w.]+\s*,\s*)*`,
  String.raw`class\s+[\w:]+\s*<\s*`,
  String.raw`class\s+\w+(?:<[^<>]*>)?\s*:\s*(?:[\w.]+\s*,\s*)*`,
  String.raw`(?:class|interface|record)\s+\w+(?:<[^<>]*>)?\s+(?:extends\s+[\w.]+\s+)?(?:extends|implements)\s+(?:[\w.]+\s*,\s*)*`,
].join("|");
const IS_EXTENDED = new RegExp(String.raw`\b(?:${EXTENDS})$`);
/** A line may be a whole program: so many characters before a type are looked at. */
const MAX_BEFORE = 300;

/** Returns whether a text names a type elsewhere than in an import and as what a class extends. */
function doesMoreThanExtend(text: string, type: string): boolean {
  return occursWhere(text, type, (at, end) => {
    if (/\w/.test(text[at - 1] ?? "") || /\w/.test(text[end] ?? "")) return false;
    const line = text.lastIndexOf("\n", at - 1) + 1;
    if (at - line > MAX_BEFORE) return true;
    const before = text.slice(line, at);
    return !IMPORTS.test(before) && !IS_EXTENDED.test(before);
  });
}

/** Returns whether a text has one of some members, such as `list`, `this.list` or `new Client`. */
function hasAny(text: string, members: Iterable<string>): boolean {
  for (const member of members) {
    const isMade = member.startsWith("new ");
    const word = member.slice(member.search(/[ .]/) + 1);
    if (isMade ? makes(text, word) : member !== "new" && uses(text, word)) return true;
  }
  return false;
}

/**
 * Returns whether a text has a name for more than a method of its own that gets nothing: classes below one with objects
 * that matter have many of these.
 */
function uses(text: string, name: string): boolean {
  return occursWhere(text, name, (at, end) => {
    const declares = /\b(?:def|fun|fn|function)[ \t]+$/.test(text.slice(Math.max(0, at - 12), at));
    return !declares || !/^\([ \t]*(?:self|cls|&self)?[ \t]*\)/.test(text.slice(end, end + 12));
  });
}

/** Returns whether a text may make an object of a class: it calls it, or hands it over. */
function makes(text: string, name: string): boolean {
  return occursWhere(
    text,
    name,
    (at, end) => text[end] === "(" || /(?:new\s|[<(:])$/.test(text.slice(Math.max(0, at - 4), at)),
  );
}

/** Returns whether a word is at a place in a text that passes a test of its start and its end. */
function occursWhere(text: string, word: string, test: (start: number, end: number) => boolean): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (test(at, at + word.length)) return true;
  return false;
}

function sizeOf(held: SharedNames["held"]): number {
  let size = 0;
  for (const { members } of held?.values() ?? []) size += 1 + members.size;
  return size;
}
