import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "v2ready-new-rule-"));
const ID = "no-such-thing";

beforeAll(() => {
  const names = [
    "src",
    "rules",
    "test",
    "tools",
    "package.json",
    "docs",
    "tsconfig.json",
    "vitest.config.ts",
  ];
  const settings = readdirSync(ROOT).filter(
    (name) => name.startsWith(".prettier") || name.startsWith("eslint.config"),
  );
  for (const name of [...names, ...settings]) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  // A folder of its own, as the tools write to it, with links to what is in the real one.
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")))
    symlinkSync(join(ROOT, "node_modules", name), join(copy, "node_modules", name));
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

function node(...args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

const newRule = (...args: readonly string[]) => node("tools/new-rule.mjs", ...args);
const read = (path: string): string => readFileSync(join(copy, path), "utf8");

describe("npm run new-rule", () => {
  it.each([
    { args: [], says: "one id is needed" },
    { args: ["NoSuchThing"], says: "NoSuchThing is not an id" },
    { args: ["such-thing"], says: "such-thing is not an id" },
    { args: ["no-gone-endpoint"], says: "rules/no-gone-endpoint.ts exists already" },
    { args: ["no-such", "thing"], says: "one id is needed" },
  ])("$args is refused, and nothing is written", ({ args, says }) => {
    const before = readdirSync(join(copy, "rules"));
    const { status, output } = newRule(...args);
    expect({ status, output }).toEqual({ status: 2, output: expect.stringContaining(says) as string });
    expect(readdirSync(join(copy, "rules"))).toEqual(before);
  });

  it("makes a rule, its page and its test, which are in order as they are", () => {
    const made = newRule(ID);
    expect(made).toEqual({ status: 0, output: expect.stringContaining(`rules/${ID}.ts`) as string });
    expect(read("rules/index.ts")).toContain(`import noSuchThing from "./${ID}.js";`);
    expect(read("docs/rules.md")).toContain(`[${ID}](../rules/${ID}.md)`);
    expect(read(`rules/${ID}.md`)).toContain(`# ${ID}\n\nReports media types of the service.`);

    const written = [`rules/${ID}.ts`, `test/rules/${ID}.test.ts`];
    const checks = {
      extends: "./tsconfig.json",
      compilerOptions: { types: ["node"] },
      include: written,
    };
    writeFileSync(join(copy, "tsconfig.new-rule.json"), JSON.stringify(checks));
    const clean = { status: 0, output: "" };
    expect(node("node_modules/typescript/bin/tsc", "-p", "tsconfig.new-rule.json")).toEqual(clean);
    expect(node("node_modules/eslint/bin/eslint.js", "--max-warnings", "0", ...written)).toEqual(clean);
    const formatted = ["rules/index.ts", `rules/${ID}.md`, "docs/rules.md", ...written];
    expect(
      node("node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", ...formatted),
    ).toEqual(clean);

    const files = [`test/rules/${ID}.test.ts`, "test/rules/pages.test.ts"];
    const tests = node("node_modules/vitest/vitest.mjs", "run", "--reporter=json", ...files, "-t", ID);
    const { numPassedTests, numFailedTests } = JSON.parse(tests.output.slice(tests.output.indexOf("{"))) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    expect(numFailedTests).toBe(0);
    // Those of the rule in two vocabularies, and two examples of the page.
    expect(numPassedTests).toBeGreaterThan(10);
  });
});
