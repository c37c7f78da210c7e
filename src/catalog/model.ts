import type { CalendarDate } from "../core/calendar-date.js";

/**
 * The form of the catalog's data: what the service's administration API is, and what changes when a caller moves
 * from the unversioned form to the versioned one. Held as JSON (`data/`), described by a published JSON Schema
 * (`schema/`), written in the words of the specification. A vocabulary maps those words to the ones in real code.
 *
 * `sources` everywhere are keys of `CatalogData.sources`; every entry has at least one.
 */
export interface CatalogData {
  readonly $schema?: string;
  readonly name: string;
  readonly title: string;
  /** The day on which the newest source was read. */
  readonly dataAsOf: CalendarDate;
  readonly sources: Readonly<Record<string, SourceData>>;
  readonly administration: AdministrationData;
  readonly discovery: DiscoveryData;
  readonly mediaType: MediaTypeData;
  readonly lifecycle: LifecycleData;
  readonly resources: readonly ResourceData[];
  readonly properties: readonly PropertyData[];
  readonly defaults: readonly DefaultData[];
  readonly goneEndpoints: readonly GoneEndpointData[];
  readonly connectionStrings: ConnectionStringData;
  readonly authentication: readonly AuthenticationData[];
  readonly limits: readonly LimitData[];
  /** Where a public document corrects the specification: both readings. */
  readonly corrections: readonly CorrectionData[];
}

export interface SourceData {
  readonly title: string;
  /** Section of the specification, or path and revision of a public document. */
  readonly where: string;
  readonly url?: string;
}

interface Sourced {
  readonly sources: readonly string[];
}

export interface AdministrationData extends Sourced {
  /** `/api/{admin}/{version}`; words in braces are the vocabulary's. */
  readonly base: string;
  /** The unversioned forms, and the resource version whose shapes each of them has. */
  readonly unversioned: readonly { readonly version: string; readonly shape: CalendarDate }[];
  readonly versioned: string;
}

export interface DiscoveryData extends Sourced {
  /** `/{metrics}/v1.0`. Not part of the migration. */
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly accept: string;
  readonly parameters: readonly (Sourced & {
    readonly name: string;
    readonly default?: string;
    readonly values: readonly string[];
  })[];
  readonly labels: readonly (Sourced & {
    readonly name: string;
    readonly meaning: string;
    readonly values?: readonly string[];
  })[];
}

export interface MediaTypeData extends Sourced {
  /** `application/vnd.{vendor}.{date}+{format}` */
  readonly form: string;
  /** `json` first. */
  readonly formats: readonly string[];
  /** Versions beside dates that the service knows, such as `preview`. */
  readonly otherVersions: readonly string[];
}

export interface LifecycleData extends Sourced {
  /** Months from deprecation to deletion, where no date is published. */
  readonly supportMonths: number;
  /** Every stable date that was released, ascending. */
  readonly releases: readonly CalendarDate[];
  /** Dates that the sources speak of as versions of resources that they do not describe. */
  readonly undescribed?: readonly CalendarDate[];
  /** The version that a migration from the unversioned form goes to unless the user says otherwise. */
  readonly defaultTarget: CalendarDate;
  /** Versions of an endpoint that is not in `resources`. */
  readonly otherEndpoints: readonly VersionData[];
}

export interface ResourceData extends Sourced {
  readonly name: string;
  readonly endpoints: readonly EndpointData[];
}

export interface EndpointData extends Sourced {
  /** `clusters.list` */
  readonly id: string;
  readonly method: string;
  /**
   * Behind the base, `/groups/{GROUP-ID}/clusters`; empty for the base itself. A segment is a literal, `{NAME}` for
   * any one segment, or `{NAME}` with a literal ending (`{LOG-NAME}.gz`, `{USER-ID}:addRole`). Where several paths
   * fit, a literal segment wins over one with a literal ending, and that over `{NAME}`.
   */
  readonly path: string;
  /** Names of the operation in OpenAPI documents, by which generated clients call functions and types. */
  readonly operations?: readonly string[];
  /** Of a list: where its elements stand in the response, `results[]`. */
  readonly listPrefix?: string;
  /** Ascending. */
  readonly versions: readonly VersionData[];
  /** Media type suffix where it is not `json`. */
  readonly format?: string;
  /** Set where the body or response keeps the unversioned cluster shape on the versioned API. */
  readonly keepsUnversionedShape?: boolean;
  readonly note?: string;
}

/** A version of one endpoint. */
export interface VersionData extends Sourced {
  readonly date: CalendarDate;
  /**
   * The day on which its successor came, or on which the endpoint as a whole was deprecated. Absent for the newest
   * one; absent, too, where the day is not published: then `sunset` or `noSunset` alone says that it is deprecated.
   */
  readonly deprecated?: CalendarDate;
  /** Published day of deletion. Where it is absent and `deprecated` is set, the lifecycle rule computes one. */
  readonly sunset?: CalendarDate;
  /** Set where deprecated without a day of deletion, by word of the service. */
  readonly noSunset?: boolean;
}

export type Direction = "request" | "response";

