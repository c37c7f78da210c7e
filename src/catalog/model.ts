import type { CalendarDate } from "../core/calendar-date.js";
import type { LibraryData } from "./library-data.js";
import type { ConversionData, RecognitionData } from "./model-of-names.js";

/**
 * The form of the catalog: what the administration API of the service is, and what changes when a caller moves
 * from the unversioned form to the versioned one. The data is JSON (`data/`) with a published JSON Schema (`schema/`),
 * in the terms of the specification. A vocabulary maps these terms to the names in real code.
 *
 * `sources` are always keys of `CatalogData.sources`. Every entry has at least one.
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
  readonly bodies: readonly BodyData[];
  readonly defaults: readonly DefaultData[];
  readonly recognition: readonly RecognitionData[];
  readonly conversions: readonly ConversionData[];
  readonly goneEndpoints: readonly GoneEndpointData[];
  readonly connectionStrings: ConnectionStringData;
  readonly authentication: readonly AuthenticationData[];
  readonly limits: readonly LimitData[];
  /** Both readings of each value for which a public document corrects the specification. */
  readonly corrections: readonly CorrectionData[];
}

export interface SourceData {
  readonly title: string;
  /** Section of the specification, or path and revision of a public document. */
  readonly where: string;
  readonly url?: string;
}

export interface Sourced {
  readonly sources: readonly string[];
}

export interface AdministrationData extends Sourced {
  /** `/api/{admin}/{version}`; names in braces come from the vocabulary. */
  readonly base: string;
  /** The unversioned forms, each with the resource version whose shape it has. */
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
  /** Versions other than dates that the service accepts, such as `preview`. */
  readonly otherVersions: readonly string[];
}

export interface LifecycleData extends Sourced {
  /** Months from deprecation to deletion, if no date is published. */
  readonly supportMonths: number;
  /** Every stable date that was released, ascending. */
  readonly releases: readonly CalendarDate[];
  /** Dates that the sources mention as versions of resources that they do not describe. */
  readonly undescribed?: readonly CalendarDate[];
  /** The default version to migrate to. */
  readonly defaultTarget: CalendarDate;
  /** Versions of an endpoint that is not in `resources`. */
  readonly otherEndpoints: readonly VersionData[];
}

export interface ResourceData extends Sourced {
  readonly name: string;
  /** The word of messages for one of them: `cluster`. Default: the name of the resource. */
  readonly noun?: string;
  readonly endpoints: readonly EndpointData[];
}

export interface EndpointData extends Sourced {
  /** `clusters.list` */
  readonly id: string;
  readonly method: string;
  /**
   * The path after the base, `/groups/{GROUP-ID}/clusters`; empty for the base itself. A segment is a literal, `{NAME}` for
   * any one segment, or `{NAME}` with a literal ending (`{LOG-NAME}.gz`, `{USER-ID}:addRole`). If several paths
   * match, a literal segment wins over one with a literal ending, which wins over `{NAME}`.
   */
  readonly path: string;
  /** Names of the operation in OpenAPI documents. Generated clients use them as names of functions and types. */
  readonly operations?: readonly string[];
  /** For a list: where its elements are in the response, `results[]`. */
  readonly listPrefix?: string;
  /** Ascending. */
  readonly versions: readonly VersionData[];
  /** Media type suffix if it is not `json`. */
  readonly format?: string;
  /** Set if the body or response keeps the unversioned cluster shape on the versioned API. */
  readonly keepsUnversionedShape?: boolean;
  readonly note?: string;
  /** Set for some endpoints that are deprecated as a whole. */
  readonly successor?: SuccessorData;
}

/** The endpoint that replaces another one. */
export interface SuccessorData extends Sourced {
  /** Its id: `orgUsers.add` */
  readonly endpoint: string;
  /** Its version that replaces the other endpoint. */
  readonly since: CalendarDate;
  /** One or more sentences: what differs for callers. */
  readonly difference?: string;
  /** Set if no document of the service says so. */
  readonly isInferred?: boolean;
  /** Set if `fix` can move calls there on request: the path has as many segments, and the method is the same. */
  readonly move?: EndpointMoveData;
}

