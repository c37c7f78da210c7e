import type { Node } from "@oxc-project/types";
import { placeOfModule } from "../builtins/file-places.js";
import { ERROR_CLASSES } from "../builtins/errors.js";
import { environmentObject, processObject } from "../builtins/process.js";
import { prototypeDefiner } from "../builtins/prototypes.js";
import { knownString } from "./coerce.js";
import type { Environment } from "./environment.js";
import { HeapObject } from "./heap.js";
import { findSlot, peek } from "./members.js";
import { exportModule, moduleExports } from "./exports.js";
import type { Language } from "./language.js";
import type { ModuleRecord } from "./module-record.js";
import type { Run } from "./run.js";
import {
  UNDEFINED,
  choice,
  memberOfUnknown,
  objectValue,
  opaque,
  unknown,
  type Source,
  type Value,
} from "./value.js";

/** The environment of code: the globals of the platform, the prototypes of the language, importable modules. */
export class Realm {
  readonly prototypes: Prototypes;
  readonly #globals = new Map<string, Value>();
  readonly #implicit = new WeakMap<ModuleRecord, Map<string, Value>>();
  /** By package: functions that a module assigned to globals of the platform, as tests do with `fetch`. */
  readonly #replacements = new Map<string, Value>();
  readonly #modules = new Map<string, Value>();
  /** The exports of modelled libraries. */
  readonly #libraries = new WeakSet<HeapObject>();
  readonly #processes = new Map<string, Value>();
  #globalsSet = 0;

  constructor(language: Language) {
    this.prototypes = new Prototypes(language);
  }

  /** Returns the number of times that code has set an undeclared variable. */
  get globalsSet(): number {
    return this.#globalsSet;
  }

  /** Returns the value of a name that no scope declares. */
  global(run: Run, name: string, environment: Environment, node: Node): Value {
    if (!run.language.traits.hasModuleGlobals) return this.#globalOfOther(run, name, environment, node);
    if (name === "module") return objectValue(environment.module.exports.module);
    if (name === "exports") return moduleExports(run, environment.module);
    if (name === "undefined") return UNDEFINED;
    if (name === "process") return this.#processOf(run, environment.module);
    const known =
      this.#implicit.get(environment.module)?.get(name) ?? this.#withReplacement(run, name, environment);
    if (known) return known;
    const own = placeOfModule(name, environment.locate(environment.module.program), () =>
      environmentObject("import.meta.env", run.modules.environmentFileOf(environment.module)),
    );
    if (own) {
      this.setGlobal(run, name, own, environment);
      return own;
    }
    const make = run.language.globalMaker(name);
    const key = nameOfGlobal(run, name, environment);
    const value = make
      ? run.makeShared(key, () => make(run))
      : unknown({ reason: "global", name, place: environment.locate(node), born: 0 });
    if (LANGUAGE.has(name) && value.kind === "object") markAsLanguage(value.object);
    this.#globals.set(key, value);
    return this.#withReplacement(run, name, environment) ?? value;
  }

