import { join } from "node:path";
import { pathToFileURL } from "node:url";
import picocolors from "picocolors";

import type { Severity } from "../core/finding.js";
import type { RenderOptions } from "./options.js";
import { webAddress } from "./web-address.js";

/**
 * Functions that mark parts of a line in the formats for people. Without colour every function returns its text
 * unchanged.
 */
export interface Style {
  readonly severity: (severity: Severity, text: string) => string;
  readonly path: (text: string) => string;
  /** The text as a hyperlink to a file where links are wanted and it is known where files are. */
  readonly file: (text: string, path: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly code: (text: string) => string;
  readonly emphasis: (text: string) => string;
  /** The parts of a patch. */
  readonly hunk: (text: string) => string;
  readonly added: (text: string) => string;
  readonly removed: (text: string) => string;
  /** The text as a hyperlink where links are wanted and the address is an absolute one. */
  readonly link: (text: string, address: string) => string;
}

export function createStyle(options: RenderOptions): Style {
  const colors = picocolors.createColors(options.color ?? false);
  const { folder, hyperlinks = false } = options;
  const bySeverity = { error: colors.red, warning: colors.yellow, info: colors.blue };
  return {
    severity: (severity, text) => bySeverity[severity](text),
    path: colors.underline,
    file: (text, path) =>
      hyperlinks && folder !== undefined && path !== ""
        ? hyperlink(text, pathToFileURL(join(folder, path)).href)
        : text,
    strong: colors.bold,
    faint: colors.dim,
    good: colors.green,
    bad: colors.red,
    code: colors.cyan,
    emphasis: colors.italic,
    hunk: colors.cyan,
    added: colors.green,
    removed: colors.red,
    link: (text, address) => {
      const url = hyperlinks ? webAddress(address) : undefined;
      return url === undefined ? text : hyperlink(text, url);
    },
  };
}

/** OSC 8: `ESC ] 8 ; ; address ST text ESC ] 8 ; ; ST`. */
function hyperlink(text: string, url: string): string {
  return `\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\`;
}
