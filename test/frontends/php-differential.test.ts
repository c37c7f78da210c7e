import { expect, it } from "vitest";
import { hasPhp, wrongPrograms } from "./php-programs.js";

it.skipIf(!hasPhp)("60 programs give what PHP gives (needs php)", { timeout: 120_000 }, async () => {
  const { wrong, exact } = await wrongPrograms(60, 11);
  expect(wrong).toEqual([]);
  expect(exact).toBeGreaterThan(30);
});
