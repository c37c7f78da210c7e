import { describe, expect, it } from "vitest";
import { Random } from "../fuzz/random.js";
import { compare, isThere } from "./languages/compare.js";
import { INTERPRETED } from "./languages/index.js";

const PROGRAMS = 5000;

describe("many generated programs send what the analysis says", () => {
  for (const [name, language] of Object.entries(INTERPRETED))
    it.runIf(isThere(language))(`${name} (needs ${language.command})`, { timeout: 1_800_000 }, async () => {
      const { wrong } = await compare(language, PROGRAMS, new Random(23));
      expect(wrong.slice(0, 3)).toEqual([]);
    });
});
