import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Linter, type SourceCode } from "eslint";
import fastGlob from "fast-glob";
import type * as OxcParser from "oxc-parser";
import { parseSync } from "oxc-parser";
import { describe, expect, it, vi } from "vitest";
import { CatalogInterest } from "../../../src/catalog/interest.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import { SourceText } from "../../../src/core/source-text.js";
import type { FileFacts } from "../../../src/facts/file-facts.js";
import { keepTree } from "../../../src/frontends/javascript/given-tree.js";
import { JavaScriptProgram } from "../../../src/frontends/javascript/program.js";
import type { ModuleHost } from "../../../src/frontends/module-host.js";

vi.mock("oxc-parser", async (importOriginal) => {
  const original = await importOriginal<typeof OxcParser>();
  return { ...original, parseSync: vi.fn(original.parseSync) };
});

/** Other people's files, where there are some: `V2READY_OTHER_FILES=/path npx vitest run given-tree`. */
const ROOT =
  process.env["V2READY_OTHER_FILES"] ?? fileURLToPath(new URL("../../../fixtures", import.meta.url));
const INTEREST = CatalogInterest.of(loadCatalog());

/** Parses a text with ESLint's own parser. Undefined if it cannot be parsed. */
function sourceCodeOf(text: string, sourceType: "module" | "commonjs" | "script"): SourceCode | undefined {
  const linter = new Linter();
  const parserOptions = { ecmaFeatures: { jsx: true } };
  const globals = { fetch: "readonly", process: "readonly", exports: "writable" } as const;
  const messages = linter.verify(text, [{ languageOptions: { sourceType, parserOptions, globals } }]);
  return messages.some(({ fatal }) => fatal) ? undefined : linter.getSourceCode();
}

function factsOf(source: SourceText, kept?: NonNullable<ModuleHost["kept"]>): FileFacts[] {
  const host: ModuleHost = { resolve: () => undefined, read: () => undefined, ...(kept ? { kept } : {}) };
  const program = new JavaScriptProgram(INTEREST, host);
  program.add(source);
  program.evaluate();
  return program.facts().map(({ facts }) => facts);
}

/** Handles are of the frontend, and nobody else looks at them. */
function shown(facts: readonly FileFacts[]): unknown {
  const text = JSON.stringify(facts, (key, value: unknown) => (key === "handle" ? undefined : value));
  return JSON.parse(text);
}

function withTree(source: SourceText, { ast, scopeManager }: SourceCode): FileFacts[] {
  const kept: NonNullable<ModuleHost["kept"]> = new WeakMap();
  keepTree(source, { program: ast, scopes: scopeManager!.scopes, comments: ast.comments }, kept);
  return factsOf(source, kept);
}

describe("a tree that ESLint's own parser made", () => {
  const files = fastGlob.sync("**/*.{js,mjs,cjs,jsx}", {
    cwd: ROOT,
    dot: true,
    ignore: ["**/node_modules/**"],
  });

  const ownFacts = new Map<string, unknown>();

  it.each(["module", "commonjs", "script"] as const)("gives the same facts, as a %s", (sourceType) => {
    let compared = 0;
    for (const path of files) {
      const source = new SourceText(path, readFileSync(join(ROOT, path), "utf8"));
      const made = sourceCodeOf(source.text, sourceType);
      if (!made) continue;
      if (!ownFacts.has(path)) ownFacts.set(path, shown(factsOf(source)));
      vi.mocked(parseSync).mockClear();
      expect(shown(withTree(source, made)), path).toEqual(ownFacts.get(path));
      // Types in comments are parsed by themselves.
      expect(parseSync, path).not.toHaveBeenCalledWith(path, source.text, expect.anything());
      compared++;
    }
    expect(compared).toBeGreaterThan(files.length / 4);
    expect(files.length).toBeGreaterThan(100);
  });

  it("is not taken where our own parser would not be given the text", () => {
    const long = new SourceText("a.js", `const a = "${"x".repeat(2_000_001)}";`);
    const kept: NonNullable<ModuleHost["kept"]> = new WeakMap();
    const { ast, scopeManager } = sourceCodeOf("const a = 1;", "module")!;
    const given = { program: ast, scopes: scopeManager!.scopes, comments: ast.comments };
    for (const source of [long, new SourceText("a.ts", "const a = 1;"), new SourceText("a.json", "1")])
      keepTree(source, given, kept);
    expect(kept.has(long)).toBe(false);
    const plain = new SourceText("b.js", "const a = 1;");
    keepTree(plain, given, kept);
    expect(kept.has(plain)).toBe(true);
  });
});