/** Properties at the root of bodies and responses, with their paths at the other endpoint; `null` if none is the same. */
export interface EndpointMoveData {
  readonly request?: Readonly<Record<string, string | null>>;
  /** Those that are left out are the same. Of a list: the properties of its elements. */
  readonly response?: Readonly<Record<string, string | null>>;
}

/** A version of one endpoint. */
export interface VersionData extends Sourced {
  readonly date: CalendarDate;
  /**
   * The day on which its successor was released, or on which the endpoint as a whole was deprecated. Absent for the newest
   * version, and if the day is not published: then only `sunset` or `noSunset` says that it is deprecated.
   */
  readonly deprecated?: CalendarDate;
  /** Published day of deletion. If it is absent and `deprecated` is set, `supportMonths` computes one. */
  readonly sunset?: CalendarDate;
  /** Set if the service deprecated it without a day of deletion. */
  readonly noSunset?: boolean;
  /**
   * A clause that says what differs for callers from the version before. Absent for the first version, if nothing
   * differs, and if the properties of the resource say it.
   */
  readonly change?: string;
}

export type Direction = "request" | "response";

/** A property of a resource and what happens to it. */
export interface PropertyData extends Sourced {
  readonly resource: string;
  /** The ids of the endpoints that the entry is about. Default: all endpoints of the resource. */
  readonly endpoints?: readonly string[];
  /** Starts at the object of the resource; `[]` is an element of a list, `{region}` any key of a map. */
  readonly path: string;
  readonly in: readonly Direction[];
  readonly type: string;
  readonly status: "removed" | "added" | "moved" | "repurposed" | "read-only" | "required" | "kept";
  /** The version with the change; for `removed`, the first version without the property. */
  readonly since: CalendarDate;
  readonly replacement: readonly string[];
  /** Of an exact replacement in the same object: it has the very same value under another name. */
  readonly sameValue?: boolean;
  /** The path where responses have the value if they have it in several; `[0]` is the first element of a list. */
  readonly readAt?: string;
  /** A text for people that says how a value is converted. */
  readonly transform: string;
  /** The same for code that only reads the value, if that differs. */
  readonly whenRead?: string;
  readonly exactness: "exact" | "manual" | "none";
  /**
   * True for a list whose elements get another meaning: in responses, its first element keeps all its properties except
   * the id.
   */
  readonly keepsFirst?: boolean;
  /** The list has one element if another property of the resource has this value. */
  readonly oneElementIf?: { readonly path: string; readonly value: string };
  readonly conditions?: readonly string[];
  readonly notes?: string;
  /**
   * The distinctness of the last name of the path: `unmistakable` no other product uses it, `specific` rare elsewhere,
   * `ambiguous` common elsewhere.
   */
  readonly distinctness: "unmistakable" | "specific" | "ambiguous";
}

/**
 * The body that requests to some endpoints have, in every version: the properties that it may have, and must have. A
 * request is refused if its body differs. Properties of an object that lists none are not checked.
 */
export interface BodyData extends Sourced {
  /** Their ids. */
  readonly endpoints: readonly string[];
  /** Set if the body may have properties at its root that are not listed. */
  readonly isOpen?: boolean;
  readonly members: readonly BodyMemberData[];
}

export type BodyKind = "text" | "number" | "integer" | "boolean" | "object" | "list" | "any";

