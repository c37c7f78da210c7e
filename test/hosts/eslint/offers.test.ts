import { type ESLint, Linter, type SourceCode } from "eslint";
import { describe, expect, it } from "vitest";
import type { Edit, Finding, Fix } from "../../../src/core/finding.js";
import { SourceText } from "../../../src/core/source-text.js";
import { reportsOf } from "../../../src/hosts/eslint/create-rule.js";
import { offersFor } from "../../../src/hosts/eslint/offers.js";

const CODE = 'const base = "/v1.0";\nconst accept = "json";\n';

function edit(path: string, old: string, text: string): Edit {
  const start = CODE.indexOf(old);
  return { path, start, end: start + old.length, text };
}

function finding(start: number, fixes: readonly Fix[], path = "a.js"): Finding {
  return {
    ruleId: "no-unversioned-base-path",
    messageId: "unversioned",
    message: "Old base.",
    severity: "error",
    confidence: "high",
    place: { path, start, end: start + 1 },
    related: [],
    fixes,
  };
}

const BASE = edit("a.js", "/v1.0", "/v2");
const ACCEPT = edit("a.js", "json", "dated");
const ELSEWHERE = edit("src/b.js", "json", "dated");
const fix = (applicability: Fix["applicability"], edits: readonly Edit[], unit?: string): Fix => ({
  applicability,
  description: "move it",
  edits,
  ...(unit === undefined ? {} : { unit }),
});

describe("what is offered about a finding", () => {
  it("is a fix where it is safe, and a suggestion where it is not", () => {
    expect(offersFor(finding(0, [fix("safe", [BASE])]), [])).toMatchObject({
      fix: { edits: [BASE] },
      suggestions: [],
    });
    const { fix: none, suggestions } = offersFor(finding(0, [fix("unsafe", [BASE])]), []);
    expect(none).toBeUndefined();
    expect(suggestions).toMatchObject([{ edits: [BASE], description: "move it (unsafe)" }]);
  });

  it("says of a suggestion why it is not safe, in one line", () => {
    const told = (...reasons: string[]): string[] =>
      offersFor(finding(0, [{ ...fix("unsafe", [BASE]), reasons }]), []).suggestions.map(
        ({ description }) => description,
      );
    expect(told("somebody gets it")).toEqual(["move it (unsafe: somebody gets it)"]);
    expect(told("somebody gets it", "it is printed", "it is sent on")).toEqual([
      "move it (unsafe: somebody gets it; and 2 more)",
    ]);
  });

  it("tells the reasons of the whole unit", () => {
    const first = finding(0, [fix("safe", [BASE], "u")]);
    const second = finding(30, [{ ...fix("unsafe", [ACCEPT], "u"), reasons: ["somebody gets it"] }]);
    expect(offersFor(first, [first, second]).suggestions).toMatchObject([
      { description: "move it (unsafe: somebody gets it)" },
    ]);
  });

  it("is nothing where it is only for reading", () => {
    expect(offersFor(finding(0, [fix("display-only", [BASE])]), [])).toEqual({ suggestions: [] });
  });

  it("is the whole unit, whichever finding of it is clicked", () => {
    const first = finding(0, [fix("safe", [BASE], "u")]);
    const second = finding(30, [fix("safe", [ACCEPT], "u")]);
    for (const one of [first, second])
      expect(offersFor(one, [first, second]).fix?.edits).toEqual([BASE, ACCEPT]);
  });

  it("is as careful as the most careful part of the unit", () => {
    const first = finding(0, [fix("safe", [BASE], "u")]);
    const second = finding(30, [fix("unsafe", [ACCEPT], "u")]);
    const offers = offersFor(first, [first, second]);
    expect(offers.fix).toBeUndefined();
    expect(offers.suggestions).toMatchObject([{ edits: [BASE, ACCEPT] }]);
  });

  it("is the command where the unit reaches other files", () => {
    const first = finding(0, [fix("safe", [BASE], "u")]);
    const second = finding(30, [fix("safe", [ELSEWHERE], "u")], "src/b.js");
    expect(offersFor(first, [first, second])).toEqual({
      suggestions: [],
      elsewhere: "the fix also changes src/b.js: npx v2ready fix",
    });
    const unsafe = finding(0, [fix("unsafe", [BASE, edit("odd name.js", "json", "x")])]);
    expect(offersFor(unsafe, []).elsewhere).toBe(
      "the fix also changes odd name.js: npx v2ready fix --unsafe-fixes",
    );
    expect(offersFor(unsafe, [], "packages/odd name").elsewhere).toBe(
      'the fix also changes packages/odd name/odd name.js: npx v2ready fix --unsafe-fixes "packages/odd name"',
    );
  });

  it("is nothing where the parts of a unit contradict each other", () => {
    const first = finding(0, [fix("safe", [BASE], "u")]);
    const second = finding(30, [fix("safe", [{ ...BASE, text: "/v3" }], "u")]);
    expect(offersFor(first, [first, second])).toEqual({ suggestions: [] });
  });
});

