import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { Span } from "../core/span.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { SourceEditor } from "./editor.js";
import type { Interest } from "./interest.js";
import type { Limits } from "./limits.js";
import type { ModuleHost } from "./module-host.js";
import type { Replacement } from "./shapes.js";

/** Turns the text of one family of languages into facts. Synchronous, and never throws on bad input. */
export interface Frontend {
  /**
   * Facts, or the problem that keeps the text from being parsed; then it is read as plain text.
   *
   * @param host the other files of the repository, for code that reads them; without it they are unknown
   */
  analyze(source: SourceText, interest: Interest, limits?: Limits, host?: ModuleHost): FileFacts | Problem;
  /**
   * Returns the same for texts that have nothing to do with each other. Absent if that takes as long as one after the
   * other.
   */
  analyzeAll?(
    sources: readonly SourceText[],
    interest: Interest,
    limits: Limits,
    host?: ModuleHost,
  ): readonly (FileFacts | Problem)[];
  /** True if `analyze` asks for other files of the repository. */
  readonly readsFiles?: boolean;
  /** Loads what this text needs beyond what is there. Without it `analyze` gives less. */
  prepare?(source: SourceText): Promise<void>;
  /** Starts an analysis of several files together. Only frontends that follow values between files have it. */
  begin?(interest: Interest, host: ModuleHost, limits?: Limits): ProgramAnalysis;
  /** The specifiers that a file imports from, those of files that do not parse included. */
  specifiersIn?(source: SourceText): readonly string[];
  /** The same with the names that a file takes of each. Absent if its language does not write such names. */
  importsIn?(source: SourceText): Imports;
  /** The comments and docstrings of a text, found without parsing it. Absent if names in comments may stand for types. */
  proseIn?(source: SourceText): readonly Span[];
  /** The file that a specifier leads to from a file, where the language has its own way to find it. */
  resolve?(specifier: string, from: string, host: ModuleHost): string | undefined;
  /**
   * Checks that an edited text changes only in its edits. Returns the first other change as one sentence without a full
   * stop, and undefined if there is none. Absent if there is no tree to compare.
   *
   * @param edits ordered and without overlap, offsets in the old text
   */
  changeBeside?(
    before: SourceText,
    after: SourceText,
    edits: readonly Replacement[],
  ): MaybeLater<string | undefined>;
  /** Returns where a comment about an offset can be written; `undefined` if there is no such place. */
  commentPlace?(source: SourceText, offset: number): MaybeLater<CommentPlace | undefined>;
}

/**
 * The names that a file takes of each specifier, `undefined` for all. Each specifier ends with the name of the file or of
 * the folder that it leads to, but for those without a letter.
 */
export type Imports = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/** Fixes are verified by what their host may have to load first; analysis never is. */
type MaybeLater<Answer> = Answer | Promise<Answer>;

/** A place for a line that is a comment. */
export interface CommentPlace {
  /** The start of the line that the comment goes above. */
  readonly offset: number;
  /** White space that the comment is indented by. */
  readonly indent: string;
  /** The comment is put between them. */
  readonly delimiters: readonly [open: string, close: string];
}

/** Files that import from each other, looked at together: all are added, then they are evaluated once. */
export interface ProgramAnalysis {
  /**
   * A file that is asked about; the problem that keeps it from being parsed.
   *
   * @param followsImports whether what it imports may matter
   */
  add(source: SourceText, followsImports?: boolean): Problem | undefined;
  /** Says that a file that will be added is only there because others lead to it: it matters by what it has of them. */
  expectsFollowed(path: string): void;
  /** Says that the imports of an added file may matter, which was not known when it was added. */
  follow(path: string): void;
  /** The names that an added file exports and that concern those who import it. */
  sharedNames(path: string): SharedNames;
  /**
   * Returns files that were not added and declare a type, each with an added file that has a class below this type. Code
   * that names the type has objects of the class that concern it.
   */
  missingTypes(): ReadonlyMap<string, string>;
  /** Says that the content of an added file concerns other files as well. */
  share(path: string): void;
  /** Everything in an added file concerns other files as well: something in it is about to be changed. */
  shareAll(path: string): void;
  /**
   * Returns a function that says whether the code at an offset of an added file concerns other files. It does not keep
   * the program in memory.
   */
  sharedTest(): (path: string, offset: number) => boolean;
  /** Returns how many pieces of code have to do with the API in files that are not among these. */
  relevantOutside(paths: ReadonlySet<string>): number;
  /** A file of data concerns those who read it, or one of the variables of the environment that it sets. */
  addData(path: string, variables: readonly string[]): void;
  /** Returns whether anything in an added file has to do with the API, by itself or by what it imports. */
  isConcerned(path: string): boolean;
  /** Returns whether anything in a file has to do with the API, also in one that was taken out again. */
  isRelevant(path: string): boolean;
  /** An added file is looked at only where others import it. */
  remove(path: string): void;
  /** Follows the values in all files. */
  evaluate(): void;
  /** The facts of every file that was added, and of those that an import led to. */
  facts(): readonly { readonly source: SourceText; readonly facts: FileFacts }[];
}

/** Names that a file exports. */
export interface SharedNames {
  readonly names: ReadonlySet<string>;
  /** True if others may get something of it without writing one of the names. */
  readonly isWhole: boolean;
  /** Names that may lead to objects with members that matter. Who uses none of these members is not concerned. */
  readonly held?: ReadonlyMap<string, HeldNames>;
  /** The types of which the file makes objects that others get from a container, without a name of the file. */
  readonly provided?: ReadonlySet<string>;
  /** The paths that the file may tell a server to answer. */
  readonly served?: ServedTexts;
}

/** Members of objects that a name may lead to. */
export interface HeldNames {
  readonly members: ReadonlySet<string>;
  /** True if classes and functions that name it may hand the objects on. */
  readonly isHandedOn: boolean;
  /** The same for objects of the classes below the type. Other classes below it have none of these. */
  readonly isHandedOnFromBelow: boolean;
}

/** Paths that a server answers, and a test of the texts of files that may ask for them. */
export interface ServedTexts {
  readonly paths: ReadonlySet<string>;
  /** Words in the paths of a server whose paths are not all known. */
  readonly names: ReadonlySet<string>;
  /** The names of properties that pages may read, if the file may answer any path. */
  readonly read: ReadonlySet<string>;
  /** The names of properties that templates and programs may read, if the file may hand responses to them. */
  readonly handed: ReadonlySet<string>;
  /** The names, without folders, of programs that the file starts. */
  readonly started: ReadonlySet<string>;
  /**
   * Returns whether a text may read what such an answer has.
   *
   * @param isProgram whether it is one of a program, which only matters by distinctive names
   */
  mayRead(text: string, isProgram: boolean): boolean;
}

/** A frontend before its parser is loaded. */
export interface FrontendEntry {
  readonly name: string;
  /**
   * Returns the language of a file, as it is named in reports. Undefined for files that the frontend does not read.
   */
  languageOf(path: string): string | undefined;
  /** The kind of its facts: values and requests, or only strings that a text search finds. */
  readonly reading: FileFacts["reading"];
  load(): Promise<Frontend>;
  /**
   * Loads a function that opens a text for edits, and returns `undefined` for one that cannot be edited. Absent if no
   * text can. `mayBreak` is false if a line break in the text would break the text around it.
   */
  loadEditor?(): Promise<(source: SourceText, mayBreak?: boolean) => SourceEditor | undefined>;
}
