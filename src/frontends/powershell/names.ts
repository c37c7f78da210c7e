/** The prefix of what a PowerShell file needs of others, in the core tree. */
export const PREFIX = "ps:";

/** Checks for the file extensions of PowerShell scripts and modules. */
export function isPowerShell(path: string): boolean {
  return /\.psm?1$/i.test(path);
}

/** Returns the name of a variable without its scope, in lower case, because names are not case-sensitive. */
export function variableName(text: string): string {
  const inner = text.replace(/^[$@]\{?|\}$/g, "");
  return `$${inner.replace(/^(?:script|global|local|private|using|variable):/i, "").toLowerCase()}`;
}

/** Checks whether a variable belongs to the file: `$script:x` and `$global:x`. */
export function isOfFile(text: string): boolean {
  return /^\$\{?(?:script|global):/i.test(text);
}

/** Other names of commands. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["irm", "invoke-restmethod"],
  ["iwr", "invoke-webrequest"],
  ["wget", "invoke-webrequest"],
  ["%", "foreach-object"],
  ["foreach", "foreach-object"],
  ["?", "where-object"],
  ["where", "where-object"],
  ["select", "select-object"],
  ["sort", "sort-object"],
  ["ft", "format-table"],
  ["fl", "format-list"],
  ["group", "group-object"],
  ["measure", "measure-object"],
  ["gc", "get-content"],
  ["cat", "get-content"],
  ["type", "get-content"],
  ["echo", "write-output"],
  ["write", "write-output"],
  ["tee", "tee-object"],
  ["ipmo", "import-module"],
]);

export function commandName(text: string): string {
  const name = text.replace(/^["']|["']$/g, "").toLowerCase();
  return ALIASES.get(name) ?? name;
}
