import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { attribute } from "./library/attributes.js";
import { csharpGlobal, csharpModule } from "./library/index.js";
import { PREFIX, lowerCsharp } from "./lower.js";
import { parseCsharp } from "./parse.js";
import { resolveCsharp, specifiersOfCsharp } from "./modules.js";

/** Returns the description of C# for the lowered frontend. */
export function csharpLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "csharp",
    isOwn: (path) => /\.csx?$/i.test(path),
    lowersByHost: true,
    lower: (source, interest, host) => lowerCsharp(parser, source, interest, host),
    parse: parseCsharp,
    specifiersIn: specifiersOfCsharp,
    resolve: resolveCsharp,
    moduleMaker: (name) => (name.startsWith(PREFIX) ? csharpModule(name.slice(PREFIX.length)) : undefined),
    globalMaker: csharpGlobal,
    container: { gives: "AddHttpClient", takes: "CreateClient" },
    registers: new Set(["AddHttpClient", "ConfigureHttpClient", "AddRefitClient"]),
    semantics: {
      attribute,
      printed,
      hasZeroValues: true,
      throwsForMissingKeys: true,
      sharesClassMembers: "statics",
    },
  };
}

/** Returns the text that C# prints for a boolean or null. Undefined for values that print as in JavaScript. */
function printed({ value }: { readonly value: unknown }): string | undefined {
  if (value === null || value === undefined) return "";
  return typeof value === "boolean" ? (value ? "True" : "False") : undefined;
}
