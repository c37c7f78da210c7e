import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProjectCopy } from "../support/project-copy.js";

const copy = new ProjectCopy();
const ID = "no-such-thing";

const newRule = (...args: readonly string[]) => copy.node("tools/new-rule.mjs", ...args);
const read = (path: string): string => readFileSync(join(copy.root, path), "utf8");

describe("npm run new-rule", () => {
  it.each([
    { args: [], says: "one id is needed" },
    { args: ["NoSuchThing"], says: "NoSuchThing is not an id" },
    { args: ["such-thing"], says: "such-thing is not an id" },
    { args: ["no-gone-endpoint"], says: "rules/no-gone-endpoint.ts exists already" },
    { args: ["no-such", "thing"], says: "one id is needed" },
  ])("$args is refused, and nothing is written", ({ args, says }) => {
    const before = readdirSync(join(copy.root, "rules"));
    const { status, output } = newRule(...args);
    expect({ status, output }).toEqual({ status: 2, output: expect.stringContaining(says) as string });
    expect(readdirSync(join(copy.root, "rules"))).toEqual(before);
  });

  it("makes a rule, its page and its test", () => {
    const made = newRule(ID);
    expect(made).toEqual({ status: 0, output: expect.stringContaining(`rules/${ID}.ts`) as string });
    expect(read("rules/index.ts")).toContain(`import noSuchThing from "./${ID}.js";`);
    expect(read("docs/rules.md")).toContain(`[${ID}](../rules/${ID}.md)`);
    expect(read(`rules/${ID}.md`)).toContain(`# ${ID}\n\nReports media types of the service.`);
  });
});
