import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { javaGlobal, javaModule } from "./library/classes.js";
import { attribute } from "./library/clients.js";
import { PREFIX, lowerJava } from "./lower.js";
import { resolveJava, specifiersOfJava } from "./modules.js";

/** Returns the description of Java for the lowered frontend. */
export function javaLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "java",
    isOwn: (path) => path.endsWith(".java"),
    lower: (source, interest) => lowerJava(parser, source, interest),
    specifiersIn: specifiersOfJava,
    resolve: resolveJava,
    moduleMaker: (name) => (name.startsWith(PREFIX) ? javaModule(name.slice(PREFIX.length)) : undefined),
    globalMaker: javaGlobal,
    semantics: { attribute, guardsNothing: true },
  };
}
