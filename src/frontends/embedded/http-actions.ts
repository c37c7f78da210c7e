import { isScalar, visit, type Document, type Node, type YAMLMap } from "yaml";
import { HTTP_ACTIONS, httpStep, type HttpAction } from "./http-step.js";
import { JinjaReader, commandOfRead, type Step } from "./jinja-reads.js";
import { joined, madePiece, partsOf, type Piece } from "./piece.js";
import { pieceOfScalar } from "./yaml-data.js";
import { withVariables } from "./yaml-variables.js";

/** Returns whether a text may have steps that send requests. */
export function hasHttpActions(source: string): boolean {
  const text = source.toLowerCase();
  return [...HTTP_ACTIONS.keys()].some((name) => text.includes(`${name}@`));
}

/**
 * Returns the requests of steps as commands of curl. What later steps read of a response are filters of jq:
 * `fromJSON(steps.ID.outputs.response).name`.
 */
export function httpActions(source: string, documents: readonly Document[]): Piece[] {
  return documents.flatMap((document) => {
    const found: Piece[] = [];
    visit(document, {
      Map: (_key, map, path) => {
        const { action, inputs } = httpStep(map) ?? {};
        const command = action && inputs && commandOf(action, inputs, source);
        if (!action || !command) return;
        const id = map.get("id");
        const reads = typeof id === "string" ? readsOf(document, id, action.output, source) : [];
        const name = `response_${found.length}`;
        const whole =
          reads.length === 0
            ? command
            : joined([
                joined([madePiece(`${name}=$(`), command, madePiece("\n)")], ""),
                ...reads.map((steps) => commandOfRead({ of: name, steps })),
              ]);
        found.push(withVariables([...(path as Node[]), map], whole, source));
      },
    });
    return found;
  });
}

function commandOf(action: HttpAction, inputs: YAMLMap, source: string): Piece | undefined {
  const input = (name: string): Piece | undefined => {
    const node = inputs.get(name, true);
    return isScalar(node) ? pieceOfScalar(node, source) : undefined;
  };
  const quoted = (piece: Piece | undefined): Piece | undefined =>
    piece && !/["\\`\n]/.test(piece.text) ? piece : undefined;
  const url = quoted(input("url"));
  if (!url) return undefined;
  const method = quoted(input("method")) ?? madePiece(action.method);
  const parts = [madePiece('curl "'), url, madePiece('" -X "'), method, madePiece('"')];
  if (input("username")) parts.push(madePiece(" --basic -u user:password"));
  if (input("bearerToken")) parts.push(madePiece(' -H "Authorization: Bearer token"'));
  const headers = input(action.headers);
  const entries = headers ? entriesOf(headers.text) : [];
  for (const header of headers && entries ? headersIn(headers, entries) : [])
    parts.push(madePiece(' -H "'), header, madePiece('"'));
  // A text that is not JSON until its expressions have values may set any header.
  if (headers && !entries)
    parts.push(madePiece(' -H "'), quoted(headers) ?? madePiece("$HEADERS"), madePiece('"'));
  const body = input(action.body);
  // These actions send JSON unless a header says otherwise.
  if (body && entries && !entries.some(([name]) => /^content-type$/i.test(name))) {
    const type = quoted(input("contentType")) ?? madePiece("application/json");
    parts.push(madePiece(' -H "Content-Type: '), type, madePiece('"'));
  }
  if (body) parts.push(madePiece(` -d @- <<${END}\n`), body, madePiece(`\n${END}`));
  return joined(parts, "");
}

const END = "END_OF_BODY";

/** Returns the headers in a text of JSON, each as `name: value`. */
function headersIn(piece: Piece, entries: Entries): Piece[] {
  let at = 0;
  return entries.flatMap(([name, value]) => {
    if (typeof value !== "string" || /["\\`\n]/.test(name + value)) return [];
    const start = piece.text.indexOf(value, piece.text.indexOf(`"${name}"`, at) + name.length + 2);
    if (start < 0) return [];
    at = start;
    return [joined([madePiece(`${name}: `), partsOf(piece, [{ start, end: start + value.length }])], "")];
  });
}

type Entries = readonly (readonly [name: string, value: unknown])[];

/** Returns the members of a text of JSON; `undefined` if it is none. */
function entriesOf(text: string): Entries | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the ways through the response of a step that expressions in a workflow read. */
function readsOf(document: Document, id: string, output: string, source: string): (readonly Step[])[] {
  const found: (readonly Step[])[] = [];
  const wanted = [id, "outputs", output];
  visit(document, {
    Scalar: (key, scalar) => {
      const { value } = scalar;
      if (key === "key" || typeof value !== "string" || !value.includes(`steps.${id}.outputs.${output}`))
        return;
      const piece = pieceOfScalar(scalar, source);
      if (!piece) return;
      const reader = new JinjaReader(piece, (name) => (name === "steps" ? { of: id, steps: [] } : undefined));
      for (const { index, 1: text } of piece.text.matchAll(/\$\{\{([^}]*)\}\}/g))
        reader.expression(index + 3, index + 3 + text!.length);
      for (const { steps } of reader.reads)
        if (wanted.every((name, at) => steps[at] !== "element" && steps[at]?.name.text === name))
          found.push(steps.slice(wanted.length));
    },
  });
  return found.filter((steps) => steps.length > 0);
}
