import type { SourceText } from "../../core/source-text.js";
import { plainLanguage } from "../plain/languages.js";
import { dockerPieces, jenkinsPieces, terraformPieces } from "./infrastructure.js";
import { markdownPieces } from "./markdown.js";
import { joined, pieceAt, type Piece } from "./piece.js";
import { yamlPieces } from "./yaml.js";

const READERS: ReadonlyMap<string, (source: string) => Piece[]> = new Map([
  ["yaml", yamlPieces],
  ["markdown", markdownPieces],
  ["terraform", terraformPieces],
  ["hcl", terraformPieces],
  ["dockerfile", dockerPieces],
  ["groovy", jenkinsPieces],
]);

/** The first line of a script that a shell runs. */
const SCRIPT = /^#![^\n]*\b(?:ba|z|k|da|a)?sh\b/;

/** The shell in a file, as far as it may send requests. */
export function piecesIn({ path, text }: Pick<SourceText, "path" | "text">): Piece[] {
  if (!text.includes("curl")) return [];
  const { language } = plainLanguage(path);
  if (SCRIPT.test(text)) return [pieceAt(text, 0, text.length)];
  const pieces = READERS.get(language)?.(text) ?? [];
  // The fences of a page are one session: what one sets is there in the next.
  return language === "markdown" && pieces.length > 1 ? [joined(pieces)] : pieces;
}
