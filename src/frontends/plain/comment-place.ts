import type { SourceText } from "../../core/source-text.js";
import type { CommentPlace } from "../frontend.js";
import { plainLanguage } from "./languages.js";

/** Languages of which every line stands for itself, so that a comment can be put between any two that are whole. */
const LINE_BY_LINE = new Set(["env", "ini", "properties"]);

/**
 * The line of a setting, in languages that go line by line. In all others a line may belong to a string, a here-document
 * or a block, which only a parser could tell.
 */
export function plainCommentPlace(source: SourceText, offset: number): CommentPlace | undefined {
  const { language, lineComments } = plainLanguage(source.path);
  const [mark] = lineComments;
  if (!LINE_BY_LINE.has(language) || mark === undefined) return undefined;
  const { line } = source.position(offset);
  const goesOn = source.line(line - 1).endsWith("\\");
  const isInString = (source.text.slice(0, source.lineStart(line)).split('"').length - 1) % 2 === 1;
  if (goesOn || isInString || !/^\s*(?:export\s+)?[\w.-]+\s*[=:]/.test(source.line(line))) return undefined;
  return { offset: source.lineStart(line), indent: "", delimiters: [`${mark} `, ""] };
}
