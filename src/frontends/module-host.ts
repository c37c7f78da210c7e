import type { SourceText } from "../core/source-text.js";

/** A JSON value and where it is written. A property has its key and its value as children; a string has its quotes. */
export interface JsonNode {
  readonly type: "object" | "array" | "property" | "string" | "number" | "boolean" | "null";
  readonly offset: number;
  readonly length: number;
  readonly value?: unknown;
  readonly children?: readonly JsonNode[];
}

/** A file that does not exist, with its path on disk if only upper and lower case differ. */
export interface MissingFile {
  readonly path: string;
  readonly onDisk?: string;
}

/** The access of a frontend to the other files of the repository. It is synchronous, as the analysis is. */
export interface ModuleHost {
  /**
   * Returns the file that a specifier in a file resolves to, relative to the root of the project with `/`; `undefined`
   * for packages outside the repository and for missing files.
   */
  resolve(specifier: string, from: string): string | undefined;
  /**
   * Returns the file that a relative specifier names, if it does not exist and should, with its path on disk if only
   * upper and lower case differ. Nothing is missing for a host without this function.
   */
  missing?(specifier: string, from: string): MissingFile | undefined;
  /**
   * Returns the first of some files, each relative to the file that names it, if none of them exists and one should. See
   * `missing`.
   */
  missingFile?(from: string, ...names: readonly string[]): MissingFile | undefined;
  /** Returns the file that one of some relative names leads to, if its case is disregarded. */
  inOtherCase?(from: string, ...names: readonly string[]): string | undefined;
  /** Returns whether a path is a regular file of the repository. */
  isFile?(path: string): boolean;
  /** The names of the regular files in a folder of the repository that end so, sorted; none where it cannot be read. */
  filesIn?(folder: string, ending: string): readonly string[];
  /** The regular files of a name, or whose name ends with what is behind a star, anywhere in the repository, sorted. */
  filesNamed?(name: string): readonly string[];
  /** Returns the text of a file that `resolve` returned. Undefined if it cannot be read. */
  read(path: string): SourceText | undefined;
  /**
   * Returns the tree of a YAML file in the shape of JSON, with the offsets in the text. Undefined if it does not parse.
   *
   * @param merges whether `<<` merges the members of another object; default: true
   */
  yaml?(text: string, merges?: boolean): JsonNode | undefined;
  /** The environment file that the program of a file reads, when it is part of the repository. */
  environmentFile?(path: string): SourceText | undefined;
  /** The files of settings that importing `config` leads to from a file, where it leads to no module. */
  settingsFiles?(path: string): readonly string[];
  /** Returns the key of a program in a repository: the folder of the package that a file belongs to. */
  packageOf?(path: string): string;
  /**
   * Called every few milliseconds while the values of a file are followed, for people who wait for the result. It must
   * not change what is found.
   *
   * @param steps the steps of the run so far
   */
  following?(path: string, steps: number): void;
  /**
   * Values that a frontend made from a text and may use again in the next analysis; absent if there is only one. The
   * frontend chooses the keys.
   */
  readonly kept?: WeakMap<SourceText, Map<unknown, unknown>>;
}
