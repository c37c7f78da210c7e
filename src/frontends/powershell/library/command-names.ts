import { COMMANDS } from "./commands.js";

/** Whether PowerShell has a command of that name that is modelled. */
export function isCommandOfPowerShell(name: string): boolean {
  return COMMANDS.has(name);
}
