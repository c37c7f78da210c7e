import jsTokens from "js-tokens";
import type { Location, Span } from "../../core/span.js";
import type { FieldFact } from "../../facts/field.js";

interface Token extends Span {
  readonly type: string;
  readonly value: string;
}

/**
 * Returns the properties of interest in code of markup that has no other facts, because no parser understands it or it
 * was not evaluated.
 *
 * @param isFollowed whether names by themselves are certainly variables
 *
 * @param isKnown checks whether more is known about a place
 */
export function namedReads(
  path: string,
  text: string,
  code: readonly Span[],
  names: ReadonlySet<string>,
  isFollowed: boolean,
  isKnown: (place: Location) => boolean,
): FieldFact[] {
  const found = code.flatMap((span) => namesIn(text, span, names));
  const siblings = [...new Set(found.map(({ name }) => name))];
  return found.flatMap(({ name, of, isAccess, start, end }): FieldFact[] => {
    const place = { path, start, end };
    if (isKnown(place) || (isFollowed && !isAccess)) return [];
    return [
      {
        kind: "field",
        name,
        place,
        extent: place,
        access: "read",
        path: [name],
        owner: { kind: "named", name: of, siblings },
        trace: [],
        setting: "code",
        isInMarkup: true,
      },
    ];
  });
}

interface Named extends Span {
  readonly name: string;
  readonly isAccess: boolean;
  /** The name of the object that it is read from. */
  readonly of: string;
}

function namesIn(text: string, span: Span, names: ReadonlySet<string>): Named[] {
  const source = text.slice(span.start, span.end);
  // Most code names none of them, and to look for that costs less than to read it.
  if (![...names].some((name) => source.includes(name))) return [];
  const found: Named[] = [];
  const before: Token[] = [];
  let at = span.start;
  for (const { type, value } of jsTokens(source, { jsx: true })) {
    const token = { type, value, start: at, end: at + value.length };
    at = token.end;
    if (SPACE.has(type)) continue;
    const name = type === "StringLiteral" ? value.slice(1, -1) : value;
    if ((type === "IdentifierName" || type === "StringLiteral") && names.has(name)) {
      const of = before.at(-2);
      const isAccess = ACCESS.has(before.at(-1)?.value ?? "");
      found.push({
        name,
        isAccess,
        of: isAccess && of?.type === "IdentifierName" ? of.value : "",
        start: token.start,
        end: token.end,
      });
    }
    before.push(token);
  }
  return found;
}

const SPACE = new Set(["WhiteSpace", "LineTerminatorSequence", "MultiLineComment", "SingleLineComment"]);
const ACCESS = new Set([".", "?.", "["]);
