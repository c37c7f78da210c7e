import { describe, expect, it } from "vitest";
import type { Unit } from "../../../src/fix/unit.js";
import { SourceText } from "../../../src/core/source-text.js";
import { chooseUnits, previewOf } from "../../../src/hosts/cli/choose-units.js";

const UNITS = ["one", "two", "three"].map((id): Unit => ({
  id,
  title: id,
  applicability: "safe",
  reasons: [],
  programs: [],
  edits: [],
  findings: [],
}));

/** What is chosen with these answers, and what was asked. */
async function chosen(...answers: (string | undefined)[]) {
  const questions: string[] = [];
  const choice = await chooseUnits(
    UNITS,
    ({ title }) => `<${title}>`,
    (question) => {
      questions.push(question);
      return Promise.resolve(answers[questions.length - 1]);
    },
  );
  return { taken: choice.taken.map(({ id }) => id).join(" "), isLast: choice.isLast, questions };
}

describe("--interactive", () => {
  it.each([
    [["y", "n", "YES "], "one three", false],
    [["n", "all"], "two three", false],
    [["y", "q"], "one", true],
    [["y", undefined], "one", true],
    [["", "perhaps", "n", "y", "n"], "two", false],
  ])("%j takes %s", async (answers, taken, isLast) => {
    expect(await chosen(...answers)).toMatchObject({ taken, isLast });
  });

  it("shows what it asks about, and only the question where the answer was not understood", async () => {
    const { questions } = await chosen("x", "q");
    expect(questions).toEqual([
      "<one>(1/3) Apply it? [y]es, [n]o, [a]ll, [q]uit: ",
      "Apply it? [y]es, [n]o, [a]ll, [q]uit: ",
    ]);
  });

  it("previews a unit as a patch, with secrets masked and nothing that moves the cursor", () => {
    const text = 'const privateKey = "abcdef-secret";\nconst base = "v1.0"; // \u001B[2J\n';
    const source = new SourceText("a.js", text);
    const start = text.indexOf("v1.0");
    const edits = [{ path: "a.js", start, end: start + 4, text: "v2" }];
    const unit: Unit = { ...UNITS[0]!, applicability: "unsafe", reasons: ["a guess"], edits };
    const verifier = { read: () => source } as unknown as Parameters<typeof previewOf>[2];
    const shown = previewOf(unit, { texts: new Map(), analyses: [], findings: [] }, verifier);
    expect(shown).toContain("one (unsafe: a guess)");
    expect(shown).toContain('-const base = "v1.0"; // ␛[2J\n+const base = "v2"; // ␛[2J\n');
    expect(shown).not.toContain("secret");
  });
});
