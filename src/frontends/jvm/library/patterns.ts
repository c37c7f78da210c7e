import {
  OTHER_FLAG,
  compiling,
  searching,
  type PatternOptions,
} from "../../../analysis/builtins/compiled-patterns.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { scalar } from "../../../analysis/evaluation/value.js";
import { classWith, first } from "./class.js";

/** https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/regex/Pattern.html#field-summary */
const FLAGS = {
  UNIX_LINES: 1,
  CASE_INSENSITIVE: 2,
  COMMENTS: 4,
  MULTILINE: 8,
  LITERAL: 16,
  DOTALL: 32,
  UNICODE_CASE: 64,
} as const;

const LETTERS: PatternOptions = new Map([
  [FLAGS.CASE_INSENSITIVE, "i"],
  [FLAGS.MULTILINE, "m"],
  [FLAGS.DOTALL, "s"],
  [FLAGS.COMMENTS, OTHER_FLAG],
  [FLAGS.LITERAL, OTHER_FLAG],
]);

export const PATTERNS: readonly (readonly [string, Maker])[] = [
  [
    "java.util.regex.Pattern",
    classWith(
      "Pattern",
      first,
      { compile: compiling(LETTERS), matches: searching("matches") },
      Object.fromEntries(Object.entries(FLAGS).map(([name, bit]) => [name, scalar(bit)])),
    ),
  ],
];
