import { isMap, isPair, isScalar, isSeq, visit, type Document, type Node, type Scalar } from "yaml";
import { sendsRequests } from "./commands.js";
import { joined, madePiece, pieceOf, type Piece } from "./piece.js";

/** Keys of maps whose members are variables of the commands below. */
const VARIABLES = new Set(["env", "environment", "variables"]);

/**
 * Finds shell in the YAML of workflows, pipelines, compose files, pods and playbooks. A text with a `curl` counts as a
 * script under any key. The items of a list run one after the other.
 */
export function yamlPieces(source: string, documents: readonly Document.Parsed[]): Piece[] {
  const pieces: Piece[] = [];
  const seen = new Set<unknown>();
  for (const document of documents) {
    visit(document, {
      Scalar: (key, scalar, path) => {
        if (key === "key" || typeof scalar.value !== "string" || !sendsRequests(scalar.value))
          return undefined;
        const parent = path.at(-1);
        if (seen.has(parent)) return undefined;
        const items = isSeq(parent) ? parent.items.filter(isScalar) : [scalar];
        if (isSeq(parent)) seen.add(parent);
        const commands = items.flatMap((item) => pieceOfScalar(item, source) ?? []);
        if (commands.length === items.length || !isSeq(parent))
          pieces.push(joined([...variablesAround(path as Node[], source), ...commands]));
        return undefined;
      },
    });
  }
  return pieces.filter(({ text }) => sendsRequests(text));
}

function pieceOfScalar(scalar: Scalar, source: string): Piece | undefined {
  const { range, value } = scalar;
  if (!range || !["string", "number", "boolean"].includes(typeof value)) return undefined;
  const written = typeof value === "string" ? value : source.slice(range[0], range[1]);
  return pieceOf(written, source, { start: range[0], end: range[1] });
}

/** Assignments of the variables that are set around a command, the outermost first. */
function variablesAround(path: readonly Node[], source: string): Piece[] {
  const found: Piece[] = [];
  for (const node of path) {
    if (!isMap(node)) continue;
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : "";
      if (!VARIABLES.has(key) || !isMap(pair.value)) continue;
      for (const one of pair.value.items) {
        if (!isPair(one) || !isScalar(one.key) || !isScalar(one.value)) continue;
        const name = String(one.key.value);
        const value = pieceOfScalar(one.value, source);
        // A quote in it would end the text that the assignment is written with.
        if (value && /^[A-Za-z_]\w*$/.test(name) && !/["\\`\n]/.test(value.text))
          found.push(joined([madePiece(`${name}="`), value, madePiece('"')], ""));
      }
    }
  }
  return found;
}
