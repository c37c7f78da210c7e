import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RULES } from "../../rules/index.js";
import { analyzeAll } from "../support/analyze.js";
import { examplesOf } from "../support/page-examples.js";

/** The sections of every page, in this order. */
const SECTIONS = [
  "What it reports",
  "Why it breaks",
  "How to fix",
  "Examples",
  "What is not reported",
  "Severity and confidence",
  "Automatic fix",
  "Options",
  "When not to use it",
];

describe("rule pages", () => {
  it.each(readdirSync("rules").filter((name) => name.endsWith(".md")))(
    "%s has the sections of all pages",
    (name) => {
      const page = readFileSync(`rules/${name}`, "utf8");
      expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(SECTIONS);
    },
  );

  it("there is a page for every rule, for the one that the plugin has for itself, and no other", () => {
    const pages = readdirSync("rules").filter((name) => name.endsWith(".md"));
    expect(pages.sort()).toEqual([...RULES.map(({ meta }) => `${meta.id}.md`), "valid-directive.md"].sort());
  });

  for (const rule of RULES) {
    const { id } = rule.meta;
    const page = readFileSync(`rules/${id}.md`, "utf8");
    const examples = examplesOf(page);

    it(`${id} has pairs of examples`, () => {
      expect(examples.map(({ kind }) => kind)).toEqual(
        examples.map((_, index) => (index % 2 === 0 ? "before" : "after")),
      );
      expect(examples.length).toBeGreaterThanOrEqual(2);
    });

    for (const [index, { kind, path, code }] of examples.entries()) {
      it(`${id}, example ${Math.floor(index / 2) + 1} ${kind}`, async () => {
        const findings = await analyzeAll({ [path]: code });
        const own = findings.filter(
          ({ ruleId, confidence }) =>
            ruleId === id && (confidence !== "low" || id === "undetermined-request"),
        );
        if (kind === "before") expect(own.length).toBeGreaterThan(0);
        else expect(own).toEqual([]);
      });
    }
  }
});
