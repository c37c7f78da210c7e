import type { Location, Span } from "../core/span.js";
import type { Problem } from "../core/problem.js";
import type { FieldFact } from "./field.js";
import type { RequestFact } from "./request.js";
import type { RouteFact } from "./route.js";
import type { StringFact } from "./string.js";
import type { Text } from "./text.js";

/** Everything that a frontend knows about one file. It is plain data: no syntax tree outlives the frontend. */
export interface FileFacts {
  readonly path: string;
  readonly language: string;
  /** `syntax`: parsed, values followed. `text`: searched as plain text. */
  readonly reading: "syntax" | "text";
  /** For a text: whether it mentions the API, so that a parser would find more in it. */
  readonly mentionsApi?: boolean;
  /** For a text: whether it names properties of clusters. */
  readonly describesCluster?: boolean;
  /** For a text: true if its requests were found by words and strings alone, so only their `Accept` is known. */
  readonly hasWordedRequests?: boolean;
  readonly requests: readonly RequestFact[];
  readonly fields: readonly FieldFact[];
  readonly strings: readonly StringFact[];
  readonly comparisons: readonly ComparisonFact[];
  readonly escapes: readonly EscapeFact[];
  /** Absent in languages whose values are not followed. */
  readonly schemas?: readonly SchemaFact[];
  /** Absent in languages whose values are not followed. */
  readonly cuts?: readonly CutFact[];
  /** Absent in languages whose values are not followed. */
  readonly joins?: readonly JoinFact[];
  /** Absent in languages whose values are not followed. */
  readonly searches?: readonly SearchFact[];
  /** Absent in languages whose values are not followed. */
  readonly offsets?: readonly OffsetFact[];
  /** Absent in languages whose values are not followed. */
  readonly firstElementWrites?: readonly FirstElementWriteFact[];
  /** Reads from texts that variables of the environment hold, which are responses only if a shell sets them. */
  readonly givenReads?: readonly FieldFact[];
  /** The paths under which it answers requests. Absent in languages whose values are not followed. */
  readonly routes?: readonly RouteFact[];
  /** The libraries of the API that it imports. Absent in languages whose values are not followed. */
  readonly libraryImports?: readonly LibraryImportFact[];
  /** Paths of files whose exports it uses. Absent in languages whose values are not followed. */
  readonly uses?: readonly string[];
  /** Paths of the files of the repository that it imports, also for types. Absent if imports are not resolved. */
  readonly imports?: readonly string[];
  /** Its relative imports of values that resolve to no file. Absent if imports are not resolved. */
  readonly missingImports?: readonly MissingImportFact[];
  /** Absent in languages whose values are not followed. */
  readonly fileReads?: readonly FileReadFact[];
  /** For a component: whether its markup contains code that was not followed. */
  readonly hasUnknownMarkup?: boolean;
  /** Absent in files that are not the manifest of a package. */
  readonly dependencies?: readonly DependencyFact[];
  /** Absent in files that are not of Terraform. */
  readonly attributeReads?: readonly AttributeReadFact[];
  /** True if the file has so many mentions of the API that only the first ones are here. */
  readonly isCutOff?: boolean;
  readonly comments: readonly CommentFact[];
  /** The steps that it took to evaluate this file. Absent in languages whose values are not followed. */
  readonly steps?: number;
  readonly problems: readonly Problem[];
}

/**
 * A package that a manifest names: in `package.json`, `go.mod` or a file of requirements of pip. Or a type of resources
 * of Terraform.
 */
export interface DependencyFact {
  readonly kind: "dependency";
  readonly ecosystem: Ecosystem;
  /** As the registry names it; of PyPI in its normal form. */
  readonly name: string;
  /** The version or range as it is written; "" if there is none. */
  readonly version: string;
  /** The name in the file. */
  readonly place: Location;
}

/** A read of what a resource or data source of Terraform has: `mongodbatlas_cluster.main[0].name`. */
export interface AttributeReadFact {
  readonly kind: "attribute-read";
  /** The type of the resource. */
  readonly of: string;
  /** The names that are read, without indices. */
  readonly path: readonly string[];
  /** The last name in the file. */
  readonly place: Location;
}

export type Ecosystem = "go" | "npm" | "pypi" | "terraform";

