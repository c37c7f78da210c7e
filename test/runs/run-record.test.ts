import { expect, it } from "vitest";
import type { PropertyDeclaration, TypeOracle } from "../../src/engine/type-oracle.js";
import { keyOf, type Location } from "../../src/core/span.js";
import type { RunHost } from "../../src/runs/lazy-modules.js";
import { RunRecord } from "../../src/runs/run-record.js";

const PLACE: Location = { path: "a.ts", start: 1, end: 5 };
const OTHER: Location = { path: "a.ts", start: 7, end: 9 };
const KEPT: PropertyDeclaration = {
  typeName: "Cluster",
  path: ["numShards"],
  siblings: ["numShards"],
  isExternal: false,
};

it("asks the compiler only for answers that no kept run had, and once for each place", () => {
  const asked: Location[] = [];
  const types: TypeOracle = {
    declarationOf: (place) => {
      asked.push(place);
      return undefined;
    },
  };
  const record = new RunRecord({} as RunHost);
  record.declarations.set(keyOf(PLACE), KEPT);
  const oracle = record.typesOf(types);
  expect(oracle.declarationOf(PLACE)).toBe(KEPT);
  expect([oracle.declarationOf(OTHER), oracle.declarationOf(OTHER)]).toEqual([undefined, undefined]);
  expect(asked).toEqual([OTHER]);
  expect(record.declarations.has(keyOf(OTHER))).toBe(true);
});
