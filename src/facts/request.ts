import type { Location } from "../core/span.js";
import type { Hole, Text } from "./text.js";
import type { Tree } from "./tree.js";

/**
 * One HTTP request in the code. If several callers reach a call in a wrapper, there are several requests with the same
 * `site`; rules report the site once.
 */
export interface RequestFact {
  readonly kind: "request";
  /** Identifies the request among the facts of its file. */
  readonly id: string;
  /** The client that sends it, named like its module: `fetch`, `axios`, `got`, `request-promise`. */
  readonly client: string;
  /** False if the client is unknown, so that the way it takes headers is a guess. */
  readonly understood: boolean;
  /** True if its words were found in a file that is not parsed, and that makes no client. */
  readonly hasClientElsewhere?: boolean;
  /** For an unknown client: the names in the call, joined by periods. */
  readonly calledAs?: string;
  /** The name of an unknown function that gets the client and the arguments, and is taken to call it. */
  readonly passedTo?: string;
  /**
   * `call`: it is sent here. `template`: an object that looks like a request and is sent elsewhere. `recorded`: in
   * data.
   */
  readonly form: "call" | "template" | "recorded";
  /** The call, from its callee on; for a template or a recorded request the object. */
  readonly site: Location;
  /** The instance whose defaults the request has (`axios.create(…)`), if there is one. */
  readonly instance?: {
    readonly site: Location;
    readonly givesUrl: boolean;
    readonly headersPlace?: Location;
    /** The slot for a header that all its requests send. */
    readonly slot?: HeaderSlot;
  };
  /** Alternatives in upper case; empty if unknown. */
  readonly methods: readonly string[];
  /** Alternatives; never empty. It is one hole if it is completely unknown. */
  readonly urls: readonly Text[];
  /** The query that the client gets beside the URL. */
  readonly query?: readonly QueryParameter[];
  readonly headers: Headers;
  readonly body?: Tree;
  /** The response that a test double states. */
  readonly answers?: readonly Tree[];
  /** For a test double: test code that is not followed decides by the request, including its headers. */
  readonly isLookedAt?: boolean;
  /** True if the client sets a Content-Type that fits the body by itself. */
  readonly setsContentType: boolean;
  /** The Content-Type that the client adds if the code sets none and the body is not JSON. */
  readonly ownContentType?: OwnContentType;
  readonly parsing?: Parsing;
  /** True if known code reads the content of the response, and not only its status or a text that it parses. */
  readonly isAnswerRead?: boolean;
  readonly credentials: Credentials;
  /** Calls that lead to the site from outside its function, outermost first. */
  readonly callers: readonly Location[];
  /** Paths of files with calls that lead to the site and give an equal request. */
  readonly alsoCalledFrom?: readonly string[];
  /** In code, in a comment or an example of documentation, or in a test double. */
  readonly setting: Setting;
}

export type Setting = "code" | "comment" | "mock" | "data";

/** The responses that a client parses, if it decides by their content type. */
export interface Parsing {
  /** The source of a JavaScript regular expression that matches the types, in lower case and without parameters. */
  readonly types: string;
  /** The client option that makes it parse every type, as code writes it; absent if there is none. */
  readonly always?: string;
}

export interface OwnContentType {
  readonly type: string;
  /** The body is a text, which may also be sent as something else. */
  readonly isText: boolean;
}

/** A query parameter that is not in the URL: `params: { targetScheme: "PUBLIC" }`. */
export interface QueryParameter {
  readonly name: string;
  /** Alternatives. */
  readonly values: readonly Text[];
}

/** `unknown`: something unknown is passed; `none`: nothing looks like credentials. */
export type Credentials = "digest" | "basic" | "bearer" | "unknown" | "none";

interface Headers {
  /** The place where a header would be added: the headers object if it is known. */
  readonly place?: Location;
  /** The name of that headers object in the code. */
  readonly variable?: string;
  /** True if `place` is also in the function that contains the call, or in the object that contains the URL. */
  readonly atSite: boolean;
  readonly entries: readonly HeaderEntry[];
  /** Other sources of headers: spreads, options of unknown callers. */
  readonly open: readonly Hole[];
  /**
   * Literals that headers or options were read from. A header that is added to one of them is sent with the request.
   */
  readonly sources: readonly Location[];
  /** The slots in which a header can be added so that the request sends it, the best one first. */
  readonly slots: readonly HeaderSlot[];
  /** True if options and headers of the call are plain objects, so that they can be spread into new ones. */
  readonly plain?: boolean;
  /** True if names must be in lower case: the client ignores others and adds its defaults. */
  readonly isLower?: boolean;
}

/** A place where a header can be added. If there are several `places`, all get it: each is used in some branch. */
export type HeaderSlot =
  /** Literals of headers. */
  | { readonly kind: "headers"; readonly places: readonly Location[]; readonly isList: boolean }
  /**
   * Literals of options without headers, which belong under `key`. If `over` is set, a variable or a call there may be
   * spread into a new literal.
   */
  | {
      readonly kind: "options";
      readonly places: readonly Location[];
      readonly key: string;
      readonly isList: boolean;
      readonly over?: boolean;
    }
  /**
   * A call without options, which would be the argument at `index`; without `key` they are the headers. If `over` is
   * set, a variable there that is nothing in this request may be spread into a new literal.
   */
  | {
      readonly kind: "argument";
      readonly call: Location;
      readonly index: number;
      readonly key?: string;
      readonly isList: boolean;
      readonly over?: boolean;
    }
  /** A call whose result has a method that sets headers: `.set(name, value)`. */
  | { readonly kind: "chain"; readonly call: Location; readonly method: string }
  | CommandSlot;

/** The name of a program in the text of a command, behind which options can be added: `execSync("curl …")`. */
export interface CommandSlot {
  readonly kind: "command";
  /** The place of the name. */
  readonly call: Location;
  readonly program: string;
  /** The option before a header: `-H `. */
  readonly option: string;
}

export interface HeaderEntry {
  /** In lower case. */
  readonly name: string;
  readonly place?: Location;
  /** Alternatives; a header with a list of strings has one text for each string. */
  readonly values: readonly Text[];
  /** False if another branch does not set it, or something unknown may replace it. */
  readonly certain: boolean;
  /** True if it is set several times for the same request, in different case or with `append`. */
  readonly isJoined?: boolean;
}
