import type { Part } from "./finding.js";
import type { FileClass, ReportedFinding } from "./report.js";
import type { Position } from "./span.js";

/** A place in a report. */
export interface ReportedPlace {
  readonly path: string;
  readonly position: Position;
}

/** A request that findings are about, with the names of the code. */
export interface ReportedRequest {
  /** Stays the same when lines above are added or removed; hexadecimal. */
  readonly id: string;
  /**
   * `call`: code sends it. `double`: a test double of the service. `data`: a collection, a recording or a comment has
   * it. `text`: a URL in a language that is searched as plain text.
   */
  readonly kind: "call" | "double" | "data" | "text";
  /** In upper case; absent if it is unknown or one of several. */
  readonly method?: string;
  /** The path behind the base, with the names of the code for the values in it. */
  readonly path: string;
  /** The path of the endpoint as in the documents; absent if it is unknown there. */
  readonly endpoint?: string;
  /** The client, such as `axios`; the language if the file is searched as plain text. */
  readonly client: string;
  /** The call in the code of its author: the call of the client, or the call of a wrapper. */
  readonly call: ReportedPlace;
  /** The call of the client, if it is another one. */
  readonly sentAt?: ReportedPlace;
  /** The place that creates the client instance that sends the request. */
  readonly setUp?: ReportedPlace;
  /**
   * The version that the request asks for today: a version of the unversioned form, a date, or `v2` without any date.
   */
  readonly versionNow?: string;
  /** The date that it should ask for. */
  readonly versionWanted?: string;
  /** The class of the file of `call`. */
  readonly fileClass: FileClass;
}

/** Identifies the call of the author that sends a request. A wrapper may send several requests for one call. */
export function callKey({ method, path, client, call, setUp }: ReportedRequest): string {
  const places = [call, setUp].map(
    (place) => place && [place.path, place.position.line, place.position.column],
  );
  return JSON.stringify([method, path, client, places]);
}

/** Identifies the place of a call. Code may send several requests there, such as one of two URLs. */
export function callSite({ call: { path, position } }: ReportedRequest): string {
  return `${path}:${position.line}:${position.column}`;
}

/** A part that several requests share, and where it is written. */
export interface SharedPart {
  /** `wrapper`: one call of the client sends them all. `several`: no single part is shared by all of them. */
  readonly what: Part | "instance" | "wrapper" | "several";
  readonly place: ReportedPlace;
}

/** Requests that must change together, with their findings. */
export interface RequestGroup {
  /** Ordered by their calls. */
  readonly requests: readonly ReportedRequest[];
  /** Ordered by place; each is about one or several of the requests. */
  readonly findings: readonly ReportedFinding[];
  /** Absent if there is one request. */
  readonly shared?: SharedPart;
}
