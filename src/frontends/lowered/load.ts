import type { Parser } from "web-tree-sitter";
import type { Frontend } from "../frontend.js";
import { plainFrontend } from "../plain/frontend.js";
import { loadParser, type GrammarName } from "../tree-sitter/grammars.js";
import { loweredFrontend } from "./frontend.js";
import type { LoweredLanguage } from "./language.js";

/**
 * Loads the frontend of a language with its grammar.
 *
 * @throws if the grammar cannot be loaded
 */
export async function loadLowered(
  grammar: GrammarName,
  languageOf: (parser: Parser) => LoweredLanguage,
): Promise<Frontend> {
  const [{ commentPlace }, parser] = await Promise.all([plainFrontend.load(), loadParser(grammar)]);
  const language = languageOf(parser);
  return {
    ...loweredFrontend(language),
    ...(commentPlace ? { commentPlace } : {}),
    changeBeside: async (...change) =>
      (await import("./editing/compare-trees.js")).treeChangeBeside(parser, language.parse, ...change),
  };
}
