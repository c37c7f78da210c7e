import { describe, expect, it } from "vitest";
import { edited, editCases, type Ask } from "./edit-cases.js";

const srv: Ask = (editor, [place]) => editor.renameRead(place!, ["connectionStrings", "standardSrv"]);
const NO_READ = "refused: the place is not the name of a property that is read";
const WRITTEN = "refused: the property is written here, not read";

describe("a read of a member", () => {
  editCases(srv, [
    ["of a name", `f(c.⟦srvAddress⟧);`, `f(c.connectionStrings?.standardSrv);`],
    ["of what may be absent", `f(c?.⟦srvAddress⟧);`, `f(c?.connectionStrings?.standardSrv);`],
    ["of what is said to be there", `f(c!.⟦srvAddress⟧);`, `f(c!.connectionStrings?.standardSrv);`],
    ["said to be there itself", `f(c.⟦srvAddress⟧!);`, `f(c.connectionStrings?.standardSrv!);`],
    [
      "of something in parentheses",
      `f((await g()).⟦srvAddress⟧);`,
      `f((await g()).connectionStrings?.standardSrv);`,
    ],
    ["of a chain in parentheses", `f((a?.b).⟦srvAddress⟧);`, `f((a?.b).connectionStrings?.standardSrv);`],
    ["of a cast", `f((c as C).⟦srvAddress⟧);`, `f((c as C).connectionStrings?.standardSrv);`],
    ["of this", `f(this.⟦srvAddress⟧);`, `f(this.connectionStrings?.standardSrv);`],
    ["by a string", `f(c[⟦"srvAddress"⟧]);`, `f(c["connectionStrings"]?.["standardSrv"]);`],
    [
      "by a string in single quotes",
      `f(c?.[⟦'srvAddress'⟧]);`,
      `f(c?.['connectionStrings']?.['standardSrv']);`,
    ],
    [
      "by a string without its quotes",
      `f(c["⟦srvAddress⟧"]);`,
      `f(c["connectionStrings"]?.["standardSrv"]);`,
    ],
    ["by a template", "f(c[⟦`srvAddress`⟧]);", "f(c[`connectionStrings`]?.[`standardSrv`]);"],
    [
      "with comments",
      `f(c /* a */ . /* b */ ⟦srvAddress⟧ /* c */);`,
      `f(c /* a */ . /* b */ connectionStrings?.standardSrv /* c */);`,
    ],
    ["on a line of its own", `f(c\n  .⟦srvAddress⟧);`, `f(c\n  .connectionStrings?.standardSrv);`],
    ["in a template", "f(`😀${c.⟦srvAddress⟧}é`);", "f(`😀${c.connectionStrings?.standardSrv}é`);"],
    ["in markup", `f(<A b={c.⟦srvAddress⟧}>é</A>);`, `f(<A b={c.connectionStrings?.standardSrv}>é</A>);`],
    ["with a default", `f(c.⟦srvAddress⟧ ?? "");`, `f(c.connectionStrings?.standardSrv ?? "");`],
    ["in a condition", `c.⟦srvAddress⟧ ? 1 : .5;`, `c.connectionStrings?.standardSrv ? 1 : .5;`],
    [
      "that fails where it is absent",
      `f(c.⟦srvAddress⟧.length);`,
      `f(c.connectionStrings.standardSrv.length);`,
    ],
    [
      "that does not fail where it is absent",
      `f(c.⟦srvAddress⟧?.length);`,
      `f(c.connectionStrings?.standardSrv?.length);`,
    ],
    [
      "before a method, said to be there",
      `f(c.⟦srvAddress⟧!.split("/"));`,
      `f(c.connectionStrings.standardSrv!.split("/"));`,
    ],
    ["in an object that is written", `c.⟦srvAddress⟧.a = 1;`, `c.connectionStrings.standardSrv.a = 1;`],
    ["as a key of something", `a[c.⟦srvAddress⟧] = 1;`, `a[c.connectionStrings?.standardSrv] = 1;`],
    ["as a value in an object", `f({ a: c.⟦srvAddress⟧ });`, `f({ a: c.connectionStrings?.standardSrv });`],
    [
      "as a default in a pattern",
      `const { a = c.⟦srvAddress⟧ } = b;`,
      `const { a = c.connectionStrings?.standardSrv } = b;`,
    ],
    ["that is assigned", `c.⟦srvAddress⟧ = 1;`, WRITTEN],
    ["that is assigned through a cast", `(c.⟦srvAddress⟧ as A) = 1;`, WRITTEN],
    ["that is added to", `c.⟦srvAddress⟧ += 1;`, WRITTEN],
    ["that is counted up", `c.⟦srvAddress⟧++;`, WRITTEN],
    ["that a pattern assigns", `({ a: c.⟦srvAddress⟧ } = b);`, WRITTEN],
    ["that a pattern with a default assigns", `({ a: c.⟦srvAddress⟧ = 1 } = b);`, WRITTEN],
    ["that a list assigns", `[c.⟦srvAddress⟧] = b;`, WRITTEN],
    ["that the rest of a list is assigned", `[...c.⟦srvAddress⟧] = b;`, WRITTEN],
    ["that a loop assigns", `for (c.⟦srvAddress⟧ of b);`, WRITTEN],
    ["that is deleted", `delete c.⟦srvAddress⟧;`, "refused: the property is deleted here, not read"],
    [
      "that is deleted if it is there",
      `delete c?.⟦srvAddress⟧;`,
      "refused: the property is deleted here, not read",
    ],
    ["that is called", `c.⟦srvAddress⟧();`, "refused: the property is called as a function"],
    ["that is constructed", `new c.⟦srvAddress⟧();`, "refused: the property is called as a function"],
    ["that is a tag", "c.⟦srvAddress⟧`a`;", "refused: the property is called as a function"],
    ["that is a decorator", `@c.⟦srvAddress⟧ class A {}`, "refused: the property is used as a decorator"],
    [
      "that is a base class",
      `class A extends c.⟦srvAddress⟧ {}`,
      "refused: the property is used as a base class",
    ],
    [
      "that an interface extends",
      `interface A extends c.⟦srvAddress⟧ {}`,
      "refused: the property is used as a base class",
    ],
    ["with type arguments", `f(c.⟦srvAddress⟧<A>);`, "refused: the property is given type arguments"],
    [
      "of a base class",
      `class A extends B { a = super.⟦srvAddress⟧; }`,
      "refused: the property belongs to a base class",
    ],
    ["that is private", `class A { #a; b = this.⟦#a⟧; }`, "refused: the property is private"],
    ["by a name", `f(c[⟦srvAddress⟧]);`, "refused: the name of the property is computed"],
    ["by a template with a hole", "f(c[⟦`srv${a}`⟧]);", "refused: the name of the property is computed"],
    ["that is asked for", `⟦"srvAddress"⟧ in c;`, NO_READ],
    ["that is a key", `f({ ⟦srvAddress⟧: 1 });`, NO_READ],
    ["that is a variable", `f(⟦srvAddress⟧);`, NO_READ],
    ["that is a variable in an object", `f({ ⟦srvAddress⟧ });`, NO_READ],
    ["of a type", `let a: C[⟦"srvAddress"⟧];`, NO_READ],
    ["of a namespace", `let a: C.⟦srvAddress⟧;`, NO_READ],
    ["of a component", `f(<c.⟦srvAddress⟧ />);`, NO_READ],
  ]);

  it("may be said to go through what is there, and to names of every kind", () => {
    const make = (marked: string, ...path: string[]) =>
      edited(
        "a.js",
        marked,
        (editor, [place]) => editor.renameRead(place!, path, { optional: false }),
        "refused",
      );
    expect(make("f(c.⟦a⟧);", "b", "c")).toBe("f(c.b.c);");
    expect(make("f(c[⟦'a'⟧]);", "b", "c'd")).toBe("f(c['b']['c\\'d']);");
    expect(make("f(c.⟦a⟧);", "b", "0", "c-d", "e")).toBe('f(c.b[0]["c-d"].e);');
    expect(make("f(c.⟦a⟧);", "b-c")).toBe("refused: `b-c` cannot follow a period");
    expect(make("f(c.⟦a⟧);", "a", "b")).toBe("refused: `a` is already read there");
    expect(make("f(c.⟦a⟧);")).toBe("refused: there is no property to read instead");
    expect(make("f(c[⟦`a`⟧]);", "b`c")).toBe("refused: the name cannot be written as a template");
    expect(make("const { ⟦a⟧ } = c;", "b", "c-d")).toBe('const { b: { "c-d": a } } = c;');
    expect(make("const { ⟦a⟧ } = c;", "b", "c", "d")).toBe("const { b: { c: { d: a } } } = c;");
    expect(make("const { ⟦a⟧ = 1 } = c;", "b")).toBe("const { b: a = 1 } = c;");
  });
});

