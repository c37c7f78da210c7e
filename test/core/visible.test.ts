import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { oneLine, visible, visibleLines, visiblePath, withoutCommands } from "../../src/core/visible.js";

describe("visible", () => {
  it.each([
    { name: "plain text", text: "a/b – ü 漢 😀", shown: "a/b – ü 漢 😀" },
    { name: "an escape sequence", text: "\u001B[31mred", shown: "␛[31mred" },
    { name: "a one-byte control sequence introducer", text: "\u009B31m", shown: "\uFFFD31m" },
    { name: "line breaks and tabs", text: "a\r\n\tb", shown: "a␍␊␉b" },
    { name: "delete and NUL", text: "\u007F\0", shown: "␡␀" },
    { name: "a space without width", text: "a\u200Bb", shown: "a\uFFFDb" },
    { name: "bidirectional controls", text: "\u202Ea\u2066b\u200F", shown: "\uFFFDa\uFFFDb\uFFFD" },
    { name: "separators", text: "a\u2028b\u2029", shown: "a\uFFFDb\uFFFD" },
    { name: "half of a pair", text: "a\uD83Db", shown: "a\uFFFDb" },
  ])("shows $name", ({ text, shown }) => {
    expect(visible(text)).toBe(shown);
  });

  it("leaves nothing for a terminal to act upon and changes nothing twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visible(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });
});

describe("oneLine", () => {
  it.each([
    { text: "one", line: "one" },
    { text: "one\r\n  two\n\n\nthree\n", line: "one two three" },
    { text: "one\u2028two\u0007", line: "one two␇" },
    { text: "\n", line: "" },
  ])("makes $line", ({ text, line }) => {
    expect(oneLine(text)).toBe(line);
  });
});

describe("visiblePath", () => {
  it.each([
    { path: "src/a.ts", shown: "src/a.ts" },
    { path: "::error file=a::b", shown: "./::error file=a::b" },
    { path: "  ::notice::b", shown: "./  ::notice::b" },
    { path: "src/::a", shown: "src/::a" },
  ])("shows $path so that no log takes it for a command", ({ path, shown }) => {
    expect(visiblePath(path)).toBe(shown);
  });
});

describe("an output for people", () => {
  it.each([
    "##[error]x",
    "a ##vso[task.setvariable variable=PATH]/tmp",
    "::add-mask::x",
    "  ::error::x",
    "b\n::stop::x",
  ])("holds no command to a build system: %j", (text) => {
    const shown = withoutCommands(text);
    expect(shown).not.toMatch(/##(?:vso)?\[|^\s*::/im);
    // The only additions are characters without width.
    expect(shown.replaceAll("\u2060", "")).toBe(text);
  });

  it("keeps colours of ours, and loses control characters of others", () => {
    expect(withoutCommands("\u001B[31mred\u001B[39m a::b")).toBe("\u001B[31mred\u001B[39m a::b");
    expect(visibleLines("a\u001B[31m\nb\u0007")).toBe("a␛[31m\nb␇");
  });
});
