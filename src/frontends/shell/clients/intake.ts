import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED } from "../../../analysis/evaluation/value.js";
import type { HeaderIntake } from "../../../analysis/recording/recorder.js";
import { SCOPE } from "../scripts.js";

/** Returns the way to add a header to a command in a script. Commands that another program starts are not edited. */
export function intakeOf(run: Run): { readonly intake?: HeaderIntake } {
  return run.language.scope?.name === SCOPE ? { intake: { options: UNDEFINED, index: 0 } } : {};
}
