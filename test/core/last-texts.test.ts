import { expect, it } from "vitest";
import { keepingLast } from "../../src/core/last-texts.js";

it("a text that was asked about lately is not read again", () => {
  const read: string[] = [];
  const lengthOf = keepingLast((text) => {
    read.push(text);
    return text.length;
  });
  const asked = ["a", "bb", "a", "bb", "ccc", "a", "dddd", "bb", "a"];
  expect(asked.map(lengthOf)).toEqual(asked.map(({ length }) => length));
  expect(read).toEqual(["a", "bb", "ccc", "dddd", "bb"]);
});
