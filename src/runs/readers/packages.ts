/** Whether code of a package may read files of another one: of itself, and of packages inside of it. */
export function reachesInto(reader: string, owner: string): boolean {
  return reader === owner || owner.startsWith(`${reader}/`) || owner.startsWith(`${reader}\\`);
}
