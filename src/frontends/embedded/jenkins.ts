import { sendsRequests } from "./commands.js";
import { unescaped } from "./infrastructure.js";
import { joined, madePiece, partsOf, pieceAt, type Piece } from "./piece.js";

/** A variable of the environment, or of Groovy, which texts in double quotes name in the same way. */
interface Variable {
  readonly name: string;
  readonly value: Piece;
}

/** More assignments than this are not put in front of a script; the last ones are. */
const MAX_ASSIGNMENTS = 50;

/** A `sh` step, an assignment of a text on a line of its own, or an item of `withEnv(["NAME=value"])`. */
const PARTS =
  /\bsh\b[^"'\n]{0,200}?(?:'{3}(?<raw>[\s\S]*?)'{3}|"{3}(?<block>[\s\S]*?)"{3}|'(?<one>(?:[^'\\\n]|\\.)*)'|"(?<two>(?:[^"\\\n]|\\.)*)")|^[ \t]*(?:@Field[ \t]+)?(?:final[ \t]+)?(?:(?:def|String)[ \t]+)?(?<name>[A-Za-z_]\w*)[ \t]*=[ \t]*["'](?<value>[^"'\\`\n]+)["'][ \t]*;?[ \t]*\r?$|["'](?<item>[A-Za-z_]\w*)=(?<content>[^"'\\`\n]+)["']/gm;

/**
 * Finds the `sh` and `bat` steps of a Groovy pipeline, with variables that are set above them:
 * https://www.jenkins.io/doc/pipeline/steps/workflow-durable-task-step/
 */
export function jenkinsPieces(source: string): Piece[] {
  const pieces: Piece[] = [];
  const variables: Variable[] = [];
  for (const { index, 0: whole, groups = {} } of source.matchAll(PARTS)) {
    const { raw, block, one, two, name, item } = groups;
    const written = groups["value"] ?? groups["content"];
    if (written !== undefined) {
      const start = index + whole.lastIndexOf(written);
      variables.push({ name: name ?? item!, value: pieceAt(source, start, start + written.length) });
      continue;
    }
    const body = raw ?? block ?? one ?? two ?? "";
    if (!sendsRequests(body)) continue;
    const quote = raw !== undefined || block !== undefined ? 3 : 1;
    const start = index + whole.length - quote - body.length;
    pieces.push(withVariables(variables, inShell(unescaped(source, start, body.length))));
  }
  return pieces;
}

/** Writes `${env.NAME}` of Groovy as the shell does. */
function inShell(piece: Piece): Piece {
  const spans: { start: number; end: number }[] = [];
  let from = 0;
  for (const { index } of piece.text.matchAll(/\$\{env\.(?=\w+\})/g)) {
    spans.push({ start: from, end: index + 2 });
    from = index + "${env.".length;
  }
  return from === 0 ? piece : partsOf(piece, [...spans, { start: from, end: piece.text.length }]);
}

/** Puts assignments in front of a script. A name with several values has one or another of them. */
function withVariables(variables: readonly Variable[], script: Piece): Piece {
  const needed = new Set(script.text.match(/\w+/g));
  const used: Variable[] = [];
  for (const one of variables.toReversed()) {
    if (used.length === MAX_ASSIGNMENTS) break;
    if (!needed.has(one.name)) continue;
    for (const word of one.value.text.match(/\w+/g) ?? []) needed.add(word);
    used.unshift(one);
  }
  const seen = new Set<string>();
  const assignments = used.map(({ name, value }) => {
    const assignment = [madePiece(`${name}="`), inShell(value), madePiece('"')];
    if (!seen.has(name)) {
      seen.add(name);
      return joined(assignment, "");
    }
    return joined([madePiece("if choose; then "), ...assignment, madePiece("; fi")], "");
  });
  return joined([...assignments, script]);
}
