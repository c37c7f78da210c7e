import { expect, it } from "vitest";
import { RULES } from "../../rules/index.js";
import { GUIDE, proseOf } from "./pages.js";

/** Phrases that a newcomer does not understand at once, each with what to write instead. */
const UNCLEAR: readonly (readonly [RegExp, string])[] = [
  [/nothing is known that mends/i, "no automatic fix"],
  [/is not to be seen|are not to be seen/i, "cannot find …"],
  [/\bis told of\b|\bare told of\b/i, "gets, is passed"],
  [/that it is answered with/i, "the response"],
  [/in all likelihood/i, "probably"],
  [/\bhanded to\b/i, "passed to"],
  [/on (?:one|some) ways?\b/i, "in one branch, in some branches"],
  [/\bput together from\b/i, "built from, joined from"],
];

function unclearIn(text: string): string[] {
  const words = text.replace(/\s+/g, " ");
  return UNCLEAR.flatMap(([phrase, better]) => {
    const found = phrase.exec(words)?.[0];
    return found === undefined ? [] : [`${found}: write ${better}`];
  });
}

it.each(GUIDE)("%s has no phrase that is known to be unclear", (page) => {
  expect(unclearIn(proseOf(page))).toEqual([]);
});

it.each(RULES.map(({ meta }) => [meta.id, meta] as const))(
  "%s has no message that is known to be unclear",
  (_, { description, messages }) => {
    expect([description, ...Object.values<string>(messages)].flatMap(unclearIn)).toEqual([]);
  },
);
