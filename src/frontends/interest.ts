import type { StringKind } from "../facts/string.js";

/** The knowledge of a frontend about the API: the names and strings that deserve a fact. */
export interface Interest {
  /** Property names that rules ask about. */
  readonly names: ReadonlySet<string>;
  /**
   * Returns whether code with the name of a property may be related to the API for the name alone. Of other names, such
   * as `roles`, rules ask only where a request is known.
   */
  isHint(name: string): boolean;
  /** Returns whether a name of a property is not an everyday word. */
  isDistinctive(name: string): boolean;
  /** Everyday names that count inside another property only: `id` in `replicationSpecs`. */
  readonly membersOf?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The strings of interest in a text; `HOLE_MARK` stands for what is not known. Ordered, not overlapping within a kind. */
  scan(text: string): readonly StringMatch[];
  /** The same for a text that is not parsed, where more counts: the base path of the versioned API. */
  scanText(text: string): readonly StringMatch[];
  /** The base paths of the versioned API in code that is parsed, where no other kind of string needs them. */
  versionedBases(text: string): readonly StringMatch[];
  /**
   * Returns whether a text without a parser mentions the API, by the results of `scanText` and by names of properties.
   */
  mentionsApi(text: string, matches: readonly StringMatch[]): boolean;
  /** Returns whether a text mentions the service; versions and paths in other files are probably of another API. */
  mentionsService(text: string): boolean;
  /** Returns whether names of properties in a text can only be meant as those of a cluster. */
  describesCluster(text: string): boolean;
  /** The paths that replace removed properties, by the names of those; without the brackets of lists. */
  readonly replacements?: ReadonlyMap<string, readonly (readonly string[])[]>;
  /**
   * Returns the outermost property that is removed with a name, if nothing in the new shape of the resource has the
   * name: itself, or what holds it.
   */
  goneWith(name: string): string | undefined;
  /** Returns whether a text may be a piece of a string of interest: cheap, and true more often than needed. */
  mayHold(text: string): boolean;
  /** Returns whether a text contains an unversioned form of the API by itself, `v1.0`, or after the words before it. */
  namesVersion(text: string): boolean;
  /** Returns whether a text is the version in the path of the versioned API and nothing else: `v2`, `/v2/`. */
  isVersion(text: string): boolean;
  /** Returns whether a text contains the base path of the versioned form, and none of an unversioned one. */
  isVersioned(text: string): boolean;
  /**
   * Returns whether a text may be about a request to the API, or a part of one: cheap, and true more often than needed.
   */
  mayBeOfRequest(text: string): boolean;
  /** Returns whether a text is a path, or the start of one, with a segment that paths of the API have. */
  mayBePath(text: string): boolean;
  /** Returns whether an import leads to a library whose types have the properties of the API as fields. */
  isLibrary(specifier: string): boolean;
  /** Returns the import of a library of the API that a specifier leads into; undefined for others. */
  libraryOf(specifier: string): string | undefined;
  /** Returns whether the path of a resource begins in a text: `/groups/`. */
  namesResource(text: string): boolean;
  /** True if code that imports under a computed name is of interest, and code that calls it with such names. */
  readonly computedImports?: true;
  /** Returns whether a URL with an unknown base has a path that is clearly a resource's, with three segments or more. */
  namesOperation(url: string): boolean;
}

export interface StringMatch {
  readonly what: StringKind;
  readonly vocabulary: string;
  readonly start: number;
  readonly end: number;
}