describe("a read by a pattern", () => {
  const REST = "refused: the pattern collects the other properties in a rest element, which would change";
  editCases(srv, [
    [
      "with its own name",
      `const { ⟦srvAddress⟧ } = c;`,
      `const { connectionStrings: { standardSrv: srvAddress } = {} } = c;`,
    ],
    [
      "with another name",
      `const { ⟦srvAddress⟧: uri } = c;`,
      `const { connectionStrings: { standardSrv: uri } = {} } = c;`,
    ],
    [
      "with a default",
      `const { ⟦srvAddress⟧ = "x" } = c;`,
      `const { connectionStrings: { standardSrv: srvAddress = "x" } = {} } = c;`,
    ],
    [
      "with another name and a default",
      `const { ⟦srvAddress⟧: uri = "x" } = c;`,
      `const { connectionStrings: { standardSrv: uri = "x" } = {} } = c;`,
    ],
    [
      "with quotes",
      `const { ⟦'srvAddress'⟧: uri } = c;`,
      `const { 'connectionStrings': { 'standardSrv': uri } = {} } = c;`,
    ],
    [
      "among others",
      `const { a, ⟦srvAddress⟧, b } = c;`,
      `const { a, connectionStrings: { standardSrv: srvAddress } = {}, b } = c;`,
    ],
    [
      "inside of another",
      `const { data: { ⟦srvAddress⟧ } } = c;`,
      `const { data: { connectionStrings: { standardSrv: srvAddress } = {} } } = c;`,
    ],
    [
      "with a pattern inside",
      `const { ⟦srvAddress⟧: { length } } = c;`,
      `const { connectionStrings: { standardSrv: { length } } = {} } = c;`,
    ],
    [
      "in a list",
      `const [{ ⟦srvAddress⟧ }] = c;`,
      `const [{ connectionStrings: { standardSrv: srvAddress } = {} }] = c;`,
    ],
    [
      "of a loop",
      `for (const { ⟦srvAddress⟧ } of results) f(srvAddress);`,
      `for (const { connectionStrings: { standardSrv: srvAddress } = {} } of results) f(srvAddress);`,
    ],
    [
      "of a function",
      `results.map(({ ⟦srvAddress⟧ }) => srvAddress);`,
      `results.map(({ connectionStrings: { standardSrv: srvAddress } = {} }) => srvAddress);`,
    ],
    [
      "of a typed parameter",
      `function f({ ⟦srvAddress⟧ }: C = {}) {}`,
      `function f({ connectionStrings: { standardSrv: srvAddress } = {} }: C = {}) {}`,
    ],
    [
      "that assigns",
      `({ ⟦srvAddress⟧: this.uri } = c);`,
      `({ connectionStrings: { standardSrv: this.uri } = {} } = c);`,
    ],
    [
      "that assigns in parentheses",
      `({ ⟦srvAddress⟧: (uri) } = c);`,
      `({ connectionStrings: { standardSrv: (uri) } = {} } = c);`,
    ],
    [
      "that assigns a variable",
      `({ ⟦srvAddress⟧ } = c);`,
      `({ connectionStrings: { standardSrv: srvAddress } = {} } = c);`,
    ],
    [
      "with comments",
      `const {\n  // one\n  ⟦srvAddress⟧ /* two */ : uri, // three\n} = c;`,
      `const {\n  // one\n  connectionStrings: { standardSrv /* two */ : uri } = {}, // three\n} = c;`,
    ],
    [
      "beside the whole object",
      `const { connectionStrings, ⟦srvAddress⟧ } = c;`,
      `const { connectionStrings, connectionStrings: { standardSrv: srvAddress } = {} } = c;`,
    ],
    [
      "beside a pattern for the object",
      `const { ⟦srvAddress⟧, connectionStrings: { standard } } = c;`,
      `const { connectionStrings: { standard, standardSrv: srvAddress } } = c;`,
    ],
    [
      "behind a pattern for the object",
      `const { connectionStrings: { standard } = {}, ⟦srvAddress⟧: uri } = c;`,
      `const { connectionStrings: { standard, standardSrv: uri } = {} } = c;`,
    ],
    [
      "on lines beside a pattern for the object",
      `const {\n  ⟦srvAddress⟧,\n  connectionStrings: {\n    standard,\n  },\n} = c;`,
      `const {\n  connectionStrings: {\n    standard,\n    standardSrv: srvAddress,\n  },\n} = c;`,
    ],
    [
      "beside an empty pattern for the object",
      `const { ⟦srvAddress⟧, connectionStrings: {} } = c;`,
      `const { connectionStrings: { standardSrv: srvAddress } } = c;`,
    ],
    [
      "beside a pattern with a rest",
      `const { ⟦srvAddress⟧, connectionStrings: { ...a } } = c;`,
      `const { connectionStrings: { standardSrv: srvAddress } = {}, connectionStrings: { ...a } } = c;`,
    ],
    [
      "that a default looks at",
      `const { ⟦srvAddress⟧, a = srvAddress, connectionStrings: { b } } = c;`,
      `const { connectionStrings: { standardSrv: srvAddress } = {}, a = srvAddress, connectionStrings: { b } } = c;`,
    ],
    [
      "with a comment that would be lost",
      `const { ⟦srvAddress⟧, /* a */ connectionStrings: { b } } = c;`,
      `const { connectionStrings: { standardSrv: srvAddress } = {}, /* a */ connectionStrings: { b } } = c;`,
    ],
    [
      "with a comment that would be lost by its colon",
      `const { ⟦srvAddress⟧ /* a */: d, connectionStrings: { b } } = c;`,
      `const { connectionStrings: { standardSrv /* a */: d } = {}, connectionStrings: { b } } = c;`,
    ],
    [
      "of a typed pattern beside one for the object",
      `function f({ ⟦srvAddress⟧, connectionStrings: { b } }: { a: (c: D) => E }) {}`,
      `function f({ connectionStrings: { b, standardSrv: srvAddress } }: { a: (c: D) => E }) {}`,
    ],
    ["beside a rest", `const { ⟦srvAddress⟧, ...rest } = c;`, REST],
    [
      "by a computed key",
      `const { [⟦"srvAddress"⟧]: a } = c;`,
      "refused: the key of the pattern is computed",
    ],
    ["that is a name there", `const { a: ⟦srvAddress⟧ } = c;`, NO_READ],
  ]);
});

