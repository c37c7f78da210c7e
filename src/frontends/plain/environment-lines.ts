import type { Span } from "../../core/span.js";

/** A variable that an environment file sets. */
export interface VariableLine {
  readonly name: string;
  /** As it is written, without its quotes. */
  readonly value: string;
  readonly nameSpan: Span;
  readonly valueSpan: Span;
}

/** `export NAME="value" # …`, `NAME: value`; a value may be in one of three kinds of quotes. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*(?:=|:[ \t])[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|([^#\r\n]*?))[ \t]*(?:#.*)?\r?$/dgm;

/**
 * Returns the variables of an environment file, each of which is on one line.
 * https://github.com/motdotla/dotenv#what-rules-does-the-parsing-engine-follow
 */
export function variableLines(text: string): VariableLine[] {
  return [...text.matchAll(LINE)].flatMap(({ indices }): VariableLine[] => {
    const [, name, ...forms] = indices ?? [];
    const value = forms.find((form) => form !== undefined);
    return name && value
      ? [
          {
            name: text.slice(...name),
            value: text.slice(...value),
            nameSpan: { start: name[0], end: name[1] },
            valueSpan: { start: value[0], end: value[1] },
          },
        ]
      : [];
  });
}
