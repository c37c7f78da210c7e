import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { attribute } from "./library/attributes.js";
import { csharpGlobal, csharpModule } from "./library/index.js";
import { PREFIX, lowerCsharp } from "./lower.js";
import { resolveCsharp, specifiersOfCsharp } from "./modules.js";

/** C#, as it is lowered and run. */
export function csharpLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "csharp",
    isOwn: (path) => /\.csx?$/i.test(path),
    lower: (source, interest) => lowerCsharp(parser, source, interest),
    specifiersIn: specifiersOfCsharp,
    resolve: resolveCsharp,
    moduleMaker: (name) => (name.startsWith(PREFIX) ? csharpModule(name.slice(PREFIX.length)) : undefined),
    globalMaker: csharpGlobal,
    semantics: { attribute, printed, hasZeroValues: true },
  };
}

/** How a value is printed in a text. */
function printed({ value }: { readonly value: unknown }): string | undefined {
  if (value === null || value === undefined) return "";
  return typeof value === "boolean" ? (value ? "True" : "False") : undefined;
}
