import type { Span } from "../../core/span.js";
import { inQuotes, joined, madePiece, pieceAt, type Piece } from "./piece.js";
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
    (templates.get(name) ?? []).map((one) => inQuotes(`${one}=`, value)),
  );
  return commands.length > 0 ? [joined([...assignments, ...commands])] : [];
}

/** A request in such a file, for edits. Lines are without their line breaks. */
export interface HttpRequest {
  /** From its first line to its last. */
  readonly span: Span;
  /** The line with the URL. */
  readonly line: Span;
  readonly headers: readonly { readonly name: string; readonly line: Span; readonly value: Span }[];
  /** The body; undefined if there is none, or if lines in it say what to do with it. */
  readonly body?: Span;
}

/** Returns the requests of a file for an HTTP client. A request whose URL goes on in the next line is left out. */
export function httpRequestsIn(source: string): HttpRequest[] {
  const groups: Span[][] = [[]];
  for (const line of linesOf(source))
    if (SEPARATOR.test(source.slice(line.start, line.end))) groups.push([]);
    else groups.at(-1)!.push(line);
  return groups.flatMap((lines) => requestOf(source, lines) ?? []);
}

function requestOf(source: string, lines: readonly Span[]): HttpRequest | undefined {
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const isLeft = (line: Span): boolean => isBefore(textOf(line));
  const first = lines.findIndex((line) => !isLeft(line));
  const line = lines[first];
  if (!line || !REQUEST_LINE.test(textOf(line))) return undefined;
  const headers: { name: string; line: Span; value: Span }[] = [];
  let index = first + 1;
  for (; index < lines.length && textOf(lines[index]!) !== ""; index++) {
    const own = lines[index]!;
    if (COMMENT.test(textOf(own))) continue;
    const [start, name] = HEADER.exec(textOf(own)) ?? [];
    if (name === undefined) return undefined;
    headers.push({ name, line: own, value: { start: own.start + start!.length, end: own.end } });
  }
  const body = lines.slice(index + 1);
  const from = body.findIndex((one) => textOf(one) !== "");
  const last = body.findLast((one) => textOf(one) !== "");
  const isPlainBody = last !== undefined && !body.some((one) => SCRIPT.test(textOf(one)));
  return {
    span: { start: line.start, end: lines.at(-1)!.end },
    line,
    headers,
    ...(isPlainBody ? { body: { start: body[from]!.start, end: last.end } } : {}),
  };
}

/** Checks whether a line may be before a request: a comment, a variable, or nothing. */
function isBefore(line: string): boolean {
  return line === "" || COMMENT.test(line) || VARIABLE.test(line);
}

/** Returns the lines without their line breaks and the white space before these. */
function linesOf(source: string): Span[] {
  let start = 0;
  return source.split("\n").map((line) => {
    const own = { start, end: start + line.trimEnd().length };
    start += line.length + 1;
    return own;
  });
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
    parts.push(madePiece(` -d @- ${SHOWN} <<'${END}'\n`), joined(content), madePiece(`\n${END}`));
  } else parts.push(madePiece(` ${SHOWN}`));
  return joined(parts, "");
}

const END = "END_OF_BODY";

/** The editor shows what a request is answered with. No program gets it. */
const SHOWN = "> /dev/null";

/** Returns whether a text can be written in double quotes. */
function isPlain({ text }: Piece): boolean {
  return !/["\\`]/.test(text);
}
