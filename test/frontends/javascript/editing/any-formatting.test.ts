import fc from "fast-check";
import jsTokens from "js-tokens";
import { describe, expect, it } from "vitest";
import type { Location } from "../../../../src/core/span.js";
import { applyEdits } from "../../../../src/fix/text-edits.js";
import { ModuleEditor } from "../../../../src/frontends/javascript/editing/module-editor.js";
import type { EditResult } from "../../../../src/frontends/editing/refusal.js";

const RUNS = { numRuns: 400 };

/** Text that may be between two tokens. */
const space = fc
  .array(
    fc.constantFrom(
      " ",
      "",
      "\n",
      "\r\n",
      "\t",
      "\n    ",
      "/* 😀, } */",
      "/*\n * a\n */",
      "// b: 1, {\n",
      "// é\r\n",
    ),
    { maxLength: 3 },
  )
  .map((pieces) => pieces.join(""));

/** Items with anything between them and a comma behind the last, or not. */
function listOf(item: fc.Arbitrary<string>, open: string, close: string): fc.Arbitrary<string> {
  const spaced = fc.tuple(space, item, space).map((pieces) => pieces.join(""));
  return fc.tuple(fc.array(spaced, { maxLength: 5 }), fc.boolean(), space).map(([items, trails, end]) => {
    const comma = trails && items.length > 0 ? "," : "";
    return open + items.join(",") + comma + end + close;
  });
}

const key = fc.constantFrom("a", "b", '"c"', "'d-e'", "[k]", "1");
const value = fc.constantFrom(
  "1",
  "'x'",
  '"y"',
  "(2)",
  "{ f: 1 }",
  "[]",
  "(p, q) => (p)",
  "`t${k}`",
  "s || {}",
);
const member = fc.oneof(
  fc.tuple(key, space, space, value).map(([name, before, after, one]) => `${name}${before}:${after}${one}`),
  fc.constantFrom("...s", "...(s)", "v", "get g() { return 3; }", "m() { return 4; }", "async *n() {}"),
);

/** The edits that an editor makes at the part of a text, made. */
function make(
  text: string,
  part: string,
  ask: (editor: ModuleEditor, place: Location) => EditResult,
): string {
  const editor = ModuleEditor.open("a.js", text);
  if ("refused" in editor) throw new Error(`${editor.refused}:\n${text}`);
  const start = text.indexOf(part);
  const result = ask(editor, { path: "a.js", start, end: start + part.length });
  if ("refused" in result) throw new Error(`${result.refused}:\n${text}`);
  return applyEdits(text, result);
}

function tokensOf(text: string): { code: string[]; comments: string[] } {
  const code: string[] = [];
  const comments: string[] = [];
  for (const { type, value: token } of jsTokens(text)) {
    if (type.endsWith("Comment")) comments.push(token.trim());
    else if (type !== "WhiteSpace" && type !== "LineTerminatorSequence") code.push(token);
  }
  return { code, comments };
}

/** That the output is the input with the added tokens in one place and at most one comma beside them. */
function expectOnlyAdded(before: string, after: string, added: string): void {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  expect(now.comments).toEqual(old.comments);
  const extra = tokensOf(added).code;
  const at = now.code.findIndex((_token, index) =>
    extra.every((token, offset) => now.code[index + offset] === token),
  );
  expect(at, after).toBeGreaterThan(-1);
  const rest = now.code.toSpliced(at, extra.length);
  if (rest.length > old.code.length) {
    const comma = rest[at - 1] === "," ? at - 1 : at;
    expect(rest[comma]).toBe(",");
    rest.splice(comma, 1);
  }
  expect(rest, after).toEqual(old.code);
}

/** Returns the value of an expression, with functions as their names. */
function evaluate(expression: string): unknown {
  const f = (...args: unknown[]) => args;
  const result = new Function("k", "s", "v", "f", `return (${expression}\n)`)("K", { t: 1 }, 5, f) as unknown;
  return JSON.parse(
    JSON.stringify(result, (_key, one: unknown) =>
      typeof one === "function" ? "function" : (one ?? "none"),
    ),
  );
}

