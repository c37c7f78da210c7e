import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FrontendEntry, ProgramAnalysis } from "../../src/frontends/frontend.js";
import { javascriptFrontend } from "../../src/frontends/javascript/entry.js";
import { pythonFrontend } from "../../src/frontends/python/entry.js";

const { trees } = vi.hoisted(() => ({ trees: [] as WeakRef<object>[] }));

vi.mock(import("../../src/analysis/evaluation/parse-module.js"), async (original) => {
  const { parseModule } = await original();
  return {
    parseModule: (...args: Parameters<typeof parseModule>): ReturnType<typeof parseModule> => {
      const parsed = parseModule(...args);
      if ("program" in parsed) trees.push(new WeakRef(parsed.program));
      return parsed;
    },
  };
});

const FILES = 60;
const FILLER = `# ${"x".repeat(60_000)}\n`;

async function programOf(entry: FrontendEntry): Promise<ProgramAnalysis> {
  const { begin } = await entry.load();
  return begin!(CatalogInterest.of(loadCatalog()), { resolve: () => undefined, read: () => undefined });
}

/** Returns the number of trees that are still in memory. */
function alive(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return trees.filter((tree) => tree.deref() !== undefined).length;
}

beforeEach(() => {
  trees.length = 0;
});

describe("trees of more files than are kept", () => {
  it("are released when the file is added, although its classes are known", async () => {
    const program = await programOf(pythonFrontend);
    for (let index = 0; index < FILES; index++) {
      const text = `${FILLER}import requests
class Client${index}:
    def __init__(self, key):
        self.key = key

    def list(self):
        return requests.get("https://cloud.mongodb.com/api/atlas/v1.0/groups", auth=self.key)
`;
      expect(program.add(new SourceText(`client${index}.py`, text))).toBeUndefined();
      await setImmediate();
    }
    expect(trees).toHaveLength(FILES);
    // The first million characters for the evaluation, and the last million for questions that follow soon.
    expect(alive()).toBeLessThanOrEqual(34);
    expect(program.isConcerned("client0.py")).toBe(true);
  });
});

it("the tree of a file that is taken out again is released", async () => {
  const program = await programOf(javascriptFrontend);
  for (let index = 0; index < FILES; index++) {
    const path = `page${index}.ts`;
    const text = `export class Page${index} { constructor(readonly title: string) {} show() { return this.title; } }`;
    expect(program.add(new SourceText(path, text))).toBeUndefined();
    expect(program.isConcerned(path)).toBe(false);
    program.remove(path);
    await setImmediate();
  }
  expect(trees).toHaveLength(FILES);
  expect(alive()).toBeLessThanOrEqual(3);
});
