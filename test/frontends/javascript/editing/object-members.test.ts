import { describe, expect, it } from "vitest";
import { edited, editCases } from "./edit-cases.js";

const ACCEPT = "application/vnd.atlas.2023-02-01+json";

describe("a member of an object", () => {
  editCases(
    (editor, [object]) => editor.addMember(object!, "Accept", "x", { ignoreCase: true }),
    [
      ["in an empty object", `f(⟦{}⟧);`, `f({ Accept: "x" });`],
      ["in an empty object with a space", `f(⟦{ }⟧);`, `f({ Accept: "x" });`],
      ["in an empty object in a dense file", `g({a: 1}); f(⟦{}⟧);`, `g({a: 1}); f({Accept: "x"});`],
      ["in an empty object over lines", `f(⟦{\n}⟧);`, `f({\n  Accept: "x"\n});`],
      ["behind a comment alone", `f(⟦{ /* none */ }⟧);`, `f({ /* none */ Accept: "x" });`],
      [
        "behind a line comment alone",
        `f(⟦{\n    // none yet\n}⟧);`,
        `f({\n    // none yet\n    Accept: "x"\n});`,
      ],
      ["behind a line comment by the brace", `f(⟦{ // none\n}⟧);`, `f({ // none\n  Accept: "x"\n});`],
      ["on one line", `f(⟦{ a: 1 }⟧);`, `f({ a: 1, Accept: "x" });`],
      ["on one line without spaces", `f(⟦{a:1}⟧);`, `f({a:1, Accept: "x"});`],
      ["on one line with a trailing comma", `f(⟦{ a: 1, }⟧);`, `f({ a: 1, Accept: "x", });`],
      ["on lines", `f(⟦{\n  a: 1\n}⟧);`, `f({\n  a: 1,\n  Accept: "x"\n});`],
      ["on lines with a trailing comma", `f(⟦{\n  a: 1,\n}⟧);`, `f({\n  a: 1,\n  Accept: "x",\n});`],
      ["with tabs", `f(⟦{\n\t\ta: 1,\n\t}⟧);`, `f({\n\t\ta: 1,\n\t\tAccept: "x",\n\t});`],
      ["with the comma first", `f(⟦{ a: 1\n , b: 2\n}⟧);`, `f({ a: 1\n , b: 2, Accept: "x"\n});`],
      ["with the brace on the last line", `f(⟦{\n  a: 1 }⟧);`, `f({\n  a: 1,\n  Accept: "x" });`],
      ["with several on a line", `f(⟦{\n  a: 1, b: 2,\n}⟧);`, `f({\n  a: 1, b: 2, Accept: "x",\n});`],
      [
        "behind an object over lines",
        `f(⟦{ a: 1, b: {\n  c: 1,\n} }⟧);`,
        `f({ a: 1, b: {\n  c: 1,\n}, Accept: "x" });`,
      ],
      ["behind a line comment", `f(⟦{\n  a: 1 // one\n}⟧);`, `f({\n  a: 1, // one\n  Accept: "x"\n});`],
      [
        "behind a line comment and a comma",
        `f(⟦{\n  a: 1, // one\n}⟧);`,
        `f({\n  a: 1, // one\n  Accept: "x",\n});`,
      ],
      ["behind a line comment on one line", `f(⟦{ a: 1 // one\n}⟧);`, `f({ a: 1, // one\n  Accept: "x"\n});`],
      ["behind a block comment", `f(⟦{ a: 1 /* one */ }⟧);`, `f({ a: 1 /* one */, Accept: "x" });`],
      [
        "before a comment on a line of its own",
        `f(⟦{\n  a: 1,\n  // b: 2,\n}⟧);`,
        `f({\n  a: 1,\n  Accept: "x",\n  // b: 2,\n});`,
      ],
      ["behind a spread", `f(⟦{ ...a }⟧);`, `f({ ...a, Accept: "x" });`],
      ["behind a value in parentheses", `f(⟦{ a: (1) }⟧);`, `f({ a: (1), Accept: "x" });`],
      ["behind a spread in parentheses", `f(⟦{ ...(a) }⟧);`, `f({ ...(a), Accept: "x" });`],
      ["behind a comment and a comma", `f(⟦{ a: 1 /* , */ , }⟧);`, `f({ a: 1 /* , */ , Accept: "x", });`],
      ["behind a method", `f(⟦{ a() {} }⟧);`, `f({ a() {}, Accept: "x" });`],
      [
        "with the quotes of its neighbours",
        `g("a", "b"); f(⟦{ a: 'b' }⟧);`,
        `g("a", "b"); f({ a: 'b', Accept: 'x' });`,
      ],
      ["with the quotes of the file", `g('a', 'b'); f(⟦{ a }⟧);`, `g('a', 'b'); f({ a, Accept: 'x' });`],
      ["with quoted keys", `f(⟦{ "a": 1 }⟧);`, `f({ "a": 1, "Accept": "x" });`],
      [
        "where keys are quoted that must be",
        `f(⟦{ Host: h, "Content-Type": "y" }⟧);`,
        `f({ Host: h, "Content-Type": "y", Accept: "x" });`,
      ],
      [
        "where all keys are quoted",
        `f(⟦{ "Content-Type": "y" }⟧);`,
        `f({ "Content-Type": "y", "Accept": "x" });`,
      ],
      ["next to a computed key", `f(⟦{ [k]: 1 }⟧);`, `f({ [k]: 1, Accept: "x" });`],
      ["in a template", "f(`${g(⟦{ a: 1 }⟧)}😀`);", 'f(`${g({ a: 1, Accept: "x" })}😀`);'],
      ["in markup", `f(<A b={⟦{ a: 1 }⟧} />);`, `f(<A b={{ a: 1, Accept: "x" }} />);`],
      [
        "in a typed object",
        `f(⟦{ a: 1 }⟧ as const satisfies A);`,
        `f({ a: 1, Accept: "x" } as const satisfies A);`,
      ],
      ["that is there", `f(⟦{ Accept: 1 }⟧);`, "refused: the object already has a member `Accept`"],
      [
        "that is there in small letters",
        `f(⟦{ "accept": 1 }⟧);`,
        "refused: the object already has a member `Accept`",
      ],
      [
        "that is there by a computed key",
        `f(⟦{ ["accept"]: 1 }⟧);`,
        "refused: the object already has a member `Accept`",
      ],
      ["in something else", `f(⟦[]⟧);`, "refused: there is no object literal at this place"],
      ["in a pattern", `const ⟦{ a }⟧ = b;`, "refused: there is no object literal at this place"],
    ],
  );
});

