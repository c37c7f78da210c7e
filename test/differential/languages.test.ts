import { describe, expect, it } from "vitest";
import { Random } from "../fuzz/random.js";
import { compare, isThere } from "./languages/compare.js";
import { INTERPRETED } from "./languages/index.js";
import { THOROUGH } from "../support/thorough.js";

const PROGRAMS = THOROUGH ? 150 : 60;

describe("generated programs send what the analysis says", () => {
  for (const [name, language] of Object.entries(INTERPRETED))
    it.runIf(isThere(language))(`${name} (needs ${language.command})`, async () => {
      const { wrong, exact, ran } = await compare(language, PROGRAMS, new Random(20230201));
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(ran).toBeGreaterThan(PROGRAMS / 2);
      expect(exact).toBeGreaterThan(ran / 4);
    });
});
