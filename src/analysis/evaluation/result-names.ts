import { REWRITES, authorLabelOf } from "../../facts/text.js";
import type { Call } from "./callable.js";
import { knownString } from "./coerce.js";
import type { Run } from "./run.js";
import { holeOf, type UnknownValue, type Value } from "./value.js";

/** Functions that look a value up by its name: `core.getInput("project_id")`. */
const LOOKS_UP = /^(?:get|read|load|fetch|find|look_?up|env|param|arg|option|input|var|setting|config)/i;

const REWRITES_ARGUMENT = new RegExp(`^(?:${REWRITES})$`, "i");

const NAME = /^[A-Za-z_$][\w$-]*$/;

/**
 * Gives the result of an unknown function the name that its author uses. It is the name that the value is looked up by
 * (`core.getInput("project_id")`), or the name of the argument that is rewritten (`quote(name)`).
 */
export function namedResult(run: Run, result: UnknownValue, called: string, call: Call): UnknownValue {
  const [first] = call.args.list;
  if (!first) return result;
  if (REWRITES_ARGUMENT.test(called)) return namedAfter(result, first);
  const name = LOOKS_UP.test(called) ? knownString(run, first) : undefined;
  return name !== undefined && NAME.test(name) ? { ...result, knownAs: name } : result;
}

/** A name, that of an element, or that of what a function returns. */
const LABEL = /^[A-Za-z_$][\w$-]*(?:\[\]|\(\))?$/;

/** Gives an unknown value the name of another value, if that has one. */
export function namedAfter(result: UnknownValue, value: Value): UnknownValue {
  const name = nameOfValue(value);
  return name !== undefined && LABEL.test(name) ? { ...result, knownAs: name } : result;
}

function nameOfValue(value: Value): string | undefined {
  if (value.kind === "unknown") return authorLabelOf(holeOf(value));
  if (value.kind !== "text" || value.text.parts.length !== 1) return undefined;
  const [part] = value.text.parts;
  return part?.kind === "hole" ? authorLabelOf(part) : part?.knownAs;
}
