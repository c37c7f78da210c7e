import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED } from "../../../analysis/evaluation/value.js";
import type { HeaderIntake } from "../../../analysis/recording/recorder.js";
import { SCOPE } from "../scripts.js";

/** The way to add a header to a command that a script runs. One that another program starts is not edited. */
export function intakeOf(run: Run): { readonly intake?: HeaderIntake } {
  return run.language.scope?.name === SCOPE ? { intake: { options: UNDEFINED, index: 0 } } : {};
}
