import { describe, expect, it } from "vitest";
import { typescriptOracle } from "../../src/types/typescript-oracle.js";
import { textForCompiler } from "../../src/workspace/read.js";
import { writeTree } from "../workspace/support/tree.js";

/** Asks about a property in each of some files, and returns how often the compiler asked about the disk. */
function questionsFor(files: number, isExpected: boolean): number {
  const names = Array.from({ length: files }, (_, index) => `src/use${index}.ts`);
  const before = 'import type { C } from "./types.js";\nimport "not-installed";\nconst c: C = { ';
  const root = writeTree({
    ".git/HEAD": "",
    "tsconfig.json": `{ "compilerOptions": { "strict": true, "types": [] } }`,
    "src/types.ts": "export interface C { autoScaling: unknown }\n",
    ...Object.fromEntries(names.map((name) => [name, `${before}autoScaling: 1 };\nexport { c };\n`])),
  });
  let asked = 0;
  const oracle = typescriptOracle(root, root, textForCompiler, undefined, () => {
    asked++;
  });
  if (isExpected) oracle.expects?.(names);
  for (const path of names)
    expect(oracle.declarationOf({ path, start: before.length, end: before.length + 11 })?.typeName).toBe("C");
  return asked;
}

describe("files that questions about types are expected for", () => {
  it("are loaded at once: the work for each stays the same", () => {
    const [few, some, many] = [2, 10, 26].map((files) => questionsFor(files, true)) as [
      number,
      number,
      number,
    ];
    expect(many - some).toBeLessThanOrEqual(2 * (some - few));
  });

  it("have the same answers as files that are loaded one after the other, for less work", () => {
    expect(questionsFor(10, true)).toBeLessThan(questionsFor(10, false));
  });
});

it("the compiler is asked once about a place, by whatever rules", () => {
  const text = "export interface C { autoScaling: unknown }\nexport const c: C = { autoScaling: 1 };\n";
  const root = writeTree({
    ".git/HEAD": "",
    "tsconfig.json": `{ "compilerOptions": { "strict": true, "types": [] } }`,
    "use.ts": text,
  });
  const oracle = typescriptOracle(root, root, textForCompiler);
  const start = text.lastIndexOf("autoScaling");
  const place = { path: "use.ts", start, end: start + 11 };
  const answer = oracle.declarationOf(place);
  expect(answer?.typeName).toBe("C");
  expect(oracle.declarationOf({ ...place })).toBe(answer);
});

describe("the search for references", () => {
  const declared = "export interface C { autoScaling: unknown }\n";
  const user = 'import type { C } from "./types.js";\nexport const read = (c: C) => c.autoScaling;\n';
  const start = declared.indexOf("autoScaling");

  function search(others: Record<string, string>): { places: string[]; kinds: number } {
    const root = writeTree({
      ".git/HEAD": "",
      "tsconfig.json": `{ "compilerOptions": { "strict": true, "types": [] } }`,
      "types.ts": declared,
      "use.ts": user,
      ...others,
    });
    let kinds = 0;
    const oracle = typescriptOracle(root, root, textForCompiler, undefined, (question, path) => {
      // The compiler looks for what a file imports only if it has the file.
      if (question === "kind" && path.endsWith("/absent.ts")) kinds++;
    });
    const found = oracle.referencesOf?.({ path: "types.ts", start, end: start + 11 }, []) ?? [];
    return { places: found.map(({ kind, place }) => `${kind} ${place.path}`).toSorted(), kinds };
  }

  it("compiles no file that does not have the name", () => {
    const others = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`other${index}.ts`, 'import "./absent.js";\nexport {};\n']),
    );
    expect(search(others)).toEqual({ places: ["declaration types.ts", "read use.ts"], kinds: 0 });
    expect(search({ "other.ts": 'import "./absent.js"; // autoScaling\n' }).kinds).toBeGreaterThan(0);
  });

  it.each([
    ["a script", "type G = import('./types.js').C;\n"],
    ["a declaration file", "export {};\ndeclare global { type G = import('./types.js').C }\n"],
    ["an augmentation", 'import type { C } from "./types.js";\ndeclare global { type G = C }\n'],
  ])("finds a read through a type that %s declares for all files", (_name, text) => {
    const file = text.startsWith("export {}") ? "globals.d.ts" : "globals.ts";
    const reader = "export const read = (c: G) => c.autoScaling;\n";
    expect(search({ [file]: text, "reader.ts": reader }).places).toContain("read reader.ts");
  });

  it("finds reads in files whose types come from files without the name", () => {
    const { places } = search({
      "hub.ts": 'export type { C as D } from "./types.js";\n',
      "make.ts": 'import type { D } from "./hub.js";\nexport const make = (): D => JSON.parse("{}");\n',
      "reader.ts": 'import { make } from "./make.js";\nexport const { autoScaling } = make();\n',
    });
    expect(places).toContain("read reader.ts");
  });
});
