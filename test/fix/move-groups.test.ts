import { describe, expect, it } from "vitest";
import { connectedGroups } from "../../src/core/connected-groups.js";

const groups = (...items: readonly string[]): string[] =>
  connectedGroups(items, (item) => item.split("")).map((group) => group.join(" "));

describe("what has a key in common", () => {
  it("is one group, directly or over others, in the order of the first of each", () => {
    expect(groups("ab", "cd", "be", "f")).toEqual(["ab be", "cd", "f"]);
    expect(groups("a", "b", "c", "ac", "d", "cb")).toEqual(["a b c ac cb", "d"]);
  });

  it("is alone where it shares nothing, or has no key", () => {
    expect(groups("a", "", "b", "")).toEqual(["a", "", "b", ""]);
  });

  it("is asked for its keys once, however many share one", () => {
    const items = Array.from({ length: 2000 }, (_, index) => index);
    let asked = 0;
    const all = connectedGroups(items, (item) => {
      asked++;
      return ["shared", String(item)];
    });
    expect(all).toEqual([items]);
    expect(asked).toBe(items.length);
  });
});
