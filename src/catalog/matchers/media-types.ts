import { isCalendarDate } from "../../core/calendar-date.js";
import { HOLE_MARK } from "../../facts/text.js";
import type { Vocabulary } from "../catalog.js";

/** A media type as a header has it. */
export type MediaTypeMatch =
  /** `application/vnd.atlas.2023-02-01+json` */
  | {
      readonly kind: "versioned";
      readonly vocabulary: Vocabulary;
      readonly date: string;
      readonly format: string;
      readonly upcoming: boolean;
    }
  /** `application/vnd.atlas.preview+json` */
  | {
      readonly kind: "other-version";
      readonly vocabulary: Vocabulary;
      readonly version: string;
      readonly format: string;
    }
  /** The vendor's, with a part that is not known. */
  | { readonly kind: "unknown-version"; readonly vocabulary: Vocabulary }
  /** The vendor's, but not of its form. */
  | {
      readonly kind: "malformed";
      readonly vocabulary: Vocabulary;
      readonly reason: "date" | "no-date" | "format" | "form";
    }
  /** A vendor type of somebody else with a date in it. */
  | { readonly kind: "other-vendor"; readonly vendor: string; readonly date: string }
  | { readonly kind: "json" }
  | { readonly kind: "other" }
  | { readonly kind: "unknown" };

/** Reads one media type; parameters (`; charset=utf-8`) are left aside. Holes are `HOLE_MARK`. */
export function matchMediaType(value: string, vocabularies: readonly Vocabulary[]): MediaTypeMatch {
  const type = value.split(";")[0]!.trim();
  const lower = type.toLowerCase();
  for (const vocabulary of vocabularies) {
    const prefix = vocabulary.mediaType.form
      .slice(0, vocabulary.mediaType.form.indexOf("{date}"))
      .toLowerCase();
    if (lower.startsWith(prefix)) return readVersioned(type.slice(prefix.length), vocabulary);
    // `application/vnd.atlas+json`: the vendor without any version.
    if (lower.startsWith(prefix.slice(0, -1)) && !/[\w-]/.test(lower[prefix.length - 1] ?? "")) {
      return { kind: "malformed", vocabulary, reason: "no-date" };
    }
  }
  const other = /^application\/vnd\.([\w-]+)\.(\d{4}-\d{2}-\d{2})\+/.exec(lower);
  if (other) return { kind: "other-vendor", vendor: other[1]!, date: other[2]! };
  if (lower === "application/json") return { kind: "json" };
  return lower.includes(HOLE_MARK.toLowerCase()) ? { kind: "unknown" } : { kind: "other" };
}

function readVersioned(rest: string, vocabulary: Vocabulary): MediaTypeMatch {
  if (rest.includes(HOLE_MARK) || /[{$%<]/.test(rest)) return { kind: "unknown-version", vocabulary };
  const plus = rest.lastIndexOf("+");
  if (plus < 0) return { kind: "malformed", vocabulary, reason: isDateLike(rest) ? "format" : "form" };
  const version = rest.slice(0, plus);
  const format = rest.slice(plus + 1).toLowerCase();
  if (!vocabulary.mediaType.formats.includes(format))
    return { kind: "malformed", vocabulary, reason: "format" };
  if (vocabulary.mediaType.otherVersions.includes(version))
    return { kind: "other-version", vocabulary, version, format };
  const upcoming = version.endsWith(".upcoming");
  const date = upcoming ? version.slice(0, -".upcoming".length) : version;
  if (!isCalendarDate(date)) return { kind: "malformed", vocabulary, reason: "date" };
  return { kind: "versioned", vocabulary, date, format, upcoming };
}

function isDateLike(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** The media type of a version in a vocabulary. */
export function mediaTypeOf(vocabulary: Vocabulary, date: string, format = "json"): string {
  return vocabulary.mediaType.form.replace("{date}", date).replace("{format}", format);
}
