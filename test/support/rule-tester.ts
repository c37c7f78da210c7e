import { describe, expect, it } from "vitest";
import { CONFIDENCES, type Confidence, type Role, type Severity } from "../../src/core/finding.js";
import type { Rule } from "../../src/engine/rule.js";
import { analyzeAll, isCandidate, type AnalyzeOptions } from "./analyze.js";
import { VOCABULARIES, fillWords, type VocabularyWords } from "./vocabulary-words.js";

/** A finding that a case expects. Its place is the next pair of marks `⟦…⟧` in the code. */
export interface ExpectedFinding {
  readonly messageId: string;
  readonly confidence: Confidence;
  /** The severity, if it differs from that of the rule. */
  readonly severity?: Severity;
  readonly role?: Role;
  readonly property?: string;
  /** The whole message, or a part of it; places for words are filled. */
  readonly message?: string | RegExp;
  /** A part of the advice; places for words are filled. */
  readonly advice?: string;
  /** The place is that of an earlier expectation, for several findings at one place: its index. */
  readonly sameAs?: number;
}

interface Case extends Pick<AnalyzeOptions, "target" | "asOf"> {
  readonly name: string;
  readonly code: string;
  /** `file.js` unless it is said otherwise. */
  readonly filename?: string;
  /** Other files of the repository. */
  readonly others?: Readonly<Record<string, string>>;
  /** Only in this vocabulary; both otherwise. */
  readonly vocabulary?: "service" | "atlas";
  /** Findings of low confidence count, too; otherwise only what is shown by default. */
  readonly withLow?: boolean;
}

export interface ValidCase extends Case {
  /** Set where the file has no anchor at all, so that the rule is not even asked. */
  readonly noAnchor?: boolean;
}

export interface InvalidCase extends Case {
  readonly errors: readonly ExpectedFinding[];
}

export interface RuleCases {
  readonly valid: readonly ValidCase[];
  readonly invalid: readonly InvalidCase[];
}

const OPEN = "⟦";
const CLOSE = "⟧";

/** Mistakes in the list of cases itself: each would let a rule pass that is not tested. */
function refusals(rule: Rule, { valid, invalid }: RuleCases): string[] {
  const found: string[] = [];
  const seen = new Map<string, string>();
  if (valid.length === 0 || invalid.length === 0) found.push("a rule needs valid and invalid cases");
  for (const one of [...valid, ...invalid]) {
    const identity = JSON.stringify([
      one.code.replaceAll(OPEN, "").replaceAll(CLOSE, ""),
      one.filename,
      one.target,
      one.asOf,
      one.vocabulary,
      one.others,
    ]);
    const before = seen.get(identity);
    if (before !== undefined) found.push(`"${one.name}" repeats "${before}"`);
    seen.set(identity, one.name);
  }
  for (const one of invalid) {
    const expected = one.errors.filter((error) => error.sameAs === undefined).length;
    const marks = one.code.split(OPEN).length - 1;
    if (one.errors.length === 0) found.push(`"${one.name}" expects nothing`);
    if (marks !== expected)
      found.push(`"${one.name}" marks ${marks} places and expects ${expected} findings`);
  }
  for (const one of valid)
    if (one.code.includes(OPEN)) found.push(`"${one.name}" is valid and marks a place`);
  for (const one of [...valid, ...invalid]) {
    for (const words of vocabulariesOf(one)) {
      const text = unmarked(fillWords(one.code, words)).text;
      const passes = isCandidate(text, one.filename ?? "case.js", [rule], one.withLow === true);
      const expectsAnchor = !("noAnchor" in one && one.noAnchor);
      if (passes !== expectsAnchor)
        found.push(
          `"${one.name}" (${words.name}) ${passes ? "has an anchor" : "is not let through by the rule's anchors"}`,
        );
    }
  }
  const expected = new Set(invalid.flatMap(({ errors }) => errors.map(({ confidence }) => confidence)));
  for (const one of CONFIDENCES) {
    const isStated = rule.meta.confidence.includes(one);
    if (isStated !== expected.has(one))
      found.push(
        isStated ? `no case expects ${one} confidence` : `the metadata does not state ${one} confidence`,
      );
  }
  const ids = new Set(invalid.flatMap(({ errors }) => errors.map(({ messageId }) => messageId)));
  for (const id of Object.keys(rule.meta.messages))
    if (!ids.has(id)) found.push(`no case expects the message ${id}`);
  return found;
}

