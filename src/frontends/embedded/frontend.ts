import type { Parser } from "web-tree-sitter";
import { touch, type Location } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { Frontend } from "../frontend.js";
import type { Interest } from "../interest.js";
import { DEFAULT_LIMITS } from "../limits.js";
import type { CoreProgram } from "../lowered/core-tree.js";
import { LoweredProgram } from "../lowered/program.js";
import { readPlain } from "../plain/frontend.js";
import { plainLanguage } from "../plain/languages.js";
import { lowerShell } from "../shell/lower.js";
import { shellLanguage } from "../shell/shell.js";
import { parseText } from "../tree-sitter/parse.js";
import { dockerPieces, jenkinsPieces, terraformPieces } from "./infrastructure.js";
import { markdownPieces } from "./markdown.js";
import { joined, pieceAt, type Piece } from "./piece.js";
import { masked } from "./placeholders.js";
import { inFile } from "./translate.js";
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

/** The plain reading of a file, with what the shell in it sends. */
export function analyzeWithShell(parser: Parser): Frontend["analyze"] {
  return (source, interest) => {
    const plain = readPlain(source, interest);
    const pieces = source.text.includes("curl") ? piecesIn(source) : [];
    const programs = pieces.flatMap((piece) => lowered(parser, piece));
    if (programs.length === 0) return plain;
    return merged(plain, factsOf(parser, source, interest, programs));
  };
}

function piecesIn({ path, text }: SourceText): Piece[] {
  const { language } = plainLanguage(path);
  if (SCRIPT.test(text)) return [pieceAt(text, 0, text.length)];
  const pieces = READERS.get(language)?.(text) ?? [];
  // The fences of a page are one session: what one sets is there in the next.
  return language === "markdown" && pieces.length > 1 ? [joined(pieces)] : pieces;
}

function lowered(parser: Parser, piece: Piece): CoreProgram[] {
  const text = masked(piece.text);
  const parsed = parseText(parser, text);
  if (!parsed.ok) return [];
  return [inFile(lowerShell(parsed.root, text), { ...piece, text })];
}

function factsOf(
  parser: Parser,
  source: SourceText,
  interest: Interest,
  programs: readonly CoreProgram[],
): FileFacts {
  const language = {
    ...shellLanguage(parser),
    // Requests are told apart by it from those of other files.
    name: `shell in ${source.path}`,
    lower: () => ({ programs, comments: [], problems: [] }),
  };
  const program = new LoweredProgram(language, interest, undefined, DEFAULT_LIMITS);
  program.add(source);
  program.evaluate();
  return program.facts()[0]!.facts;
}

/** What is read as text stays as it is; requests, and what belongs to them, is added. */
function merged(plain: FileFacts, shell: FileFacts): FileFacts {
  const known = new Set(plain.strings.map(({ what, place }) => `${what}:${place.start}`));
  const isField = (place: Location): boolean => shell.fields.some((field) => touch(field.place, place));
  return {
    ...plain,
    requests: shell.requests,
    fields: shell.fields,
    strings: [
      ...plain.strings.filter(({ what, place }) => what !== "name" || !isField(place)),
      ...shell.strings.filter(
        ({ what, place, parts }) => parts.length > 0 && !known.has(`${what}:${place.start}`),
      ),
    ],
    comparisons: shell.comparisons,
    handOvers: shell.handOvers,
  };
}
