/** Characters of the source that stand for a text, one stretch of it. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** The name of the parameter for which it stands, instead of a text. */
  readonly parameter?: string;
}

/** Reads text without quotes: a backslash takes the next character literally, and joins lines. */
export function wordPieces(source: string, start: number, end: number): Piece[] {
  return pieces(source, start, end, (next) => (next === "\n" ? "" : next));
}

/** Reads text in double quotes: https://www.gnu.org/software/bash/manual/html_node/Double-Quotes.html */
export function quotedPieces(source: string, start: number, end: number): Piece[] {
  return pieces(source, start, end, (next) =>
    next === "\n" ? "" : next === undefined || !'"\\$`'.includes(next) ? undefined : next,
  );
}

/**
 * Reads the text of a heredoc.
 *
 * @param expands whether expansions and backslashes are special
 */
export function heredocPieces(
  source: string,
  start: number,
  end: number,
  dedents: boolean,
  expands: boolean,
): Piece[] {
  const found = expands
    ? pieces(source, start, end, (next) =>
        next === "\n" ? "" : next === undefined || !"\\$`".includes(next) ? undefined : next,
      )
    : [{ start, end, value: source.slice(start, end) }];
  const text = dedents ? found.flatMap((piece) => dedented(source, piece)) : found;
  return expands ? text.flatMap((piece) => withParameters(source, piece)) : text;
}

/** Cuts out `$1`, `$@` and `$?`, for which the grammar has no nodes in a heredoc. */
function withParameters(source: string, piece: Piece): Piece[] {
  const found: Piece[] = [];
  let at = piece.start;
  const cut = (end: number, parameter?: string): void => {
    if (end > at)
      found.push({ start: at, end, value: source.slice(at, end), ...(parameter && { parameter }) });
    at = end;
  };
  for (const { 0: written, index } of piece.value.matchAll(/\$[0-9@*#?!$-]/g)) {
    const start = piece.start + index;
    // A backslash that takes away the meaning ends the piece before this one.
    if (index === 0 && source[start - 1] === "\\") continue;
    cut(start);
    cut(start + written.length, written.slice(1));
  }
  cut(piece.end);
  return found;
}

/** Without the tabs that lines begin with. */
function dedented(source: string, { start, end, value }: Piece): Piece[] {
  if (end - start !== value.length) return [{ start, end, value }];
  const found: Piece[] = [];
  let at = start;
  while (at < end) {
    if (at === 0 || source[at - 1] === "\n") while (at < end && source[at] === "\t") at++;
    const line = source.indexOf("\n", at);
    const to = line < 0 || line >= end ? end : line + 1;
    if (to > at) found.push({ start: at, end: to, value: source.slice(at, to) });
    at = to;
  }
  return found;
}

/** Reads `$'…'`: https://www.gnu.org/software/bash/manual/html_node/ANSI_002dC-Quoting.html */
export function ansiPieces(source: string, start: number, end: number): Piece[] {
  return pieces(source, start, end, (next) => (next === undefined ? undefined : ANSI.get(next)));
}

const ANSI = new Map(Object.entries({ n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"', "?": "?" }));

/**
 * Cuts a text where a backslash stands for something.
 *
 * @param meaning what it makes of the character behind it; undefined where both mean themselves
 */
function pieces(
  source: string,
  start: number,
  end: number,
  meaning: (next: string | undefined) => string | undefined,
): Piece[] {
  const found: Piece[] = [];
  let from = start;
  const close = (to: number): void => {
    if (to > from) found.push({ start: from, end: to, value: source.slice(from, to) });
  };
  for (let at = start; at < end; at++) {
    if (source[at] !== "\\" || at + 1 >= end) continue;
    const next = source[at + 1]!;
    const isBreak = next === "\r" && source[at + 2] === "\n";
    const meant = meaning(isBreak ? "\n" : next);
    if (meant !== undefined) {
      close(at);
      // The character behind it stands for itself: the next stretch begins with it.
      from = at + 1;
      if (meant !== next) {
        from = at + (isBreak ? 3 : 2);
        if (meant !== "") found.push({ start: at, end: from, value: meant });
      }
      if (isBreak) at++;
    }
    at++;
  }
  close(end);
  return found;
}
