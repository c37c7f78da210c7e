import { defineConfig } from "vitest/config";

/** What counts which modules are loaded or what is parsed, or puts another module in the place of one. */
const ISOLATED = [
  "test/analysis/released-trees.test.ts",
  "test/catalog/lazy-validation.test.ts",
  "test/frontends/evaluated-groups.test.ts",
  "test/hosts/clean.test.ts",
  "test/frontends/javascript/given-tree.test.ts",
  "test/frontends/javascript/kept-trees.test.ts",
  "test/hosts/eslint/cost.test.ts",
  "test/hosts/eslint/edit-cost.test.ts",
  "test/hosts/eslint/living-process.test.ts",
  "test/runs/shared-compiler.test.ts",
];

/** More of what another test does with fewer cases: `npm run test:all` runs these as well. */
const LONG = process.env["V2READY_TEST_ALL"] ? [] : ["test/**/*.all.test.ts"];

const common = {
  // Child processes and generated trees take their time on a busy machine; no test is about speed.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Tests make much that lives for a moment: with more room for it, the collector takes a tenth less of the time.
  execArgv: ["--max-semi-space-size=64"],
};

export default defineConfig({
  test: {
    globalSetup: "test/support/prepare.ts",
    maxWorkers: "100%",
    projects: [
      // One process for many files, so that the sources are loaded once.
      {
        test: {
          ...common,
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...ISOLATED, ...LONG],
          isolate: false,
        },
      },
      { test: { ...common, name: "isolated", include: ISOLATED } },
    ],
  },
});
