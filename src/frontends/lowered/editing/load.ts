import { loadParser, type GrammarName } from "../../tree-sitter/grammars.js";
import type { FrontendEntry } from "../../frontend.js";
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
): ReturnType<NonNullable<FrontendEntry["loadEditor"]>> {
  const parser = await loadParser(grammar);
  return (source, mayBreak) => openLowered(parser, source, writing, mayBreak);
}
