import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "../../support/analyze.js";
import { factsOf, payload, read } from "./support.js";
import { THOROUGH } from "../../support/thorough.js";

const BASE = "/api/atlas/v1.0";

/** Characters between two cuts. */
const STEP = THOROUGH ? 1 : 7;

describe("documents that are cut off", () => {
  it.each([
    "clusters-list.json",
    "postman-2.1.json",
    "cluster.jsonc",
    "cluster-template.json",
    "clusters.jsonl",
  ])("%s, at offsets in every part of it", async (name) => {
    const text = payload(name);
    let unparsed = 0;
    for (let end = 0; end <= text.length; end += STEP) {
      const cut = text.slice(0, end);
      const { context, problems } = await analyze(name, cut, { rules: [] });
      const written = cut.split(/\\?\/api\\?\/atlas\\?\/v1\.0/).length - 1;
      const found = context.facts.strings.filter(
        ({ what, value }) => what === "base-path" && value.replaceAll("\\", "") === BASE,
      );
      expect(found.length, `cut at ${end}`).toBeGreaterThanOrEqual(written);
      expect(problems.every(({ kind }) => kind === "syntax" || kind === "directive")).toBe(true);
      if (context.facts.reading === "text") unparsed++;
    }
    expect(unparsed).toBeGreaterThan(text.length / STEP / 2);
  });
});

describe("documents that nest 100,000 levels", () => {
  const levels = 100_000;
  it.each([
    { name: "lists", text: `${"[".repeat(levels)}"${BASE}"${"]".repeat(levels)}` },
    { name: "objects", text: `${'{"a":'.repeat(levels)}"${BASE}"${"}".repeat(levels)}` },
    { name: "lists that are never closed", text: `["${BASE}",${"[".repeat(levels)}` },
    { name: "placeholders that become lists", text: `["${BASE}",${"{{a}}[".repeat(levels)}` },
  ])("are read as plain text: $name", async ({ text }) => {
    const { context, problems } = await analyze("deep.json", text);
    expect(problems).toMatchObject([{ path: "deep.json", kind: "too-deep" }]);
    expect(context.facts.reading).toBe("text");
    expect(context.facts.strings).toMatchObject([{ what: "base-path", value: BASE }]);
  });

  it("in a string are left to the string", () => {
    const { strings, fields } = factsOf(
      JSON.stringify({ numShards: 1, body: `${"[".repeat(levels)}"${BASE}"${"]".repeat(levels)}` }),
    );
    expect(fields).toHaveLength(1);
    expect(strings).toMatchObject([{ what: "base-path", value: BASE }]);
  });

  it("together with the strings in them do not make the frontend throw", () => {
    const nest = (inner: string) => `${'{"a":['.repeat(990)}${JSON.stringify(inner)}${"]}".repeat(990)}`;
    const text = nest(nest(nest(nest('{"numShards":1}'))));
    expect(() => read(text)).not.toThrow();
  });
});

describe("large and odd documents", () => {
  it("of more than 32 million characters are read as plain text", () => {
    const text = `["${BASE}"]${" ".repeat(32_000_000)}`;
    expect(read(text)).toMatchObject({
      path: "file.json",
      kind: "too-large",
      message: expect.stringContaining("32 million") as string,
    });
  });

  // Quadratic code would take minutes here.
  it.each([
    { name: "one key very often", text: `{${'"numShards":1,'.repeat(200_000)}}`, fields: 200_000 },
    {
      name: "very many keys",
      text: `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":{"numShards":1}`).join(",")}}`,
      fields: 200_000,
    },
    {
      name: "marks of placeholders in a string",
      text: `["mongoURIWithOptions ${"{{".repeat(1_000_000)}"]`,
      fields: 0,
    },
    {
      name: "marks of placeholders outside of strings",
      text: `[${"${a},".repeat(300_000)} {"numShards":1}]`,
      fields: 1,
    },
    {
      name: "one long string of JSON",
      text: JSON.stringify({ body: `[${'{"numShards":1},'.repeat(100_000)}]` }),
      fields: 100_000,
    },
    {
      name: "very many strings of JSON",
      text: JSON.stringify(Array.from({ length: 50_000 }, () => '{"numShards":1}')),
      fields: 50_000,
    },
    { name: "very many lines", text: '{"numShards":1}\n'.repeat(100_000), fields: 100_000 },
    { name: "a string of backslashes", text: `["${"\\\\".repeat(1_000_000)}", {"numShards":1}]`, fields: 1 },
  ])(
    "are read in a time that grows with them: $name",
    ({ text, fields }) => {
      expect(factsOf(text).fields).toHaveLength(fields);
    },
    30_000,
  );

  it.each([
    { name: "nothing", text: "" },
    { name: "white space", text: " \r\n\t" },
    { name: "a scalar", text: "12" },
    { name: "a string", text: '"x"' },
  ])("hold no facts: $name", ({ text }) => {
    expect(factsOf(text)).toMatchObject({
      requests: [],
      fields: [],
      strings: [],
      comments: [],
      problems: [],
    });
  });

  it("never make the frontend throw, whatever was done to them", () => {
    const texts = [
      "postman-2.1.json",
      "session.har",
      "openapi.json",
      "event.json",
      "insomnia-4.json",
      "cassette.json",
    ].map((name) => payload(name));
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("{", "}", "[", "]", '"', "\\", "{{", "}}", "null", '{"item":', ","),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.nat(40),
        piece,
        (text, position, length, inserted) => {
          const at = position % text.length;
          const changed = text.slice(0, at) + inserted + text.slice(at + length);
          expect(read(changed)).toHaveProperty("path", "file.json");
        },
      ),
      { numRuns: 500 },
    );
  }, 30_000);

  it("never make the frontend throw where a value is of another kind than expected", () => {
    const texts = [
      "postman-2.1.json",
      "session.har",
      "openapi.json",
      "insomnia-4.json",
      "cassette.json",
      "nock.json",
    ];
    const values = ["null", "1", '""', "[]", "{}", '[null,"x",{}]', '{"a":{}}'];
    for (const name of texts) {
      const whole: unknown = JSON.parse(payload(name));
      for (const changed of replacements(
        whole,
        values.map((value) => JSON.parse(value) as unknown),
      )) {
        expect(read(JSON.stringify(changed))).toHaveProperty("fields");
      }
    }
  }, 30_000);
});

/** A value with each one of its members and elements replaced in turn by each of some others. */
function* replacements(value: unknown, others: readonly unknown[]): Generator<unknown> {
  yield* others;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of replacements(inner, others)) {
      yield Array.isArray(value)
        ? value.map((item: unknown, index) => (String(index) === key ? changed : item))
        : { ...value, [key]: changed };
    }
  }
}
