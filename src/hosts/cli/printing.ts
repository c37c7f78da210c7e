import type { RenderOptions } from "../../report/index.js";
import { usesColor, usesHyperlinks, type ColorChoice, type Terminal } from "./terminal.js";

/** The options of every command that prints for people. */
export interface PrintFlags {
  readonly color?: string | boolean;
  readonly hyperlinks?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Returns the choice of colours. `--no-color` is the same as `--color never`. */
export function colorOf({ color }: Pick<PrintFlags, "color">): ColorChoice {
  return color === false ? "never" : ((color as ColorChoice | undefined) ?? "auto");
}

/**
 * Returns the options for printing text for people on standard output.
 *
 * @param folder absolute; the folder that paths in the text are relative to
 */
export function renderOptions(flags: PrintFlags, terminal: Terminal, folder?: string): RenderOptions {
  const color = usesColor(colorOf(flags), terminal);
  const width = columnsOf(terminal);
  return {
    color,
    hyperlinks: usesHyperlinks(flags.hyperlinks as ColorChoice | undefined, color, terminal),
    ...(width === undefined ? {} : { width }),
    ...(folder === undefined ? {} : { folder }),
  };
}

/** Returns the width of the terminal, or `COLUMNS` if the output goes elsewhere. Undefined if neither is known. */
export function columnsOf({ stdout, env }: Pick<Terminal, "stdout" | "env">): number | undefined {
  if (stdout.isTTY && stdout.columns > 0) return stdout.columns;
  const columns = Number(env["COLUMNS"]);
  return Number.isSafeInteger(columns) && columns > 0 ? columns : undefined;
}
