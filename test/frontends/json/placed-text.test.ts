import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SourceText } from "../../../src/core/source-text.js";
import { PlacedText } from "../../../src/frontends/json/placed-text.js";

/** The content of a JSON string literal after some other text. */
function contentOf(literal: string, before = "ab "): PlacedText {
  const layer = PlacedText.of(new SourceText("file.json", before + literal));
  return layer.decode(before.length + 1, before.length + literal.length - 1);
}

describe("PlacedText.decode", () => {
  it.each([
    { literal: '""', text: "", written: [] },
    { literal: '"abc"', text: "abc", written: ["a", "b", "c"] },
    { literal: String.raw`"a\"b"`, text: 'a"b', written: ["a", '\\"', "b"] },
    {
      literal: String.raw`"\/\\\b\f\n\r\t"`,
      text: "/\\\b\f\n\r\t",
      written: ["\\/", "\\\\", "\\b", "\\f", "\\n", "\\r", "\\t"],
    },
    { literal: String.raw`"x\u0026y"`, text: "x&y", written: ["x", "\\u0026", "y"] },
    { literal: String.raw`"\ud83d\ude00"`, text: "😀", written: ["\\ud83d", "\\ude00"] },
    { literal: '"😀é"', text: "😀é", written: ["\ud83d", "\ude00", "é"] },
    // Escapes that JSON does not have stand for nothing.
    { literal: String.raw`"a\db"`, text: "ab", written: ["a", "b"] },
    { literal: String.raw`"a\u12zb"`, text: "azb", written: ["a", "z", "b"] },
  ])("reads $literal", ({ literal, text, written }) => {
    const content = contentOf(literal);
    expect(content.text).toBe(text);
    const source = `ab ${literal}`;
    const places = Array.from({ length: text.length }, (_, index) => {
      const { start, end } = content.locate(index, index + 1);
      return source.slice(start, end);
    });
    expect(places).toEqual(written);
  });

  it("knows the place before, between and behind its characters", () => {
    const content = contentOf(String.raw`"a\nb"`, "");
    expect([0, 1, 2, 3].map((offset) => content.locate(offset, offset).start)).toEqual([1, 2, 4, 5]);
    expect(content.locate(0, 3)).toMatchObject({ start: 1, end: 5 });
  });

  it("sees through a string in a string", () => {
    const source = JSON.stringify(JSON.stringify('say "hi"'));
    const outer = PlacedText.of(new SourceText("f", source)).decode(1, source.length - 1);
    const inner = outer.decode(1, outer.text.length - 1);
    expect(inner.text).toBe('say "hi"');
    expect(inner.level).toBe(2);
    const { start, end } = inner.locate(4, 8);
    expect(source.slice(start, end)).toBe(String.raw`\\\"hi\\\"`);
  });

  it("maps every character of any string to where JSON.stringify wrote it, one and two levels deep", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, before) => {
        const once = JSON.stringify(text);
        const content = contentOf(once, before);
        expect(content.text).toBe(text);
        const twice = JSON.stringify(once);
        const outer = contentOf(twice, before);
        const inner = outer.decode(1, outer.text.length - 1);
        expect(inner.text).toBe(text);
        for (let index = 0; index < text.length; index++) {
          const { start, end } = content.locate(index, index + 1);
          expect(JSON.parse(`"${(before + once).slice(start, end)}"`)).toBe(text[index]);
          const deep = inner.locate(index, index + 1);
          const written: unknown = JSON.parse(`"${(before + twice).slice(deep.start, deep.end)}"`);
          expect(JSON.parse(`"${String(written)}"`)).toBe(text[index]);
        }
      }),
    );
  });
});

describe("PlacedText.segments", () => {
  it("keeps apart what is written as it is and what is escaped", () => {
    const content = contentOf(String.raw`"https:\/\/x"`, "");
    const brief = content
      .segments(0, content.text.length)
      .map(({ text, written }) => [text, written!.start, written!.end, written!.exact]);
    expect(brief).toEqual([
      ["https:", 1, 7, true],
      ["/", 7, 9, false],
      ["/", 9, 11, false],
      ["x", 11, 12, true],
    ]);
  });

  it("gives a text with very many escapes one place", () => {
    const content = contentOf(JSON.stringify("\n".repeat(500)), "");
    const [segment, ...others] = content.segments(10, 490);
    expect(others).toEqual([]);
    expect(segment).toMatchObject({ text: "\n".repeat(480), written: { start: 21, end: 981, exact: false } });
  });

  it("gives nothing for an empty stretch", () => {
    expect(contentOf('"abc"').segments(1, 1)).toEqual([]);
  });
});

describe("PlacedText.slice", () => {
  it("keeps the places of a line", () => {
    const layer = PlacedText.of(new SourceText("f", "one\ntwo\nthree"));
    const line = layer.slice(4, 7);
    expect(line.text).toBe("two");
    expect(line.locate(1, 3)).toEqual({ path: "f", start: 5, end: 7 });
  });
});
