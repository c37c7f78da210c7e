import type { NativeFunction } from "../../../analysis/builtins/native.js";
import {
  OTHER_FLAG,
  compiling,
  searching,
  type PatternOptions,
} from "../../../analysis/builtins/compiled-patterns.js";
import { scalar, type Value } from "../../../analysis/evaluation/value.js";

/** https://docs.python.org/3/library/re.html#flags */
const FLAGS = [
  [["I", "IGNORECASE"], 2, "i"],
  [["L", "LOCALE"], 4, ""],
  [["M", "MULTILINE"], 8, "m"],
  [["S", "DOTALL"], 16, "s"],
  [["U", "UNICODE"], 32, ""],
  [["X", "VERBOSE"], 64, OTHER_FLAG],
  [["A", "ASCII"], 256, ""],
] as const;

const LETTERS: PatternOptions = new Map(FLAGS.map(([, bit, letter]) => [bit, letter]));

export const PATTERN_FLAGS: Readonly<Record<string, Value>> = Object.fromEntries(
  FLAGS.flatMap(([names, bit]) => names.map((name) => [name, scalar(bit)])),
);

export const PATTERN_FUNCTIONS = {
  compile: compiling(LETTERS),
  ...Object.fromEntries(
    ["findall", "finditer", "fullmatch", "match", "search"].map((name) => [name, searching(name, LETTERS)]),
  ),
  split: searching("split", LETTERS, 0, 3),
  sub: searching("sub", LETTERS, 0, 4),
  subn: searching("subn", LETTERS, 0, 4),
} satisfies Readonly<Record<string, NativeFunction>>;
