import type { Call } from "../../../analysis/evaluation/callable.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import type { Value } from "../../../analysis/evaluation/value.js";

/** Reads an argument by its position, or by one of its names. */
export function argument(run: Run, { args }: Call, position: number, ...names: readonly string[]): Value {
  if (args.has(position)) return args.at(position);
  const [name] = names.filter(
    (one) => args.keywords && run.store.read(args.keywords.object).members.has(one),
  );
  return name === undefined ? args.at(position) : keyword(run, args.keywords, name);
}

/** Reads the type argument of a generic function: the class in `For<IApi>()`. */
export function typeArgument(run: Run, { args }: Call): Value {
  return keyword(run, args.keywords, "T");
}
