import { sendsRequests } from "./commands.js";
import { joined, madePiece, partsOf, pieceAt, withSingleDollars, type Piece } from "./piece.js";

/** An assignment of a variable for all recipes. */
const ASSIGNMENT = /^(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*(?::{0,3}=|\?=)[ \t]*([^\n#]*)/gm;
/** A line of a recipe with those that continue it, behind the marks for its output and its status. */
const RECIPE = /^\t[ \t]*[@+-]*[ \t]*((?:[^\n]*\\\r?\n)*[^\n]*)/gm;

/**
 * Returns the commands of the recipes of a makefile, each in a shell of its own, behind the variables of the file.
 * https://www.gnu.org/software/make/manual/make.html#Recipes
 */
export function makePieces(source: string): Piece[] {
  const programs = new Map<string, Piece>();
  const variables = [...source.matchAll(ASSIGNMENT)].flatMap(
    ({ index, 0: whole, 1: name = "", 2: value = "" }) => {
      const text = value.trimEnd();
      const start = index + whole.length - value.length;
      // Make writes the command and its options into the recipe, before a shell reads it.
      if (sendsRequests(`${text} `)) {
        programs.set(name, pieceAt(source, start, start + text.length));
        return [];
      }
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
    const end = index + whole.length;
    const recipe = withPrograms(pieceAt(source, end - body.length, end), programs);
    if (!sendsRequests(recipe.text)) return [];
    return [joined([madePiece("("), withSingleDollars(recipe), madePiece(")")])];
  });
  return commands.length > 0 ? [joined([...variables, ...commands])] : [];
}

/** Returns a recipe with the text of variables that are commands: `$(CURL) $(BASE)/groups`. */
function withPrograms(recipe: Piece, programs: ReadonlyMap<string, Piece>): Piece {
  const parts: Piece[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: name = "" } of recipe.text.matchAll(/\$[({](\w+)[)}]/g)) {
    const program = programs.get(name);
    if (!program) continue;
    parts.push(partsOf(recipe, [{ start: from, end: index }]), program);
    from = index + whole.length;
  }
  if (from === 0) return recipe;
  return joined([...parts, partsOf(recipe, [{ start: from, end: recipe.text.length }])], "");
}
