import { COMMANDS } from "./commands.js";

/** Checks whether a command of PowerShell has a model. */
export function isCommandOfPowerShell(name: string): boolean {
  return COMMANDS.has(name);
}
