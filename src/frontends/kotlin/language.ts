import type { Parser } from "web-tree-sitter";
import { CONTAINER, PREFIX } from "../jvm/names.js";
import type { LoweredLanguage } from "../lowered/language.js";
import { attribute, operate, setElement } from "./library/attributes.js";
import { kotlinGlobal, kotlinModule } from "./library/index.js";
import { lowerKotlin } from "./lower.js";
import { parseKotlin } from "./parse.js";
import { resolveKotlin, specifiersOfKotlin } from "./modules.js";

/** Returns the description of Kotlin for the lowered frontend. */
export function kotlinLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "kotlin",
    isOwn: (path) => /\.kts?$/i.test(path),
    lower: (source, interest) => lowerKotlin(parser, source, interest),
    parse: parseKotlin,
    specifiersIn: specifiersOfKotlin,
    resolve: resolveKotlin,
    moduleMaker: (name) => (name.startsWith(PREFIX) ? kotlinModule(name.slice(PREFIX.length)) : undefined),
    globalMaker: kotlinGlobal,
    container: CONTAINER,
    semantics: { attribute, setElement, operate, guardsNothing: true },
  };
}
