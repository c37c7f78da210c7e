import { expect, it } from "vitest";
import { LastKept } from "../../src/core/last-kept.js";

it("keeps the last values up to a size, and makes others again", () => {
  const made: string[] = [];
  const kept = new LastKept<string>(10);
  const get = (name: string, size: number): string =>
    kept.get(name, () => {
      made.push(name);
      return { value: `value of ${name}`, size };
    });
  expect([get("a", 4), get("b", 6), get("a", 4)]).toEqual(["value of a", "value of b", "value of a"]);
  expect(made.splice(0)).toEqual(["a", "b"]);
  // There is room for it without the oldest one.
  for (const [name, size] of [
    ["c", 3],
    ["b", 6],
    ["a", 4],
  ] as const)
    get(name, size);
  expect(made.splice(0)).toEqual(["c", "a"]);
  // One that is larger than the limit is kept alone.
  for (const [name, size] of [
    ["d", 20],
    ["d", 20],
    ["a", 4],
  ] as const)
    get(name, size);
  expect(made).toEqual(["d", "a"]);
});
