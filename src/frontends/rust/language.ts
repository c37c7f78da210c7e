import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { rustGlobal } from "./library/globals.js";
import { rustModule } from "./library/crates.js";
import { attribute } from "./library/values.js";
import { lowerRust } from "./lower.js";
import { PREFIX, resolveRust, specifiersOfRust } from "./modules.js";

/** Returns the description of Rust for the lowered frontend. */
export function rustLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "rust",
    isOwn: (path) => path.endsWith(".rs"),
    lower: (source, interest) => lowerRust(parser, source, interest),
    specifiersIn: specifiersOfRust,
    resolve: resolveRust,
    moduleMaker: (name) => (name.startsWith(PREFIX) ? rustModule(name.slice(PREFIX.length)) : undefined),
    globalMaker: rustGlobal,
    semantics: { attribute, hasZeroValues: true },
  };
}
