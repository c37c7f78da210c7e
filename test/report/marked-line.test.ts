import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it, vi } from "vitest";

import { markLine } from "../../src/report/marked-line.js";

const WIDE_ENOUGH = 10_000;

/**
 * The output of a terminal for a piece of source, and its number of columns. Both are written by hand, not measured.
 */
const PIECES: readonly { source: string; shown: string; columns: number }[] = [
  { source: "a", shown: "a", columns: 1 },
  { source: '"', shown: '"', columns: 1 },
  { source: " ", shown: " ", columns: 1 },
  { source: "\t", shown: "    ", columns: 4 },
  { source: "ß", shown: "ß", columns: 1 },
  { source: "é", shown: "é", columns: 1 },
  { source: "e\u0301", shown: "e\u0301", columns: 1 },
  { source: "漢", shown: "漢", columns: 2 },
  { source: "ｱ", shown: "ｱ", columns: 1 },
  { source: "한", shown: "한", columns: 2 },
  { source: "😀", shown: "😀", columns: 2 },
  { source: "𝒳", shown: "𝒳", columns: 1 },
  { source: "👩‍💻", shown: "👩‍💻", columns: 2 },
  { source: "🇩🇪", shown: "🇩🇪", columns: 2 },
  { source: "\u001B", shown: "␛", columns: 1 },
  { source: "\u007F", shown: "␡", columns: 1 },
  { source: "\u0085", shown: "\uFFFD", columns: 1 },
  { source: "\u202E", shown: "\uFFFD", columns: 1 },
  { source: "\u2028", shown: "\uFFFD", columns: 1 },
  { source: "\u200B", shown: "\uFFFD", columns: 1 },
  { source: "\uFEFF", shown: "\uFFFD", columns: 1 },
];

const pieces = (minLength: number) => fc.array(fc.constantFrom(...PIECES), { minLength, maxLength: 40 });
const join = (list: typeof PIECES, key: "source" | "shown") => list.map((piece) => piece[key]).join("");
const columns = (list: typeof PIECES) => list.reduce((sum, piece) => sum + piece.columns, 0);

/** The part of a shown line above the carets. */
function aboveMarks(text: string, before: number, marked: number): string {
  let column = 0;
  let above = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (column >= before && column < before + marked) above += segment;
    column += stringWidth(segment);
  }
  return above;
}

describe("markLine", () => {
  it("puts the marks under the span and under nothing else, whatever is before it", () => {
    fc.assert(
      fc.property(pieces(0), pieces(1), pieces(0), (before, span, after) => {
        const from = join(before, "source").length;
        const to = from + join(span, "source").length;
        const line = join([...before, ...span, ...after], "source");

        expect(markLine(line, from, to, WIDE_ENOUGH)).toEqual({
          text: join([...before, ...span, ...after], "shown"),
          before: columns(before),
          marked: columns(span),
        });
      }),
      { numRuns: 500 },
    );
  });

  it("keeps the marks right and the width when the line is clipped", () => {
    fc.assert(
      fc.property(
        pieces(0),
        pieces(1),
        pieces(0),
        fc.integer({ min: 20, max: 60 }),
        (before, span, after, width) => {
          const line = join([...before, ...span, ...after], "source");
          const from = join(before, "source").length;
          const shown = markLine(line, from, from + join(span, "source").length, width);

          expect(stringWidth(shown.text)).toBeLessThanOrEqual(width);
          const above = aboveMarks(shown.text, shown.before, shown.marked);
          expect(join(span, "shown").startsWith(above)).toBe(true);
          expect(stringWidth(above)).toBe(shown.marked);
          if (columns(span) <= width - 2) expect(above).toBe(join(span, "shown"));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("takes any text and any offsets", () => {
    const anything = fc.string({ unit: "binary", maxLength: 200 });
    const offset = fc.integer({ min: -5, max: 250 });
    fc.assert(
      fc.property(anything, offset, offset, fc.integer({ min: 20, max: 60 }), (line, from, to, width) => {
        const shown = markLine(line, from, to, width);
        expect(shown.marked).toBeGreaterThan(0);
        expect(shown.before + shown.marked).toBeLessThanOrEqual(width + 1);
        expect(shown.text).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it.each([
    { name: "one caret for an empty span", line: "abc", from: 1, to: 1, before: 1, marked: 1 },
    { name: "one caret behind the end of the line", line: "abc", from: 3, to: 3, before: 3, marked: 1 },
    { name: "the whole character for half of a pair", line: "a😀b", from: 2, to: 3, before: 1, marked: 2 },
    { name: "the whole cluster for its base", line: "e\u0301x", from: 0, to: 1, before: 0, marked: 1 },
    { name: "an end behind the line", line: "abc", from: 1, to: 99, before: 1, marked: 2 },
    { name: "an end before the start", line: "abc", from: 2, to: 1, before: 2, marked: 1 },
    { name: "an empty line", line: "", from: 0, to: 0, before: 0, marked: 1 },
  ])("marks $name", ({ line, from, to, before, marked }) => {
    expect(markLine(line, from, to, 80)).toEqual({ text: line, before, marked });
  });

  it.each([
    { name: "the end", line: `${"x".repeat(90)}HERE`, from: 90, text: `…${"x".repeat(34)}HERE` },
    { name: "the start", line: `HERE${"x".repeat(90)}`, from: 0, text: `HERE${"x".repeat(34)}…` },
    {
      name: "the middle",
      line: `${"x".repeat(90)}HERE${"x".repeat(90)}`,
      from: 90,
      text: `…${"x".repeat(17)}HERE${"x".repeat(17)}…`,
    },
  ])("clips a long line around a span at $name", ({ line, from, text }) => {
    const shown = markLine(line, from, from + 4, 40);
    expect(shown.text).toBe(text);
    expect(shown.text.slice(shown.before, shown.before + shown.marked)).toBe("HERE");
  });

  it("looks at the neighbourhood of the span only, however long the line is", () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    const half = "x".repeat(500_000);
    const shown = markLine(`${half}HERE${half}`, half.length, half.length + 4, 80);
    const looked = segment.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0);
    segment.mockRestore();
    expect(looked).toBeLessThan(10_000);
    expect(aboveMarks(shown.text, shown.before, shown.marked)).toBe("HERE");
  });
});
