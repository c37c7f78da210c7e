import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { RuleTester as TypedRuleTester } from "@typescript-eslint/rule-tester";
import { Linter, RuleTester } from "eslint";
import { parser } from "typescript-eslint";
import { afterAll, describe, it } from "vitest";
import { RULES } from "../../../rules/index.js";
import type { Finding } from "../../../src/core/finding.js";
import { SourceText } from "../../../src/core/source-text.js";
import type { V2readyPlugin } from "../../../src/hosts/eslint/index.js";
import { TEST_DAY, analyze } from "../../support/analyze.js";
import { examplesOf, type Example } from "../../support/page-examples.js";
import { sharedTree } from "../../support/tree.js";

const plugin = createRequire(import.meta.url)("../../../dist/eslint.js") as V2readyPlugin;

RuleTester.describe = describe;
RuleTester.it = it;
TypedRuleTester.describe = describe;
TypedRuleTester.it = it;
TypedRuleTester.afterAll = afterAll;

const root = sharedTree({ "package.json": "{}" });
const settings = { v2ready: { asOf: TEST_DAY, root } };
const languageOptions = { parser };

type Options = NonNullable<ConstructorParameters<typeof RuleTester>[0]>;
const tester = new RuleTester({ settings, languageOptions } as Options);
const typedTester = new TypedRuleTester({ settings, languageOptions } as ConstructorParameters<
  typeof TypedRuleTester
>[0]);
type TypedCases = Parameters<typeof typedTester.run>[2];

/** Returns the findings of the engine in an example, in ESLint's positions. */
function errorsOf(findings: readonly Finding[], { path, code }: Example): RuleTester.TestCaseError[] {
  const source = new SourceText(path, code);
  return findings.map(({ messageId, place }) => {
    const [start, end] = [source.position(place.start), source.position(place.end)];
    return { messageId, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  });
}

/**
 * Returns the messages about a text with their suggestions. Testers require that every suggestion is listed, and prove
 * that it can be applied.
 */
function messagesOf(id: string, code: string, filename: string): Linter.LintMessage[] {
  const config: Linter.Config = {
    // A pattern for every file would not make a file of TypeScript match.
    files: ["**/*.js", "**/*.ts"],
    plugins: { v2ready: plugin },
    rules: { [`v2ready/${id}`]: "error" },
    languageOptions: { parser: parser as Linter.Parser },
    settings,
  };
  return new Linter({ cwd: root }).verify(code, [config], { filename });
}

/** The text after each round of fixes: those that do not overlap one before them, from the start on. */
function outputsOf(
  id: string,
  code: string,
  filename: string,
  messages: readonly Linter.LintMessage[],
): string[] {
  const fixes = messages.flatMap(({ fix }) => fix ?? []).sort((a, b) => a.range[0] - b.range[0]);
  if (fixes.length === 0) return [];
  let [output, from] = ["", 0];
  for (const { range, text } of fixes) {
    if (range[0] < from) continue;
    output += code.slice(from, range[0]) + text;
    from = range[1];
  }
  output += code.slice(from);
  return [output, ...outputsOf(id, output, filename, messagesOf(id, output, filename))];
}

/** Rules that look at manifests only. A linter of scripts cannot run their examples. */
const OF_MANIFESTS = ["no-outdated-client"];
const OF_SCRIPTS = RULES.filter(({ meta }) => !OF_MANIFESTS.includes(meta.id));

for (const { meta } of OF_SCRIPTS) {
  const { id } = meta;
  const examples = examplesOf(readFileSync(`rules/${id}.md`, "utf8")).filter(({ path }) =>
    /\.[jt]s$/.test(path),
  );
  const valid: RuleTester.ValidTestCase[] = [];
  const invalid: RuleTester.InvalidTestCase[] = [];
  const typedInvalid: unknown[] = [];
  for (const [index, example] of examples.entries()) {
    const { code, kind, path } = example;
    const filename = join(root, path);
    const name = `example ${String(Math.floor(index / 2) + 1)} ${kind}`;
    if (kind === "after") {
      valid.push({ name, code, filename });
      continue;
    }
    // Without what only the repository as a whole tells, which no linter has before it.
    const findings = (await analyze(path, code)).findings
      .filter(
        ({ ruleId, confidence }) => ruleId === id && (confidence !== "low" || id === "undetermined-request"),
      )
      .sort((a, b) => a.place.start - b.place.start);
    const messages = messagesOf(id, code, filename);
    const outputs = outputsOf(id, code, filename, messages);
    const errors = errorsOf(findings, example).map((error, at) => {
      const offers = messages[at]?.suggestions?.length;
      return offers ? { ...error, suggestions: offers } : error;
    });
    const [output] = outputs;
    invalid.push({ name, code, filename, errors, ...(output === undefined ? {} : { output }) });
    typedInvalid.push({
      name,
      code,
      filename,
      errors: errors.length,
      ...(output === undefined ? {} : { output: outputs }),
    });
  }
  const rule = plugin.rules[id]!;
  tester.run(id, rule, { valid, invalid });
  typedTester.run(id, rule as never, { valid, invalid: typedInvalid } as TypedCases);
}

describe("the examples", () => {
  it("are of every rule that a linter can ask", ({ expect }) => {
    const asked = RULES.filter(({ meta }) =>
      examplesOf(readFileSync(`rules/${meta.id}.md`, "utf8")).some(({ path }) => /\.[jt]s$/.test(path)),
    );
    expect(asked.map(({ meta }) => meta.id)).toEqual(OF_SCRIPTS.map(({ meta }) => meta.id));
  });
});
