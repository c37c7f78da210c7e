import type { Node } from "@oxc-project/types";
import type { SourceText } from "../../core/source-text.js";
import type { FieldFact } from "../../facts/field.js";
import type { Interest } from "../../frontends/interest.js";
import type { MissingFile, ModuleHost } from "../../frontends/module-host.js";
import type { Grammar } from "./grammar.js";
import type { AnyFunction, Call } from "./callable.js";
import type { HeapObject } from "./heap.js";
import type { Site } from "./members.js";
import type { ModuleRecord } from "./module-record.js";
import type { Run } from "./run.js";
import type { Environment } from "./environment.js";
import type { ObjectValue, ScalarValue, Single, UnknownValue, Value } from "./value.js";

/** Makes a value that a program finds around it, when it is first asked for. */
export type Maker = (run: Run) => Value;

/** The place of a computation. */
export interface Place {
  readonly node: Node;
  readonly environment: Environment;
}

/** The natives by which code gives objects to a container, and gets them; an argument of each is the type as a text. */
export interface Container {
  readonly gives: string;
  readonly takes: string;
}

/** Everything that the evaluator must know about a language beyond the tree of a program. */
export interface Language {
  readonly traits: Traits;
  /** Returns the grammar of a file; `undefined` for files of other languages. */
  grammarFor(path: string): Grammar | undefined;
  /** The specifiers that a file imports from, those of files that do not parse included. */
  specifiersIn(source: SourceText): readonly string[];
  /** Returns whether an import gives each file another value. */
  importDiffersByFile(specifier: string, name: string, isModelled: boolean): boolean;
  /** Returns the file of the repository for a specifier in a file. Undefined if there is none. */
  resolve(specifier: string, from: string, host: ModuleHost): string | undefined;
  /**
   * Returns the file that a relative import certainly names and that does not exist, or exists in another case only.
   *
   * @param name what is imported from the specifier, which may be a file of its own
   */
  missing?(specifier: string, from: string, host: ModuleHost, name?: string): MissingFile | undefined;
  /** A module that is modelled, by the name that it is imported under. */
  moduleMaker(name: string): Maker | undefined;
  /** A global that is modelled. */
  globalMaker(name: string): Maker | undefined;
  /** The methods with which a program registers what other code gets by a name, a type or a route. */
  readonly registers?: ReadonlySet<string>;
  readonly container?: Container;
  /** The specifiers of libraries that read the arguments of a program. */
  readonly inputs?: ReadonlySet<string>;
  /** The specifier of a module inside another one, which is imported from that by its name alone. */
  submodule?(specifier: string, name: string): string;
  /** Returns the value of an import that depends on the file with the import, such as the settings of its package. */
  importBeside?(run: Run, name: string, environment: Environment, node: Node): Value | undefined;
  /** Returns the specifier of the file that a call by name leads to, as imports do; `undefined` for other calls. */
  specifierOfCall?(method: string, argument: string): string | undefined;
  /** Adds the methods that libraries give to all values of a built-in class. */
  extendPrototype?(className: string, prototype: HeapObject): void;
  /** Takes a call that tells a test double what it answers. Returns false for calls of other methods. */
  configuresTestDouble?(run: Run, method: string, call: Call): boolean;
  /** Takes the value of a default export. Frameworks make components of some. */
  exportedByDefault?(run: Run, value: Value, call: Call): void;
  /** Takes an element of markup whose component is not followed, with its attributes. */
  drawn?(run: Run, attributes: Value, call: Call): void;
  /** Returns the properties of interest that comments declare. */
  fieldsInComments?(module: ModuleRecord, interest: Interest): FieldFact[];
  /** The types that comments state. */
  readonly typesInComments?: TypesInComments;
  readonly semantics: Semantics;
  /** The object that holds all variables, in languages whose tree declares none. */
  readonly scope?: SharedScope;
  /** The global that tells a type of a method: it is called with the type, the name and the function. */
  readonly methodNative?: string;
}

/** The types that comments state, as nodes whose names are bound to the variables of the file. */
export interface TypesInComments {
  ofParameter(run: Run, node: AnyFunction, index: number, module: ModuleRecord): Node | undefined;
  /** Returns the type for which a comment declares a name. */
  alias(run: Run, name: string, module: ModuleRecord): Node | undefined;
}

