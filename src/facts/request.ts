import type { Location } from "../core/span.js";
import type { Hole, Text } from "./text.js";
import type { Tree } from "./tree.js";

/**
 * One HTTP request as the code states it. A call in a wrapper that several callers reach is several requests
 * with the same `site`; rules report the site once.
 */
export interface RequestFact {
  readonly kind: "request";
  /** Identifies the request among the facts of its file. */
  readonly id: string;
  /** The client that sends it, as its module is called: `fetch`, `axios`, `got`, `request-promise`. */
  readonly client: string;
  /** False where the client is not known, so that the way it takes headers is a guess. */
  readonly understood: boolean;
  /** Where the client is not known: the names that the call is written with, joined by periods. */
  readonly calledAs?: string;
  /** `call`: is sent here. `template`: an object in the form of a request that is sent elsewhere. `recorded`: in data. */
  readonly form: "call" | "template" | "recorded";
  /** The call, from its callee on; the object for a template or a recorded request. */
  readonly site: Location;
  /** The instance whose defaults the request goes out with (`axios.create(…)`), when one took part. */
  readonly instance?: {
    readonly site: Location;
    readonly givesUrl: boolean;
    readonly headersPlace?: Location;
    /** Where a header is written that all its requests send. */
    readonly slot?: HeaderSlot;
  };
  /** Alternatives; upper case. Empty where unknown. */
  readonly methods: readonly string[];
  /** Alternatives. Never empty: one hole where nothing is known. */
  readonly urls: readonly Text[];
  /** What the client is given as a query beside the URL. */
  readonly query?: readonly QueryParameter[];
  readonly headers: Headers;
  readonly body?: Tree;
  /** What a test double says that it is answered with. */
  readonly answers?: readonly Tree[];
  /** Of a test double: code of the test decides by what is sent, its headers among it, and is not followed. */
  readonly isLookedAt?: boolean;
  /** Whether the client sends a Content-Type that fits the body without being told to. */
  readonly setsContentType: boolean;
  /** The Content-Type that the client gives the body where the code states none and it is not JSON. */
  readonly ownContentType?: OwnContentType;
  readonly parsing?: Parsing;
  /** Whether code in sight reads the answer as what it says, and not only for its status or as a text that it parses. */
  readonly isAnswerRead?: boolean;
  readonly credentials: Credentials;
  /** Calls that lead to the site from outside of its function, outermost first. */
  readonly callers: readonly Location[];
  /** In code, in a comment or an example of documentation, in a test double. */
  readonly setting: Setting;
}

export type Setting = "code" | "comment" | "mock" | "data";

/** What a client parses of answers that are read as what they say, where it goes by their content type. */
export interface Parsing {
  /** The source of a regular expression of JavaScript that the types match, in lower case and without parameters. */
  readonly types: string;
  /** The option with which it parses whatever the type is, as it is written, where there is one. */
  readonly always?: string;
}

export interface OwnContentType {
  readonly type: string;
  /** The body is a text, which is as well sent as something else. */
  readonly isText: boolean;
}

/** A parameter of a query that is not written in the URL, `params: { targetScheme: "PUBLIC" }`. */
export interface QueryParameter {
  readonly name: string;
  /** Alternatives. */
  readonly values: readonly Text[];
}

/** `unknown`: something is passed that is not understood; `none`: nothing that looks like credentials. */
export type Credentials = "digest" | "basic" | "bearer" | "unknown" | "none";

interface Headers {
  /** Where a header would be added: the headers object, when there is one to see. */
  readonly place?: Location;
  /** Whether `place` lies in the function that holds the call, or in the object that the URL is written in, too. */
  readonly atSite: boolean;
  readonly entries: readonly HeaderEntry[];
  /** What else may set headers: spreads, options of unknown callers. */
  readonly open: readonly Hole[];
  /** Literals that headers or options were read from: what is written into one of them is sent with the request. */
  readonly sources: readonly Location[];
  /** Where one more header can be written so that the request sends it, the best place first. */
  readonly slots: readonly HeaderSlot[];
  /** Whether what the call is given as options and headers are plain objects, so that they can be spread into others. */
  readonly plain?: boolean;
  /** Whether names have to be in lower case: the client does not see others, and sets its own in their place. */
  readonly isLower?: boolean;
}

/** A place where one more header can be written. Of several `places` all get it: each is used on some way. */
export type HeaderSlot =
  /** Literals of headers. */
  | { readonly kind: "headers"; readonly places: readonly Location[]; readonly isList: boolean }
  /**
   * Literals of options without headers, which belong under `key`. What stands there as a name or a call may be spread
   * into new ones where `over` is set.
   */
  | {
      readonly kind: "options";
      readonly places: readonly Location[];
      readonly key: string;
      readonly isList: boolean;
      readonly over?: boolean;
    }
  /**
   * A call without options, which would be the argument at `index`; without `key` they are the headers. A name that
   * stands there, and is nothing on the way of this request, may be spread into new ones where `over` is set.
   */
  | {
      readonly kind: "argument";
      readonly call: Location;
      readonly index: number;
      readonly key?: string;
      readonly isList: boolean;
      readonly over?: boolean;
    }
  /** A call whose result takes headers by a method: `.set(name, value)`. */
  | { readonly kind: "chain"; readonly call: Location; readonly method: string };

export interface HeaderEntry {
  /** Lower case. */
  readonly name: string;
  readonly place?: Location;
  /** Alternatives; a header that takes a list of strings has one text a string. */
  readonly values: readonly Text[];
  /** False where another way through the code does not set it, or something unknown may replace it. */
  readonly certain: boolean;
  /** Whether it is set several times for the same request, in names of different case or by `append`. */
  readonly isJoined?: boolean;
}
