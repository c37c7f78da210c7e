import { classOfFile } from "../../core/file-class.js";
import { addToGroup } from "../../core/group-by.js";
import type { HeldNames, SharedNames } from "../../frontends/frontend.js";
import type { Interest } from "../../frontends/interest.js";
import type { ModuleHost } from "../../frontends/module-host.js";
import type { Language } from "../evaluation/language.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { findParts } from "./find-parts.js";
import { ModuleParts, isOfObjects, type Link, type ProgramNames } from "./module-parts.js";
import { Part, Relevance } from "./part.js";

/**
 * Finds the code that may be relevant to the API before anything is evaluated. This is code that mentions the API, and
 * code that uses such code by name, from module to module. It includes more than necessary. Other code is still
 * evaluated if relevant code calls it.
 */
export class RelevantCode implements ProgramNames {
  readonly #records = new WeakSet<ModuleRecord>();
  /** A component whose scripts do not parse as one has several modules. */
  readonly #files = new Map<string, ModuleParts[]>();
  /** Links to files that are not here yet. */
  readonly #waiting = new Map<string, WaitingLink[]>();
  readonly #data = new Set<string>();
  readonly #globals = new Map<string, Part>();
  /** By the last part of their paths. */
  readonly #dataFiles = new Map<string, Part>();
  /** Values that programs read by name through a library of settings. */
  readonly #settings = new Part();

  constructor(
    private readonly interest: Interest,
    private readonly host: ModuleHost | undefined,
    private readonly language: Language,
  ) {}

