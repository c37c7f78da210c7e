import { keepingLast } from "../../core/last-texts.js";
import { SourceText } from "../../core/source-text.js";
import type { Span } from "../../core/span.js";
import { asList, contentOf, stringAt, valueAt, type JsonString, type JsonValue } from "../json/nodes.js";
import { parseJson } from "../json/parse.js";
import { PlacedText } from "../json/placed-text.js";
import type { Block } from "./blocks.js";
import { languageNamed, SHELL } from "./languages.js";
import { joined, partsOf, type Piece, type Stretch } from "./piece.js";

/** Cells that begin with these are code of the notebook: others run something else. */
const SAME_LANGUAGE = /^%%(?:capture|prun|time|timeit)\b/;
const SHELL_CELL = /^%%(?:bash|script (?:ba)?sh|sh|shell)\b/;

/** The parts of a notebook: https://nbformat.readthedocs.io/en/latest/format_description.html */
export interface NotebookParts {
  /** The code in its cells. */
  readonly code: readonly Span[];
  /** The results of earlier runs, which a new run replaces. */
  readonly outputs: readonly Span[];
}

/** Returns the parts of a notebook; none if it does not parse. */
export function notebookParts(source: string): NotebookParts {
  const cells = asList(valueAt(parsedNotebook(source), "cells"));
  const spansOf = (key: string, some: readonly JsonValue[]): Span[] =>
    some.flatMap((cell) => valueAt(cell, key) ?? []).map(({ start, end }) => ({ start, end }));
  return { code: spansOf("source", cells.filter(isCode)), outputs: spansOf("outputs", cells) };
}

function isCode(cell: JsonValue): boolean {
  return stringAt(cell, "cell_type") === "code";
}

/** Parses a notebook, which is asked for its parts and then for its code. */
const parsedNotebook = keepingLast((source): JsonValue | undefined => {
  const parsed = parseJson(PlacedText.of(new SourceText("", source)));
  return parsed.ok ? parsed.roots[0] : undefined;
});

/** Finds the code cells of a notebook. */
export function notebookBlocks(source: string): Block[] {
  const notebook = parsedNotebook(source);
  const language =
    languageNamed(stringAt(notebook, "metadata", "language_info", "name") ?? "") ??
    languageNamed(stringAt(notebook, "metadata", "kernelspec", "language") ?? "");
  const own = language && language !== SHELL ? language : languageNamed("python")!;
  return asList(valueAt(notebook, "cells")).flatMap((cell): Block[] => {
    if (!isCode(cell)) return [];
    const piece = pieceOfText(valueAt(cell, "source"));
    if (SHELL_CELL.test(piece.text)) return [{ language: SHELL, piece: withoutFirstLine(piece) }];
    if (piece.text.startsWith("%%") && !SAME_LANGUAGE.test(piece.text)) return [];
    return linesOfCell(piece).map(({ isShell, lines }) => ({
      language: isShell ? SHELL : own,
      piece: lines,
    }));
  });
}

/** Returns a text, or the lines of a list. */
export function pieceOfText(value: JsonValue | undefined, separator = ""): Piece {
  const strings = value?.kind === "string" ? [value] : asList(value).filter(isString);
  return joined(strings.map(pieceOfString), separator);
}

function isString(value: JsonValue): value is JsonString {
  return value.kind === "string";
}

/** Returns the value of a string with the places of its characters. The places of escapes are unknown. */
function pieceOfString(string: JsonString): Piece {
  const content = contentOf(string);
  const stretches: Stretch[] = [];
  let at = 0;
  for (const line of content.text.split(/(?<=\n)/)) {
    let start = at;
    for (const { text, written } of content.segments(at, at + line.length)) {
      if (written?.exact) stretches.push({ at: start, start: written.start, length: text.length });
      start += text.length;
    }
    at += line.length;
  }
  return { text: content.text, stretches };
}

function withoutFirstLine(piece: Piece): Piece {
  const end = piece.text.indexOf("\n") + 1;
  return partsOf(piece, [{ start: end === 0 ? piece.text.length : end, end: piece.text.length }]);
}

/** The lines of a cell that begin with `!` are commands of the shell; those with `%` and `?` are for the notebook. */
function linesOfCell(piece: Piece): { isShell: boolean; lines: Piece }[] {
  const code: Span[] = [];
  const shell: Span[] = [];
  let start = 0;
  for (const line of piece.text.split(/(?<=\n)/)) {
    const end = start + line.length;
    const mark = /^\s*[!%?]/.exec(line)?.[0];
    if (mark === undefined) code.push({ start, end });
    else if (mark.endsWith("!")) shell.push({ start: start + mark.length, end });
    start = end;
  }
  return [
    { isShell: false, lines: partsOf(piece, code) },
    ...(shell.length > 0 ? [{ isShell: true, lines: partsOf(piece, shell) }] : []),
  ];
}
