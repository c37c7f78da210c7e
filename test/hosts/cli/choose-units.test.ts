import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/core/finding.js";
import type { ReportedFinding } from "../../../src/core/report.js";
import { SourceText } from "../../../src/core/source-text.js";
import type { Unit } from "../../../src/fix/unit.js";
import type { Verifier } from "../../../src/fix/verify.js";
import { Chooser } from "../../../src/hosts/cli/choose-units.js";
import type { Offer } from "../../../src/runs/fix-paths.js";

const QUESTION = "Apply this fix? [y]es, [n]o, [a]ll, skip [f]ile, [q]uit, [?] help: ";

const SOURCES = new Map(
  ["a.js", "b.js"].map((path) => [path, new SourceText(path, "const one = 'v1.0';\nconst two = 'v1.0';\n")]),
);

function finding(path: string, start: number): Finding {
  return {
    ruleId: "no-unversioned-base-path",
    messageId: "unversioned",
    message: "v1.0 is the unversioned base path; v2 replaces it.",
    severity: "error",
    confidence: "high",
    place: { path, start, end: start + 4 },
    related: [],
    fixes: [],
    advice: "Change it to v2.",
  };
}

function unitAt(id: string, path: string, start: number, more: Partial<Unit> = {}): Unit {
  return {
    id,
    title: `move ${id}`,
    applicability: "safe",
    reasons: [],
    programs: [],
    edits: [{ path, start, end: start + 4, text: "v2" }],
    findings: [finding(path, start)],
    ...more,
  };
}

const UNITS = [unitAt("one", "a.js", 13), unitAt("two", "a.js", 33), unitAt("three", "b.js", 13)];

function offer(units: readonly Unit[] = UNITS, more: Partial<Offer> = {}): Offer {
  const verifier = { read: (path: string) => SOURCES.get(path) } as unknown as Verifier;
  const findings = units.flatMap((unit) =>
    unit.findings.map((one): ReportedFinding => {
      const source = SOURCES.get(one.place.path)!;
      const position = source.position(one.place.start);
      return {
        ...one,
        requests: [],
        position,
        end: source.position(one.place.end),
        relatedPositions: [],
        reasons: [],
        excerpt: [source.line(position.line)],
        fingerprint: "",
        fileClass: "source",
      };
    }),
  );
  return {
    units,
    state: { texts: new Map(), analyses: [], findings: [] },
    verifier,
    report: { findings, rules: [] } as unknown as Offer["report"],
    round: 1,
    skippedFiles: new Set(),
    ...more,
  };
}

/** A person who gives these answers, then none. */
function person(...answers: (string | undefined)[]) {
  const questions: string[] = [];
  const chooser = new Chooser((question) => Promise.resolve(answers[questions.push(question) - 1]), {});
  return { chooser, questions };
}

const idsOf = (units: readonly Unit[]): string => units.map(({ id }) => id).join(" ");

describe("--interactive", () => {
  it.each([
    [["y", "n", "YES "], "one three", false],
    [["n", "all"], "two three", false],
    [["y", "q"], "one", true],
    [["y", undefined], "one", true],
    [["", "perhaps", "n", "y", "n"], "two", false],
    [["f", "y"], "three", false],
    [["y", "f", "y"], "one three", false],
    [["f", "a"], "three", false],
    [["?", "y", "n", "n"], "one", false],
  ])("%j takes %s", async (answers, taken, isLast) => {
    const choice = await person(...answers).chooser.choose(offer());
    expect([idsOf(choice.taken), choice.isLast]).toEqual([taken, isLast]);
  });

  it("shows the finding with its place and code, what the fix does, why it is not proven, and the change", async () => {
    const { chooser, questions } = person();
    await chooser.choose(
      offer([
        unitAt("one", "a.js", 33, {
          applicability: "unsafe",
          reasons: ["a guess", "log prints it"],
          reasonPlaces: new Map([["log prints it", { path: "a.js", start: 6, end: 9 }]]),
        }),
      ]),
    );
    expect(questions).toEqual([
      `
Fix 1 of 1: move one
  a.js:2:14  error  v1.0 is the unversioned base path; v2 replaces it.  no-unversioned-base-path
    2 | const two = 'v1.0';
      |              ^^^^
      = help: Change it to v2.
  not proven: a guess
  not proven: log prints it (a.js:1:7)

diff --git a/a.js b/a.js
--- a/a.js
+++ b/a.js
@@ -1,2 +1,2 @@
 const one = 'v1.0';
-const two = 'v1.0';
+const two = 'v2';

${QUESTION}`,
    ]);
  });

  it("asks again with the help where the answer was none of them", async () => {
    const { chooser, questions } = person("x", "q");
    await chooser.choose(offer());
    expect(questions[1]).toMatch(
      /^\n {2}y {2}apply this fix\n[^]*\n {2}f {2}do not apply it, and skip all others that change a\.js\n[^]*\n {2}\? /,
    );
    expect(questions[1]!.endsWith(QUESTION)).toBe(true);
    expect(questions[1]).not.toContain("Fix 1 of 3");
  });

  it("masks secrets, and prints nothing that moves the cursor", async () => {
    const text = 'const privateKey = "abcdef-secret";\nconst base = "v1.0"; // \u001B[2J\n';
    const verifier = { read: () => new SourceText("a.js", text) } as unknown as Verifier;
    const { chooser, questions } = person();
    await chooser.choose(
      offer([unitAt("one", "a.js", text.indexOf("v1.0"), { findings: [] })], { verifier }),
    );
    expect(questions[0]).toContain('-const base = "v1.0"; // ␛[2J\n+const base = "v2"; // ␛[2J\n');
    expect(questions[0]).not.toContain("secret");
  });

  it("says that a later round comes from what was accepted, and keeps what was skipped", async () => {
    const { chooser, questions } = person("y", "y");
    const skippedFiles = new Set(["b.js"]);
    const later = await chooser.choose(offer(UNITS, { round: 2, skippedFiles }));
    expect(idsOf(later.taken)).toBe("one two");
    expect(questions[0]).toMatch(
      /^\nSecond round: 2 more\. The fixes that you accepted make them possible\.\n\nFix 1 of 2: /,
    );
    expect(questions[1]).not.toContain("round");
  });

  it("does not ask in a later round after all, nor in another repository after quit", async () => {
    const all = person("f", "a");
    const skippedFiles = new Set<string>();
    await all.chooser.choose(offer(UNITS, { skippedFiles }));
    expect(idsOf((await all.chooser.choose(offer(UNITS, { round: 2, skippedFiles }))).taken)).toBe("three");
    expect(all.questions).toHaveLength(2);
    const quit = person("q");
    await quit.chooser.choose(offer());
    expect(await quit.chooser.choose(offer())).toMatchObject({ taken: [], isLast: true });
    expect(quit.questions).toHaveLength(1);
  });
});
