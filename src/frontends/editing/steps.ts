/** Returns whether a step of a path is the index of an element. */
export function isElement(step: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(step);
}