/** A property of a body, from one version on and until another one. */
export interface BodyMemberData {
  /** As in `PropertyData`. */
  readonly path: string;
  readonly kind: BodyKind;
  /** The first version with it; absent if that is the first one of the endpoint. */
  readonly since?: CalendarDate;
  /** The first version without it. */
  readonly until?: CalendarDate;
  /** `new`: only a body that creates something must have it, and not the one of a PATCH. */
  readonly required?: "always" | "new";
  /** It is not required if a text at this path has the value. The path leads through the same elements of lists. */
  readonly unless?: { readonly path: string; readonly value: string };
  /** The texts that it can have, if they are few. */
  readonly values?: readonly string[];
  /** The source of a regular expression that the whole text matches. */
  readonly pattern?: string;
  /** A text of that form, for people. */
  readonly example?: string;
  /** The smallest number; of a list the smallest number of elements. */
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * A value that a conversion writes if the old body omits something or states it in another way. A conversion writes no
 * other values of its own.
 */
export interface DefaultData extends Sourced {
  readonly resource: string;
  /** Unique in the catalog. */
  readonly id: string;
  /** In the new form. */
  readonly path: string;
  /** Absent if the sources contradict each other: then nothing is written, and `reason` is the doubt. */
  readonly value?: string | number;
  /** One sentence. */
  readonly reason: string;
}

/**
 * An endpoint of the unversioned API that the versioned one does not have. If an endpoint in `resources` matches a
 * path at least as closely, the path is not gone.
 */
export interface GoneEndpointData extends Sourced {
  readonly methods?: readonly string[];
  readonly path: string;
  /** The path on the versioned API, if there is one. */
  readonly replacement?: string;
  /** True if only words of the path differ: methods, bodies and responses are the same. */
  readonly renamed?: boolean;
  readonly note: string;
}

export interface ConnectionStringData extends Sourced {
  readonly kinds: readonly (Sourced & {
    readonly id: string;
    readonly title: string;
    readonly form: "direct" | "srv";
    readonly pattern: string;
    readonly resolvesTo: string;
    /** For a direct string: the ports it can have; the first is the usual one. */
    readonly ports?: readonly PortRangeData[];
  })[];
  readonly providerLabels: readonly string[];
  readonly regions: Readonly<Record<"AWS" | "AZURE" | "GCP", readonly string[]>>;
  /** Days on which the forms and the rules of a provider change were changed. */
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
  readonly schemes: readonly ("digest" | "basic" | "bearer" | "api-key")[];
  /** The places of the keys of `api-key`. */
  readonly keys?: readonly { readonly in: "header" | "query" | "cookie"; readonly name: string }[];
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

/** The form of a vocabulary: the names of one deployment of the service, and the data that differs from the catalog. */
export interface VocabularyData {
  readonly $schema?: string;
  readonly name: string;
  readonly title: string;
  /**
   * True if it describes an API of its own: it has nothing of the catalog but the media types that it does not state.
   * It must state `administration` and `lifecycle`. Without `mediaType` the base path alone selects the version.
   */
  readonly standalone?: boolean;
  readonly sources: Readonly<Record<string, SourceData>>;
  readonly words: {
    readonly admin: string;
    /** Empty if the API has no discovery endpoint. */
    readonly metrics: string;
    readonly vendor: string;
    /** Name of a property in the specification → its name in this vocabulary, if it differs. */
    readonly properties: Readonly<Record<string, string>>;
  };
  /** True if the path `admin/<version>` means this service even without a known resource after it. */
  readonly distinctivePath: boolean;
  /** True if the endpoints are all that the documents have, of every version. */
  readonly listsAllEndpoints?: boolean;
  /** Other path prefixes that lead to the administration API (a gateway): `/internal/db-admin`. */
  readonly pathAliases?: readonly string[];
  /** Hosts of the administration API; empty if they are unknown. */
  readonly hosts: readonly string[];
  readonly administration?: Partial<AdministrationData>;
  readonly lifecycle?: Partial<LifecycleData>;
  /** Of a standalone vocabulary: its media types. */
  readonly mediaType?: MediaTypeData;
  /** Replaces that of the catalog. */
  readonly authentication?: readonly AuthenticationData[];
  /** Each replaces the resource of the catalog with the same name, or is added. */
  readonly resources?: readonly ResourceData[];
  readonly goneEndpoints?: readonly GoneEndpointData[];
  /** The properties of its resources that the catalog does not have. Only a request proves them. */
  readonly properties?: readonly PropertyData[];
  /** Bodies beside those of the catalog. */
  readonly bodies?: readonly BodyData[];
  readonly connectionStrings: {
    /** Schemes without `+srv`. */
    readonly schemes: readonly string[];
    readonly domains: readonly string[];
  };
  /** Libraries that send requests to the unversioned API. */
  readonly libraries?: readonly LibraryData[];
  /** Names of environment variables and configuration keys in such code. They are hints and prove nothing. */
  readonly hints?: readonly string[];
}

/**
 * A vocabulary that states only how it differs from another one. Members of `words`, `words.properties`,
 * `administration`, `lifecycle` and `connectionStrings` replace those of the other one by one, resources by name.
 * `goneEndpoints` and `sources` are added. Everything else replaces the value of the other. With the name of a built-in
 * vocabulary it replaces that vocabulary.
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
