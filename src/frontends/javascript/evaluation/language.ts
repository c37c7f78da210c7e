import type { SourceText } from "../../../core/source-text.js";
import type { ModuleHost } from "../../module-host.js";
import type { Grammar } from "../grammar.js";
import type { Run } from "./run.js";
import type { Value } from "./value.js";

/** Makes a value that a program finds around it, when it is first asked for. */
export type Maker = (run: Run) => Value;

/** What the evaluator has to know of a language beyond the tree of a program. */
export interface Language {
  /** Whether programs have the globals, modules and `this` of JavaScript around them. */
  readonly isJavaScript: boolean;
  /** How a file is parsed; nothing for files of other languages. */
  grammarFor(path: string): Grammar | undefined;
  /** The specifiers that a file imports from, those of files that do not parse included. */
  specifiersIn(source: SourceText): readonly string[];
  /** The file of the repository that a specifier leads to from a file; nothing where there is none. */
  resolve(specifier: string, from: string, host: ModuleHost): string | undefined;
  /** A module that is modelled, by the name that it is imported under. */
  moduleMaker(name: string): Maker | undefined;
  /** A global that is modelled. */
  globalMaker(name: string): Maker | undefined;
  readonly semantics: Semantics;
}

/** Where JavaScript's answer would be another one. */
export interface Semantics {
  /** Whether a value counts as true; undefined where that is not known. As in JavaScript where it is left out. */
  readonly truthiness?: (value: Value) => boolean | undefined;
  /** Whether records are only their keys: `d["constructor"]` is no member of theirs. */
  readonly hasPlainRecords?: boolean;
}
