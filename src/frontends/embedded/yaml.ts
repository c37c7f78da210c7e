import { isMap, isScalar, isSeq, visit, type Document, type Node } from "yaml";
import { sendsRequests } from "./commands.js";
import { joined, withSingleDollars, type Piece } from "./piece.js";
import { passesValues, workflowScript } from "./workflow-steps.js";
import { pieceOfScalar } from "./yaml-data.js";
import { withVariables } from "./yaml-variables.js";

/**
 * Finds shell in the YAML of workflows, pipelines, compose files, pods and playbooks. A text with a `curl` counts as a
 * script under any key. The items of a list run one after the other.
 *
 * @param isElsewhere whether a value is a script of another language, by the nodes around it
 */
export function yamlPieces(
  source: string,
  documents: readonly Document.Parsed[],
  isElsewhere: (path: readonly Node[]) => boolean,
): Piece[] {
  const pieces: Piece[] = [];
  const seen = new Set<unknown>();
  for (const document of documents) {
    const workflow = passesValues(source) ? workflowScript(document, source, isElsewhere) : undefined;
    if (workflow) pieces.push(workflow.piece);
    visit(document, {
      Scalar: (key, scalar, path) => {
        if (workflow?.steps.has(scalar)) return undefined;
        if (key === "key" || typeof scalar.value !== "string" || !sendsRequests(scalar.value))
          return undefined;
        const parent = path.at(-1);
        if (seen.has(parent) || isElsewhere(path as Node[])) return undefined;
        const items = isSeq(parent) ? parent.items.filter(isScalar) : [scalar];
        if (isSeq(parent)) seen.add(parent);
        const written = items.flatMap((item) => pieceOfScalar(item, source) ?? []);
        const commands = isCompose(document) ? written.map(withSingleDollars) : written;
        if (commands.length === items.length || !isSeq(parent))
          pieces.push(withVariables(path as Node[], joined(commands), source));
        return undefined;
      },
    });
  }
  return pieces.filter(({ text }) => sendsRequests(text));
}

/** Returns whether a document describes services, as files of compose do. */
function isCompose({ contents }: Document.Parsed): boolean {
  return isMap(contents) && isMap(contents.get("services"));
}
