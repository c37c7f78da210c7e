import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factsOf } from "./support.js";

/** One level around a value: an object with other members, or a list with other elements. */
const around = fc.record({
  key: fc.option(fc.string({ maxLength: 8 }), { nil: undefined }),
  before: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
  after: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
});

type Around = { key: string | undefined; before: unknown[]; after: unknown[] };

/** JSON text, written by hand so that a key may also come twice. */
function wrap(inner: string, { key, before, after }: Around, space: string): string {
  const write = (values: unknown[], name: string) =>
    values.map((value, index) =>
      key === undefined ? JSON.stringify(value) : `"${name}${index}":${JSON.stringify(value)}`,
    );
  const own = key === undefined ? inner : `${JSON.stringify(key)}${space}:${space}${inner}`;
  const all = [...write(before, "b"), own, ...write(after, "a")].join(`,${space}`);
  return key === undefined ? `[${space}${all}${space}]` : `{${space}${all}${space}}`;
}

/** From the outermost object on: lists around it do not count. */
function pathOf(levels: readonly Around[]): string[] {
  const steps = levels.map(({ key }) => key ?? "[]");
  const first = levels.findIndex(({ key }) => key !== undefined);
  return first < 0 ? [] : steps.slice(first);
}

describe("a key that is planted in any document", () => {
  for (const embedded of [0, 1, 2, 3]) {
    it(`is found where it is written, ${embedded} strings deep`, () => {
      fc.assert(
        fc.property(
          fc.array(around, { maxLength: 5 }),
          fc.constantFrom("numShards", "providerSettings", "mongoURIWithOptions"),
          fc.jsonValue({ maxDepth: 2 }),
          fc.constantFrom("", " ", "\n\t", "\r\n"),
          around,
          (levels, name, value, space, outside) => {
            let text = `{${space}"${name}":${JSON.stringify(value)}}`;
            for (const level of [...levels].reverse()) text = wrap(text, level, space);
            for (let level = 0; level < embedded; level++) text = wrap(JSON.stringify(text), outside, space);
            const found = factsOf(text).fields.filter((field) => field.name === name);
            expect(found).toHaveLength(1);
            const { place, path, extent } = found[0]!;
            let written = text.slice(place.start, place.end);
            for (let level = 0; level < embedded; level++) written = JSON.parse(`"${written}"`) as string;
            expect(written).toBe(`"${name}"`);
            expect(extent.start).toBe(place.start);
            let whole = text.slice(extent.start, extent.end);
            for (let level = 0; level < embedded; level++) whole = JSON.parse(`"${whole}"`) as string;
            expect(whole).toBe(`"${name}":${JSON.stringify(value)}`);
            expect(path).toEqual([...pathOf(levels), name]);
          },
        ),
        { numRuns: 150 },
      );
    }, 30_000);
  }
});
