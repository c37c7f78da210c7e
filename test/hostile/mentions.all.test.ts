import { describe, expect, it } from "vitest";
import { MOST_FACTS, tooManyMentions } from "../../src/engine/bounded-facts.js";
import { report, v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups";
const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => line(number)).join("");

const FILES: Readonly<Record<string, readonly [path: string, line: (number: number) => string]>> = {
  text: ["a.txt", (number) => `${URL}/${number}\n`],
  JavaScript: ["a.js", (number) => `"${URL}/${number}";\n`],
  Swift: ["a.swift", (number) => `URLRequest(url: URL(string: "${URL}/${number}")!)\n`],
};

describe("a file that mentions the API very often", () => {
  it.each(Object.entries(FILES))(
    "%s: the first mentions are reported, and a problem says that there are more",
    async (_language, [path, line]) => {
      const count = MOST_FACTS + 1;
      const cwd = sharedTree({ ".git/HEAD": "", [path]: lines(count, line) });
      const { findings, problems, unchecked } = await report([], { cwd });
      const bases = findings.filter(({ ruleId }) => ruleId === "no-unversioned-base-path");
      const calls = findings.filter(({ ruleId }) => ruleId === "require-version-media-type");
      expect(bases).toHaveLength(MOST_FACTS);
      expect(calls).toHaveLength(path === "a.swift" ? MOST_FACTS : 0);
      const message = `mentions the API more than ${MOST_FACTS} times; the other mentions are not reported`;
      expect(problems).toContainEqual({ path, kind: "limit", message });
      expect(unchecked.map(({ kind }) => kind)).toContain("limit");
    },
    60_000,
  );

  it("is not changed, because the fixed file has other mentions that are reported first", async () => {
    const call = `import axios from "axios";\naxios.get("${URL}");\n`;
    const cwd = sharedTree({ ".git/HEAD": "", "a.js": call + lines(MOST_FACTS, FILES["JavaScript"]![1]) });
    const { stdout } = await v2ready(["fix", "--diff", "--unsafe-fixes"], { cwd });
    expect(stdout).not.toContain("+++");
  }, 60_000);

  it("is planned no fix for, and each finding says why", async () => {
    const call = `import axios from "axios";\naxios.get("${URL}");\n`;
    const cwd = sharedTree({ ".git/HEAD": "", "a.js": call + lines(MOST_FACTS, FILES["JavaScript"]![1]) });
    const { findings } = await report([], { cwd });
    const reasons = findings.flatMap((finding) => finding.reasons.map(({ text }) => text));
    expect(findings.length).toBe(MOST_FACTS + 1);
    expect(reasons).toEqual(findings.map(() => tooManyMentions("a.js")));
    expect(findings.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits))).toEqual([]);
  }, 60_000);
});
