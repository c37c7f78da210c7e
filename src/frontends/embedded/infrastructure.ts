import { groupBy } from "../../core/group-by.js";
import { sendsRequests } from "./commands.js";
import { joined, pieceAt, type Piece, type Stretch } from "./piece.js";

/**
 * Finds shell in heredocs and in the `command` of a provisioner: https://developer.hashicorp.com/terraform/language
 */
export function terraformPieces(source: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [start, end] of hereDocuments(source))
    if (sendsRequests(source.slice(start, end))) pieces.push(pieceAt(source, start, end));
  for (const match of source.matchAll(/\bcommand[ \t]*=[ \t]*"((?:[^"\\\n]|\\.)*)"/g)) {
    const body = match[1]!;
    if (!sendsRequests(body)) continue;
    pieces.push(unescaped(source, match.index + match[0].length - 1 - body.length, body.length));
  }
  return pieces;
}

/** Returns the start and end of each here-document. Nothing is searched twice, however many of them have no end. */
export function hereDocuments(source: string): [start: number, end: number][] {
  const lines = groupBy(source.matchAll(/^[ \t]*(\w+)/gm), ([, word]) => word!);
  const reached = new Map<string, number>();
  const found: [number, number][] = [];
  let behind = 0;
  for (const { 0: opening, 1: word = "", index } of source.matchAll(
    /<<[-~]?[ \t]*["']?(\w+)["']?[^\n]*\n/g,
  )) {
    const start = index + opening.length;
    if (index < behind) continue;
    const ends = lines.get(word) ?? [];
    let at = reached.get(word) ?? 0;
    while (at < ends.length && ends[at]!.index < start) at++;
    reached.set(word, at);
    const end = ends[at];
    if (!end) continue;
    found.push([start, end.index]);
    behind = end.index + end[0].length;
  }
  return found;
}

/** Returns the text of a literal in which a backslash escapes special characters. */
export function unescaped(source: string, start: number, length: number): Piece {
  let text = "";
  const stretches: Stretch[] = [];
  let from = start;
  const end = start + length;
  const close = (to: number): void => {
    if (to > from) stretches.push({ at: text.length, start: from, length: to - from });
    text += source.slice(from, to);
  };
  for (let at = start; at < end; at++) {
    // A line that goes on does so in the shell as well.
    if (source[at] !== "\\" || /^\r?\n/.test(source.slice(at + 1, at + 3))) continue;
    close(at);
    from = at + 1;
    if (source[at + 1] === "n") {
      text += "\n";
      from = at + 2;
    }
    at++;
  }
  close(end);
  return { text, stretches };
}

/** An instruction of a Dockerfile that has a command, or sets a variable. */
const INSTRUCTION = /^[ \t]*(RUN|CMD|ENTRYPOINT|HEALTHCHECK|ENV|ARG)[ \t]+((?:[^\n]*\\\r?\n)*[^\n]*)/gim;
/** The options before a command. */
const OPTIONS = /^(?:--\S+[ \t]+)*(?:CMD[ \t]+)?/i;

/**
 * Finds the commands of `RUN`, `HEALTHCHECK` and the like, with the variables of `ENV` and `ARG`:
 * https://docs.docker.com/reference/dockerfile/
 */
export function dockerPieces(source: string): Piece[] {
  const all: Piece[] = [];
  for (const match of source.matchAll(INSTRUCTION)) {
    const [whole, keyword = "", body = ""] = match;
    const isCommand = !/^(?:ENV|ARG)$/i.test(keyword);
    const start = match.index + whole.length - body.length;
    const flags = isCommand ? OPTIONS.exec(body)![0].length : 0;
    const isLeft = isCommand
      ? body.startsWith("[", flags) || !sendsRequests(body)
      : !/^\w+=[^\s"'\\]*(?:[ \t]+\w+=[^\s"'\\]*)*$|^\w+=\S*$/.test(body.trim());
    if (!isLeft) all.push(pieceAt(source, start + flags, start + body.length));
  }
  return all.some(({ text }) => sendsRequests(text)) ? [joined(all)] : [];
}
