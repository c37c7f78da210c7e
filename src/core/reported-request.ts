import type { FileClass, ReportedFinding } from "./report.js";
import type { Position } from "./span.js";

/** A place as a report tells it. */
export interface ReportedPlace {
  readonly path: string;
  readonly position: Position;
}

/** A request that findings are about, as a reader of the code knows it. */
export interface ReportedRequest {
  /** Stays the same when lines above are added or removed; hexadecimal. */
  readonly id: string;
  /**
   * `call`: code sends it. `double`: a test stands in for the service. `data`: a collection, a recording or a comment has
   * it. `text`: a URL in a language that is searched as plain text.
   */
  readonly kind: "call" | "double" | "data" | "text";
  /** Upper case; absent where it is not known or may be one of several. */
  readonly method?: string;
  /** The path behind the base, with what its author calls the values in it. */
  readonly path: string;
  /** The path of the endpoint as the documents write it; absent where it is not known to be one of them. */
  readonly endpoint?: string;
  /** What sends it, `axios`; the language where the file is searched as plain text. */
  readonly client: string;
  /** The call that its author makes: that of the client, or the one that leads there through a wrapper. */
  readonly call: ReportedPlace;
  /** The call of the client, where it is another one. */
  readonly sentAt?: ReportedPlace;
  /** Where the instance is made that it goes out from. */
  readonly setUp?: ReportedPlace;
  /** What it asks for today: a version of the unversioned form, a date, or `v2` without any date. */
  readonly versionNow?: string;
  /** The date that it is to ask for. */
  readonly versionWanted?: string;
  /** Of the file that `call` is in. */
  readonly fileClass: FileClass;
}

/** What several requests have in common, and where it is written. */
export interface SharedPart {
  /** `wrapper`: one call of the client sends them all. `several`: no single part is shared by all of them. */
  readonly what: "base" | "header" | "instance" | "wrapper" | "several";
  readonly place: ReportedPlace;
}

/** Requests that have to change together, with what was found about them. */
export interface RequestGroup {
  /** Ordered by their calls. */
  readonly requests: readonly ReportedRequest[];
  /** Ordered by place; each is about one or several of the requests. */
  readonly findings: readonly ReportedFinding[];
  /** Absent where there is one request. */
  readonly shared?: SharedPart;
}
