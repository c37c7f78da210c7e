import { relative, resolve } from "node:path";
import type { Problem } from "../../core/problem.js";
import { visible } from "../../core/visible.js";

/** The files for which the warning has been given. */
const warned = new Set<string>();

/**
 * Gives what warns, once for each file, that a manifest or a configuration is not read: values are then not followed where
 * it leads. It is a warning of the process, because the file is not one that is linted.
 *
 * @param root absolute; paths of problems are relative to it
 */
export function warnOfUnread(root: string): (problem: Problem) => void {
  return ({ path, message }) => {
    const file = resolve(root, path);
    if (warned.has(file)) return;
    warned.add(file);
    const shown = relative(process.cwd(), file);
    process.emitWarning(
      visible(`${shown} ${message}. Imports that it decides on are not followed.`),
      "V2readySettingsWarning",
    );
  };
}
