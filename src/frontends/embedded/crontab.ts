import { sendsRequests } from "./commands.js";
import { joined, madePiece, pieceAt, type Piece } from "./piece.js";

const TIMES = /^[ \t]*(?:@[a-z]+|(?:[\d*/,A-Za-z-]+[ \t]+){4}[\d*/,A-Za-z-]+)[ \t]+/;
/** Files in which the name of a user comes before each command. */
const OF_SYSTEM = /(?:^|\/)(?:etc\/crontab$|cron\.d\/)/;

/** Returns the commands of a table of jobs, each in a shell of its own, behind the variables of the file. */
export function cronPieces(source: string, path: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { index, 0: line } of source.matchAll(/^[^\n\r]+/gm)) {
    const times = TIMES.exec(line)?.[0];
    const user =
      times !== undefined && OF_SYSTEM.test(path) ? /^\S+[ \t]+/.exec(line.slice(times.length))?.[0] : "";
    const start = index + (times ?? "").length + (user ?? "").length;
    const piece = pieceAt(source, start, index + line.length);
    if (times !== undefined) {
      if (sendsRequests(piece.text)) pieces.push(joined([madePiece("("), piece, madePiece(")")]));
    } else if (/^[A-Za-z_]\w*=[^`$]*$/.test(line)) pieces.push(piece);
  }
  return pieces.some(({ text }) => sendsRequests(text)) ? [joined(pieces)] : [];
}
