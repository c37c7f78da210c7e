import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../../src/fix/text-edits.js";
import { ModuleEditor } from "../../../../src/frontends/javascript/editing/module-editor.js";
import { editCases, edited } from "./edit-cases.js";

const X = `const X = "a"`;

describe("a statement at the top", () => {
  editCases(
    (editor) => editor.insertStatementTop(X),
    [
      [
        "behind imports",
        `import a from "a";\nimport b from "b"; // b\n\nf();\n`,
        `import a from "a";\nimport b from "b"; // b\n\n${X};\n\nf();\n`,
      ],
      [
        "behind imports right before code",
        `import a from "a";\nf();\n`,
        `import a from "a";\n\n${X};\n\nf();\n`,
      ],
      ["behind imports alone", `import a from "a";\n`, `import a from "a";\n\n${X};\n`],
      ["behind a directive", `"use strict";\n\nf();\n`, `"use strict";\n\n${X};\n\nf();\n`],
      [
        "behind calls of require",
        `const a = require("a");\nconst { b } = require("b").c;\nrequire("d").e();\nconst f = 1;\n`,
        `const a = require("a");\nconst { b } = require("b").c;\nrequire("d").e();\n\n${X};\n\nconst f = 1;\n`,
      ],
      ["without semicolons", `import a from "a"\n\nf()\n`, `import a from "a"\n\n${X}\n\nf()\n`],
      [
        "without semicolons before what would go on with it",
        `import a from "a"\n\n;[1].map(f)\nf()\n`,
        `import a from "a"\n\n${X}\n\n;[1].map(f)\nf()\n`,
      ],
      [
        "without semicolons before parentheses",
        `f()\ng()\n(function () {})()\n`.replace("f()\ng()\n", `import a from "a"\n`),
        `import a from "a"\n(function () {})()\n`.replace("\n(", `\n\n${X};\n\n(`),
      ],
      ["behind a hashbang", `#!/usr/bin/env node\nf();\n`, `#!/usr/bin/env node\n${X};\n\nf();\n`],
      ["behind a licence", `/**\n * @license MIT\n */\nf();\n`, `/**\n * @license MIT\n */\n${X};\n\nf();\n`],
      ["behind an instruction to a tool", `// @ts-check\nf();\n`, `// @ts-check\n${X};\n\nf();\n`],
      [
        "before the documentation of the first statement",
        `// @ts-check\n\n/** é */\nfunction f() {}\n`,
        `// @ts-check\n\n${X};\n\n/** é */\nfunction f() {}\n`,
      ],
      [
        "before the statement on the same line",
        `import a from "a"; f();\n`,
        `import a from "a";\n\n${X};\n f();\n`,
      ],
      [
        "that is there",
        `import a from "a";\nconst X = "a";\n`,
        "refused: the file has the statement already",
      ],
      ["of a file without statements", `// none\n`, "refused: the file has no statements"],
    ],
    "file.ts",
    { anywhere: false },
  );

  it("is added to the script of a component that needs it", () => {
    const text = `<script>\nimport a from "a";\n</script>\n<script setup>\n  import b from 'b';\n  f();\n</script>\n`;
    const make = (marked: string) =>
      edited("a.vue", marked, (editor, [place]) => editor.insertStatementTop(X, place), "refused");
    expect(make(text.replace("f()", "⟦f⟧()"))).toBe(
      `<script>\nimport a from "a";\n</script>\n<script setup>\n  import b from 'b';\n\n  ${X};\n\n  f();\n</script>\n`,
    );
    expect(make(text)).toBe("refused: the file has several scripts");
  });
});

describe("what is written for a file", () => {
  const editor = ModuleEditor.open("a.js", "const MEDIA = 'a'\nMEDIA2({a: MEDIA3})\n") as ModuleEditor;

  it("has its quotes and spaces", () => {
    expect(editor.write({ object: { Accept: "x", "a-b": { list: ["y"] } } })).toBe(
      "{Accept: 'x', 'a-b': ['y']}",
    );
  });

  it("has names that are free", () => {
    expect(editor.freeName("MEDIA")).toBe("MEDIA4");
    expect(editor.freeName("TYPE")).toBe("TYPE");
  });
});

it("edits of all kinds can be made together", () => {
  const text = [
    `import axios from 'axios'`,
    ``,
    `export async function uri(id) {`,
    "    const { data } = await axios.get(`https://é😀/api/atlas/v1.0/groups/${id}`, { headers: { 'X-Y': '1' } })",
    `    return data.results.map(({ srvAddress }) => srvAddress).concat(data.srvAddress)`,
    `}`,
    ``,
  ].join("\r\n");
  const editor = ModuleEditor.open("a.js", text) as ModuleEditor;
  const at = (part: string, from = 0) => {
    const start = text.indexOf(part, from);
    return { path: "a.js", start, end: start + part.length };
  };
  const results = [
    editor.replaceText(at("v1.0"), "v2"),
    editor.addMember(at("{ 'X-Y': '1' }"), "Accept", { source: "TYPE" }),
    editor.renameReads([
      { place: at("srvAddress"), path: ["connectionStrings", "standardSrv"] },
      { place: at("srvAddress", text.indexOf("data.srv")), path: ["connectionStrings", "standardSrv"] },
    ]),
    editor.insertStatementTop(`const TYPE = ${editor.write("application/json")}`),
  ];
  const edits = results.flatMap((result) => ("refused" in result ? [] : result));
  expect(applyEdits(text, edits).split("\r\n")).toEqual([
    `import axios from 'axios'`,
    ``,
    `const TYPE = 'application/json'`,
    ``,
    `export async function uri(id) {`,
    "    const { data } = await axios.get(`https://é😀/api/atlas/v2/groups/${id}`, { headers: { 'X-Y': '1', 'Accept': TYPE } })",
    `    return data.results.map(({ connectionStrings: { standardSrv: srvAddress } = {} }) => srvAddress).concat(data.connectionStrings?.standardSrv)`,
    `}`,
    ``,
  ]);
});
