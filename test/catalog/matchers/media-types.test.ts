import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../../src/catalog/load.js";
import { matchMediaType } from "../../../src/catalog/matchers/media-types.js";
import { HOLE_MARK } from "../../../src/facts/text.js";

const { vocabularies } = loadCatalog();

/** [text, kind and what else tells, the part of the text that is the type] */
const CASES: readonly (readonly [
  text: string,
  expected: Readonly<Record<string, unknown>>,
  type?: string,
])[] = [
  [
    "application/vnd.atlas.2023-02-01+json",
    { kind: "versioned", date: "2023-02-01", format: "json", upcoming: false },
  ],
  ["Application/Vnd.Atlas.2023-02-01+JSON", { kind: "versioned", format: "json" }],
  [
    "application/vnd.atlas.2023-02-01+gzip; q=1",
    { kind: "versioned", format: "gzip" },
    "application/vnd.atlas.2023-02-01+gzip",
  ],
  [
    "application/vnd.atlas.2023-02-01+json</accept>",
    { kind: "versioned" },
    "application/vnd.atlas.2023-02-01+json",
  ],
  [
    "application/vnd.atlas.2023-02-01+json**.",
    { kind: "versioned" },
    "application/vnd.atlas.2023-02-01+json",
  ],
  [
    "application/vnd.atlas.2025-01-01.upcoming+json",
    { kind: "versioned", date: "2025-01-01", upcoming: true },
  ],
  ["application/vnd.atlas.preview+json", { kind: "other-version", version: "preview" }],
  ["application/vnd.atlas.2023-2-1+json", { kind: "malformed", reason: "date", version: "2023-2-1" }],
  ["application/vnd.atlas.2023-02-30+json", { kind: "malformed", reason: "no-such-day" }],
  ["application/vnd.atlas+json", { kind: "malformed", reason: "no-date" }],
  ["application/vnd.atlas.+json", { kind: "malformed", reason: "no-date" }],
  ["application/vnd.atlas.2023-02-01", { kind: "malformed", reason: "no-format" }],
  [
    "application/vnd.atlas.2023-02-01.",
    { kind: "malformed", reason: "no-format" },
    "application/vnd.atlas.2023-02-01",
  ],
  ["application/vnd.atlas.v2", { kind: "malformed", reason: "form" }],
  ["application/vnd.atlas.2023-02-01+xml", { kind: "malformed", reason: "format" }],
  ["application/vnd.atlas", { kind: "prefix" }],
  ["application/vnd.atlas.", { kind: "prefix" }, "application/vnd.atlas"],
  ["application/vnd.atlas)", { kind: "prefix" }, "application/vnd.atlas"],
  [`application/vnd.atlas.${HOLE_MARK}+json`, { kind: "unknown-version" }],
  [`application/vnd.atlas${HOLE_MARK}`, { kind: "unknown-version" }, "application/vnd.atlas"],
  ["application/vnd.atlas.${a + b}+json", { kind: "unknown-version" }],
  ["application/vnd.atlas.%s+json", { kind: "unknown-version" }],
  ["application/vnd.atlas.$DATE+json", { kind: "unknown-version" }],
  ["application/vnd.atlas.yyyy-mm-dd+json", { kind: "unknown-version" }],
  ["application/vnd.atlas.2023-02-01+{format}", { kind: "unknown-version" }],
  ["application/vnd.github.2022-11-28+json", { kind: "other-vendor", vendor: "github", date: "2022-11-28" }],
  ["application/vnd.atlasian.2022-11-28+json", { kind: "other-vendor", vendor: "atlasian" }],
  ["application/vnd.github.v3+json", { kind: "other" }],
  ["application/json; charset=utf-8", { kind: "json" }],
  ["*/*", { kind: "other" }],
  [HOLE_MARK, { kind: "unknown" }],
];

describe("matchMediaType", () => {
  it.each(CASES.map(([text, expected, type = text]) => ({ text, expected, type })))("reads $text", (one) => {
    const { text, expected, type } = one;
    const match = matchMediaType(text, vocabularies);
    expect(match).toMatchObject(expected);
    if (!("type" in match)) return;
    expect(match.type).toBe(type);
    if (match.version !== undefined)
      expect(text.slice(match.versionStart).startsWith(match.version)).toBe(true);
  });
});
