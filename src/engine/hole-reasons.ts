import { UNNAMED, authorLabelOf, labelOf, type Hole, type HoleReason } from "../facts/text.js";

/**
 * Returns why a value is unknown, in words: `process.env.BASE is an environment variable`.
 *
 * @param joint the text between the name of the value and the reason
 */
export function reasonOfHole(hole: Hole, joint = " is "): string {
  if (hole.reason === "limit") return LIMITS.get(hole.name) ?? `${hole.name}: ${REASONS.limit}`;
  const [changing] = CHANGING.exec(hole.name) ?? [];
  if (changing === hole.name) return changing;
  if (changing !== undefined) return `${authorLabelOf(hole)}${joint}part of ${changing}`;
  if (labelOf(hole) === UNNAMED) return hole.reason === "file" ? COMPUTED_FILE : REASONS[hole.reason];
  return `${hole.name}${joint}${REASONS[hole.reason]}`;
}

/** Returns the kind of thing that keeps a value unknown: `a parameter with unknown callers`. */
export function causeOfHole({ reason, name }: Hole): string {
  return (reason === "limit" ? LIMITS.get(name) : undefined) ?? REASONS[reason];
}

/** Returns whether a value has no name in the code, only a description. */
export function isNameless({ name }: Hole): boolean {
  return CHANGING.test(name);
}

/** Returns the name of a value for people: without names of the evaluation, such as that of an object behind `self`. */
export function nameOfHole(hole: Hole): string {
  const [changing] = CHANGING.exec(hole.name) ?? [];
  if (changing !== undefined) return changing;
  return OF_INSTANCE.test(hole.name) ? authorLabelOf(hole) : hole.name;
}

/** A member of an object that code makes elsewhere, often of `self`: `new Case()._api.cluster`. */
const OF_INSTANCE = /^(?:new [^(]*\(\)|[\w.]+)\._\w+/;

/** The name of a value that has none in the code. */
const CHANGING = /^a value that changes (?:later|in a loop)/;

/** Limits by the names that holes behind them have. */
const LIMITS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    recursion: "recursive calls are followed only a few times",
    callDepth: "the function calls are nested too deeply",
    steps: "there is too much code to follow all values",
  }),
);

const COMPUTED_FILE = "a file whose path is only known at run time";

const REASONS: Readonly<Record<HoleReason, string>> = {
  parameter: "a parameter with unknown callers",
  environment: "an environment variable",
  import: "imported from a file that was not followed",
  response: "part of a response",
  call: "the result of an unknown call",
  property: "a property of an unknown value",
  global: "an unknown global",
  file: "a file that v2ready does not find in the repository",
  computed: "computed",
  varying: "changed in a loop",
  changing: "changed by code that may run before or later",
  limit: "beyond a limit of the analysis",
};
