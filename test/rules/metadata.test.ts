import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import type { Anchor } from "../../src/engine/anchors.js";
import { RULES } from "../../rules/index.js";

const { vocabularies } = loadCatalog();
const SOURCES = new Set(vocabularies.flatMap(({ sources }) => Object.keys(sources)));

/** One line: the strings that a file must hold, and whether they suffice by themselves. */
function anchorLine({ strength, all }: Anchor): string {
  const parts = all.map((part) => (typeof part === "string" ? part : `/${part.expression}/`));
  return `${strength}: ${parts.join(" & ")}`;
}

describe("the metadata of the rules", () => {
  it("is what was reviewed; after a change look at the difference, then run vitest with -u", async () => {
    const metadata = RULES.map(({ meta, checkRepository }) => ({
      id: meta.id,
      severity: meta.severity,
      confidence: meta.confidence,
      fixes: meta.fixes ?? [],
      description: meta.description,
      messages: meta.messages,
      ...(meta.brief ? { brief: meta.brief } : {}),
      ...(meta.part ? { part: meta.part } : {}),
      ...(meta.concern ? { concern: meta.concern } : {}),
      ...(meta.notices ? { notices: meta.notices } : {}),
      sources: meta.sources,
      scope: checkRepository ? "file and repository" : "file",
      anchors: Object.fromEntries(
        vocabularies.map((vocabulary) => [vocabulary.name, meta.anchors(vocabulary).map(anchorLine)]),
      ),
    }));
    const snapshot = fileURLToPath(new URL("../../fixtures/rules/metadata.json", import.meta.url));
    await expect(`${JSON.stringify(metadata, undefined, 2)}\n`).toMatchFileSnapshot(snapshot);
  });

  it("every file of rules/ is a rule of the index, under the name of the file", () => {
    const names = readdirSync("rules").filter((name) => name.endsWith(".ts") && name !== "index.ts");
    expect(names.sort()).toEqual(RULES.map(({ meta }) => `${meta.id}.ts`).sort());
  });

  it.each(RULES.map(({ meta }) => meta))("$id is complete", (meta) => {
    expect(meta.id).toMatch(/^(no|require|prefer|undetermined|valid)(-[a-z]+)+$/);
    expect(meta.description).toMatch(/^Reports [^\n]*[^.\n]$/);
    expect(meta.sources.length).toBeGreaterThan(0);
    expect(meta.sources.filter((source) => !SOURCES.has(source))).toEqual([]);
    expect(new Set(meta.sources).size).toBe(meta.sources.length);
    expect(Object.keys(meta.messages).length).toBeGreaterThan(0);
    expect(new Set(Object.values(meta.messages)).size).toBe(Object.keys(meta.messages).length);
    for (const [id, brief] of Object.entries(meta.brief ?? {})) {
      const message = meta.messages[id]!;
      expect(brief).toMatch(/[^.]$/);
      expect(brief!.length).toBeLessThan(message.length);
      for (const [placeholder] of brief!.matchAll(/\{\{\w+\}\}/g)) expect(message).toContain(placeholder);
    }
  });

  it.each(RULES.flatMap(({ meta }) => vocabularies.map((vocabulary) => ({ id: meta.id, meta, vocabulary }))))(
    "$id has anchors for $vocabulary.name, and a strong one among them",
    ({ meta, vocabulary }) => {
      const anchors = meta.anchors(vocabulary);
      expect(anchors.some(({ strength }) => strength === "strong")).toBe(true);
      const sizes = anchors.map(({ all }) =>
        all.reduce((sum, part) => sum + (typeof part === "string" ? part : part.expression).length, 0),
      );
      // Shorter ones would be in every other file.
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(5);
    },
  );
});
