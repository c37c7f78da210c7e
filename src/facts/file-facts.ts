import type { Location, Span } from "../core/span.js";
import type { Problem } from "../core/problem.js";
import type { FieldFact } from "./field.js";
import type { RequestFact } from "./request.js";
import type { StringFact } from "./string.js";
import type { Text } from "./text.js";

/** Everything that a frontend states of one file. Plain data: no syntax tree outlives the frontend. */
export interface FileFacts {
  readonly path: string;
  readonly language: string;
  /** `syntax`: parsed, values followed. `text`: searched as plain text. */
  readonly reading: "syntax" | "text";
  /** Of a text: it speaks of the API, so that what a parser would see of it matters. */
  readonly speaksOfApi?: boolean;
  /** Of a text: it names properties of clusters. */
  readonly describesCluster?: boolean;
  readonly requests: readonly RequestFact[];
  readonly fields: readonly FieldFact[];
  readonly strings: readonly StringFact[];
  readonly comparisons: readonly ComparisonFact[];
  readonly handOvers: readonly HandOverFact[];
  /** Absent in languages of which values are not followed. */
  readonly schemas?: readonly SchemaFact[];
  /** Absent in languages of which values are not followed. */
  readonly cuts?: readonly CutFact[];
  /** Absent in languages of which values are not followed. */
  readonly searches?: readonly SearchFact[];
  /** Absent in languages of which values are not followed. */
  readonly offsets?: readonly OffsetFact[];
  /** Paths of files that it takes something from. Absent in languages of which values are not followed. */
  readonly uses?: readonly string[];
  /**
   * Paths of the files of the repository that it names in an import, for types as well. Absent where imports are not
   * looked for.
   */
  readonly imports?: readonly string[];
  /** Its relative imports of values that lead to no file. Absent where imports are not looked for. */
  readonly missingImports?: readonly MissingImportFact[];
  /** Absent in languages of which values are not followed. */
  readonly fileReads?: readonly FileReadFact[];
  /** Of a component: its markup holds code that was not followed. */
  readonly hasUnknownMarkup?: boolean;
  readonly comments: readonly CommentFact[];
  /** How much work it was to follow values in its name. Absent in languages of which values are not followed. */
  readonly steps?: number;
  readonly problems: readonly Problem[];
}

/** An import of a file that is not there. */
export interface MissingImportFact {
  readonly kind: "missing-import";
  /** The path that it names. */
  readonly path: string;
  /** The import. */
  readonly place: Location;
}

/** A value compared with a known string or pattern: `labels.node_type === "PRIMARY"`, a `case`. */
export interface ComparisonFact {
  readonly kind: "comparison";
  /** Keys that were read to get the value, as in `FieldFact.path`. */
  readonly path: readonly string[];
  /** `RequestFact.id`s of the response that the value comes from; empty where that is not known. */
  readonly requests: readonly string[];
  readonly value: string;
  readonly place: Location;
  /** The unversioned form of the API stands in the string, or in the pattern that it is. */
  readonly namesVersion?: boolean;
  /** It stands in a type, which takes nothing else: the name of the declaration around it, if it has one. */
  readonly inType?: { readonly name?: string };
  /** It is given beside the name of the header that it is the value of, in lower case; whoever that is sent by. */
  readonly header?: string;
  /** The method that looks for the string in the value; absent where the two are compared as they are. */
  readonly by?: string;
}

/** The text that a property holds is taken apart: `cluster.mongoURI.split("//")`. */
export interface CutFact {
  readonly kind: "cut";
  /** The property as it is read; its place is that of the method's name. */
  readonly field: FieldFact;
  /** The method: `split`, `match`, `replace`. */
  readonly by: string;
  /** What it is given, as far as that is known: the separator, the pattern and what takes its place. */
  readonly args: readonly (string | undefined)[];
}

/** Characters of a URL are counted, and the code states as a number how many: `url.pathname.slice(16)`. */
export interface OffsetFact {
  readonly kind: "offset";
  /** The method: `slice`, `charAt`. */
  readonly by: string;
  /** In UTF-16 code units; a negative number counts from the end. */
  readonly count: number;
  readonly of:
    | { readonly kind: "text"; readonly text: Text }
    | {
        /** Something that is not known and has the name of a URL, or of the path of one. */
        readonly kind: "named";
        readonly name: string;
        /** `RequestFact.id`s of the response that it comes with; empty where that is not known. */
        readonly requests: readonly string[];
      };
  /** The call. */
  readonly place: Location;
}

