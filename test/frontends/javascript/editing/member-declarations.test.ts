import { describe } from "vitest";
import { editCases } from "./edit-cases.js";

const LOST = "refused: the declaration has a comment, which would be lost";
const DECLARED = "refused: `connectionStrings` is declared already, and its type is not written in this file";

describe("a declared property", () => {
  editCases(
    (editor, [place]) => editor.renameMemberDeclaration(place!, ["connectionStrings", "standardSrv"]),
    [
      [
        "of an interface",
        `interface C { ⟦srvAddress⟧: string; }`,
        `interface C { connectionStrings: { standardSrv: string }; }`,
      ],
      [
        "that may be absent",
        `interface C { ⟦srvAddress⟧?: string }`,
        `interface C { connectionStrings?: { standardSrv?: string } }`,
      ],
      [
        "that is read-only",
        `type C = { readonly ⟦srvAddress⟧: A | null, b: 1 };`,
        `type C = { readonly connectionStrings?: { readonly standardSrv: A | null }, b: 1 };`,
      ],
      [
        "with quotes",
        `type C = { '⟦srvAddress⟧': A };`.replace("'⟦", "⟦'").replace("⟧'", "'⟧"),
        `type C = { 'connectionStrings': { 'standardSrv': A } };`,
      ],
      [
        "with documentation",
        `interface C {\n  /** é */\n  ⟦srvAddress⟧ /* a */ : /* b */ string; // c\n}`,
        `interface C {\n  /** é */\n  connectionStrings /* a */ : /* b */ { standardSrv: string }; // c\n}`,
      ],
      [
        "of a class",
        `class C { declare ⟦srvAddress⟧: string; }`,
        `class C { declare connectionStrings: { standardSrv: string }; }`,
      ],
      [
        "of a class that is set later",
        `class C { public ⟦srvAddress⟧!: string; }`,
        `class C { public connectionStrings!: { standardSrv: string }; }`,
      ],
      [
        "of a type in place",
        `function f({ a }: { ⟦srvAddress⟧: string }) {}`,
        `function f({ a }: { connectionStrings: { standardSrv: string } }) {}`,
      ],
      [
        "beside the object",
        `type C = { ⟦srvAddress⟧: string; connectionStrings: { standard: string } };`,
        `type C = { connectionStrings: { standard: string; standardSrv: string } };`,
      ],
      [
        "behind the object",
        `type C = { connectionStrings?: { standard?: string; }; ⟦srvAddress⟧?: string; };`,
        `type C = { connectionStrings?: { standard?: string; standardSrv?: string; }; };`,
      ],
      [
        "on a line beside the object",
        `interface C {\n  ⟦srvAddress⟧: string;\n  connectionStrings: {\n    standard: string; // a\n  };\n}`,
        `interface C {\n  connectionStrings: {\n    standard: string; // a\n    standardSrv: string;\n  };\n}`,
      ],
      [
        "without semicolons",
        `interface C {\n  connectionStrings: {\n    standard: string\n  }\n  ⟦srvAddress⟧: string\n}`,
        `interface C {\n  connectionStrings: {\n    standard: string\n    standardSrv: string\n  }\n}`,
      ],
      [
        "with commas",
        `type C = { connectionStrings: { a: A, }, ⟦srvAddress⟧: string, };`,
        `type C = { connectionStrings: { a: A, standardSrv: string, }, };`,
      ],
      [
        "with documentation beside the object",
        `interface C {\n  /**\n   * The address.\n   */\n  ⟦srvAddress⟧: string; // a\n  connectionStrings: {\n    standard: string;\n  };\n}`,
        `interface C {\n  connectionStrings: {\n    standard: string;\n    /**\n     * The address.\n     */\n    standardSrv: string; // a\n  };\n}`,
      ],
      [
        "beside an empty object",
        `type C = { connectionStrings: {}; ⟦srvAddress⟧: string };`,
        `type C = { connectionStrings: { standardSrv: string }; };`,
      ],
      [
        "that the object has",
        `type C = { connectionStrings: { standardSrv: string }; ⟦srvAddress⟧: string };`,
        `type C = { connectionStrings: { standardSrv: string }; };`,
      ],
      [
        "with a comment that the object has",
        `type C = { connectionStrings: { standardSrv: string }; /* a */ ⟦srvAddress⟧: string };`,
        LOST,
      ],
      [
        "with a comment beside an object on one line",
        `type C = { connectionStrings: { a: A }; /* a */ ⟦srvAddress⟧: string };`,
        "refused: a comment is in the way of the declaration",
      ],
      [
        "with a comment inside",
        `type C = { connectionStrings: { a: A }; ⟦srvAddress⟧: /* a */ string };`,
        "refused: a comment stands inside of the declaration",
      ],
      [
        "beside a type of another place",
        `type C = { connectionStrings: S; ⟦srvAddress⟧: string };`,
        DECLARED,
      ],
      [
        "beside an interface of the same file",
        `export interface S { standard: string }\ntype C = { connectionStrings: S; ⟦srvAddress⟧: string };`,
        `export interface S { standard: string; standardSrv: string }\ntype C = { connectionStrings: S; };`,
      ],
      [
        "beside a type of the same file that has it",
        `type S = { standardSrv?: string };\ninterface C {\n  connectionStrings?: S;\n  ⟦srvAddress⟧?: string;\n}`,
        `type S = { standardSrv?: string };\ninterface C {\n  connectionStrings?: S;\n}`,
      ],
      [
        "beside a type with parameters",
        `type S<A> = { standard: A };\ntype C = { connectionStrings: S<string>; ⟦srvAddress⟧: string };`,
        DECLARED,
      ],
      ["beside a method", `type C = { connectionStrings(): S; ⟦srvAddress⟧: string };`, DECLARED],
      ["without a type", `class C { ⟦srvAddress⟧; }`, "refused: the property is declared without a type"],
      [
        "with a value",
        `class C { ⟦srvAddress⟧: string = ""; }`,
        "refused: the property of the class has an initial value",
      ],
      ["of the class itself", `class C { static ⟦srvAddress⟧: string; }`, "refused: the property is static"],
      ["with a decorator", `class C { @A() ⟦srvAddress⟧: string; }`, "refused: the property has a decorator"],
      ["that is private", `class C { ⟦#srvAddress⟧: string; }`, "refused: the property is private"],
      [
        "with a computed name",
        `interface C { [⟦"srvAddress"⟧]: string }`,
        "refused: the name of the declared property is computed",
      ],
      [
        "that is a method",
        `interface C { ⟦srvAddress⟧(): string }`,
        "refused: the place is not the name of a declared property",
      ],
    ],
  );
});

