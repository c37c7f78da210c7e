import { OTHER_FLAG, searching, type PatternOptions } from "../../../analysis/builtins/compiled-patterns.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { scalar, type Value } from "../../../analysis/evaluation/value.js";

/** https://learn.microsoft.com/dotnet/api/system.text.regularexpressions.regexoptions */
const OPTIONS = {
  None: 0,
  IgnoreCase: 1,
  Multiline: 2,
  ExplicitCapture: 4,
  Compiled: 8,
  Singleline: 16,
  IgnorePatternWhitespace: 32,
  RightToLeft: 64,
  ECMAScript: 256,
  CultureInvariant: 512,
  NonBacktracking: 1024,
} as const;

export const REGEX_OPTIONS: Readonly<Record<string, Value>> = Object.fromEntries(
  Object.entries(OPTIONS).map(([name, bit]) => [name, scalar(bit)]),
);

export const REGEX_LETTERS: PatternOptions = new Map([
  [OPTIONS.IgnoreCase, "i"],
  [OPTIONS.Multiline, "m"],
  [OPTIONS.Singleline, "s"],
  [OPTIONS.IgnorePatternWhitespace, OTHER_FLAG],
]);

/** `Regex.Match(text, pattern, options)` */
export const REGEX_FUNCTIONS = {
  ...Object.fromEntries(
    ["Count", "EnumerateMatches", "IsMatch", "Match", "Matches", "Split"].map((name) => [
      name,
      searching(name, REGEX_LETTERS, 1, 2),
    ]),
  ),
  Replace: searching("Replace", REGEX_LETTERS, 1, 3),
} satisfies Readonly<Record<string, NativeFunction>>;
