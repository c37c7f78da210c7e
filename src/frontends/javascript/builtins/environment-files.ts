import type { SourceText } from "../../../core/source-text.js";
import { textOf, type Value } from "../evaluation/value.js";

/** `export NAME="value" # …`, `NAME: value`; a value may be in one of three kinds of quotes. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*(?:=|:[ \t])[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|([^#\r\n]*?))[ \t]*(?:#.*)?\r?$/gm;

/**
 * The variables that an environment file sets, each with the place that its value is written at. Those that are put
 * together of others, or have escapes in them, are left out. https://github.com/motdotla/dotenv#what-rules-does-the-parsing-engine-follow
 */
export function variablesIn({ path, text }: SourceText): Map<string, Value> {
  const variables = new Map<string, Value>();
  for (const match of text.matchAll(LINE)) {
    const [line, name, ...forms] = match;
    const value = forms.find((form) => form !== undefined);
    if (name === undefined || value === undefined || value === "" || /[$\\]/.test(value)) continue;
    const start = match.index + line.indexOf(value, line.indexOf(name) + name.length);
    const written = { path, start, end: start + value.length, exact: true };
    variables.set(name, textOf([{ kind: "segment", text: value, written, hops: undefined }]));
  }
  return variables;
}
