import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { rubyGlobal } from "./library/globals.js";
import { lowerRuby } from "./lower.js";
import { filesNamedInRuby, resolveRuby, specifiersOfRuby } from "./modules.js";
import { isRuby } from "./names.js";
import { RUBY_SEMANTICS } from "./semantics.js";

/** Returns the description of Ruby for the lowered frontend. */
export function rubyLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "ruby",
    isOwn: isRuby,
    lower: (source, interest) => lowerRuby(parser, source, interest),
    specifiersIn: specifiersOfRuby,
    resolve: resolveRuby,
    filesNamed: filesNamedInRuby,
    moduleMaker: () => undefined,
    globalMaker: rubyGlobal,
    semantics: RUBY_SEMANTICS,
  };
}
