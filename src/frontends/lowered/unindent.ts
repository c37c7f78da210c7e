import type { TextPiece } from "./build.js";

/**
 * Removes some of the white space at the start of each line. Each line is a piece with its own place, so a value inside
 * the text is found where it is written.
 *
 * @param widthOf returns how many characters a line loses
 *
 * @param meaning returns what the rest of a line means, without the marks of its language
 */
export function unindented(
  { start, value, written = value }: TextPiece,
  widthOf: (line: string, index: number) => number,
  meaning: (line: string) => string = (line) => line,
): TextPiece[] {
  let at = start;
  return written.split(/(?<=\n)/).map((line, index) => {
    const own = line.slice(widthOf(line, index));
    const end = (at += line.length);
    return { start: end - own.length, end, value: meaning(own), written: own };
  });
}
