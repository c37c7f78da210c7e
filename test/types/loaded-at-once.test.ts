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
