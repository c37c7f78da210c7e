import type { CalendarDate } from "../core/calendar-date.js";
import type { LibraryData } from "./library-data.js";
import type {
  AdministrationData,
  AuthenticationData,
  BodyData,
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
import type { ConversionData, RecognitionData } from "./model-of-names.js";

/** The catalog with the vocabularies of one run. */
export interface Catalog {
  /** In the terms of the specification. */
  readonly data: CatalogData;
  /** At least one, with different names, in the order in which they were chosen. */
  readonly vocabularies: readonly Vocabulary[];
}

/**
 * The catalog as one deployment sees it: the differences of the vocabulary are merged in and its words are filled in,
 * so readers need not translate. Names that stay in braces differ from call to call: `{version}` in a base path,
 * `{date}` and `{format}` in the media type, `{GROUP-ID}` in endpoint paths, `{region}` in property paths.
 */
export interface Vocabulary {
  readonly name: string;
  readonly title: string;
  /** True if it describes an API of its own, whose names alone prove nothing. */
  readonly isStandalone: boolean;
  /** A dated media type states the version of a request, or the base path alone does. */
  readonly versionedBy: "media-type" | "path";
  readonly words: VocabularyData["words"];
  /** True if the base path means this service even without a known resource after it. */
  readonly distinctivePath: boolean;
  /** True if an endpoint that is not listed is in no document of the API. */
  readonly listsAllEndpoints: boolean;
  /** Prefixes that can replace the base path before its `/{version}`, without a slash at the end. */
  readonly pathAliases: readonly string[];
  /** In lower case; empty if they are unknown. */
  readonly hosts: readonly string[];
  /** `base` is `/api/atlas/{version}`. */
  readonly administration: AdministrationData;
  /** `base` is `/prometheus/v1.0`; empty if the API has no such endpoint. */
  readonly discovery: DiscoveryData;
  /** `form` is `application/vnd.atlas.{date}+{format}`; empty if the base path selects the version. */
  readonly mediaType: MediaTypeData;
  readonly lifecycle: LifecycleData;
  /** The versions to migrate to, by resource, if they are not the one of the run. */
  readonly targets?: ReadonlyMap<string, CalendarDate>;
  readonly authentication: readonly AuthenticationData[];
  readonly resources: readonly ResourceData[];
  readonly goneEndpoints: readonly GoneEndpointData[];
  /** Paths, replacements and sentences use the names of the vocabulary. */
  readonly properties: readonly PropertyData[];
  /** Properties that other resources and products have under the same names: only a request proves them. */
  readonly provenProperties: readonly PropertyData[];
  /** The properties that bodies may have and must have, with the names of the vocabulary. */
  readonly bodies: readonly BodyData[];
  /** The values that a conversion writes for properties that are not in the body. */
  readonly defaults: readonly DefaultData[];
  readonly recognition: readonly RecognitionData[];
  readonly conversions: readonly ConversionData[];
  readonly connectionStrings: ConnectionStringData & VocabularyData["connectionStrings"];
  readonly libraries: readonly LibraryData[];
  readonly hints: readonly string[];
  /** Every document that an entry can cite, from the catalog and the vocabulary. */
  readonly sources: Readonly<Record<string, SourceData>>;
}
