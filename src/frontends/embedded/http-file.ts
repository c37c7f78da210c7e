import type { Span } from "../../core/span.js";
import { joined, madePiece, pieceAt, type Piece } from "./piece.js";
import { templatesIn } from "./placeholders.js";

const VARIABLE = /^@([A-Za-z_][\w-]*)[ \t]*=[ \t]*/;
const REQUEST_LINE = /^(?:(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)[ \t]+)?(\S+?)[ \t]*(?:HTTP\/[\d.]+)?$/;
const HEADER = /^([\w-]+)[ \t]*:[ \t]*/;
const COMMENT = /^[ \t]*(?:#|\/\/)/;
const SEPARATOR = /^###/;
/** Lines that name scripts around the request, or a file for the response. */
const SCRIPT = /^[<>]/;

/**
 * Returns the requests of a file for an HTTP client of an editor as commands of curl, so that they are read like those.
 * https://www.jetbrains.com/help/idea/exploring-http-syntax.html
 */
export function httpFilePieces(source: string): Piece[] {
  const variables: { readonly name: string; readonly value: Piece }[] = [];
  const requests: Span[][] = [[]];
  for (const line of linesOf(source)) {
    const text = source.slice(line.start, line.end);
    const [assignment, name] = VARIABLE.exec(text) ?? [];
    if (SEPARATOR.test(text)) requests.push([]);
    else if (name) {
      const value = pieceAt(source, line.start + assignment!.length, line.end);
      if (isPlain(value)) variables.push({ name, value });
    } else requests.at(-1)!.push(line);
  }
  const commands = requests.flatMap((lines) => commandOf(source, lines) ?? []);
  const templates = templatesIn(
    [...commands, ...variables.map(({ value }) => value)].map(({ text }) => text).join("\n"),
  );
  const assignments = variables.flatMap(({ name, value }) =>
    (templates.get(name) ?? []).map((one) => joined([madePiece(`${one}="`), value, madePiece('"')], "")),
  );
  return commands.length > 0 ? [joined([...assignments, ...commands])] : [];
}

/** Returns the lines without their line breaks and the white space before these. */
function linesOf(source: string): Span[] {
  return [...source.matchAll(/^.*$/gm)].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.trimEnd().length,
  }));
}

function commandOf(source: string, lines: readonly Span[]): Piece | undefined {
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const isLeft = (line: Span): boolean => textOf(line) === "" || COMMENT.test(textOf(line));
  const first = lines.findIndex((line) => !isLeft(line));
  const [, method, url] = (first >= 0 && REQUEST_LINE.exec(textOf(lines[first]!))) || [];
  if (url === undefined || !/^(?:https?:|\{\{)/.test(url)) return undefined;
  const { start } = lines[first]!;
  const at = start + textOf(lines[first]!).indexOf(url);
  const parts = [madePiece('curl "'), pieceAt(source, at, at + url.length), madePiece('"')];
  if (method) parts.push(madePiece(" -X "), pieceAt(source, start, start + method.length));
  let index = first + 1;
  for (; index < lines.length && textOf(lines[index]!) !== ""; index++) {
    const line = lines[index]!;
    const header = pieceAt(source, line.start, line.end);
    if (HEADER.test(header.text) && isPlain(header)) parts.push(madePiece(' -H "'), header, madePiece('"'));
  }
  const body = lines.slice(index + 1).filter((line) => !SCRIPT.test(textOf(line)));
  if (body.some((line) => textOf(line) !== "")) {
    const content = body.map((line) => pieceAt(source, line.start, line.end));
    parts.push(madePiece(` -d @- <<'${END}'\n`), joined(content), madePiece(`\n${END}`));
  }
  return joined(parts, "");
}

const END = "END_OF_BODY";

/** Returns whether a text can be written in double quotes. */
function isPlain({ text }: Piece): boolean {
  return !/["\\`]/.test(text);
}
