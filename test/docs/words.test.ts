import { describe, expect, it } from "vitest";
import {
  commentProse,
  commentStarts,
  dataProse,
  docstringProse,
  functionDocstrings,
  helpProse,
  literalProse,
  pageProse,
  sentencesOf,
  titleProse,
  wordsIn,
  type Prose,
} from "./prose.js";

const MAX_WORDS = 30;

/**
 * Phrases that a reader who is not a native speaker does not understand at once, each with what to write instead and with
 * a sentence that it is found in.
 */
const UNCLEAR: readonly (readonly [phrase: RegExp, better: string, example: string])[] = [
  [/\bmend(?:s|ed|ing|ers?)?\b/i, "fix", "nothing is known that mends it"],
  [
    /nothing is (?:known|stated|told|said)\b/i,
    "no …, the documents do not mention …",
    "nothing is stated for it",
  ],
  [/(?:is|are) (?:not )?to be seen/i, "cannot find …", "where it goes is not to be seen"],
  [/\b(?:is|are|was|were) told\b|\btold of\b|\btells? of\b/i, "is reported, is passed", "what it is told of"],
  [/\bcan(?:not)? be told\b/i, "is unknown", "it cannot be told"],
  [/that it is answered with/i, "the response", "what it is answered with, that it is answered with"],
  [/in all likelihood/i, "probably", "right in all likelihood"],
  [/\bhanded (?:to|on|over|in)\b|\bhands? (?:on|in|over)\b/i, "passed to", "it is handed to a function"],
  [/on (?:one|some) ways?\b/i, "in one branch, in some branches", "the header on one way"],
  [/\b(?:put|glued) together from\b/i, "built from, joined from", "a path that is put together from parts"],
  [/\bspeaks? (?:of|for)\b/i, "mentions, fits", "a file that speaks of the API"],
  [/\btraces? of the API\b/i, "mention of the API", "without a trace of the API"],
  [
    /\b(?:is|are|be|was) held against\b|\bholds? it against\b/i,
    "is checked for",
    "it is held against the target",
  ],
  [
    /\bstands? (?:in|at|near|before|behind|beside|there|elsewhere|below|above|under|between|around)\b/i,
    "is",
    "nothing stands before it",
  ],
  [/\bwhoever\b|\bthere(?:of|in|upon)\b|\bwhereof\b|\bwhence\b/i, "everyone who, of it", "whoever calls it"],
  [
    /(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|such\b|findings?\b|sign\b)[a-z]+/i,
    "is not a …",
    "it is no rule",
  ],
  [/(?:that|which|and|but) (?:is|are) none\b/i, "that is not one", "a directive and is none"],
  [/\bgo(?:es)? by (?:it|the|that|a|an)\b/i, "depends on, uses", "a test may go by it"],
  [/\bgoes off\b|\bswitched off\b/i, "is removed, is turned off", "what is switched off"],
  [/\bbec[ao]me(?:s)? of\b/i, "happens to", "what becomes of it"],
  [/\blies? (?:outside|in|behind|below|beyond)\b/i, "is outside of", "it lies outside of the root"],
  [/\b(?:is|are) taken for\b/i, "is treated as", "it is taken for a binary file"],
  [/\bin sight\b/i, "that v2ready finds", "nobody in sight calls it"],
  [/\bday asked about\b/i, "day to check for", "on the day asked about"],
  [/\bas sure\b|\bfor sure\b|\bsurest\b/i, "with this confidence, certain", "what is at least as sure"],
  [/\bwithin so many\b/i, "within this number of", "within so many days"],
  [
    /\bin (?:the )?place of\b|\btakes? (?:the|its|their) place\b/i,
    "instead of, replaces",
    "in place of a date",
  ],
  [/\bof use (?:with|only|for)\b|\bwould be of use\b/i, "useful", "of use with backup only"],
  [/\banew\b|\bnevertheless\b|\balbeit\b|\bhence\b/i, "again, but, so", "decide anew"],
  [/\bc[ao]mes? across\b/i, "finds, found", "what it came across"],
  [/\bno\b[^.;:]* any more\b|\bnot\b[^.;:]* any more\b/i, "no longer", "it is not served any more"],
  [/\bof (?:its|the) way\b/i, "of the trace", "3 more of its way"],
  [/\bin the words of\b/i, "with the names of", "in the words of the specification"],
  [/\bone line a\b|\ba line a\b/i, "one line for each", "one line a finding"],
  [/\bgone since\b/i, "deleted on", "gone since May"],
  [/\b(?:some|any|every)body\b/i, "a caller, other code, people, all", "where somebody asks for it"],
  [/[;,] nothing (?:where|if|for|when)\b/i, "undefined if, empty if", "its name; nothing where it has none"],
];

