import type { Parser } from "web-tree-sitter";
import { SourceText } from "../../../core/source-text.js";
import type { FrontendEntry } from "../../frontend.js";
import { NO_INTEREST } from "../../no-interest.js";
import { loadParser, type GrammarName } from "../../tree-sitter/grammars.js";
import type { LoweredLanguage } from "../language.js";
import { openLowered } from "./editor.js";
import type { Writing } from "./writing.js";

/**
 * Gives what opens texts of a language for edits.
 *
 * @throws the grammar cannot be loaded
 */
export async function loadLoweredEditor(
  grammar: GrammarName,
  writing: Writing,
  languageOf?: (parser: Parser) => LoweredLanguage,
): ReturnType<NonNullable<FrontendEntry["loadEditor"]>> {
  const parser = await loadParser(grammar);
  const language = languageOf?.(parser);
  return ({ path, text }, mayBreak = true) =>
    openLowered(parser, { path, text }, writing, {
      mayBreak,
      lower: () => {
        const lowered = language?.lower(new SourceText(path, text), NO_INTEREST);
        return lowered && "programs" in lowered ? lowered.programs : [];
      },
    });
}
