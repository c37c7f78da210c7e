import { expect, it } from "vitest";
import { HeapObject, mergeUnknown, setMember } from "../../src/analysis/evaluation/heap.js";
import { joinContents } from "../../src/analysis/evaluation/content-joins.js";
import { Store } from "../../src/analysis/evaluation/store.js";
import { unknown } from "../../src/analysis/evaluation/value.js";

// Loops and callbacks merge a new unknown object in each round. Objects that kept all of them took minutes to join.
it("an object keeps a few of the unknown objects that were merged into it, and then one for all others", () => {
  const store = new Store();
  const object = new HeapObject("Object", undefined);
  setMember(store, object, "name", {
    value: unknown({ reason: "parameter", name: "name" }),
    maybeAbsent: false,
  });
  for (let index = 0; index < 500; index++)
    mergeUnknown(store, object, unknown({ reason: "parameter", name: `options${index}` }));

  const { open, members } = object.content;
  expect(open.length).toBeLessThanOrEqual(20);
  expect(open.at(-1)).toMatchObject({ source: { reason: "limit" } });
  expect(members.get("name")?.shadowed?.length).toBeLessThanOrEqual(20);

  const other = new HeapObject("Object", undefined);
  for (let index = 0; index < 30; index++)
    mergeUnknown(store, other, unknown({ reason: "parameter", name: `settings${index}` }));
  const joined = joinContents([object.content, other.content], store.epoch);
  expect(joined.open.length).toBeLessThanOrEqual(20);
  expect(joined.open.at(-1)).toMatchObject({ source: { reason: "limit" } });
});
