import { sendsRequests } from "./commands.js";
import { joined, madePiece, pieceAt, withSingleDollars, type Piece } from "./piece.js";

/** An assignment of a variable for all recipes. */
const ASSIGNMENT = /^(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*(?::{0,3}=|\?=)[ \t]*([^\n#]*)/gm;
/** A line of a recipe with those that continue it, behind the marks for its output and its status. */
const RECIPE = /^\t[ \t]*[@+-]*[ \t]*((?:[^\n]*\\\r?\n)*[^\n]*)/gm;

/**
 * Returns the commands of the recipes of a makefile, each in a shell of its own, behind the variables of the file.
 * https://www.gnu.org/software/make/manual/make.html#Recipes
 */
export function makePieces(source: string): Piece[] {
  const variables = [...source.matchAll(ASSIGNMENT)].flatMap(
    ({ index, 0: whole, 1: name, 2: value = "" }) => {
      const text = value.trimEnd();
      const start = index + whole.length - value.length;
      // A quote in it would end the text that the assignment is written with.
      if (/["\\`]/.test(text)) return [];
      return [
        joined(
          [
            madePiece(`${name}="`),
            withSingleDollars(pieceAt(source, start, start + text.length)),
            madePiece('"'),
          ],
          "",
        ),
      ];
    },
  );
  const commands = [...source.matchAll(RECIPE)].flatMap(({ index, 0: whole, 1: body = "" }) => {
    if (!sendsRequests(body)) return [];
    const end = index + whole.length;
    return [
      joined([madePiece("("), withSingleDollars(pieceAt(source, end - body.length, end)), madePiece(")")]),
    ];
  });
  return commands.length > 0 ? [joined([...variables, ...commands])] : [];
}