/** Traits of how programs of a language are put together. A language states them once. */
export interface Traits {
  /** True if each module finds itself, its exports and the process among its globals, which code may replace. */
  readonly hasModuleGlobals: boolean;
  /** True if the files of a package share globals and libraries, and no other files do. Without it all files do. */
  readonly groupsByPackage: boolean;
  /** True if a specifier alone names a file. Without it the names that are imported may be those of files. */
  readonly importsFilesBySpecifier: boolean;
  /** True if all modules have run before unknown code calls their functions. */
  readonly runsModulesFirst: boolean;
  /** True if types are declarations beside the code. Without it a type is the class of that name, and a value. */
  readonly declaresTypesApart: boolean;
  /** True if an object in a text is printed with its members. */
  readonly printsObjects: boolean;
  /** True if the trees of all files stay in memory. Without it a limit counts. */
  readonly keepsTrees: boolean;
}

/** An object that holds all variables and functions of a program, which files that import each other share. */
export interface SharedScope {
  /** The name under which code finds the object. */
  readonly name: string;
  /** The text of a function between its name and its parameters. */
  readonly functionMark: string;
  /** Globals that write to the variables whose names they are called with. */
  readonly writers: ReadonlySet<string>;
}

/** Differences between languages in how values are evaluated. Without a member the result is the usual one. */
export interface Semantics {
  /**
   * Returns whether a value counts as true; undefined where that is not known.
   */
  readonly truthiness?: (run: Run, value: Value) => boolean | undefined;
  /**
   * The meaning of `value.name` for values that are not instances of the program's classes: methods of texts, lists,
   * records and, if it is called, of unknown values. `undefined` if it is an ordinary member.
   */
  readonly attribute?: (
    run: Run,
    value: Single,
    name: string,
    isCalled: boolean,
    site: Site,
  ) => Value | undefined;
  /** Returns `value[key]`; `undefined` if it is a member like any other. */
  readonly element?: (run: Run, value: Single, key: Value, site: Site) => Value | undefined;
  /** Does what `value[key] = …` does to a value that takes it in its own way; false for all others. */
  readonly setElement?: (run: Run, value: Single, key: Value, to: Value, site: Site) => boolean;
  /** True if adding a number, a truth value or nothing to a text ends the program. */
  readonly addsOnlyTexts?: boolean;
  /** Returns the result of a binary operator; `undefined` if it has the usual one. */
  readonly operate?: (
    run: Run,
    operator: string,
    left: Single,
    right: Single,
    site: Place,
  ) => Value | undefined;
  /** Prints a number, truth value or null. */
  readonly printed?: (value: ScalarValue) => string | undefined;
  /**
   * True if a text in which nothing is printed as a word, `null`, is treated as one that code never makes: it
   * checks first which alternative it has.
   */
  readonly guardsNothing?: boolean;
  /** Functions that only say whether a value is empty, and have no other effect. */
  readonly emptinessTests?: ReadonlySet<string>;
  /** True if reading a key that a record does not have throws. */
  readonly throwsForMissingKeys?: boolean;
  /** True if going through a record gives its keys. */
  readonly iteratesKeys?: boolean;
  /**
   * True if what a class has is found on its instances, and methods of instances on the class. `statics` for the first
   * alone, if the instances have no member of that name.
   */
  readonly sharesClassMembers?: true | "statics";
  /** True if arguments by name are a record for a function that takes none by name, and the other way round. */
  readonly keywordsAreRecord?: boolean;
  /**
   * Makes an instance of a class of what a library parses with it. Where it is left out, a parsed value stays as it is.
   */
  readonly instanceOf?: (run: Run, type: ObjectValue, given: Single, call: Call) => Value;
  /** Returns what an unknown function gives, where its arguments say that; `undefined` where they do not. */
  readonly resultOfUnknown?: (run: Run, receiver: UnknownValue, call: Call) => Value | undefined;
  /** True if a record in code may state the prototype of the object under a key. */
  readonly hasPrototypeKey?: boolean;
  /** True if nothing may have methods: what calls of them give is not known. */
  readonly nothingHasMethods?: boolean;
  /** True if a call may give arguments by the names of the parameters. */
  readonly passesByName?: boolean;
  /** True if what is missing has a value that its type decides: it is not known here, and never `undefined`. */
  readonly hasZeroValues?: boolean;
}