  /**
   * Finds the parts of a module and connects them with those of others.
   *
   * @param isFollowed true if the module is only there because others lead to it
   */
  add(record: ModuleRecord, isFollowed: boolean): void {
    if (this.#records.has(record)) return;
    this.#records.add(record);
    const { path, source } = record;
    const module = new ModuleParts(
      this,
      (link) => this.#connect(link, path, module),
      !this.#mentionsService(path, source.text),
      isFollowed,
      (specifier) => this.#resolve(specifier, path) !== undefined,
    );
    addToGroup(this.#files, path, module);
    findParts(record, this.interest, module, this.language);
    module.end();
    // The code that the markup of a component calls is not searched.
    if (!this.language.grammarFor(path)) for (const part of module.callables) module.top.usedBy(part);
    for (const link of this.#waiting.get(path) ?? []) module.take(link);
    this.#waiting.delete(path);
  }

  /** Returns whether a file mentions the service. The text of a module does not have the markup of a component. */
  #mentionsService(path: string, text: string): boolean {
    const whole = this.language.grammarFor(path) ? undefined : this.host?.read(path)?.text;
    return this.interest.mentionsService(whole ?? text);
  }

  /**
   * Adds a data file that is related to the API. All code that reads it, or a variable that it sets, is related, too.
   */
  addData(path: string, variables: readonly string[]): void {
    this.#data.add(path);
    for (const name of variables) this.global(name).raise(Relevance.Source);
    this.dataFile(path).raise(Relevance.Source);
    for (const link of this.#waiting.get(path) ?? []) link.part.raise(Relevance.Source);
    this.#waiting.delete(path);
  }

  global(name: string): Part {
    return partOf(this.#globals, name);
  }

  dataFile(path: string): Part {
    return partOf(this.#dataFiles, path.slice(path.lastIndexOf("/") + 1));
  }

  #connect(link: Link, from: string, module: ModuleParts): void {
    const path = this.#resolve(link.specifier, from);
    if (path === undefined) {
      this.#connectSettings(link, from, module);
      return;
    }
    if (this.#data.has(path)) link.part.raise(Relevance.Source);
    const modules = this.#at(path);
    for (const module of modules) module.take(link);
    if (modules.length > 0) return;
    addToGroup(this.#waiting, path, { ...link, from });
  }

  /**
   * Returns files that are not here and declare a type of which there are relevant objects, each with a file that has
   * such a class.
   */
  missingTypes(): Map<string, string> {
    const missing = new Map<string, string>();
    for (const [path, links] of this.#waiting) {
      const below = links.find(
        ({ name, part }) => isOfObjects(name) && (part.relevance >= Relevance.Shared || part.held.length > 0),
      );
      if (below) missing.set(path, below.from);
    }
    return missing;
  }

  #resolve(specifier: string, from: string): string | undefined {
    return this.host && this.language.resolve(specifier, from, this.host);
  }

  #connectSettings({ specifier, part }: Link, from: string, module: ModuleParts): void {
    if (specifier === "config")
      for (const path of this.host?.settingsFiles?.(from) ?? []) this.dataFile(path).usedBy(part);
    if (specifier === "@nestjs/config") {
      module.top.usedBy(this.#settings);
      this.#settings.usedBy(part);
    }
  }

  #at(path: string): readonly ModuleParts[] {
    return this.#files.get(path) ?? [];
  }

  /** Says that the names of properties in a file concern other files as well. */
  share(path: string): void {
    for (const module of this.#at(path)) module.share();
  }

  /** Marks everything in a file as relevant to other files. */
  shareAll(path: string): void {
    for (const module of this.#at(path)) module.shareAll();
  }

  /** Returns whether the code at an offset of a file concerns the files that import it. */
  isSharedAt(path: string, offset: number): boolean {
    return this.#at(path).every((module) => module.at(offset).relevance >= Relevance.Shared);
  }

  /**
   * Returns whether anything in a file is relevant. A file without a mention of the service is relevant by what it takes
   * from others, or by a name of a property that is not an everyday word. Tests are where values end: a test that does
   * not mention requests itself only has values of others, so it passes on nothing unknown.
   */
  concerns(path: string): boolean {
    const modules = this.#at(path).filter(({ isConcerned }) => isConcerned);
    return classOfFile(path) === "test"
      ? modules.some(({ mentionsItself }) => mentionsItself)
      : modules.length > 0;
  }

  /** Returns how many modules, functions and classes are relevant in files that are not among these. */
  relevantOutside(paths: ReadonlySet<string>): number {
    let count = 0;
    for (const [path, modules] of this.#files)
      if (!paths.has(path)) for (const module of modules) count += module.relevantCount;
    return count;
  }

  /** Returns whether a function or class of a file is relevant; one of an unknown file is. */
  isRelevant(path: string, start: number): boolean {
    return this.#some(path, start, (part) => part.relevance !== Relevance.None);
  }

  /** Returns whether a function or class of a file is evaluated without a caller. */
  isEntry(path: string, start: number): boolean {
    return this.#some(path, start, (part, module) => module.isEntry(part));
  }

  #some(path: string, start: number, test: (part: Part, module: ModuleParts) => boolean): boolean {
    const modules = this.#at(path);
    if (modules.length === 0) return true;
    return modules.some((module) => {
      const part = module.callable(start);
      return part === undefined || test(part, module);
    });
  }

  sharedNames(path: string, seen: Set<string> = new Set()): SharedNames {
    const names = new Set<string>();
    const provided = new Set<string>();
    const held = new Map<string, HeldNames>();
    const hold = (name: string, more: HeldNames): void => {
      // Code that nobody sees uses the registered objects.
      const known = held.get(name);
      held.set(name, {
        members: new Set([...(known?.members ?? this.language.registers ?? []), ...more.members]),
        isHandedOn: known?.isHandedOn === true || more.isHandedOn,
        isHandedOnFromBelow: known?.isHandedOnFromBelow === true || more.isHandedOnFromBelow,
      });
    };
    let isWhole = false;
    seen.add(path);
    for (const module of this.#at(path)) {
      for (const { name, part, isFromBelow } of module.heldNames)
        for (const one of part.held) {
          const isHandedOn = part.handsOn(one);
          hold(name, {
            members: one.names,
            isHandedOn: isHandedOn && !isFromBelow,
            isHandedOnFromBelow: isHandedOn && isFromBelow,
          });
        }
      for (const name of module.sharedNames) names.add(name);
      if (module.top.relevance !== Relevance.None) for (const type of module.provided) provided.add(type);
      if (module.whole.relevance >= Relevance.Shared) isWhole = true;
      // A function that gets all variables writes none of their names.
      if (this.language.scope && module.top.relevance >= Relevance.Shared) isWhole = true;
      for (const specifier of module.stars) {
        const target = this.#resolve(specifier, path);
        if (target === undefined || seen.has(target)) continue;
        const shared = this.sharedNames(target, seen);
        for (const name of shared.names) if (name !== "default") names.add(name);
        for (const [name, members] of shared.held ?? []) hold(name, members);
      }
    }
    return {
      names,
      isWhole: isWhole || names.has("default"),
      ...(provided.size > 0 ? { provided } : {}),
      ...(held.size > 0 ? { held } : {}),
    };
  }
}

/** A link to a file that is not here yet, with the file that has the link. */
type WaitingLink = Link & { readonly from: string };

function partOf(parts: Map<string, Part>, name: string): Part {
  let part = parts.get(name);
  if (!part) parts.set(name, (part = new Part()));
  return part;
}
