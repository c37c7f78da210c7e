import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ProjectCopy } from "../support/project-copy.js";

const ID = "no-such-thing";

it("npm run new-rule makes a rule, its page and its test, which are in order as they are", () => {
  const copy = new ProjectCopy();
  expect(copy.node("tools/new-rule.mjs", ID).status).toBe(0);
  const written = [`rules/${ID}.ts`, `test/rules/${ID}.test.ts`];
  const checks = {
    extends: "./tsconfig.json",
    compilerOptions: { types: ["node"] },
    include: written,
  };
  writeFileSync(join(copy.root, "tsconfig.new-rule.json"), JSON.stringify(checks));
  const clean = { status: 0, output: "" };
  expect(copy.node("node_modules/typescript7/bin/tsc", "-p", "tsconfig.new-rule.json")).toEqual(clean);
  expect(copy.node("node_modules/oxlint/bin/oxlint", ...written)).toMatchObject({ status: 0 });
  const formatted = ["rules/index.ts", `rules/${ID}.md`, "docs/rules.md", ...written];
  expect(copy.node("node_modules/oxfmt/bin/oxfmt", "--list-different", ...formatted)).toEqual(clean);

  const files = [`test/rules/${ID}.test.ts`, "test/rules/pages.test.ts"];
  const tests = copy.node("node_modules/vitest/vitest.mjs", "run", "--reporter=json", ...files, "-t", ID);
  const { numPassedTests, numFailedTests } = JSON.parse(tests.output.slice(tests.output.indexOf("{"))) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  expect(numFailedTests).toBe(0);
  // Those of the rule in two vocabularies, and two examples of the page.
  expect(numPassedTests).toBeGreaterThan(10);
});