describe("what ESLint makes of it", () => {
  /** A rule that reports these findings with the adapter's own code. */
  function verify(findings: readonly Finding[], all = findings, code = CODE) {
    const sources = new Map([["a.js", new SourceText("a.js", CODE)]]);
    const told = { findings, all, sources, offset: CODE.length - code.length, from: "" };
    const rule: ESLint.Plugin = {
      rules: {
        injected: {
          meta: {
            fixable: "code",
            hasSuggestions: true,
            messages: { unversioned: "{{message}}", suggestion: "{{description}}" },
          },
          create: (context) => ({
            Program: () => {
              for (const report of reportsOf(told, context.sourceCode as SourceCode))
                context.report(report as unknown as Parameters<typeof context.report>[0]);
            },
          }),
        },
      },
    };
    const config: Linter.Config = { plugins: { test: rule }, rules: { "test/injected": "error" } };
    const linter = new Linter();
    return { messages: linter.verify(code, config), fixed: linter.verifyAndFix(code, config).output };
  }

  it("applies a safe unit once, all edits of it", () => {
    const once = [finding(0, [fix("safe", [BASE], "u")]), finding(30, [fix("safe", [ACCEPT], "u")])];
    const { messages } = verify(once);
    expect(messages.map((message) => message.fix !== undefined)).toEqual([true, true]);
    expect(messages[0]!.fix).toEqual(messages[1]!.fix);
    const { fix: whole } = messages[0]!;
    const [start, end] = whole!.range;
    expect(CODE.slice(0, start) + whole!.text + CODE.slice(end)).toBe(
      'const base = "/v2";\nconst accept = "dated";\n',
    );
  });

  it("offers an unsafe one as a suggestion with its description, and leaves the text alone", () => {
    const { messages, fixed } = verify([finding(0, [fix("unsafe", [ACCEPT])])]);
    expect(messages[0]).toMatchObject({
      suggestions: [{ desc: "move it (unsafe)", fix: { text: "dated" } }],
    });
    expect(fixed).toBe(CODE);
  });

  it("says what to do in the suggestion, and one sentence in the message", () => {
    const { messages } = verify([{ ...finding(0, [fix("unsafe", [ACCEPT])]), advice: "Send a date." }]);
    expect(messages[0]).toMatchObject({
      message: "Old base.",
      suggestions: [{ desc: "move it (unsafe). Send a date." }],
    });
  });

  it("names the command in the message where other files change", () => {
    const { messages } = verify([finding(0, [fix("safe", [BASE, ELSEWHERE])])]);
    expect(messages[0]!.message).toBe("Old base; the fix also changes src/b.js: npx v2ready fix");
    expect(messages[0]!.fix).toBeUndefined();
  });

  it("has places and edits moved where it was given a part of the file only", () => {
    const [, second] = CODE.split("\n");
    const at = CODE.indexOf("json");
    const { messages } = verify([finding(at, [fix("safe", [ACCEPT])])], [], `${second!}\n`);
    expect(messages[0]).toMatchObject({ line: 1, column: 17, fix: { range: [16, 20], text: "dated" } });
  });
});
