import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { Interest } from "./interest.js";

/** Turns the text of one family of languages into facts. Synchronous, and never throws on bad input. */
export interface Frontend {
  /** Facts, or the problem that keeps the text from being parsed; then it is read as plain text. */
  analyze(source: SourceText, interest: Interest): FileFacts | Problem;
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
