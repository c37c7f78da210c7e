import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { Location } from "../../core/span.js";
import type { Limits } from "../../frontends/limits.js";
import type { JsonNode, MissingFile, ModuleHost } from "../../frontends/module-host.js";
import type { FilePath } from "../builtins/file-places.js";
import { jsonModule } from "../builtins/json-modules.js";
import { propertiesTree } from "../builtins/properties.js";
import { tooDeep } from "../depth-guard.js";
import { linkExports, moduleExports } from "./exports.js";
import { Environment, type Activation } from "./environment.js";
import { setMember } from "./heap.js";
import { bindImports } from "./imports.js";
import type { Language } from "./language.js";
import type { ModuleRecord } from "./module-record.js";
import { parseModule } from "./parse-module.js";
import type { RootModule } from "./root-module.js";
import type { Run } from "./run.js";
import { executeBody } from "./statements.js";
import { UNDEFINED, objectValue, opaque, type Value } from "./value.js";
import { ReachesApart, type WholeProgram } from "./whole-program.js";

/** The modules of one evaluation: each is read, parsed and run once, on first use. */
export class Modules {
  readonly #records = new Map<string, ModuleRecord | undefined>();
  readonly #data = new Map<string, Value>();
  /** By their paths, with the module that is the first to import them. */
  readonly #unread = new Map<string, { readonly by: string; readonly problem: Problem }>();
  /** Files that were read beside those that are asked about. */
  readonly #imported = new Set<string>();

  constructor(
    private readonly host: ModuleHost | undefined,
    private readonly limits: Limits,
    private readonly language: Language,
    private readonly program: WholeProgram,
  ) {}

  /** Returns the number of files that were read beside those that are asked about. */
  get imported(): number {
    return this.#imported.size;
  }