/** Registers the tests of a rule: each case in each vocabulary, also with CRLF line breaks and a byte-order mark. */
export function testRule(rule: Rule, cases: RuleCases): void {
  describe(rule.meta.id, () => {
    it("has cases that prove something", () => {
      expect(refusals(rule, cases)).toEqual([]);
    });
    for (const one of cases.valid) registerCase(rule, one, []);
    for (const one of cases.invalid) registerCase(rule, one, one.errors);
  });
}

function vocabulariesOf(one: Case): readonly VocabularyWords[] {
  return VOCABULARIES.filter(({ name }) => one.vocabulary === undefined || one.vocabulary === name);
}

const VARIANTS: readonly { name: string; change: (code: string) => string }[] = [
  { name: "", change: (code) => code },
  { name: " [CRLF]", change: (code) => code.replaceAll("\n", "\r\n") },
  { name: " [BOM]", change: (code) => `\uFEFF${code}` },
];

function registerCase(rule: Rule, one: Case, errors: readonly ExpectedFinding[]): void {
  for (const words of vocabulariesOf(one)) {
    for (const { name, change } of VARIANTS) {
      it(`${one.name} (${words.name})${name}`, async () => {
        await checkCase(rule, { ...one, code: change(fillWords(one.code, words)) }, errors, words);
      });
    }
  }
}

async function checkCase(
  rule: Rule,
  one: Case,
  errors: readonly ExpectedFinding[],
  words: VocabularyWords,
): Promise<void> {
  const { text, places } = unmarked(one.code);
  const filename = one.filename ?? "file.js";
  const others = Object.fromEntries(
    Object.entries(one.others ?? {}).map(([path, code]) => [path, fillWords(code, words)]),
  );
  const findings = await analyzeAll(
    { [filename]: text, ...others },
    {
      rules: [rule],
      ...(one.target === undefined ? {} : { target: one.target }),
      ...(one.asOf === undefined ? {} : { asOf: one.asOf }),
    },
  );
  const shown = findings
    .filter(
      ({ confidence, place }) =>
        place.path === filename &&
        (one.withLow === true || confidence !== "low" || rule.meta.id === "undetermined-request"),
    )
    .sort((a, b) => a.place.start - b.place.start);
  let mark = 0;
  const at: { start: number; end: number }[] = [];
  const expected = errors.map((error) => {
    const place = error.sameAs === undefined ? places[mark++]! : at[error.sameAs]!;
    at.push(place);
    return { ...error, place };
  });
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const brief = shown.map(({ messageId, confidence, place }) => ({
    messageId,
    confidence,
    text: body.slice(place.start, place.end),
    start: place.start,
  }));
  expect(brief).toEqual(
    [...expected]
      .sort((a, b) => a.place.start - b.place.start)
      .map(({ messageId, confidence, place }) => ({
        messageId,
        confidence,
        text: body.slice(place.start, place.end),
        start: place.start,
      })),
  );
  for (const error of expected) {
    const finding = shown.find(
      ({ messageId, place }) => messageId === error.messageId && place.start === error.place.start,
    )!;
    expect(finding.severity).toBe(error.severity ?? rule.meta.severity);
    if (error.role !== undefined) expect(finding.role).toBe(error.role);
    if (error.property !== undefined) expect(finding.property).toBe(fillWords(error.property, words));
    if (typeof error.message === "string") expect(finding.message).toContain(fillWords(error.message, words));
    else if (error.message) expect(finding.message).toMatch(error.message);
    if (error.advice !== undefined) expect(finding.advice).toContain(fillWords(error.advice, words));
    expect(finding.message).not.toMatch(/\{\{|undefined|\uFFFE/);
  }
}

/** The code without marks, and the places that they marked, counted without a byte-order mark. */
function unmarked(code: string): { text: string; places: { start: number; end: number }[] } {
  const places: { start: number; end: number }[] = [];
  const open: number[] = [];
  let text = "";
  const mark = code.startsWith("\uFEFF") ? 1 : 0;
  for (const character of code) {
    if (character === OPEN) open.push(places.push({ start: text.length - mark, end: -1 }) - 1);
    else if (character === CLOSE) places[open.pop()!]!.end = text.length - mark;
    else text += character;
  }
  return { text, places };
}