describe("a member before the spreads at the end", () => {
  editCases(
    (editor, [object]) => editor.addMember(object!, "headers", { object: {} }, { beforeSpread: true }),
    [
      ["before the only one", `f(⟦{ ...a }⟧);`, `f({ headers: {}, ...a });`],
      ["before several", `f(⟦{ ...a, b, ...c, ...d }⟧);`, `f({ ...a, b, headers: {}, ...c, ...d });`],
      ["on a line", `f(⟦{\n  a,\n  ...b,\n}⟧);`, `f({\n  a,\n  headers: {},\n  ...b,\n});`],
      [
        "before its comment",
        `f(⟦{\n  a, // one\n  // the rest\n  ...b\n}⟧);`,
        `f({\n  a, // one\n  headers: {},\n  // the rest\n  ...b\n});`,
      ],
      ["before its comment on the line", `f(⟦{ a, /* b */ ...c }⟧);`, `f({ a, headers: {}, /* b */ ...c });`],
      ["at the end where there is none", `f(⟦{ ...a, b }⟧);`, `f({ ...a, b, headers: {} });`],
    ],
  );
});

describe("values of members", () => {
  editCases(
    (editor, [object]) =>
      editor.addMember(object!, "headers", { object: { Accept: ACCEPT, "X-Y": { list: ["a'b"] } } }),
    [
      [
        "stay on the line of an object on one line",
        `f(⟦{ a: 1 }⟧);`,
        `f({ a: 1, headers: { Accept: "${ACCEPT}", "X-Y": ["a'b"] } });`,
      ],
      [
        "are broken where they are too long for theirs",
        `function g() {\n    f(⟦{\n        a: '1',\n    }⟧);\n}`,
        `function g() {\n    f({\n        a: '1',\n        headers: {\n            Accept: '${ACCEPT}',\n            'X-Y': ['a\\'b'],\n        },\n    });\n}`,
      ],
      [
        "have no trailing comma in a file without",
        `function g() {\n\tf(⟦{\n\t\ta: "1"\n\t}⟧);\n}`,
        `function g() {\n\tf({\n\t\ta: "1",\n\t\theaders: {\n\t\t\tAccept: "${ACCEPT}",\n\t\t\t"X-Y": ["a'b"]\n\t\t}\n\t});\n}`,
      ],
    ],
  );

  it("are text that is escaped, or the source of an expression", () => {
    const make = (value: string) =>
      edited("a.js", "f(⟦{}⟧);", (editor, [object]) => editor.addMember(object!, "a b", value), "refused");
    expect(make('"\\\n\u2028\ud800😀')).toBe('f({ "a b": "\\"\\\\\\n\\u2028\\ud800😀" });');
    expect(
      edited("a.js", "f(⟦{}⟧);", (editor, [o]) => editor.addMember(o!, "a", { source: "b ?? c" }), "refused"),
    ).toBe("f({ a: b ?? c });");
  });

  it("may be several at once", () => {
    const members = [
      { key: "Accept", value: "x" },
      { key: "Content-Type", value: "y" },
    ];
    expect(
      edited(
        "a.js",
        "f(⟦{\n  a: 1\n}⟧);",
        (editor, [object]) => editor.addMembers(object!, members),
        "refused",
      ),
    ).toBe('f({\n  a: 1,\n  Accept: "x",\n  "Content-Type": "y"\n});');
  });
});

describe("a header in a list of pairs", () => {
  editCases(
    (editor, [array]) => editor.addHeaderPair(array!, "Accept", "x"),
    [
      ["in an empty list", `f(⟦[]⟧);`, `f([["Accept", "x"]]);`],
      ["on one line", `f(⟦[['a', 'b']]⟧);`, `f([['a', 'b'], ['Accept', 'x']]);`],
      ["on lines", `f(⟦[\n  ["a", "b"], // one\n]⟧);`, `f([\n  ["a", "b"], // one\n  ["Accept", "x"],\n]);`],
      ["behind a spread", `f(⟦[["a", b], ...c]⟧);`, `f([["a", b], ...c, ["Accept", "x"]]);`],
      ["behind a pair in parentheses", `f(⟦[(["a", b])]⟧);`, `f([(["a", b]), ["Accept", "x"]]);`],
      ["that is there", `f(⟦[["accept", "b"]]⟧);`, "refused: the list already has a header `Accept`"],
      [
        "in another list",
        `f(⟦["a", "b"]⟧);`,
        "refused: the list has elements that are not pairs of a name and a value",
      ],
      [
        "in a list with a hole",
        `f(⟦[, ["a", "b"]]⟧);`,
        "refused: the list has elements that are not pairs of a name and a value",
      ],
    ],
  );
});
