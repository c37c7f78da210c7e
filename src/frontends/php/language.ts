import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { phpGlobal } from "./library/globals.js";
import { lowerPhp } from "./lower.js";
import { filesNamedInPhp, resolvePhp, specifiersOfPhp } from "./modules.js";
import { isPhp } from "./names.js";
import { PHP_SEMANTICS } from "./semantics.js";

/** Routes of Laravel name a controller as `Controller::class`. */
const REGISTERS: ReadonlySet<string> = new Set(["class"]);

/** Returns the description of PHP for the lowered frontend. */
export function phpLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "php",
    isOwn: isPhp,
    lower: (source, interest) => lowerPhp(parser, source, interest),
    specifiersIn: specifiersOfPhp,
    resolve: resolvePhp,
    filesNamed: filesNamedInPhp,
    moduleMaker: () => undefined,
    globalMaker: phpGlobal,
    registers: REGISTERS,
    semantics: PHP_SEMANTICS,
  };
}