describe("several reads", () => {
  const both: Ask = (editor, places) =>
    editor.renameReads([
      { place: places[0]!, path: ["connectionStrings", "standard"] },
      { place: places[1]!, path: ["connectionStrings", "standardSrv"] },
    ]);
  editCases(both, [
    [
      "on a line",
      `f(c.⟦mongoURI⟧, c.⟦srvAddress⟧);`,
      `f(c.connectionStrings?.standard, c.connectionStrings?.standardSrv);`,
    ],
    [
      "by one pattern",
      `const { ⟦mongoURI⟧, a, ⟦srvAddress⟧: b } = c;`,
      `const { connectionStrings: { standard: mongoURI, standardSrv: b } = {}, a } = c;`,
    ],
    [
      "by one pattern, next to each other",
      `const { a, ⟦mongoURI⟧, ⟦srvAddress⟧ } = c;`,
      `const { a, connectionStrings: { standard: mongoURI, standardSrv: srvAddress } = {} } = c;`,
    ],
    [
      "by one pattern on lines",
      `const {\n  ⟦mongoURI⟧,\n  ⟦srvAddress⟧,\n} = c;`,
      `const {\n  connectionStrings: { standard: mongoURI, standardSrv: srvAddress } = {},\n} = c;`,
    ],
    [
      "by one pattern with a comment between",
      `const { ⟦mongoURI⟧, /* a */ ⟦srvAddress⟧ } = c;`,
      `const { connectionStrings: { standard: mongoURI } = {}, /* a */ connectionStrings: { standardSrv: srvAddress } = {} } = c;`,
    ],
    [
      "into a pattern for the object",
      `const { ⟦mongoURI⟧, ⟦srvAddress⟧, connectionStrings: { a } } = c;`,
      `const { connectionStrings: { a, standard: mongoURI, standardSrv: srvAddress } } = c;`,
    ],
    [
      "into a pattern before them",
      `const { connectionStrings: { a }, ⟦mongoURI⟧, ⟦srvAddress⟧, } = c;`,
      `const { connectionStrings: { a, standard: mongoURI, standardSrv: srvAddress }, } = c;`,
    ],
  ]);

  it("bind what they did, from the place where it is now", () => {
    const output = edited(
      "a.js",
      "return (({ ⟦mongoURI⟧, name, ⟦srvAddress⟧: srv = 'none' }) => [mongoURI, name, srv])(c)",
      both,
      "refused",
    );
    const run = new Function("c", output) as (cluster: object) => unknown;
    expect(run({ name: "n", connectionStrings: { standard: "a", standardSrv: "b" } })).toEqual([
      "a",
      "n",
      "b",
    ]);
    expect(run({ name: "n" })).toEqual([undefined, "n", "none"]);
  });
});
