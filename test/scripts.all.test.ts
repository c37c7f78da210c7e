import { describe, expect, it } from "vitest";
import { expectMoved, scripts } from "./support/script-programs.js";

describe("programs in other languages", () => {
  it("are many", () => {
    expect(scripts.length).toBeGreaterThanOrEqual(20);
  });

  it.each(scripts)("%s does the same after it was fixed", expectMoved);
});
