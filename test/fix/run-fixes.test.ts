import { describe, expect, it } from "vitest";
import type { Edit, Finding } from "../../src/core/finding.js";
import { SourceText } from "../../src/core/source-text.js";
import { runFixes, type FixBench, type FixRun } from "../../src/fix/run-fixes.js";
import type { Unit } from "../../src/fix/unit.js";
import type { Analysed, Texts } from "../../src/fix/verify.js";

/**
 * A world in which every `bad` is a finding, `worse` another one, and `old` a notice; a text with `(` in it has lost its
 * tree.
 */
function bench(files: Readonly<Record<string, string>>, plan: (analysed: Analysed, texts: Texts) => Unit[]) {
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  let analysed = 0;
  let compared = 0;
  let texts: Texts = new Map();
  const look = (overlay: Texts): Analysed => {
    texts = overlay;
    const findings = [...new Map([...sources, ...overlay]).values()].flatMap(({ path, text }) =>
      [...text.matchAll(/bad|worse|old/g)].map(({ index, 0: word }) => finding(word, path, index)),
    );
    return { analyses: [], findings };
  };
  const made: FixBench = {
    withUnsafe: false,
    plan: (now) => ({ units: plan(now, texts) }),
    analyze: (overlay) => {
      analysed++;
      return Promise.resolve(look(overlay));
    },
    changeBeside: (_before, after) => {
      compared++;
      return Promise.resolve(after.text.includes("(") ? "it lost its tree" : undefined);
    },
    read: (path) => sources.get(path),
    isNotice: ({ messageId }) => messageId === "old",
    refusal: () => undefined,
  };
  return { bench: made, start: look(new Map()), count: () => analysed, comparisons: () => compared };
}

function finding(messageId: string, path: string, start: number): Finding {
  const place = { path, start, end: start + messageId.length };
  return {
    ruleId: "r",
    messageId,
    message: `${messageId} is here.`,
    severity: "error",
    confidence: "high",
    place,
    related: [],
    fixes: [],
  };
}

function unit(
  id: string,
  findings: readonly Finding[],
  edits: readonly Edit[],
  more: Partial<Unit> = {},
): Unit {
  return { id, title: id, applicability: "safe", reasons: [], programs: [], edits, findings, ...more };
}

/** A unit that replaces the word of a finding. */
function replacing(one: Finding, text: string, more: Partial<Unit> = {}): Unit {
  return unit(`${one.place.path}:${one.place.start}`, [one], [{ ...one.place, text }], more);
}

function textsOf({ state }: FixRun): Record<string, string> {
  return Object.fromEntries([...state.texts].map(([path, { text }]) => [path, text]));
}

