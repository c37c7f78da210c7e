import { isCalendarDate, type CalendarDate } from "../../core/calendar-date.js";
import { HOLE_MARK } from "../../facts/text.js";
import type { Vocabulary } from "../catalog.js";
import { releaseAt } from "./versions.js";

/** A media type in a header. */
export type MediaTypeMatch =
  /** `application/vnd.atlas.2023-02-01+json` */
  | (VendorType & {
      readonly kind: "versioned";
      readonly date: string;
      readonly format: string;
      readonly upcoming: boolean;
    })
  /** `application/vnd.atlas.preview+json` */
  | (VendorType & { readonly kind: "other-version"; readonly version: string; readonly format: string })
  /** The vendor's, with an unknown part or a placeholder. */
  | (VendorType & { readonly kind: "unknown-version" })
  /** The vendor's, but in a wrong form. */
  | (VendorType & {
      readonly kind: "malformed";
      readonly reason: "date" | "no-such-day" | "no-date" | "format" | "no-format" | "form";
    })
  /** Only the vendor: malformed in a header, and a prefix or a search text in other strings. */
  | (VendorType & { readonly kind: "prefix" })
  /** Another vendor's type with a date in it. */
  | { readonly kind: "other-vendor"; readonly vendor: string; readonly date: string }
  | { readonly kind: "json" }
  | { readonly kind: "other" }
  | { readonly kind: "unknown" };

interface VendorType {
  readonly vocabulary: Vocabulary;
  /** As written, without what may follow it: parameters, markup, the end of a sentence. */
  readonly type: string;
  /** The place of the version in `type`. */
  readonly version?: string;
  readonly versionStart: number;
}

const PLACEHOLDER = String.raw`(?:${HOLE_MARK}|[$#]?\{[^}]*\}|<[^>]*>|%[sdv]|\$\w+)`;
const VERSION = new RegExp(String.raw`[.]((?:${PLACEHOLDER}|[\w.*:-])*)`, "y");
const FORMAT = new RegExp(String.raw`[+](${PLACEHOLDER}|[\w-]*)`, "y");
const OPEN = new RegExp(`${PLACEHOLDER}|[*]`);
/** Placeholders for a date in documentation and templates. */
const DATE_WORD = /^(?:y{2,4}-?m{1,2}-?d{1,2}|x{2,4}-?x{1,2}-?x{1,2}|(?:[a-z]+[_-])?(?:date|version))$/i;

/**
 * Reads one media type: the start of a header's value, or of a string in a text. Parameters (`; charset=utf-8`) are
 * ignored. Holes are `HOLE_MARK`; placeholders of templates, format strings and documentation are treated as holes.
 */
export function matchMediaType(value: string, vocabularies: readonly Vocabulary[]): MediaTypeMatch {
  const text = value.trim();
  const lower = text.toLowerCase();
  for (const vocabulary of vocabularies) {
    if (vocabulary.versionedBy === "path") continue;
    const { form } = vocabulary.mediaType;
    const vendor = form.slice(0, form.indexOf(".{date}")).toLowerCase();
    if (lower.startsWith(vendor) && !/[\w-]/.test(lower[vendor.length] ?? ""))
      return readVendorType(text, vendor.length, vocabulary);
  }
  const type = lower.split(";")[0]!.trim();
  const other = /^application\/vnd\.([\w-]+)\.(\d{4}-\d{2}-\d{2})\+/.exec(type);
  if (other) return { kind: "other-vendor", vendor: other[1]!, date: other[2]! };
  if (type === "application/json") return { kind: "json" };
  return type.includes(HOLE_MARK.toLowerCase()) ? { kind: "unknown" } : { kind: "other" };
}

function readVendorType(text: string, vendorEnd: number, vocabulary: Vocabulary): MediaTypeMatch {
  const [versionPart, written] = readPart(VERSION, text, vendorEnd);
  const versionEnd = vendorEnd + versionPart.length;
  const [formatPart, format] = readPart(FORMAT, text, versionEnd);
  const hasFormat = formatPart !== "";
  const version = hasFormat ? written : written.replace(/[.:]+$/, "");
  const end = hasFormat
    ? versionEnd + formatPart.length
    : version === ""
      ? vendorEnd
      : vendorEnd + 1 + version.length;
  const common: VendorType = {
    vocabulary,
    type: text.slice(0, end),
    versionStart: vendorEnd + 1,
    ...(version === "" ? {} : { version }),
  };
  if (version === "") {
    if (hasFormat) return { kind: "malformed", ...common, reason: "no-date" };
    // The text after the vendor is unknown: it may be the period and the rest.
    return { kind: text.startsWith(HOLE_MARK, vendorEnd) ? "unknown-version" : "prefix", ...common };
  }
  if (OPEN.test(version) || OPEN.test(format) || DATE_WORD.test(version))
    return { kind: "unknown-version", ...common };
  if (!hasFormat) return { kind: "malformed", ...common, reason: isDateLike(version) ? "no-format" : "form" };
  return readKnown(version, format.toLowerCase(), common);
}

function readKnown(version: string, format: string, common: VendorType): MediaTypeMatch {
  const { formats, otherVersions } = common.vocabulary.mediaType;
  if (!formats.includes(format)) return { kind: "malformed", ...common, reason: "format" };
  if (otherVersions.includes(version)) return { kind: "other-version", ...common, version, format };
  const upcoming = version.endsWith(".upcoming");
  const date = upcoming ? version.slice(0, -".upcoming".length) : version;
  if (isCalendarDate(date)) return { kind: "versioned", ...common, date, format, upcoming };
  return { kind: "malformed", ...common, reason: isDateLike(date) ? "no-such-day" : "date" };
}

/** Returns what a sticky expression matches at an offset, and its group; empty without a match. */
function readPart(expression: RegExp, text: string, at: number): [whole: string, part: string] {
  expression.lastIndex = at;
  const found = expression.exec(text);
  return found ? [found[0], found[1] ?? ""] : ["", ""];
}

function isDateLike(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** Returns the media type of a version in a vocabulary. */
export function mediaTypeOf(vocabulary: Vocabulary, date: string, format = "json"): string {
  return vocabulary.mediaType.form.replace("{date}", date).replace("{format}", format);
}

/** Returns the JSON media type at the release of a deployment that a target means. */
export function targetMediaType(vocabulary: Vocabulary, target: CalendarDate): string {
  return mediaTypeOf(vocabulary, releaseAt(vocabulary, target));
}