/** The start of a comment that is a noun phrase instead of a sentence: "Whether it is …", "What the rule finds". */
const QUESTION_START = /^\s*(?:What(?:ever)?|Whether|Where(?:ver)?|Who(?:ever)?|Whose|How)\b/;

/** A verb in the third person, as in "Returns …", "Finds …", "Models …". */
const VERB_START = /^[A-Z][a-z]+s\b/;

/** Folders in which no comment starts in this way. */
const WITHOUT_QUESTION_STARTS = ["src", "rules", "tools", "test"];

function unclearIn(text: string): string[] {
  const words = text.replace(/\s+/g, " ");
  return UNCLEAR.flatMap(([phrase, better]) => {
    const found = phrase.exec(words)?.[0];
    return found === undefined ? [] : [`${found}: write ${better}`];
  });
}

/** Everything in a list of texts that is unclear or too long, with its place. */
function faultsIn(prose: readonly Prose[]): string[] {
  return prose.flatMap(({ where, text }) => [
    ...unclearIn(text).map((fault) => `${where}: ${fault}`),
    ...sentencesOf(text)
      .filter((sentence) => wordsIn(sentence) > MAX_WORDS)
      .map((sentence) => `${where}: ${String(wordsIn(sentence))} words: ${sentence}`),
  ]);
}

describe("words", () => {
  const sources = [
    ["pages", pageProse, 900],
    ["messages and other literals of the source", literalProse, 500],
    ["the catalog, the vocabularies and the schemas", dataProse, 300],
    ["the docstrings of the library and of what rules use", docstringProse, 200],
    ["the comments of the source", () => commentProse(["src", "rules", "tools"]), 4000],
    ["the comments of the tests", () => commentProse(["test"]), 500],
    ["the titles of the tests", titleProse, 1500],
  ] as const;

  it.each(sources)("%s are clear, in sentences of at most 30 words", (_, gather, least) => {
    const prose = gather();
    expect(prose.length).toBeGreaterThan(least);
    expect(faultsIn(prose)).toEqual([]);
  });

  it("the comments start with a sentence, in folders where all do", () => {
    const starts = commentStarts(WITHOUT_QUESTION_STARTS);
    expect(starts.length).toBeGreaterThan(1000);
    expect(starts.filter(({ text }) => QUESTION_START.test(text))).toEqual([]);
  });

  it("the docstrings of exported functions start with a verb", () => {
    const starts = functionDocstrings();
    expect(starts.length).toBeGreaterThan(1500);
    expect(starts.filter(({ text }) => !VERB_START.test(text))).toEqual([]);
  });

  it("the help of every command is clear", async () => {
    const prose = await helpProse();
    expect(prose.map(({ where }) => where)).toContain("fix --help");
    expect(prose.flatMap(({ where, text }) => unclearIn(text).map((fault) => `${where}: ${fault}`))).toEqual(
      [],
    );
  });
});

describe("the check itself", () => {
  it("finds comments that start with a noun phrase", () => {
    expect(QUESTION_START.test("What a rule finds.")).toBe(true);
    expect(QUESTION_START.test("Whether it is sent.")).toBe(true);
    expect(QUESTION_START.test("Returns what a rule finds.")).toBe(false);
    expect(VERB_START.test("Returns what a rule finds.")).toBe(true);
    expect(VERB_START.test("The findings of a rule.")).toBe(false);
  });

  it.each(UNCLEAR)("finds %s", (phrase, _, example) => {
    expect(example).toMatch(phrase);
  });

  // The following lines are one comment, with
  // a sentence that goes on in the second line.
  it("reads comments as they are, joined from their lines, and titles of groups and tables", () => {
    const comments = commentProse(["test/docs"]).filter(({ where }) => where.includes("words.test.ts"));
    expect(comments.map(({ text }) => text.trim())).toContain(
      "The following lines are one comment, with\na sentence that goes on in the second line.",
    );
    const titles = titleProse().filter(({ where }) => where.includes("words.test.ts"));
    expect(titles.map(({ text }) => text)).toEqual(expect.arrayContaining(["the check itself", "finds %s"]));
  });

  it("finds a sentence that is too long, and not one that has the limit", () => {
    const sentence = (words: number): Prose => ({
      where: "a",
      text: `${"word ".repeat(words - 1)}end. Next.`,
    });
    expect(faultsIn([sentence(MAX_WORDS)])).toEqual([]);
    expect(faultsIn([sentence(MAX_WORDS + 1)])).toHaveLength(1);
  });
});
