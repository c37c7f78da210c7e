import fc from "fast-check";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { errsTooMuch } from "../../../src/frontends/javascript/error-guard.js";
import { check } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const errorsOf = (text: string): number => parseSync("a.tsx", text, { astType: "ts" }).errors.length;
const errs = (text: string, copied: number): boolean => errsTooMuch(text, true, errorsOf, { copied });

describe("errsTooMuch", () => {
  it.each([
    { name: "many errors in one long line", text: "return;".repeat(1000), expected: true },
    { name: "many errors in short lines", text: "return;\n".repeat(1000), expected: false },
    { name: "a long line without errors", text: "f(1);".repeat(1400), expected: false },
    { name: "errors in what would be strings", text: '"return;return;";'.repeat(400), expected: false },
    {
      name: "errors beside a long line",
      text: `${"return;\n".repeat(400)}${"f(1);".repeat(1000)}`,
      expected: true,
    },
    {
      name: "errors behind a long text",
      text: `"${"a".repeat(5000)}";${"return;".repeat(300)}`,
      expected: true,
    },
  ])("$name: $expected", ({ text, expected }) => {
    expect(errs(text, 1_000_000)).toBe(expected);
  });

  it("finds as many errors in short lines as in one", () => {
    const piece = fc.constantFrom(
      "return;",
      "f({ a: 1 }, [2]);",
      "const a = `{;${b};,}`;",
      "/[;,{}]/.test(a);",
      "const e = <a b={c}>;,{d}</a>;",
      "const c;",
      "'{;,}';",
      "/* ; */",
      "if (a) { return; }",
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        let inShortLines = -1;
        errsTooMuch(text, true, (broken) => (inShortLines = errorsOf(broken)), { copied: 0 });
        expect(inShortLines).toBe(errorsOf(text));
      }),
    );
  });
});

const BASE = 'fetch("https://cloud.mongodb.com/api/admin/v1.0/groups");';

describe("20,000 errors in one line", () => {
  const cwd = sharedTree({
    "errors.ts": BASE + "return;".repeat(20_000),
    "script.js": BASE + "return;".repeat(20_000),
  });
  const tellMemory =
    "data:text/javascript,process.on('exit',()=>console.error('kilobytes='+process.resourceUsage().maxRSS))";

  it.each([
    { path: "errors.ts", problem: "too many errors in one line, searched as plain text" },
    // There is a reading of scripts in which nothing of it is an error.
    { path: "script.js", problem: undefined },
  ])("$path is read, in little memory", async ({ path, problem }) => {
    const { stdout, stderr, status } = await check([path, "--format", "json"], {
      cwd,
      node: ["--import", tellMemory],
    });
    expect(status).toBe(1);
    const { findings, problems } = JSON.parse(stdout) as {
      findings: { ruleId: string }[];
      problems: { path: string; message: string }[];
    };
    expect(findings.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
    expect(problems.find((one) => one.path === path)?.message).toBe(problem);
    expect(Number(/kilobytes=(\d+)/.exec(stderr)?.[1])).toBeLessThan(500_000);
  });
});
