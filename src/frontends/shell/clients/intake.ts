import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED } from "../../../analysis/evaluation/value.js";
import type { HeaderIntake } from "../../../analysis/recording/recorder.js";
import { SCOPE } from "../scripts.js";
import { isStartedWithText, shellOf } from "../state.js";

/**
 * Returns the way to add a header to a command in a script, or in a text with which another program starts a shell.
 *
 * @param option what comes before a header
 */
export function intakeOf(run: Run, call: Call, option?: string): { readonly intake?: HeaderIntake } {
  if (run.language.scope?.name === SCOPE) return { intake: { options: UNDEFINED, index: 0 } };
  const shell = shellOf(call);
  const name = call.args.at(2);
  const [part, ...others] = name.kind === "text" ? name.text.parts : [];
  if (!option || !shell || !isStartedWithText(run, shell) || part?.kind !== "segment" || others.length > 0)
    return {};
  const { written, text: program } = part;
  return written?.exact ? { intake: { command: { call: written, program, option } } } : {};
}
