import type { SourceText } from "../core/source-text.js";
import { isImportableData } from "../engine/importable-data.js";
import type { Frontend, SharedNames } from "../frontends/frontend.js";
import type { ModuleHost } from "../frontends/module-host.js";
import type { CodeWords } from "./code-words.js";
import type { FilesToImport } from "./importers.js";

/** The files whose importers are searched for, with the exports that are relevant to importers. */
export class Sought {
  readonly #names = new Map<string, SharedNames>();
  /** The files that a text of a language with its own module resolution imports. */
  readonly #imported = new WeakMap<SourceText, readonly string[]>();
  /** The names of the files and of their folders, in lower case. */
  readonly #ends = new Set<string>();
  /** All names that they share; an empty one if others may get something of one without a name. */
  readonly #shared = new Set<string>();
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

  /**
   * Returns whether code of a language with its own module resolution imports one of the files, and may use one of its
   * names.
   */
  isImportedBy(code: CodeWords, { importsIn, specifiersIn, resolve }: Frontend, host: ModuleHost): boolean {
    const { source } = code;
    if (importsIn)
      return [...importsIn(source)].some(([specifier, taken]) => {
        if (!this.#mayTake(specifier, taken)) return false;
        const lead = resolve!(specifier, source.path, host);
        return lead !== undefined && lead !== source.path && this.mayBeUsedIn(code, lead, taken);
      });
    if (![...this.#names.values()].some((known) => mayUse(code, known))) return false;
    let leads = this.#imported.get(source);
    if (!leads) {
      const found = new Set(specifiersIn!(source).map((specifier) => resolve!(specifier, source.path, host)));
      leads = [...found].flatMap((lead) => (lead === undefined || lead === source.path ? [] : [lead]));
      this.#imported.set(source, leads);
    }
    return leads.some((lead) => this.mayBeUsedIn(code, lead));
  }

  /** Returns whether a specifier may lead to one of the files, and one of the names be taken of it: most are others. */
  #mayTake(specifier: string, taken: Taken): boolean {
    const [end] = /\w+$/.exec(specifier) ?? [];
    if (end !== undefined && !this.#ends.has(end.toLowerCase())) return false;
    if (!taken || this.#shared.has("")) return true;
    for (const name of taken) if (this.#shared.has(name)) return true;
    return false;
  }

  add(paths: readonly string[]): void {
    this.#data = undefined;
    for (const path of paths) {
      const known = this.#analysis!.sharedNames(path);
      this.#names.set(path, known);
      for (const name of [...known.names, ...(known.held?.keys() ?? [])]) this.#shared.add(name);
      if (known.isWhole) this.#shared.add("");
      for (const end of path.toLowerCase().split("/").slice(-2)) this.#ends.add(end.replace(/\..*/, ""));
    }
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
   * Returns whether code that imports a file may use one of its names; `export *` re-exports them without naming them.
   */
  mayBeUsedIn(code: CodeWords, path: string, taken?: Taken): boolean {
    const known = this.#names.get(path);
    return known !== undefined && mayUse(code, known, taken);
  }
}

/** The names that a file takes of another one; `undefined` if it may take all. */
type Taken = ReadonlySet<string> | undefined;

const EXPORTS_ALL = /export\s*[*]/;

/** A class may have an object in a member that other files use: those with a class below it. */
const DECLARES_CLASS = /\b(?:class|interface|trait|struct|object|record|module)\b/;

function mayUse(code: CodeWords, { names, isWhole, held }: SharedNames, taken?: Taken): boolean {
  if (isWhole || EXPORTS_ALL.test(code.text)) return true;
  const has = (name: string): boolean => (!taken || name === "" || taken.has(name)) && code.has(name);
  for (const name of names) if (has(name)) return true;
  for (const [name, { members, isHandedOn, isHandedOnFromBelow }] of held ?? []) {
    if (!has(name)) continue;
    if (hasAny(code, members)) return true;
    const mayHandOn = isHandedOn || (isHandedOnFromBelow && doesMoreThanExtend(code, name));
    if (mayHandOn && DECLARES_CLASS.test(code.text)) return true;
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

/** Returns whether code names a type elsewhere than in an import and as what a class extends. */
function doesMoreThanExtend(code: CodeWords, type: string): boolean {
  const { text } = code;
  return code.has(type, (at) => {
    const line = text.lastIndexOf("\n", at - 1) + 1;
    if (at - line > MAX_BEFORE) return true;
    const before = text.slice(line, at);
    return !IMPORTS.test(before) && !IS_EXTENDED.test(before);
  });
}

/** Returns whether code has one of some members, such as `list`, `this.list` or `new Client`. */
function hasAny(code: CodeWords, members: Iterable<string>): boolean {
  for (const member of members) {
    const isMade = member.startsWith("new ");
    const word = member.slice(member.search(/[ .]/) + 1);
    if (isMade ? makes(code, word) : member !== "new" && uses(code, word)) return true;
  }
  return false;
}

/**
 * Returns whether code has a name for more than a method of its own that gets nothing: classes below one with objects
 * that matter have many of these.
 */
function uses(code: CodeWords, name: string): boolean {
  const { text } = code;
  return code.has(name, (at, end) => {
    const declares = /\b(?:def|fun|fn|function)[ \t]+$/.test(text.slice(Math.max(0, at - 12), at));
    return !declares || !/^\([ \t]*(?:self|cls|&self)?[ \t]*\)/.test(text.slice(end, end + 12));
  });
}

/** Returns whether code may make an object of a class: it calls it, or hands it over. */
function makes(code: CodeWords, name: string): boolean {
  const { text } = code;
  return code.has(
    name,
    (at, end) => text[end] === "(" || /(?:new\s|[<(:])$/.test(text.slice(Math.max(0, at - 4), at)),
  );
}

function sizeOf(held: SharedNames["held"]): number {
  let size = 0;
  for (const { members } of held?.values() ?? []) size += 1 + members.size;
  return size;
}
