import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TEST_DAY } from "../support/analyze.js";
import { report, v2ready } from "../support/command.js";
import { copyOfFixtures, sharedTree } from "../support/tree.js";

/** A repository of about 30 findings: several languages, a wrapper, settings, tests and documentation. */
function repository(): string {
  const cwd = sharedTree({ ".git/HEAD": "" });
  cpSync(copyOfFixtures("projects/polyglot"), cwd, { recursive: true });
  cpSync(copyOfFixtures("projects/urllib-wrapper"), join(cwd, "web"), { recursive: true });
  return cwd;
}

const cwd = repository();

it("the repository has about 30 findings in all classes of files", async () => {
  const { findings } = await report(["."], { cwd });
  expect(findings.length).toBeGreaterThanOrEqual(28);
  expect(new Set(findings.map(({ fileClass }) => fileClass))).toEqual(
    new Set(["source", "test", "documentation"]),
  );
});

it.each([80, 120])("the report of a repository is as committed, in %i columns", async (columns) => {
  const args = ["check", "--as-of", TEST_DAY, "."];
  const { stdout } = await v2ready(args, { cwd, env: { COLUMNS: String(columns) } });
  await expect(stdout).toMatchFileSnapshot(`../../fixtures/reports/repository.${columns}.txt`);
});