  get all(): ModuleRecord[] {
    return [...this.#records.values()].filter((record) => record !== undefined);
  }

  get(path: string): ModuleRecord | undefined {
    return this.#records.get(path);
  }

  /** Takes a module that was added to the program into this evaluation. */
  addRoot(run: Run, root: RootModule): ModuleRecord | undefined {
    const record = root.take();
    if (record) startExports(run, record);
    this.#records.set(root.key, record);
    run.touched.runs(root.path);
    return record;
  }

  /**
   * Returns the value of an import of a specifier from a file; `undefined` if it leads to no file of the repository.
   *
   * @param place of the import
   */
  import(run: Run, specifier: string, from: ModuleRecord, place: Location): Value | undefined {
    const path = from.followsImports ? this.#resolve(specifier, from.path) : undefined;
    return path === undefined ? undefined : this.#importFile(run, path, from, place);
  }

  /**
   * Returns the module at a path without running it, for what it declares. `undefined` if it does not parse, or no more
   * files may be read.
   */
  parsed(run: Run, path: string, from: ModuleRecord): ModuleRecord | undefined {
    return this.#limitReached(run, path) ? undefined : this.#load(run, path, from);
  }

  /** Returns the variables of a module that was parsed, which runs for that. `undefined` where it may not run. */
  environmentOf(run: Run, record: ModuleRecord): Environment | undefined {
    if (record.grammar.isDeclaration) return undefined;
    if (record.state === "parsed" && !run.goDeeper(DEPTH_OF_MODULE)) {
      runModule(run, record);
      run.comeBack(DEPTH_OF_MODULE);
    }
    return record.environment;
  }

  /** Returns the value of each settings file that a file imports under the name `config`. */
  importSettings(run: Run, from: ModuleRecord, place: Location): Value[] {
    const paths = from.followsImports ? (this.host?.settingsFiles?.(from.path) ?? []) : [];
    return paths.flatMap((path) => this.#importFile(run, path, from, place) ?? []);
  }

  /**
   * Returns whether a file that was read before may be read for the sake of the one that is asked about at the moment.
   */
  isWithinReach({ question }: Run, path: string): boolean {
    const isKnown = this.#records.get(path)?.isRoot === true || question?.readFor.has(path) !== false;
    return isKnown || question.readFor.size < this.limits.files;
  }

  /** Counts a file that a replayed call has read against the limits. */
  reach(run: Run, path: string): void {
    this.#limitReached(run, path);
  }

  #importFile(run: Run, path: string, from: ModuleRecord, place: Location): Value | undefined {
    const reached =
      isData(path) || this.language.grammarFor(path) ? this.#limitReached(run, path) : undefined;
    if (reached) {
      run.store.observer?.markNotReplayable();
      run.question?.failures.set(reached, undefined);
      return opaque("limit", reached, place);
    }
    if (isData(path)) return this.#importData(run, path, from);
    const record = this.#load(run, path, from);
    if (!record || record.grammar.isDeclaration) return undefined;
    from.uses.add(path);
    if (record.state === "parsed") {
      if (run.goDeeper(DEPTH_OF_MODULE)) return opaque("limit", "depth", place);
      runModule(run, record);
      run.comeBack(DEPTH_OF_MODULE);
    }
    return record.exports.isModule ? objectValue(record.exports.namespace) : moduleExports(run, record);
  }

  /**
   * Returns a file other than code that a program reads by its path. `undefined` if it is not a file of the repository,
   * or may be one of several, and for hidden files, which hold secrets. Relative paths are looked up in the folder of
   * the package and in the working directory of the analysis.
   */
  readText(run: Run, { specifier, from }: FilePath, reader: ModuleRecord): SourceText | undefined {
    const { host } = this;
    if (!host || !reader.followsImports) return undefined;
    const folder = this.packageOf(reader);
    const starts = from === undefined ? [`${folder}${folder && "/"}package.json`, "package.json"] : [from];
    const name = specifier.slice(specifier.lastIndexOf("/"));
    if (name.startsWith("/.")) return undefined;
    const found = starts.flatMap((start) => host.resolve(specifier, start) ?? []);
    // A module may be named without its ending, a file that is read may not.
    const paths = new Set(
      found.filter((path) => `/${path}`.endsWith(name) && !this.language.grammarFor(path)),
    );
    const [path] = paths;
    if (path === undefined || paths.size > 1 || this.#limitReached(run, path)) return undefined;
    return host.read(path);
  }

  /** Returns the tree of a YAML text; `undefined` if there is none, or no code reads it. */
  yaml(text: string, merges: boolean): JsonNode | undefined {
    return this.host?.yaml?.(text, merges);
  }

  /** Returns the package of a module. Each package has its own instances of libraries and their settings. */
  packageOf({ path }: ModuleRecord): string {
    return this.host?.packageOf?.(path) ?? "";
  }

  /** Returns the environment file that the program of a module reads. */
  environmentFileOf({ path }: ModuleRecord): SourceText | undefined {
    return this.host?.environmentFile?.(path);
  }

  /** Returns the known modules that a module imports. */
  importsOf(module: ModuleRecord): ModuleRecord[] {
    return this.pathsImportedBy(module)?.flatMap((path) => this.#records.get(path) ?? []) ?? [];
  }

  /** Returns the files of the repository that a module imports. Undefined if imports are not followed. */
  pathsImportedBy({ path, source, followsImports }: ModuleRecord): string[] | undefined {
    const { host } = this;
    if (!host || !followsImports) return undefined;
    return this.language.specifiersIn(source).flatMap((specifier) => this.#resolve(specifier, path) ?? []);
  }

  /** Returns whether an import of a module may lead to no file, from its text alone. */
  mayMiss(module: ModuleRecord): boolean {
    if (!this.language.traits.importsFilesBySpecifier) return this.language.missing !== undefined;
    return this.language.specifiersIn(module.source).some((specifier) => this.missing(specifier, module));
  }

  /** Returns the file that an import of a module should lead to. See `Language.missing`. */
  missing(specifier: string, { path, followsImports }: ModuleRecord, name?: string): MissingFile | undefined {
    return this.host && followsImports
      ? this.language.missing?.(specifier, path, this.host, name)
      : undefined;
  }

  /** Resolves a specifier in a module to a file of the repository. */
  resolve(specifier: string, { path, followsImports }: ModuleRecord): string | undefined {
    return followsImports ? this.#resolve(specifier, path) : undefined;
  }

  #resolve(specifier: string, from: string): string | undefined {
    return this.host && this.language.resolve(specifier, from, this.host);
  }

  /**
   * Returns the problems of files that could not be parsed because of their size or depth, each for the first module
   * that imports it.
   */
  unreadFor({ path }: ModuleRecord): readonly Problem[] {
    return [...this.#unread.values()].flatMap(({ by, problem }) => (by === path ? [problem] : []));
  }

  #load(run: Run, path: string, from: ModuleRecord): ModuleRecord | undefined {
    if (this.#records.has(path)) return this.#records.get(path);
    const { added, isApart } = this.program;
    if (isApart(path)) throw new ReachesApart(path);
    if (added.has(path)) {
      const root = added.get(path);
      if (root) return this.addRoot(run, root);
      this.#records.set(path, undefined);
      return undefined;
    }
    const grammar = this.language.grammarFor(path);
    const source = grammar && this.host?.read(path);
    const record = source && grammar ? parseModule(source, grammar, run.interest, this.host) : undefined;
    const usable = record && "names" in record ? record : undefined;
    if (record && "kind" in record && record.kind !== "syntax") this.#leaveUnread(record, from);
    this.#records.set(path, usable);
    if (!usable) return undefined;
    run.touched.runs(path);
    startExports(run, usable);
    run.relevant?.add(usable, true);
    return usable;
  }

  #leaveUnread(problem: Problem, { path: by }: ModuleRecord): void {
    if (!this.#unread.has(problem.path)) this.#unread.set(problem.path, { by, problem });
  }

  /**
   * Returns the limit that keeps a file from being read for the file that is analysed now. Undefined if it may be read.
   */
  #limitReached({ question, store }: Run, path: string): "files" | "imported" | undefined {
    store.observer?.imported.add(path);
    if (this.#records.get(path)?.isRoot === true || question?.readFor.has(path) === true) return undefined;
    if (question && question.readFor.size >= this.limits.files) return "files";
    const imported = this.program.imported + this.#imported.size;
    if (!this.#imported.has(path) && imported >= this.limits.imported) return "imported";
    this.#imported.add(path);
    question?.readFor.add(path);
    return undefined;
  }

  #importData(run: Run, path: string, from: ModuleRecord): Value | undefined {
    const known = this.#data.get(path);
    if (known) return known;
    const source = this.host?.read(path);
    const deep = source && tooDeep(source.text, false);
    if (deep !== undefined)
      this.#leaveUnread({ path, kind: "too-deep", message: `${deep}, and was not read` }, from);
    const yaml = (text: string) => this.yaml(text, true);
    const parse = path.endsWith(".properties") ? propertiesTree : path.endsWith(".json") ? undefined : yaml;
    const value = source && run.store.atModuleLevel(() => jsonModule(run, source, parse));
    if (value) this.#data.set(path, value);
    return value;
  }
}

/** Creates the object that `require` of a module gives. It is the same in every branch, wherever the import is. */
function startExports(run: Run, { exports }: ModuleRecord): void {
  run.store.atModuleLevel(() =>
    setMember(run.store, exports.module, "exports", {
      value: objectValue(run.make("Object", undefined)),
      maybeAbsent: false,
    }),
  );
}

/** An import in an import takes as much of the stack as so many expressions inside each other. */
const DEPTH_OF_MODULE = 5;

function isData(path: string): boolean {
  return /\.(?:json|ya?ml|properties)$/.test(path);
}

/** Runs the top level of a module, once. In a circle of imports the one that came first goes on without the other. */
export function runModule(run: Run, module: ModuleRecord): void {
  if (module.state !== "parsed") return;
  module.state = "running";
  const exports = moduleExports(run, module);
  run.store.atModuleLevel(() => {
    run.inNameOf(module, () => {
      const activation: Activation = {
        thisValue: module.exports.isModule ? UNDEFINED : exports,
        arguments: undefined,
        depth: 0,
        serial: run.nextSerial(),
        storeDepth: run.store.depth,
        returns: [],
        jumps: [],
      };
      const environment = new Environment(module, activation);
      module.environment = environment;
      for (const variable of module.names.variablesIn(module.program)) environment.declare(variable);
      linkExports(run, module, environment);
      bindImports(run, module.program.body, environment);
      executeBody(run, module.program.body, environment);
    });
  });
  module.state = "done";
}
