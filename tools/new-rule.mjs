// npm run new-rule -- ID: makes a rule, its page and its test from one template, and adds the rule to the index and to
// the table in docs/rules.md. What it makes works: it reports something, and its test passes until it is changed.
import { existsSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [id = "", ...rest] = process.argv.slice(2);
const files = { rule: `rules/${id}.ts`, page: `rules/${id}.md`, test: `test/rules/${id}.test.ts` };

const mistake = mistakeIn(id, rest);
if (mistake !== undefined) {
  console.error(`new-rule: ${mistake}`);
  process.exit(2);
}
writeFileSync(files.rule, ruleText());
writeFileSync(files.page, pageText());
writeFileSync(files.test, testText());
const { status } = spawnSync(process.execPath, ["tools/generate.mjs"], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
console.log(Object.values(files).join("\n"));
console.log(`\nNow change what they say, and run\n  npx vitest test/rules/${id}.test.ts`);
console.log(
  "When the metadata is right, renew its snapshot:\n  npx vitest run test/rules/metadata.test.ts -u",
);

function mistakeIn(name, others) {
  if (name === "" || others.length > 0) return "one id is needed: npm run new-rule -- no-such-thing";
  if (!/^(no|require|prefer|undetermined|valid)(-[a-z]+)+$/.test(name))
    return `${name} is not an id: kebab-case, with no-, require-, prefer-, undetermined- or valid- at its start`;
  const taken = Object.values(files).find((file) => existsSync(file));
  return taken === undefined ? undefined : `${taken} exists already`;
}

function ruleText() {
  return `import { defineRule, severityAt, strong, tracePlaces } from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "${id}",
    description: "Reports media types of the service",
    severity: "warning",
    confidence: ["high", "medium"],
    sources: ["spec:versioning"],
    messages: { found: "{{type}} is a media type of the service." },
    anchors: ({ words }) => [strong(\`application/vnd.\${words.vendor}.\`)],
  },
  *check(context) {
    for (const fact of context.facts.strings) {
      if (fact.what !== "media-type") continue;
      yield {
        messageId: "found",
        place: fact.place,
        confidence: fact.setting === "text" ? "medium" : "high",
        severity: severityAt(fact.setting, context, "warning"),
        related: tracePlaces(fact.trace),
        data: { type: fact.value },
        advice: "Say in one sentence what to do instead.",
      };
    }
  },
});
`;
}

function pageText() {
  return `<!-- generated:head -->
<!-- /generated -->

## What it reports

Requests, strings or properties that are wrong.

## Why it breaks

What breaks, when, and what the user sees.

## How to fix

The steps, in order.

## Examples

\`\`\`js before
const headers = { Accept: "application/vnd.service.2023-02-01+json" };
\`\`\`

\`\`\`js after
const headers = { Accept: "application/json" };
\`\`\`

## What is not reported

- Similar code that is right.

## Severity and confidence

\`high\` in parsed languages, \`medium\` in plain text.

## Automatic fix

There is none: why.

## Options

The rule has no options of its own.

## When not to use it

A project that does not need the rule.
`;
}

function testText() {
  return `import rule from "../../rules/${id}.js";
import { testRule } from "../support/rule-tester.js";

testRule(rule, {
  valid: [
    {
      name: "a type without a version",
      code: \`const headers = { Accept: "application/json" };\`,
      noAnchor: true,
    },
  ],
  invalid: [
    {
      name: "a versioned type",
      code: \`const headers = { Accept: "⟦application/vnd.%vendor%.2023-02-01+json⟧" };\`,
      errors: [{ messageId: "found", confidence: "high", message: "is a media type of the service" }],
    },
    {
      name: "a versioned type in a language that is read as text",
      filename: "list.pl",
      code: \`get(url, "Accept" => "⟦application/vnd.%vendor%.2023-02-01+json⟧")\`,
      errors: [{ messageId: "found", confidence: "medium" }],
    },
  ],
});
`;
}
