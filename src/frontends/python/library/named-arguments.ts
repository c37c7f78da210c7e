import type { Call } from "../../../analysis/evaluation/callable.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { nullishness, type Value } from "../../../analysis/evaluation/value.js";

/** Returns an argument by its name, or by its position. */
export function argument(run: Run, { args }: Call, index: number, name: string): Value {
  const named = keyword(run, args.keywords, name);
  return nullishness(named) === true ? args.at(index) : named;
}
