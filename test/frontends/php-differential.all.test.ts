import { expect, it } from "vitest";
import { hasPhp, wrongPrograms } from "./php-programs.js";

it.skipIf(!hasPhp)("5,000 programs give what PHP gives (needs php)", { timeout: 1_800_000 }, async () => {
  const { wrong } = await wrongPrograms(5_000, 23);
  expect(wrong).toEqual([]);
});
