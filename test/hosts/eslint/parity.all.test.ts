import { describe, it } from "vitest";
import { compareFixtures, type Comparison } from "../../support/fixture-parity.js";

const COMPARISONS: readonly Comparison[] = [
  { folder: "projects", version: "eslint", config: "strict" },
  { folder: "values", version: "eslint", config: "recommended" },
  { folder: "values", version: "eslint", config: "strict" },
  { folder: "values", version: "eslint9", config: "strict", parser: "babel" },
];

describe("what ESLint finds and what the audit finds", () => {
  it.each(COMPARISONS)("is the same in $folder, with $version and $config", compareFixtures);
});
