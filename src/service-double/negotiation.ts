import type { Vocabulary } from "../catalog/catalog.js";
import { resolveVersion, versionName } from "../catalog/matchers/versions.js";
import type { EndpointData } from "../catalog/model.js";
import type { CalendarDate } from "../core/calendar-date.js";
import { apiError } from "../validation/api-error.js";
import { Refusal } from "./api-error.js";

/** The version that a versioned request asks for, and the version that answers it. */
export interface Negotiated {
  /** The date in the media type; absent if the base path alone selects the version. */
  readonly requested?: CalendarDate;
  /** The version of the endpoint that answers: the newest one that is not later. */
  readonly version: CalendarDate;
  readonly format: string;
  /** Deprecation and Sunset, on every answer of a deprecated version. */
  readonly headers: Readonly<Record<string, string>>;
}

const INVALID_VERSION = apiError(406, "INVALID_VERSION_DATE", "Invalid accept header or version date.");

/** Endpoints that answer as a table as well. */
const ALSO_CSV = new Set(["invoices.get", "costExplorer.get"]);

/**
 * Reads the `Accept` header of a versioned request. If the base path alone selects the version, it is not read.
 *
 * The documents do not cover the following cases, and the strictest answer, 406, is used. They are a date that was
 * never released (also one in the future), versions under preview, and a list of types without a right one.
 *
 * @throws {Refusal} 406 without a released version in the right format; 410 for a version that is deleted
 */
export function negotiate(
  vocabulary: Vocabulary,
  endpoint: EndpointData,
  path: string,
  accept: string | undefined,
  asOf: CalendarDate,
): Negotiated {
  const formats = [endpoint.format ?? "json", ...(ALSO_CSV.has(endpoint.id) ? ["csv"] : [])];
  const isByPath = vocabulary.versionedBy === "path";
  const asked = isByPath
    ? { date: vocabulary.lifecycle.releases.at(-1)!, format: formats[0]! }
    : (accept ?? "")
        .split(",")
        .map((type) => versionIn(type, vocabulary))
        .find((one) => one !== undefined && formats.includes(one.format));
  if (!asked || !vocabulary.lifecycle.releases.includes(asked.date)) throw new Refusal(INVALID_VERSION);
  const state = resolveVersion(vocabulary, endpoint, asked.date, asOf);
  if (state.state === "before-first") throw new Refusal(INVALID_VERSION);
  const { date: version, deprecated } = state.version;
  const headers: Record<string, string> = {};
  if (state.state !== "stable") {
    if (deprecated !== undefined) headers["Deprecation"] = httpDate(deprecated);
    if (state.sunset !== undefined) headers["Sunset"] = httpDate(state.sunset);
  }
  if (state.state === "gone") {
    const name = versionName(vocabulary, version);
    throw new Refusal(
      apiError(410, "VERSION_GONE", `Version ${name} of ${path} is gone.`, name, path),
      headers,
    );
  }
  return { ...(isByPath ? {} : { requested: asked.date }), version, format: asked.format, headers };
}

/** Date and format of one media type of the vendor's; its parameters are left aside. */
function versionIn(
  type: string,
  vocabulary: Vocabulary,
): { readonly date: CalendarDate; readonly format: string } | undefined {
  const [name = ""] = type.split(";");
  const [before = "", after = ""] = vocabulary.mediaType.form.split("{date}");
  const text = name.trim().toLowerCase();
  if (!text.startsWith(before)) return undefined;
  const plus = after.split("{format}")[0]!;
  const end = text.lastIndexOf(plus);
  if (end < before.length) return undefined;
  return { date: text.slice(before.length, end), format: text.slice(end + plus.length) };
}

/**
 * Checks the `Content-Type` of POST, PUT and PATCH.
 *
 * The facts contain no record of a wrong one (open point 1). Here it is 415 if the type is neither JSON nor the
 * vendor's, if a versioned request has none, and if its date differs from the one in `Accept`. Other APIs may take
 * forms.
 *
 * @param requested the date in `Accept`; absent for an unversioned request
 * @throws {Refusal} 415
 */
export function checkContentType(
  vocabulary: Vocabulary,
  contentType: string | undefined,
  requested: CalendarDate | undefined,
  hasBody: boolean,
): void {
  const refuse = (detail: string): Refusal => new Refusal(apiError(415, "UNSUPPORTED_MEDIA_TYPE", detail));
  if (contentType === undefined) {
    if (requested === undefined && !hasBody) return;
    throw refuse("The Content-Type header is missing.");
  }
  const [type = ""] = contentType.split(";");
  if (type.trim().toLowerCase() === "application/json") return;
  if (vocabulary.isStandalone && isForm(contentType)) return;
  const version = requested === undefined ? undefined : versionIn(contentType, vocabulary);
  if (version?.format !== "json") throw refuse(`The content type ${type.trim()} is not supported.`);
  if (version.date !== requested) throw refuse("Accept and Content-Type name different versions.");
}

/** Returns whether a body has the fields of an HTML form. */
export function isForm(contentType = ""): boolean {
  return contentType.split(";")[0]!.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Thu, 1 Jul 2027 00:00:00 GMT`: without the leading zero, as the service writes it. */
function httpDate(date: CalendarDate): string {
  const day = new Date(`${date}T00:00:00Z`);
  return `${DAYS[day.getUTCDay()]}, ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()} 00:00:00 GMT`;
}
