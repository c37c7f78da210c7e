import type { CommandSlot } from "../../facts/request.js";
import type { NewHeader } from "../editor.js";

/** Returns a command with options for headers behind its name. A shell and `cmd` take them without quotes. */
export function withHeaderOptions({ program, option }: CommandSlot, headers: readonly NewHeader[]): string {
  return [program, ...headers.map(({ name, value }) => `${option}${name}:${value}`)].join(" ");
}
