import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { Interest } from "./interest.js";
import type { ModuleHost } from "./module-host.js";

/** Turns the text of one family of languages into facts. Synchronous, and never throws on bad input. */
export interface Frontend {
  /** Facts, or the problem that keeps the text from being parsed; then it is read as plain text. */
  analyze(source: SourceText, interest: Interest): FileFacts | Problem;
  /** Of frontends that follow values from file to file: files that are looked at together. */
  begin?(interest: Interest, host: ModuleHost): ProgramAnalysis;
}

/** Files that import from each other, looked at together. Files are added until nothing new is relevant. */
export interface ProgramAnalysis {
  /** A file that is asked about; the problem that keeps it from being parsed. */
  add(source: SourceText): Problem | undefined;
  /** Follows the values in all files that were added since. */
  evaluate(): void;
  /** Added files of which other files may import something that matters, or that do so themselves; each is told once. */
  relevant(): string[];
  /** The facts of every file that was added, and of those that were pulled in by an import and have some. */
  facts(): readonly { readonly source: SourceText; readonly facts: FileFacts }[];
}

/** A frontend before its parser is loaded. */
export interface FrontendEntry {
  readonly name: string;
  /** The language of a file, as it is named in reports; nothing for files that the frontend does not read. */
  languageOf(path: string): string | undefined;
  /** Whether what it gives is values and requests, or only strings found in text. */
  readonly reading: FileFacts["reading"];
  load(): Promise<Frontend>;
}
