import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { Span } from "../../core/span.js";
import type { StringFact } from "../../facts/string.js";
import type { Interest } from "../interest.js";
import type { Container, Maker, Semantics, SharedScope } from "../../analysis/evaluation/language.js";
import type { Imports } from "../frontend.js";
import type { ModuleHost } from "../module-host.js";
import type { ParsedText } from "../tree-sitter/parse.js";
import type { CoreProgram } from "./core-tree.js";

/** Parses a text of a language. Never throws on bad input. */
export type ParseText = (parser: Parser, text: string) => ParsedText;

/** A language that is lowered to the core tree and run by the evaluator: all that the evaluator has to know of it. */
export interface LoweredLanguage {
  /** As reports name it. */
  readonly name: string;
  /** Returns whether a file is in it; others that it imports are read then. */
  isOwn(path: string): boolean;
  /** The core trees of a text, or the problem that keeps it from being parsed. Never throws on bad input. */
  lower(source: SourceText, interest: Interest, host?: ModuleHost): LoweredText | Problem;
  /** Says that the trees of a text depend on the files beside it, so that they are made again for each host. */
  readonly lowersByHost?: true;
  /** Parses a text whose grammar needs help; what is parsed has the same length. Other texts are parsed as they are. */
  readonly parse?: ParseText;
  /** Returns the specifiers of a file's imports, in the form of `Import.source`, also for files that do not parse. */
  specifiersIn(source: SourceText): readonly string[];
  /** See `Frontend`. */
  importsIn?(source: SourceText): Imports;
  /** The file of the repository that a specifier leads to from a file. */
  resolve(specifier: string, from: string, host: ModuleHost): string | undefined;
  /**
   * Returns the files of which a relative import certainly names one, relative to the importing file and in the order in
   * which they are tried. Undefined if it may name something else, or leads to a file.
   *
   * @param name what is imported from the specifier, which may be a file of its own
   */
  filesNamed?(
    specifier: string,
    from: string,
    host: ModuleHost,
    name?: string,
  ): readonly string[] | undefined;
  /** The methods with which a program registers what other code gets by a name, a type or a route. */
  readonly registers?: ReadonlySet<string>;
  readonly container?: Container;
  /** The specifiers of libraries that read the arguments of a program. */
  readonly inputs?: ReadonlySet<string>;
  /** The specifier of a module inside another one, which is imported from that by its name alone. */
  submodule?(specifier: string, name: string): string;
  /** Modules and globals that are modelled: the library of the language and the HTTP clients. */
  moduleMaker(name: string): Maker | undefined;
  globalMaker(name: string): Maker | undefined;
  /** Returns the value of an import of a library for the API: its types have the properties of the API. */
  libraryMaker?(specifier: string): Maker;
  readonly semantics: Semantics;
  readonly scope?: SharedScope;
  readonly methodNative?: string;
}

/** A file after lowering. */
export interface LoweredText {
  /** One for the whole file, or one for each piece of code in it that has variables of its own. */
  readonly programs: readonly CoreProgram[];
  readonly comments: readonly LoweredComment[];
  /** The problems about statements that do not parse and are left out. */
  readonly problems: readonly Problem[];
  /** Strings of interest that are in the text and in none of the programs. */
  readonly strings?: readonly StringFact[];
  /** Parts of the text that are in none of the programs, and only searched. */
  readonly searched?: readonly Span[];
  /** Keys that are taken out of an object, whether it has them or not: nothing depends on them. */
  readonly removedKeys?: readonly Span[];
  /** The language of the file where it is another one than that of its pieces. */
  readonly language?: string;
}

/** A comment without its marks, and the place of all of it. */
export interface LoweredComment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