describe("units in a run", () => {
  it("of one file are verified together, however many there are", async () => {
    const world = bench({ a: "bad ".repeat(200) }, ({ findings }) =>
      findings.map((one) => replacing(one, "good")),
    );
    const run = await runFixes(world.start, world.bench);
    expect(run.applied).toHaveLength(200);
    // Once before it is known which of them can be applied, and once with those that are.
    expect(world.comparisons()).toBe(2);
  });

  it("of which few are at fault are looked at by halves, and only those are withdrawn", async () => {
    const world = bench({ a: `${"bad ".repeat(100)}worse ${"bad ".repeat(99)}` }, ({ findings }) =>
      findings.map((one) => replacing(one, one.messageId === "worse" ? "(" : "good")),
    );
    const run = await runFixes(world.start, world.bench);
    expect(run.applied).toHaveLength(199);
    expect(run.others).toMatchObject([
      { status: "withdrawn", reason: "the fix failed its check: a: it lost its tree" },
    ]);
    expect(world.comparisons()).toBeLessThan(40);
  });

  it("are tried where another one that wanted the same characters fell out", async () => {
    const world = bench({ a: "bad bad" }, ({ findings }) =>
      findings
        .flatMap((one) => (one.place.start === 0 ? [replacing(one, "(")] : [replacing(one, "good")]))
        .concat(findings.filter(({ place }) => place.start === 0).map((one) => replacing(one, "fine"))),
    );
    const run = await runFixes(world.start, world.bench);
    expect(textsOf(run)).toEqual({ a: "fine good" });
  });

  describe("of one program", () => {
    const two = (text: string, first: string) =>
      bench({ a: text, b: "bad" }, ({ findings }) =>
        findings.map((one) =>
          replacing(one, one.place.path === "a" ? first : "good", { programs: [one.place.path, "both"] }),
        ),
      );

    it("are left where another one is withdrawn", async () => {
      const world = two("bad", "(");
      const run = await runFixes(world.start, world.bench);
      expect(run.applied).toEqual([]);
      expect(run.others).toMatchObject([
        { status: "withdrawn", reason: "the fix failed its check: a: it lost its tree" },
        {
          status: "withdrawn",
          reason:
            "the fix failed its check: other requests of the same program are not fixed: a: it lost its tree",
        },
      ]);
    });

    it("wait where another one may not be applied", async () => {
      const world = two("bad", "good");
      const refusal = ({ id }: Unit) => (id.startsWith("a:") ? { reason: "a is dirty" } : undefined);
      const run = await runFixes(world.start, { ...world.bench, refusal });
      expect(run.others).toMatchObject([
        { status: "refused", reason: "a is dirty" },
        {
          status: "waiting",
          reason: "other requests of the same program are not fixed: a is dirty (--unsafe-fixes)",
        },
      ]);
    });

    it("are applied by themselves on request", async () => {
      const world = two("bad", "(");
      const run = await runFixes(world.start, { ...world.bench, withUnsafe: true });
      expect(textsOf(run)).toEqual({ b: "good" });
    });

    it("are applied one after the other where they want the same characters", async () => {
      const world = bench({ a: "bad bad" }, ({ findings }) =>
        findings.map((one, index) =>
          unit(
            String(index),
            [one],
            [
              { ...one.place, text: "good" },
              ...(index === 1 ? [{ path: "a", start: 0, end: 1, text: "b" }] : []),
            ],
            { programs: ["one"] },
          ),
        ),
      );
      const run = await runFixes(world.start, world.bench);
      expect(textsOf(run)).toEqual({ a: "good good" });
    });
  });

  it("that contradict themselves are withdrawn, and say so", async () => {
    const world = bench({ a: "bad" }, ({ findings }) =>
      findings.map((one) =>
        unit(
          "u",
          [one],
          [
            { path: "a", start: 0, end: 2, text: "x" },
            { path: "a", start: 1, end: 3, text: "y" },
          ],
        ),
      ),
    );
    const run = await runFixes(world.start, world.bench);
    expect(run.others).toMatchObject([
      { status: "withdrawn", reason: "the fix failed its check: edits overlap in a at offset 1" },
    ]);
  });

  it("are applied together where all pass, with one analysis", async () => {
    const world = bench({ a: "bad bad", b: "x bad" }, ({ findings }) =>
      findings.map((one) => replacing(one, "good")),
    );
    const run = await runFixes(world.start, world.bench);
    expect(textsOf(run)).toEqual({ a: "good good", b: "x good" });
    expect([run.applied.length, run.others, world.count()]).toEqual([3, [], 1]);
  });

  it.each([
    ["does not mend what it should", "x bad", /still finds the problem: a:1, bad is here \(r\)/],
    ["brings something new", "worse", /finds a new problem: a:1, worse is here \(r\)/],
    ["breaks the tree", "(", /a: it lost its tree/],
  ])("are withdrawn with the reason where one %s, and the others stay", async (_name, text, reason) => {
    const world = bench({ a: "bad", b: "bad", c: "bad" }, ({ findings }) =>
      findings.map((one) => replacing(one, one.place.path === "a" ? text : "good")),
    );
    const run = await runFixes(world.start, world.bench);
    expect(textsOf(run)).toEqual({ b: "good", c: "good" });
    expect(run.others).toMatchObject([{ status: "withdrawn" }]);
    expect(run.others[0]!.reason).toMatch(reason);
  });

  it("are withdrawn where a problem of the same property stays, which is not new", async () => {
    const world = bench({ a: "bad" }, ({ findings }) =>
      findings.map((one) => replacing({ ...one, property: "p" }, "worse")),
    );
    const start = {
      ...world.start,
      findings: world.start.findings.map((one) => ({ ...one, property: "p" })),
    };
    const analyze: FixBench["analyze"] = async (texts) => {
      const made = await world.bench.analyze(texts);
      return { ...made, findings: made.findings.map((one) => ({ ...one, property: "p" })) };
    };
    const run = await runFixes(start, { ...world.bench, analyze });
    expect(run.others[0]!.reason).toMatch(/a problem for a person stays: a:1, worse is here/);
  });

  it("may bring a notice about the target's own age", async () => {
    const world = bench({ a: "bad" }, ({ findings }) =>
      findings.filter(({ messageId }) => messageId === "bad").map((one) => replacing(one, "old")),
    );
    expect(textsOf(await runFixes(world.start, world.bench))).toEqual({ a: "old" });
  });

  it("are found among many, in few analyses, where it is not plain which one is at fault", async () => {
    const words = Array.from({ length: 64 }, (_, index) => (index === 40 ? "bad!" : "bad")).join(" ");
    const world = bench({ a: words }, ({ findings }, texts) => {
      const text = texts.get("a")?.text ?? words;
      return findings.map((one) => replacing(one, text[one.place.end] === "!" ? "worse" : "good"));
    });
    const run = await runFixes(world.start, world.bench);
    expect(run.applied).toHaveLength(63);
    expect(run.others).toMatchObject([{ status: "withdrawn" }]);
    expect(world.count()).toBeLessThan(20);
  });

  it("that want the same characters follow one another", async () => {
    const world = bench({ a: "bad-bad" }, ({ findings }, texts) => {
      const text = texts.get("a")?.text ?? "bad-bad";
      return findings.map((one) =>
        unit(
          String(one.place.start),
          [one],
          [{ path: "a", start: 0, end: text.length, text: text.replace("bad", "good") }],
        ),
      );
    });
    expect(textsOf(await runFixes(world.start, world.bench))).toEqual({ a: "good-good" });
  });

  it("wait, are shown or are refused, each with its reason", async () => {
    const world = bench({ a: "bad", b: "bad", c: "bad", d: "bad" }, ({ findings }) =>
      findings.map((one) => {
        if (one.place.path === "a")
          return replacing(one, "good", { applicability: "unsafe", reasons: ["a guess"] });
        if (one.place.path === "b")
          return replacing(one, "good", { applicability: "display-only", reasons: ["no way"] });
        return replacing(one, "good");
      }),
    );
    const refusal = ({ edits }: Unit) => (edits[0]!.path === "c" ? { reason: "it is not ours" } : undefined);
    const run = await runFixes(world.start, { ...world.bench, refusal });
    expect(textsOf(run)).toEqual({ d: "good" });
    expect(run.others.map(({ status, reason }) => [status, reason])).toEqual([
      ["waiting", "a guess (--unsafe-fixes)"],
      ["shown", "no way"],
      ["refused", "it is not ours"],
    ]);
    expect(textsOf(await runFixes(world.start, { ...world.bench, withUnsafe: true }))).toHaveProperty(
      "a",
      "good",
    );
  });

  it("are applied as far as a person wants them, and asked about once", async () => {
    const world = bench({ a: "bad bad bad" }, ({ findings }) =>
      findings.map((one) => replacing(one, "good")),
    );
    const asked: number[] = [];
    const run = await runFixes(world.start, {
      ...world.bench,
      choose: (units) => {
        asked.push(units.length);
        return Promise.resolve({ taken: units.slice(1, 2), isLast: true });
      },
    });
    expect([textsOf(run), asked]).toEqual([{ a: "bad good bad" }, [3]]);
    expect(run.others.map(({ status }) => status)).toEqual(["declined", "declined"]);
  });

  it("are offered in a second round where the first made them possible, and never again once declined", async () => {
    const world = bench({ a: "bad-bad", b: "bad" }, ({ findings }, texts) => {
      const text = texts.get("a")?.text ?? "bad-bad";
      return findings.map((one) =>
        one.place.path === "b"
          ? replacing(one, "good")
          : unit(
              "whole",
              [one],
              [{ path: "a", start: 0, end: text.length, text: text.replace("bad", "good") }],
            ),
      );
    });
    const offered: string[][] = [];
    const run = await runFixes(world.start, {
      ...world.bench,
      choose: (units) => {
        offered.push(units.map(({ findings }) => findings[0]!.place.path));
        return Promise.resolve({
          taken: units.filter(({ findings }) => findings[0]!.place.path === "a"),
          isLast: false,
        });
      },
    });
    expect(offered).toEqual([["a", "b"], ["a"]]);
    expect(textsOf(run)).toEqual({ a: "good-good" });
    expect(run.others.map(({ status }) => status)).toEqual(["declined"]);
  });

  it("do not go round in circles", async () => {
    const world = bench({ a: "bad" }, ({ findings }, texts) => {
      const text = texts.get("a")?.text ?? "bad";
      return [
        unit("again", [], [{ path: "a", start: text.length, end: text.length, text: "." }], { findings }),
      ];
    });
    const run = await runFixes(world.start, {
      ...world.bench,
      // Every analysis finds something else.
      analyze: (texts) =>
        Promise.resolve({
          analyses: [],
          findings: [{ ...finding("old", "a", 0), ruleId: texts.get("a")!.text }],
        }),
      isNotice: () => true,
    });
    expect(run.applied.length).toBeLessThanOrEqual(10);
  });
});