  /** Returns the value of an undeclared name in a language without globals of modules. */
  #globalOfOther(run: Run, name: string, environment: Environment, node: Node): Value {
    if (name === "undefined") return UNDEFINED;
    const own = this.#implicit.get(environment.module)?.get(name);
    if (own) return own;
    const key = nameOfGlobal(run, name, environment);
    run.usesShared(key);
    const known = this.#globals.get(key);
    if (known) return known;
    const make = run.language.globalMaker(name);
    // Each name is reported by itself: there is no object that all of them are.
    if (!make) return unknown({ reason: "global", name, place: environment.locate(node), born: 0 });
    const value = run.makeShared(key, () => make(run));
    this.#globals.set(key, value);
    return value;
  }

  #withReplacement(run: Run, name: string, environment: Environment): Value | undefined {
    const key = nameOfGlobal(run, name, environment);
    const known = this.#globals.get(key);
    const replacement = this.#replacements.get(key);
    return known && replacement ? choice([known, replacement]) : known;
  }

  /** Returns the `process` object of a module. Programs may have their own environment files. */
  #processOf(run: Run, module: ModuleRecord): Value {
    const name = run.modules.packageOf(module);
    let value = this.#processes.get(name);
    if (!value)
      this.#processes.set(
        name,
        (value = run.store.atModuleLevel(() => processObject(run.modules.environmentFileOf(module)))),
      );
    return value;
  }

  /** Returns a member of the global object that code has set or that the platform has. Undefined if there is none. */
  memberOfGlobal(run: Run, name: string, environment: Environment, node: Node): Value | undefined {
    const set = this.#implicit.get(environment.module)?.has(name) ?? false;
    return set || run.language.globalMaker(name) ? this.global(run, name, environment, node) : undefined;
  }

  /**
   * Assigns to a name that no scope declares, which makes a global. Other files are assumed not to use the same global.
   */
  setGlobal(run: Run, name: string, value: Value, environment: Environment): void {
    if (name === "exports") {
      exportModule(run, value, environment);
      return;
    }
    let own = this.#implicit.get(environment.module);
    if (!own) this.#implicit.set(environment.module, (own = new Map()));
    own.set(name, value);
    this.#globalsSet++;
    run.summaries.forget();
    run.store.observer?.markNotReplayable();
    const callable = value.kind === "object" ? value.object.callable : undefined;
    if (callable?.kind !== "closure" || !run.language.globalMaker(name)) return;
    this.#replacements.set(nameOfGlobal(run, name, environment), value);
    run.recorder.escapes.replaced(name, callable);
  }

  /** Returns the value of an imported or required module: its namespace, or the value of `module.exports`. */
  importModule(run: Run, specifier: string, environment: Environment, node: Node): Value {
    const name = specifier.replace(/^node:/, "");
    if (name === "process") return this.#processOf(run, environment.module);
    const key = `${run.modules.packageOf(environment.module)}\n${name}`;
    run.usesShared(`library ${key}`);
    const known = this.#modules.get(key);
    if (known) return known;
    const make = run.language.moduleMaker(name);
    const followed = make
      ? undefined
      : run.modules.import(run, specifier, environment.module, environment.locate(node));
    if (followed) return followed;
    const beside = run.language.importBeside?.(run, name, environment, node);
    if (beside) return beside;
    const source: Source = {
      reason: "import",
      name: specifier,
      specifier,
      place: environment.locate(node),
      born: 0,
    };
    const value = make ? run.makeShared(`library ${key}`, () => make(run)) : unknown(source);
    if (make && LANGUAGE.has(name) && value.kind === "object") markAsLanguage(value.object);
    if (make && value.kind === "object") this.#libraries.add(value.object);
    if (!run.language.importDiffersByFile(specifier, name, make !== undefined)) this.#modules.set(key, value);
    return value;
  }

  importDynamically(run: Run, specifier: Value, environment: Environment, node: Node): Value {
    const name = knownString(run, specifier);
    run.recorder.fileReads.imported(run, specifier, { node, environment }, name !== undefined);
    if (name !== undefined) return this.importModule(run, name, environment, node);
    return opaque("import", "import()", environment.locate(node));
  }

  /** Returns the default export of a module. A CommonJS module is its own default export. */
  defaultExport(run: Run, module: Value): Value {
    if (module.kind === "unknown") return memberOfUnknown(module, "default");
    // Members that are not modelled are unknown, and `default` is none of them.
    if (module.kind === "object" && this.#libraries.has(module.object))
      return findSlot(run, module.object, "default")?.value ?? module;
    const value = peek(run, module, "default");
    return value.kind === "scalar" && value.value === undefined ? module : value;
  }

  namedExport(run: Run, module: Value, name: string): Value {
    return name === "default" ? this.defaultExport(run, module) : peek(run, module, name);
  }
}

/** Globals and modules that keep nothing to themselves. */
const LANGUAGE: ReadonlySet<string> = new Set([
  ...[
    "Array",
    "Object",
    "String",
    "Number",
    "Boolean",
    "Math",
    "JSON",
    "Map",
    "Set",
    "WeakMap",
    "Promise",
    "Reflect",
  ],
  ...[
    "parseInt",
    "parseFloat",
    "structuredClone",
    "URL",
    "URLSearchParams",
    "Buffer",
    "console",
    "path",
    "url",
  ],
  ...["encodeURIComponent", "encodeURI", "decodeURIComponent", ...ERROR_CLASSES],
]);

/** Returns the name of a global. Packages may have globals of their own, as they have libraries. */
function nameOfGlobal(run: Run, name: string, { module }: Environment): string {
  const { groupsByPackage } = run.language.traits;
  return groupsByPackage ? `global ${run.modules.packageOf(module)}\n${name}` : `global ${name}`;
}

const GLOBAL_OBJECTS = new Set(["globalThis", "global", "window", "self"]);

/** Returns whether an expression is the global object under one of its names. */
export function isGlobalObject(node: Node, environment: Environment): boolean {
  return (
    node.type === "Identifier" &&
    GLOBAL_OBJECTS.has(node.name) &&
    environment.module.names.variableOf(node) === undefined
  );
}

/** Marks the native functions of an object as functions of the language, which have no state of their own. */
export function markAsLanguage(object: HeapObject): void {
  const natives = [
    object,
    ...[...object.content.members.values()].map(({ value }) =>
      value.kind === "object" ? value.object : object,
    ),
  ];
  for (const { callable } of natives) if (callable?.kind === "native") callable.isOfLanguage = true;
}

/** The prototypes of built-in classes, made when the first object of a class is. */
class Prototypes {
  readonly #made = new Map<string, HeapObject>();

  constructor(private readonly language: Language) {}

  get(className: string): HeapObject | undefined {
    const known = this.#made.get(className);
    if (known) return known;
    const define = prototypeDefiner(className);
    if (!define) return undefined;
    const parent = className === "Object" ? undefined : this.get("Object");
    const prototype = new HeapObject(`${className}.prototype`, undefined, parent);
    this.#made.set(className, prototype);
    define(prototype);
    markAsLanguage(prototype);
    this.language.extendPrototype?.(className, prototype);
    return prototype;
  }
}
