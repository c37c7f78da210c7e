import type {
  AdministrationData,
  AuthenticationData,
  CatalogData,
  ConnectionStringData,
  DefaultData,
  DiscoveryData,
  GoneEndpointData,
  LifecycleData,
  MediaTypeData,
  PropertyData,
  ResourceData,
  SourceData,
  VocabularyData,
} from "./model.js";

/** The catalog with the vocabularies of one run. */
export interface Catalog {
  /** As it is written, in the words of the specification. */
  readonly data: CatalogData;
  /** At least one, no two of the same name, in the order in which they were chosen. */
  readonly vocabularies: readonly Vocabulary[];
}

/**
 * The catalog as one deployment sees it: the vocabulary's differences are merged in and its words are filled in, so
 * that nobody who reads it has to translate. What is left in braces varies from call to call: `{version}` in a base
 * path, `{date}` and `{format}` in the media type, `{GROUP-ID}` in endpoint paths, `{region}` in property paths.
 */
export interface Vocabulary {
  readonly name: string;
  readonly title: string;
  readonly words: VocabularyData["words"];
  /** Whether the base path is this service's even without a known resource behind it. */
  readonly distinctivePath: boolean;
  /** What may stand for the base path before its `/{version}`, without a slash at the end. */
  readonly pathAliases: readonly string[];
  /** Lower case; empty where they are not known. */
  readonly hosts: readonly string[];
  /** `base` is `/api/atlas/{version}`. */
  readonly administration: AdministrationData;
  /** `base` is `/prometheus/v1.0`. */
  readonly discovery: DiscoveryData;
  /** `form` is `application/vnd.atlas.{date}+{format}`. */
  readonly mediaType: MediaTypeData;
  readonly lifecycle: LifecycleData;
  readonly authentication: readonly AuthenticationData[];
  readonly resources: readonly ResourceData[];
  readonly goneEndpoints: readonly GoneEndpointData[];
  /** Paths, replacements and sentences have the vocabulary's names. */
  readonly properties: readonly PropertyData[];
  /** What a conversion writes for what a body leaves out. */
  readonly defaults: readonly DefaultData[];
  readonly connectionStrings: ConnectionStringData & VocabularyData["connectionStrings"];
  readonly hints: readonly string[];
  /** Every document that an entry above may cite, the catalog's and the vocabulary's own. */
  readonly sources: Readonly<Record<string, SourceData>>;
}