/** Code imports a library that sends requests to the API. */
export interface LibraryImportFact {
  readonly kind: "library-import";
  /** As the catalog names what programs import. */
  readonly library: string;
  readonly place: Location;
}

/** An import of a missing file. */
export interface MissingImportFact {
  readonly kind: "missing-import";
  /** The path that the import names. */
  readonly path: string;
  /** The import. */
  readonly place: Location;
}

/** A value compared with a known string or pattern: `labels.node_type === "PRIMARY"`, a `case`. */
export interface ComparisonFact {
  readonly kind: "comparison";
  /** Keys that were read to get the value, as in `FieldFact.path`. */
  readonly path: readonly string[];
  /** `RequestFact.id`s of the response that the value comes from; empty if that is not known. */
  readonly requests: readonly string[];
  readonly value: string;
  readonly place: Location;
  /** The string or the pattern contains the unversioned form of the API. */
  readonly namesVersion?: boolean;
  /**
   * It is a literal type, which accepts nothing else. The value is the name of the declaration around it, if it has
   * one.
   */
  readonly inType?: { readonly name?: string };
  /** The lower-case name of the header that it is the value of. It is not known who sends that header. */
  readonly header?: string;
  /** The method that searches for the string in the value; absent if the two are compared for equality. */
  readonly by?: string;
}

/** Code takes the text of a property apart: `cluster.mongoURI.split("//")`, `strings.Split(cluster.MongoURI, ",")`. */
export interface CutFact {
  readonly kind: "cut";
  /** The read of the property; its place is that of the name of the method. */
  readonly field: FieldFact;
  /** The method or function: `split`, `explode`, `replace`. */
  readonly by: string;
  /** The known arguments without the text itself: the separator, the pattern and the replacement. */
  readonly args: readonly (string | undefined)[];
}

/** Code makes the text of a property a part of a longer text: `cluster.mongoURI + "/admin"`. */
export interface JoinFact {
  readonly kind: "join";
  /** The read of the property; its place is that of the text beside it. */
  readonly field: FieldFact;
  /** True if text follows it without a space, so that both are read as one: `uri + "/admin"`. */
  readonly isGlued: boolean;
}

/** Code counts characters of a URL and states the number: `url.pathname.slice(16)`. */
export interface OffsetFact {
  readonly kind: "offset";
  /** The method: `slice`, `charAt`. */
  readonly by: string;
  /** In UTF-16 code units; a negative number counts from the end. */
  readonly count: number;
  readonly of:
    | { readonly kind: "text"; readonly text: Text }
    | {
        /** An unknown value whose name is that of a URL or of a path. */
        readonly kind: "named";
        readonly name: string;
        /** `RequestFact.id`s of the response that it is a part of; empty if that is not known. */
        readonly requests: readonly string[];
      };
  /** The call. */
  readonly place: Location;
}

/**
 * Code searches the text of a response: `text.match(/"srvAddress":"(.*?)"/)`. Or a function gets each property by its
 * name: `JSON.parse(text, reviver)`.
 */
export interface SearchFact {
  readonly kind: "search";
  /** It keeps what does not have the text, as `grep -v` does. */
  readonly leavesOut?: boolean;
  /** `RequestFact.id`s. */
  readonly requests: readonly string[];
  /** The function that searches: `match`, `/…/.test`. */
  readonly by: string;
  /** The call. */
  readonly place: Location;
  /** The text or pattern that it searches for; absent if unknown. */
  readonly sought?: {
    /** A string, or the source of a regular expression of JavaScript. */
    readonly text: string;
    /** For a regular expression: its flags. */
    readonly flags?: string;
  };
}

/**
 * The uses that are known: code shows a value to people, makes text of it, sends it with a request, or calls for it from
 * somewhere.
 */
export type EscapeUse = "prints" | "makes-text" | "sends" | "calls";

