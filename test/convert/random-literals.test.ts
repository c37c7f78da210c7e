import fc from "fast-check";
import { expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { convertClusterLiteral } from "../../src/convert/literal.js";
import { convertClusterValue, type JsonData } from "../../src/convert/value.js";
import { applyEdits } from "../../src/fix/text-edits.js";
import { legacyBodies } from "../fix/cluster/legacy-bodies.js";

const options = { vocabularies: loadCatalog().vocabularies, purpose: "create" as const };
const LITERALS = Math.min(3000, Number(process.env["V2READY_BODIES"] ?? 300));

/** A stream of choices, so that one number decides how a whole literal is laid out. */
function chooser(seed: number): (count: number) => number {
  let state = seed | 1;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** Writes a value as a person might: any quotes, blanks, comments and commas. Comments are numbered. */
function written(value: JsonData, seed: number): { text: string; comments: number } {
  const choose = chooser(seed);
  const lineBreak = ["\n", "\r\n"][choose(2)]!;
  let comments = 0;
  const comment = (odds: number): string => {
    if (choose(odds) > 0) return "";
    comments++;
    return [`/* c${comments} ü */`, `// c${comments} 😀${lineBreak}`][choose(2)]!;
  };
  const gap = (): string => ["", " ", "  ", `${lineBreak}  `, `${lineBreak}\t\t`][choose(5)]! + comment(100);
  const quoted = (text: string): string => {
    const json = JSON.stringify(text);
    return choose(2) === 0 ? json : `'${json.slice(1, -1).replaceAll("'", "\\'")}'`;
  };
  const write = (one: JsonData): string => {
    if (typeof one === "string") return choose(8) === 0 ? `(${quoted(one)})` : quoted(one);
    if (one === null || typeof one !== "object") return String(one);
    const isList = Array.isArray(one);
    const parts = isList
      ? (one as readonly JsonData[]).map(write)
      : Object.entries(one as Readonly<Record<string, JsonData>>).map(
          ([key, inner]) => `${choose(3) === 0 ? quoted(key) : key}${gap()}:${gap()}${write(inner)}`,
        );
    const last = parts.length > 0 && choose(2) === 0 ? "," : "";
    const inner = parts.map((part) => gap() + part + gap()).join(",") + last + gap();
    return isList ? `[${inner}]` : `{${inner}}`;
  };
  return { text: write(value), comments };
}

it("a literal of any layout is converted to what its value is converted to, with all comments", () => {
  let converted = 0;
  fc.assert(
    fc.property(legacyBodies("dbVersion", "dbURI"), fc.nat(), (body, seed) => {
      const expected = convertClusterValue(body, options);
      fc.pre(expected.ok);
      const { text: literal, comments } = written(body, seed);
      const before = `const größe = "😀";\nsend(${literal});\n`;
      const start = before.indexOf("send(") + 5;
      const result = convertClusterLiteral(
        { path: "a.js", text: before },
        { start, end: start + literal.length },
        options,
      );
      if (!result.ok) {
        // A person must decide about a comment on something that is removed.
        for (const blocker of result.blockers)
          expect(blocker).toMatch(/^A comment is about \w+, which is removed/);
        return;
      }
      converted++;
      const after = applyEdits(before, result.edits);
      let sent: unknown;
      new Function("send", after)((value: unknown) => (sent = value));
      expect(sent).toEqual(expected.value);
      for (let index = 1; index <= comments; index++)
        expect(after.split(new RegExp(`c${index} [ü😀]`, "u"))).toHaveLength(2);
    }),
    { numRuns: LITERALS, seed: 20230201, maxSkipsPerRun: 1000 },
  );
  expect(converted).toBeGreaterThan(LITERALS / 3);
});
