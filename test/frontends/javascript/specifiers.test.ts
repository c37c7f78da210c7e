import { expect, it } from "vitest";
import { SourceText } from "../../../src/core/source-text.js";
import { specifiersIn } from "../../../src/frontends/javascript/specifiers.js";

const BEHIND = "\nexport const list = [1, 2].map((one) => `${one}`);\nconst text = 'not a specifier';\n";

it.each([
  ["a default import", 'import a from "./a.js";', "./a.js"],
  ["names over many lines", 'import {\n  a,\n  b as c, // of b\n} from\n  /* here */ "./a.js";', "./a.js"],
  ["an import for its effects", "import './a.js';", "./a.js"],
  ["a re-export", 'export * from "./a.js";', "./a.js"],
  ["a dynamic import", 'const a = await import("./a.js");', "./a.js"],
  ["a dynamic import in a template's quotes", "const a = await import(`./a.js`);", "./a.js"],
  ["require", 'const a = require( /* of a */ "./a.js" );', "./a.js"],
  ["a function that is called by its name", 'context.functions.execute("a", 1);', "app-services:a"],
  ["a file that is read", 'readFileSync(new URL("./a.json", import.meta.url));', "./a.json"],
])("%s is seen, whatever follows", (_, code, specifier) => {
  expect(specifiersIn(new SourceText("x.js", code))).toEqual([specifier]);
  expect(specifiersIn(new SourceText("x.js", code + BEHIND))).toEqual([specifier]);
});

it("the last of many is seen behind words that lead nowhere", () => {
  const code = 'import a from "./a.js";\nArray.from([1]);\nconst b = require("./b.js");\nBuffer.from("c");\n';
  expect(specifiersIn(new SourceText("x.js", code))).toEqual(["./a.js", "./b.js"]);
});

it("strings and comments that mention imports are not imports", () => {
  const code = `const text = "from"; // import "./a.js"\nconst other = 'require("./b.js")';\n`;
  expect(specifiersIn(new SourceText("x.js", code))).toEqual([]);
});
