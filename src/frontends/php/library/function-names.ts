import { FUNCTIONS } from "./functions.js";

/** Whether PHP has a function of that name that is modelled. */
export function isFunctionOfPhp(name: string): boolean {
  return FUNCTIONS.has(name);
}
