import { expect, it } from "vitest";
import { connectedGroups } from "../../src/core/connected-groups.js";

const letters = (item: string): string[] => [...item];

it("puts together what has a key in common, over others as well, in the order of the first of each", () => {
  expect(connectedGroups(["ab", "x", "cd", "y", "bc", "xz"], letters)).toEqual([
    ["ab", "cd", "bc"],
    ["x", "xz"],
    ["y"],
  ]);
});

it("asks each item for its keys once, however many belong together", () => {
  let asked = 0;
  const items = Array.from({ length: 10_000 }, (_, index) => index);
  const groups = connectedGroups(items, (item) => {
    asked++;
    return ["shared", String(item)];
  });
  expect(groups).toEqual([items]);
  expect(asked).toBe(items.length);
});
