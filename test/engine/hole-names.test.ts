import { expect, it } from "vitest";
import { isNameless, nameOfHole } from "../../src/engine/hole-reasons.js";
import type { Hole } from "../../src/facts/text.js";

const holeNamed = (name: string): Hole => ({ kind: "hole", reason: "call", name, hops: undefined });

it.each([
  ["process.env.BASE", "process.env.BASE"],
  ["options.headers", "options.headers"],
  ["new unittest.TestCase()._api.get_one_cluster().resource", "resource"],
  ["unittest.TestCase._api.get_one_cluster()", "_api.get_one_cluster()"],
  ["a value that changes later[]().headers", "a value that changes later"],
])("the value %s is called %s in a reason", (name, called) => {
  expect(nameOfHole(holeNamed(name))).toBe(called);
});

it("a value that changes has no name in the code", () => {
  expect(isNameless(holeNamed("a value that changes later[]().headers"))).toBe(true);
  expect(isNameless(holeNamed("options.headers"))).toBe(false);
});