/**
 * The text that a request is answered with is searched for something: `text.match(/"srvAddress":"(.*?)"/)`; or it is
 * read by a function that is asked for each property by its name: `JSON.parse(text, reviver)`.
 */
export interface SearchFact {
  readonly kind: "search";
  /** `RequestFact.id`s. */
  readonly requests: readonly string[];
  /** Who searches: `match`, `/…/.test`. */
  readonly by: string;
  /** The call. */
  readonly place: Location;
  /** What is looked for; absent where that is not known. */
  readonly sought?: {
    /** A string, or the source of a regular expression of JavaScript. */
    readonly text: string;
    /** Of a regular expression: its flags. */
    readonly flags?: string;
  };
}

/**
 * Something that goes where values are not followed: to a function that is not known, to callers that nobody sees, onto
 * the screen.
 */
export interface HandOverFact {
  readonly kind: "hand-over";
  /** Who gets it: `logger.info`, `whoever calls getCluster`. */
  readonly to: string;
  /** Of a call: the names that it is written with, joined by periods, which may be others than those of what it calls. */
  readonly calledAs?: string;
  /** The call. */
  readonly place: Location;
  readonly what:
    | {
        /** A string of interest, or an object literal, by the place that it is written at. */
        readonly kind: "written";
        readonly place: Location;
        /** Where it is an object that code in sight reads a member of that it has: the member's name. */
        readonly member?: string;
        /**
         * It is an object that is only printed, or of which all names, or the length as JSON, are asked for; or the version
         * of the API by itself in something that is printed.
         */
        readonly isShown?: boolean;
        /**
         * It is an object with headers, and all its members are gone through, or those of a copy of it: the calls that
         * lead there. That is all that is known.
         */
        readonly goneThroughBy?: readonly Location[];
        /** It is a function that takes the place of a global one: `globalThis.fetch = …`. That is all that is known. */
        readonly isGlobal?: boolean;
      }
    | {
        /** What a response holds at a path, as in `FieldFact.path`; empty for all of it. */
        readonly kind: "response";
        readonly requests: readonly string[];
        readonly path: readonly string[];
        /** The names of all its properties are asked for, and nothing but that is known. */
        readonly isListed?: boolean;
        /** Beside `isListed`: a property of it is read under a name that is not known. */
        readonly isUnnamed?: boolean;
        /** It becomes a member of something unknown, where others may find it. */
        readonly isKept?: boolean;
      };
}

/** What a schema says of one object that it parses: `z.object({ name: z.string() })`. */
export interface SchemaFact {
  readonly kind: "schema";
  /** The file that sends the request, or that writes the object. */
  readonly path: string;
  /** Where the schema states it; where that is not known, the call that parses. */
  readonly at: Location;
  readonly of:
    | {
        /** What a response holds at a path, as in `FieldFact.path`; empty for all of it. */
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
  /** `unknown`: what the schema says is not known in full. */
  readonly others: OtherKeys | "unknown";
  /** What the schema does not let through is refused: it is not one of several, and nothing stands in for it. */
  readonly isBinding: boolean;
}

/** What becomes of keys that a schema does not name; `refused` where they have to be of some kind as well. */
export type OtherKeys = "kept" | "dropped" | "refused";

export interface SchemaKey {
  readonly name: string;
  /** Where the key is written. */
  readonly place?: Location;
  /** Any value will do under it. */
  readonly takesAll?: boolean;
  /** Known to be refused where the key is absent. */
  readonly isRequired?: boolean;
}

/**
 * A file is read, and what becomes of its content is not followed: which file it is depends on what is not known, or
 * its text is used otherwise than as the data that it states.
 */
export interface FileReadFact {
  readonly kind: "file-read";
  /** What reads it, or uses its text: `fs.readFileSync`, `split`. */
  readonly by: string;
  readonly file:
    | {
        /** The file, relative to the root of the project. */
        readonly path: string;
      }
    | {
        /** The way that leads to it, with `/` and with `HOLE_MARK` for what is not known of it. */
        readonly name: string;
        /** The file beside which the way starts; where there is none, it starts wherever the program is started. */
        readonly from?: string;
      };
  readonly place: Location;
  /** Files of the calls that lead to it. */
  readonly callers: readonly string[];
  /** It is the import of a module whose computed name is known: what the program makes of it is followed. */
  readonly isFollowed?: boolean;
}

export interface CommentFact {
  /** The text between the comment's delimiters. */
  readonly text: string;
  /** The whole comment with its delimiters. */
  readonly span: Span;
}