describe("several declared properties", () => {
  editCases(
    (editor, places) =>
      editor.renameMemberDeclarations(
        places.map((place, index) => ({
          place,
          path: ["connectionStrings", index === 1 ? "standardSrv" : "standard"],
        })),
      ),
    [
      [
        "on one line",
        `type C = { ⟦mongoURI⟧: string; ⟦srvAddress⟧?: string; a: 1 };`,
        `type C = { connectionStrings: { standard: string; standardSrv?: string }; a: 1 };`,
      ],
      [
        "on lines",
        `interface C {\n  ⟦mongoURI⟧: string;\n  a: 1;\n  ⟦srvAddress⟧: string;\n}`,
        `interface C {\n  connectionStrings: { standard: string; standardSrv: string };\n  a: 1;\n}`,
      ],
      [
        "with documentation",
        `interface C {\n\t/** a */\n\t⟦mongoURI⟧: string;\n\t/** b\n\t * c */\n\t⟦srvAddress⟧: string; // d\n}`,
        `interface C {\n\t/** a */\n\tconnectionStrings: {\n\t\tstandard: string;\n\t\t/** b\n\t\t * c */\n\t\tstandardSrv: string; // d\n\t};\n}`,
      ],
      [
        "with documentation on one line",
        `type C = { ⟦mongoURI⟧: A; /** b */ ⟦srvAddress⟧: B };`,
        "refused: the declarations are on one line and have comments",
      ],
      [
        "of which two become one",
        `type C = { ⟦mongoURI⟧: A; ⟦srvAddress⟧: B; ⟦mongoURIWithOptions⟧: A };`,
        `type C = { connectionStrings: { standard: A; standardSrv: B }; };`,
      ],
      [
        "of which two of different types would become one",
        `type C = { ⟦mongoURI⟧: A; ⟦srvAddress⟧: B; ⟦mongoURIWithOptions⟧: C };`,
        "refused: several properties would get the same name",
      ],
      [
        "of several types",
        `type C = { ⟦mongoURI⟧: A }; type D = { ⟦srvAddress⟧: B };`,
        `type C = { connectionStrings: { standard: A } }; type D = { connectionStrings: { standardSrv: B } };`,
      ],
    ],
  );
});
