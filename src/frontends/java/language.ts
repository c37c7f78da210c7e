import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { jvmGlobal, jvmModule } from "../jvm/library/classes.js";
import { attribute } from "../jvm/library/clients.js";
import { CONTAINER, PREFIX } from "../jvm/names.js";
import { lowerJava } from "./lower.js";
import { resolveJava, specifiersOfJava } from "./modules.js";

/** Returns the description of Java for the lowered frontend. */
export function javaLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "java",
    isOwn: (path) => path.endsWith(".java"),
    lower: (source, interest) => lowerJava(parser, source, interest),
    specifiersIn: specifiersOfJava,
    resolve: resolveJava,
    moduleMaker: (name) => (name.startsWith(PREFIX) ? jvmModule(name.slice(PREFIX.length)) : undefined),
    globalMaker: jvmGlobal,
    container: CONTAINER,
    semantics: { attribute, guardsNothing: true, sharesClassMembers: "statics" },
  };
}
