import { describe } from "vitest";
import { editCases } from "./edit-cases.js";

const SUCCESSORS = [
  ["connectionStrings", "standardSrv"],
  ["connectionStrings", "standard"],
];

describe("a member of an object literal", () => {
  editCases(
    (editor, places) =>
      editor.renameKeys(places.map((place, index) => ({ place, path: SUCCESSORS[index]! }))),
    [
      ["alone", `f({ ⟦srvAddress⟧: "a" });`, `f({ connectionStrings: { standardSrv: "a" } });`],
      [
        "with others around",
        `const a = { name: "n", ⟦srvAddress⟧: g(1), paused: false };`,
        `const a = { name: "n", connectionStrings: { standardSrv: g(1) }, paused: false };`,
      ],
      [
        "in brackets",
        `f({ ⟦srvAddress⟧: /* b */ (a, b) });`,
        `f({ connectionStrings: /* b */ { standardSrv: (a, b) } });`,
      ],
      [
        "with quotes",
        `f({ "⟦srvAddress⟧": 1 });`.replace('"⟦', '⟦"').replace('⟧"', '"⟧'),
        `f({ "connectionStrings": { "standardSrv": 1 } });`,
      ],
      ["in short", `f({ ⟦srvAddress⟧ });`, `f({ connectionStrings: { standardSrv: srvAddress } });`],
      [
        "of which two move into one object",
        `f({\n  ⟦srvAddress⟧: a, // why\n  name,\n  ⟦mongoURI⟧: b,\n});`,
        `f({\n  connectionStrings: { standardSrv: a, standard: b }, // why\n  name,\n});`,
      ],
      [
        "beside the object",
        `f({ ⟦srvAddress⟧: a, connectionStrings: { private: b } });`,
        `f({ connectionStrings: { private: b, standardSrv: a } });`,
      ],
      [
        "that the object states already",
        `f({ connectionStrings: { standardSrv: "x" }, ⟦srvAddress⟧: "x" });`,
        `f({ connectionStrings: { standardSrv: "x" } });`,
      ],
      [
        "of several objects",
        `f([{ ⟦srvAddress⟧: 1 }, { ⟦mongoURI⟧: 2 }]);`,
        `f([{ connectionStrings: { standardSrv: 1 } }, { connectionStrings: { standard: 2 } }]);`,
      ],
      ["beside a spread", `f({ ...a, ⟦srvAddress⟧: 1 });`, "refused: the object spreads another one"],
      [
        "beside an object of another place",
        `f({ connectionStrings: all, ⟦srvAddress⟧: 1 });`,
        "refused: `connectionStrings` is there already, and its value is written elsewhere",
      ],
      ["that is a method", `f({ ⟦srvAddress⟧() {} });`, "refused: the member is a function of the object"],
      [
        "that is a getter",
        `f({ get ⟦srvAddress⟧() {} });`,
        "refused: the member is a function of the object",
      ],
      [
        "with a name that is computed",
        `f({ [⟦srvAddress⟧]: 1 });`,
        "refused: the name of the member is computed",
      ],
      [
        "that is read",
        `f(a.⟦srvAddress⟧);`,
        "refused: the place is not the name of a member of an object literal",
      ],
    ],
  );
});
