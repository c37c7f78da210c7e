import { flatten, sliceText } from "../../../facts/text.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { makeContent } from "../../../analysis/evaluation/member-tables.js";
import {
  alternatives,
  computedText,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { setVariable } from "../state.js";
import { valueOf } from "../texts.js";

/**
 * A read of a variable of the environment in a program: `os.environ["R"]`, `process.env.R`, `ENV["R"]`, `ENV.fetch("R")`,
 * `getenv("R")`, `$_SERVER["R"]`.
 */
const READS = /\b(?:environ(?:\.get)?|env|getenv|ENV(?:\.fetch)?|_ENV|_SERVER)\b[\s(.[]*["']?([A-Za-z_]\w*)/g;

/**
 * Returns the values of the variables that a program reads from its environment, as far as the shell knows them. Any
 * variable may be exported.
 *
 * @param words the arguments and the input of a command, of which one may be the text of the program
 */
export function variablesRead(run: Run, shell: ObjectValue | undefined, words: readonly Value[]): Value[] {
  if (!shell) return [];
  const { members } = run.store.read(shell.object);
  const texts = words
    .flatMap(alternatives)
    .flatMap((one) => (one.kind === "text" ? [flatten(one.text)] : []));
  const names = new Set(texts.flatMap((text) => [...text.matchAll(READS)].map(([, name]) => name!)));
  return [...names].flatMap((name) => members.get(name)?.value ?? []);
}

/** Sets a variable for the command behind a word `NAME=value` of `env`. */
export function setGiven(run: Run, shell: ObjectValue | undefined, word: Value): void {
  if (word.kind !== "text") return;
  const [whole = "", name] = /^([A-Za-z_]\w*)=/.exec(flatten(word.text)) ?? [];
  if (name === undefined) return;
  setVariable(run, shell, computedText(name), valueOf(sliceText(word.text, whole.length, Infinity)));
}

/** Returns a record of the variables that a shell knows, of which any may be exported. */
export function exportedTo(run: Run, shell: ObjectValue | undefined): Value | undefined {
  if (!shell) return undefined;
  const record = run.make("Object", undefined);
  const { members, open } = run.store.read(shell.object);
  const variables = [...members].filter(([name]) => /^\w+$/.test(String(name)));
  run.store.write(record, makeContent(variables, open));
  return objectValue(record);
}