/** A value that escapes to where values are not followed: to an unknown function, to unknown callers, to the screen. */
export interface EscapeFact {
  readonly kind: "escape";
  /** The receiver: `logger.info`, `callers of getCluster`. */
  readonly to: string;
  /**
   * For a call: the names that the call is written with, joined by periods. They may differ from the names of the
   * function that is called.
   */
  readonly calledAs?: string;
  /** The use that the receiver makes of it, if that is known. */
  readonly use?: EscapeUse;
  /** The call. */
  readonly place: Location;
  readonly what:
    | {
        /** A string of interest, or an object literal, identified by its place. */
        readonly kind: "written";
        readonly place: Location;
        /** For an object of which known code reads an existing member: the name of that member. */
        readonly member?: string;
        /**
         * An object that is only printed, or whose keys or JSON length are read; or the version of the API alone in
         * printed text.
         */
        readonly isShown?: boolean;
        /**
         * An object with headers whose members, or those of a copy, are all enumerated: the calls that lead there.
         * Nothing more is known.
         */
        readonly enumeratedBy?: readonly Location[];
        /** A function that replaces a global one: `globalThis.fetch = …`. Nothing more is known. */
        readonly isGlobal?: boolean;
      }
    | {
        /** The part of a response at a path, as in `FieldFact.path`; the path is empty for the whole response. */
        readonly kind: "response";
        readonly requests: readonly string[];
        readonly path: readonly string[];
        /** Only the names of all its properties are read. */
        readonly isListed?: boolean;
        /** With `isListed`: a property is also read under an unknown name. */
        readonly isUnnamed?: boolean;
        /** It becomes a member of something unknown, where other code may find it. */
        readonly isKept?: boolean;
        /** With `isKept`: it is written to the file of the name. */
        readonly isInFile?: boolean;
      };
}

/** The demands of a schema on one object that it parses: `z.object({ name: z.string() })`. */
export interface SchemaFact {
  readonly kind: "schema";
  /** The file that sends the request, or that contains the object. */
  readonly path: string;
  /** The place in the schema; the call that parses if that place is not known. */
  readonly at: Location;
  readonly of:
    | {
        /** The part of a response at a path, as in `FieldFact.path`; the path is empty for the whole response. */
        readonly kind: "response";
        readonly requests: readonly string[];
        readonly path: readonly string[];
      }
    | {
        /** An object literal of the program. */
        readonly kind: "written";
        readonly place: Location;
      };
  readonly keys: readonly SchemaKey[];
  /** `unknown`: a part of the schema is not known. */
  readonly others: OtherKeys | "unknown";
  /**
   * True if a value that does not match the schema is refused: it is not one of several schemas, and there is no
   * default.
   */
  readonly isBinding: boolean;
}

/** The treatment of keys that a schema does not name; `refused` also if their values must have some type. */
export type OtherKeys = "kept" | "dropped" | "refused";

export interface SchemaKey {
  readonly name: string;
  /** The place of the key. */
  readonly place?: Location;
  /** Any value is accepted. */
  readonly takesAll?: boolean;
  /** An absent key is certainly refused. */
  readonly isRequired?: boolean;
}

/**
 * Code reads a file, and its content is not followed: the path is unknown, or the text is not used as the data in it.
 */
export interface FileReadFact {
  readonly kind: "file-read";
  /** The function that reads the file, or uses its text: `fs.readFileSync`, `split`. */
  readonly by: string;
  readonly file:
    | {
        /** The file, relative to the root of the project. */
        readonly path: string;
      }
    | {
        /** The path that names it, with `/`, and with `HOLE_MARK` for unknown parts. */
        readonly name: string;
        /** The file that the path is relative to; absent if it is relative to the working directory of the program. */
        readonly from?: string;
      };
  readonly place: Location;
  /** Files of the calls that lead to it. */
  readonly callers: readonly string[];
  /** It is an import with a computed, known name: what the program does with the module is followed. */
  readonly isFollowed?: boolean;
}

/** Code changes something of the first element of a list that a response has: `cluster.replicationSpecs[0].x = 1`. */
export interface FirstElementWriteFact {
  readonly kind: "first-element-write";
  /** `RequestFact.id`s. */
  readonly requests: readonly string[];
  /** The lists on the way to what is written, each as in `FieldFact.path`. */
  readonly lists: readonly (readonly string[])[];
  readonly place: Location;
}

export interface CommentFact {
  /** The text between the comment's delimiters. */
  readonly text: string;
  /** The whole comment with its delimiters. */
  readonly span: Span;
}
