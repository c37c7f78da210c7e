import { FUNCTIONS } from "./functions.js";

/** Checks whether a function of PHP has a model. */
export function isFunctionOfPhp(name: string): boolean {
  return FUNCTIONS.has(name);
}
