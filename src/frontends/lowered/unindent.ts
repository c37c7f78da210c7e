import type { TextPiece } from "./build.js";

/**
 * The lines of a text without some of the white space that they begin with. Each line is a piece with a place of its
 * own, so a value inside the text is found where it is written.
 *
 * @param widthOf how many characters a line loses
 * @param meaning what the rest of a line means, without the marks that its language has
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
