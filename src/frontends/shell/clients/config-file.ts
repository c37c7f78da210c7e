import { computedText, textOf, type Value } from "../../../analysis/evaluation/value.js";
import { flatten, sliceText, type Text } from "../../../facts/text.js";

/** The name of an option at the start of a line, with the separator between it and its value. */
const OPTION = /^[ \t]*(?<name>-{0,2}[\w.-]+)[ \t]*(?:[=:][ \t]*)?/;

/**
 * Returns the words of a configuration file of curl, as they would stand on the command line: `header = "Accept: …"`
 * gives `--header` and the value. https://curl.se/docs/manpage.html#-K
 */
export function wordsOfConfig(text: Text): Value[] {
  const words: Value[] = [];
  let start = 0;
  for (const line of flatten(text).split("\n")) {
    const [before, name] = OPTION.exec(line) ?? [];
    if (before !== undefined && name !== undefined) {
      words.push(computedText(name.startsWith("-") ? name : `--${name}`));
      const value = valueIn(line, before.length);
      if (value) words.push(textOf(sliceText(text, start + value.start, start + value.end).parts));
    }
    start += line.length + 1;
  }
  return words;
}

/** Returns where the value of a line is. A value in quotes may have blanks. */
function valueIn(line: string, from: number): { readonly start: number; readonly end: number } | undefined {
  const quoted = /^"(?<inner>(?:[^"\\]|\\.)*)"/.exec(line.slice(from))?.groups?.["inner"];
  if (quoted !== undefined) return { start: from + 1, end: from + 1 + quoted.length };
  const plain = /^[^\s]+/.exec(line.slice(from))?.[0];
  return plain === undefined ? undefined : { start: from, end: from + plain.length };
}
