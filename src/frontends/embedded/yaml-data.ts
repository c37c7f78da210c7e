import {
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
  type Node,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { keepingLast } from "../../core/last-texts.js";
import { httpStep } from "./http-step.js";
import { uriTask } from "./uri-task.js";
import { joined, madePiece, partsOf, pieceOf, type Piece, type Stretch } from "./piece.js";

/** Deeper values are left out. */
const MAX_DEPTH = 200;
/** Blocks of templates, each alone on its line, and what templates put into values. */
const TEMPLATES = /^([ \t]*\{\{[^{}\n]*\}\}[ \t]*)$|\{\{[^{}\n]*\}\}/gm;

/** Parses a YAML text that may have several documents. */
export const parsedYaml = keepingLast((text): readonly Document.Parsed[] => {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" });
  return Array.isArray(documents) ? documents : [];
});

/** The line before a block of text, `run: |`, and lines with templates that the block begins with. */
const OPENS_BLOCK = /(?:^|[\s:-])[|>][-+\d]*[ \t]*(?:#[^\n]*)?\n(?:[ \t]*\{\{[^{}\n]*\}\}[ \t]*\n)*$/;
/** A longer part of the text before a line is not looked at. */
const MAX_BEFORE = 2_000;

/** Returns a YAML text of the same length with other characters instead of what templates put into it. */
export function withoutTemplates(source: string): string {
  return source.replaceAll(TEMPLATES, (found: string, line: string | undefined, at: number) => {
    if (line === undefined) return "_".repeat(found.length);
    // The first lines of a block may not have more spaces than the next one, and tabs do not count.
    const isFirst = OPENS_BLOCK.test(source.slice(Math.max(0, at - MAX_BEFORE), at));
    const indent = line.length - line.trimStart().length;
    return isFirst ? line.slice(0, indent) + "\t".repeat(line.length - indent) : " ".repeat(line.length);
  });
}

/**
 * Converts the documents of a YAML text to JSON, with the places of keys and values.
 *
 * @param parse parses the text without templates
 */
export function yamlData(source: string, parse: () => readonly Document.Parsed[]): Piece[] {
  return parse().flatMap(({ contents, errors }) => {
    if (errors.length > 0 || !contents) return [];
    const writer = new JsonWriter(source);
    writer.value(contents, 0);
    return writer.piece;
  });
}

/** Returns the value of a scalar as it is in the text; `undefined` if the places of its characters are unknown. */
export function pieceOfScalar(scalar: Scalar, source: string): Piece | undefined {
  const { range, value } = scalar;
  if (!range || !["string", "number", "boolean"].includes(typeof value)) return undefined;
  const written = typeof value === "string" ? value : source.slice(range[0], range[1]);
  return pieceOf(written, source, { start: range[0], end: range[1] });
}

/** Returns a value as JSON with the places of its keys and values. */
export function jsonOf(node: unknown, source: string): Piece {
  const writer = new JsonWriter(source);
  writer.value(node, 0);
  return writer.piece;
}

class JsonWriter {
  #text = "";
  readonly #stretches: Stretch[] = [];

  constructor(private readonly source: string) {}

  get piece(): Piece {
    return { text: this.#text, stretches: this.#stretches };
  }

  value(node: unknown, depth: number): void {
    if (depth > MAX_DEPTH) this.#text += "null";
    else if (isMap(node)) this.#map(node, depth);
    else if (isSeq(node)) {
      this.#text += "[";
      node.items.forEach((item, index) => {
        if (index > 0) this.#text += ",";
        this.value(item, depth + 1);
      });
      this.#text += "]";
    } else if (isScalar(node)) this.#scalar(node);
    // The value of an alias is read at its anchor.
    else this.#text += "null";
  }

  #map(map: YAMLMap, depth: number): void {
    this.#text += "{";
    let count = 0;
    const inputs = httpStep(map)?.inputs;
    for (const { key, value } of map.items) {
      // A request of a task or a step is read as a command.
      if (!isScalar(key) || uriTask(key, value) || (inputs && value === inputs)) continue;
      if (count++ > 0) this.#text += ",";
      this.#string(String(key.value), key);
      this.#text += ":";
      this.value(value, depth + 1);
    }
    this.#text += "}";
  }

  #scalar(scalar: Scalar): void {
    const { value, range } = scalar;
    const [start, end] = range ?? [0, 0];
    if (typeof value === "string" || this.source.slice(start, end).includes("{{"))
      this.#string(typeof value === "string" ? value : this.source.slice(start, end), scalar);
    else this.#text += JSON.stringify(value) ?? "null";
  }

  #string(value: string, { range }: Pick<Node, "range">): void {
    const [start, end] = range ?? [0, 0];
    const written = this.source.slice(start, end);
    // A placeholder is written, and a mark of the same length was read.
    const meant = written.includes("{{") ? written.replaceAll(/^(["'])(.*)\1$/gs, "$2") : value;
    this.#text += '"';
    this.#add(escaped(pieceOf(meant, this.source, { start, end }) ?? madePiece(meant)));
    this.#text += '"';
  }

  #add({ text, stretches }: Piece): void {
    for (const one of stretches) this.#stretches.push({ ...one, at: one.at + this.#text.length });
    this.#text += text;
  }
}

/** A text as it is written between the quotes of a JSON string. */
function escaped(piece: Piece): Piece {
  const { text } = piece;
  if (!/["\\\p{Cc}]/u.test(text)) return piece;
  const pieces: Piece[] = [];
  let at = 0;
  const plain = (end: number): void => {
    if (end > at) pieces.push(partsOf(piece, [{ start: at, end }]));
  };
  for (const { index, 0: character } of text.matchAll(/["\\\p{Cc}]/gu)) {
    plain(index);
    pieces.push(madePiece(JSON.stringify(character).slice(1, -1)));
    at = index + character.length;
  }
  plain(text.length);
  return joined(pieces, "");
}