describe("whatever a literal looks like", () => {
  it("a member is all that is added to an object", () => {
    fc.assert(
      fc.property(listOf(member, "{", "}"), fc.boolean(), (object, beforeSpread) => {
        const before = `(${object})`;
        const after = make(before, object, (editor, place) =>
          editor.addMember(place, "Accept", { source: "'é'" }, { beforeSpread }),
        );
        expect(evaluate(after)).toEqual({ ...(evaluate(before) as object), Accept: "é" });
        const written = after.includes('"Accept"')
          ? '"Accept"'
          : after.includes("'Accept'")
            ? "'Accept'"
            : "Accept";
        expectOnlyAdded(before, after, `${written}: 'é'`);
      }),
      RUNS,
    );
  });

  it("a pair is all that is added to a list of pairs", () => {
    const pair = fc.tuple(space, value).map(([before, one]) => `[${before}"n", ${one}]`);
    fc.assert(
      fc.property(listOf(fc.oneof(pair, fc.constant("...[]")), "[", "]"), (list) => {
        const before = `(${list})`;
        const after = make(before, list, (editor, place) => editor.addHeaderPair(place, "Accept", "é"));
        expect(evaluate(after)).toEqual([...(evaluate(before) as unknown[]), ["Accept", "é"]]);
      }),
      RUNS,
    );
  });

  it("an argument is all that is added to a call", () => {
    fc.assert(
      fc.property(space, listOf(value, "(", ")"), fc.integer({ min: 0, max: 2 }), (gap, args, missing) => {
        const call = `f${gap}${args}`;
        const before = `[${call}][0]`;
        const known = evaluate(before) as unknown[];
        const after = make(before, call, (editor, place) =>
          editor.addArgument(place, known.length + missing, "é"),
        );
        expect(evaluate(after)).toEqual([...known, ...Array<string>(missing).fill("none"), "é"]);
        expect(tokensOf(after).comments).toEqual(tokensOf(before).comments);
      }),
      RUNS,
    );
  });
});

describe("whatever a pattern looks like", () => {
  /** Members of a pattern, and the names that they bind. */
  const others: Readonly<Record<string, readonly string[]>> = {
    x: ["x"],
    "y: z": ["z"],
    "z: { w } = {}": ["w"],
    "y: [u] = []": ["u"],
    "connectionStrings: { p }": ["p"],
    "x: q = 1": ["q"],
  };
  const other = fc.constantFrom(...Object.keys(others));
  const cluster = { x: 1, y: [2], z: { w: 3 }, connectionStrings: { p: 4, standard: "a", standardSrv: "b" } };

  it("names are bound to what is read from elsewhere, and the others to what they were", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(other, { maxLength: 4, selector: (one) => one[0] }),
        fc.constantFrom("mongoURI", "mongoURI: m", "mongoURI = 1", "'mongoURI': m"),
        fc.constantFrom("srvAddress", "srvAddress: n", "srvAddress: n = 2"),
        fc.array(space, { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        (kept, first, second, spaces, at, trails) => {
          const items = kept.toSpliced(at, 0, first).toSpliced(at, 0, second);
          const pattern = items
            .map((item, index) => spaces[index * 2]! + item + spaces[index * 2 + 1]!)
            .join(",");
          const text = `const {${pattern}${trails ? "," : ""}} = c;`;
          const nameAt = (name: string) => {
            const start = text.indexOf(name);
            return { start, end: start + name.length };
          };
          const after = make(text, text, (editor) =>
            editor.renameReads([
              {
                place: nameAt(first.startsWith("'") ? "'mongoURI'" : "mongoURI"),
                path: ["connectionStrings", "standard"],
              },
              { place: nameAt("srvAddress"), path: ["connectionStrings", "standardSrv"] },
            ]),
          );
          const names = [
            ...kept.flatMap((item) => others[item]!),
            `m: ${bound(first)}`,
            `n: ${bound(second)}`,
          ];
          const run = (code: string, given: object): unknown =>
            new Function("c", `${code}\nreturn { ${names.join(", ")} };`)(given);
          expect(run(after, cluster)).toEqual(run(text, { ...cluster, mongoURI: "a", srvAddress: "b" }));
          expect(tokensOf(after).comments.sort()).toEqual(tokensOf(text).comments.sort());
        },
      ),
      RUNS,
    );
  });

  /** The name that a member of a pattern binds. */
  function bound(item: string): string {
    return /(\w+)(?: = \d)?$/.exec(item)![1]!;
  }
});