/** A property of the clusters resource and what becomes of it. */
export interface PropertyData extends Sourced {
  readonly resource: string;
  /** From the cluster object on; `[]` an element of a list, `{region}` any key of a map. */
  readonly path: string;
  readonly in: readonly Direction[];
  readonly type: string;
  readonly status: "removed" | "added" | "moved" | "repurposed" | "read-only" | "kept";
  /** The version in which the change comes; for `removed` the first one without the property. */
  readonly since: CalendarDate;
  readonly replacement: readonly string[];
  /** How a value is carried over, one sentence. */
  readonly transform: string;
  readonly exactness: "exact" | "manual" | "none";
  readonly conditions?: readonly string[];
  readonly notes?: string;
  /**
   * How telling the last name of the path is by itself: `unmistakable` no other product uses it,
   * `specific` rare elsewhere, `ambiguous` everyday elsewhere.
   */
  readonly distinctness: "unmistakable" | "specific" | "ambiguous";
}

/**
 * What a conversion writes where the old body leaves something out or says it in other words. A conversion writes no
 * value of its own beside these.
 */
export interface DefaultData extends Sourced {
  readonly resource: string;
  /** Unique in the catalog. */
  readonly id: string;
  /** In the new form. */
  readonly path: string;
  /** Absent where the sources contradict each other: then nothing is written, and `reason` is the doubt. */
  readonly value?: string | number;
  /** One sentence. */
  readonly reason: string;
}

/**
 * An endpoint of the unversioned API that the versioned one does not have. An endpoint in `resources` that fits a
 * path at least as closely is not gone.
 */
export interface GoneEndpointData extends Sourced {
  readonly methods?: readonly string[];
  readonly path: string;
  /** The path on the versioned API, when there is one. */
  readonly replacement?: string;
  readonly note: string;
}

export interface ConnectionStringData extends Sourced {
  readonly kinds: readonly (Sourced & {
    readonly id: string;
    readonly title: string;
    readonly form: "direct" | "srv";
    readonly pattern: string;
    readonly resolvesTo: string;
    /** Of a direct string: the ports it may have; the first is the usual one. */
    readonly ports?: readonly PortRangeData[];
  })[];
  readonly providerLabels: readonly string[];
  readonly regions: Readonly<Record<"AWS" | "AZURE" | "GCP", readonly string[]>>;
  /** Days on which the forms and the rules of a provider change turned. */
  readonly dates: Readonly<
    Record<"legacyFormUntil" | "stableOnProviderChangeAfter" | "multiCloudIntroduction", CalendarDate>
  >;
}

export interface PortRangeData {
  readonly from: number;
  readonly to: number;
}

export interface AuthenticationData extends Sourced {
  readonly surface: "administration" | "discovery";
  readonly schemes: readonly ("digest" | "basic" | "bearer")[];
  readonly credentials: string;
}

interface LimitData extends Sourced {
  readonly name: string;
  readonly value: string | number;
  readonly unit?: string;
}

interface CorrectionData extends Sourced {
  readonly topic: string;
  readonly specification: string;
  readonly public: string;
  /** Which of the two the rules follow, and why. */
  readonly followed: string;
}

/** The form of a vocabulary: the words of one deployment of the service, and where its data differ. */
export interface VocabularyData {
  readonly $schema?: string;
  readonly name: string;
  readonly title: string;
  readonly sources: Readonly<Record<string, SourceData>>;
  readonly words: {
    readonly admin: string;
    readonly metrics: string;
    readonly vendor: string;
    /** Canonical property name → the name in this vocabulary, where it differs. */
    readonly properties: Readonly<Record<string, string>>;
  };
  /** Whether the path `admin/<version>` is this service's even without a known resource behind it. */
  readonly distinctivePath: boolean;
  /** Other path prefixes that lead to the administration API (a gateway): `/internal/db-admin`. */
  readonly pathAliases?: readonly string[];
  /** Hosts of the administration API; empty where they are not known. */
  readonly hosts: readonly string[];
  readonly administration?: Partial<AdministrationData>;
  readonly lifecycle?: Partial<LifecycleData>;
  /** In place of the catalog's. */
  readonly authentication?: readonly AuthenticationData[];
  /** Replace the catalog's resource of the same name, or join it. */
  readonly resources?: readonly ResourceData[];
  readonly goneEndpoints?: readonly GoneEndpointData[];
  readonly connectionStrings: {
    /** Schemes without `+srv`. */
    readonly schemes: readonly string[];
    readonly domains: readonly string[];
  };
  /** Names of environment variables and configuration keys that such code uses; hints, never proof. */
  readonly hints?: readonly string[];
}

/**
 * A vocabulary that states only how it differs from another one. Members of `words`, `words.properties`,
 * `administration`, `lifecycle` and `connectionStrings` replace the other's one by one, resources by name;
 * `goneEndpoints` and `sources` are added; everything else that is stated replaces the other's. Under the name of a
 * built-in vocabulary it takes its place.
 */
export interface ExtendingVocabularyData extends Partial<
  Omit<VocabularyData, "name" | "words" | "connectionStrings">
> {
  readonly name: string;
  /** The name of a built-in vocabulary or of one given before this one. */
  readonly extends: string;
  readonly words?: Partial<VocabularyData["words"]>;
  readonly connectionStrings?: Partial<VocabularyData["connectionStrings"]>;
}
