import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { powershellGlobal } from "./library/globals.js";
import { lowerPowerShell } from "./lower.js";
import { resolvePowerShell, specifiersOfPowerShell } from "./modules.js";
import { isPowerShell } from "./names.js";
import { parsePowerShell } from "./parse.js";
import { POWERSHELL_SEMANTICS } from "./semantics.js";

/** Returns the description of PowerShell for the lowered frontend. */
export function powershellLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "powershell",
    isOwn: isPowerShell,
    lower: (source, interest) => lowerPowerShell(parser, source, interest),
    parse: parsePowerShell,
    specifiersIn: specifiersOfPowerShell,
    resolve: resolvePowerShell,
    moduleMaker: () => undefined,
    globalMaker: powershellGlobal,
    semantics: POWERSHELL_SEMANTICS,
  };
}
