import type { SourceText } from "../../core/source-text.js";
import type { FieldFact } from "../../facts/field.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { Interest } from "../interest.js";
import { javascriptFrontend } from "../javascript/entry.js";
import { asList, asObject, placeOf, stringAt, valueAt, type JsonValue } from "../json/nodes.js";
import { parseJson } from "../json/parse.js";
import { PlacedText } from "../json/placed-text.js";
import { factsOfBlocks } from "./frontend.js";
import { languageNamed, type BlockLanguage } from "./languages.js";
import { pieceOfText } from "./notebook.js";
import type { Piece } from "./piece.js";

/** A script that runs after a request of a collection. */
interface ItemScript {
  /** The offset of its request in the file. */
  readonly request: number;
  readonly code: Piece;
}

/**
 * The variables of a script: `pm`, and `responseBody` in older ones. Inside of the braces, it may have its own with
 * these names.
 * https://learning.postman.com/docs/tests-and-scripts/write-scripts/postman-sandbox-api-reference/
 */
const [BEFORE, AFTER] = [
  `const _sent = await fetch("/"); const _answer = await _sent.json(); const responseBody = await _sent.text();
const pm = { ..._sandbox, response: { ..._sandbox, json: () => _answer, text: () => responseBody } };
{
`,
  "\n}",
];

const SCRIPT: BlockLanguage = {
  ...languageNamed("javascript")!,
  forms: [{ entry: javascriptFrontend, ending: ".mjs", around: [BEFORE, AFTER] }],
  isMade: true,
};

/** Adds what the scripts of a Postman collection read of the response to their request. */
export function withCollectionScripts(source: SourceText, facts: FileFacts, interest: Interest): FileFacts {
  const ids = new Map(facts.requests.map(({ id, site }) => [site.start, id]));
  const fields = scriptsIn(source).flatMap(({ request, code }) => {
    const id = ids.get(request);
    return id === undefined ? [] : readsOf(source, code, id, interest);
  });
  return fields.length === 0 ? facts : { ...facts, fields: [...facts.fields, ...fields] };
}

function readsOf(source: SourceText, piece: Piece, id: string, interest: Interest): FieldFact[] {
  return factsOfBlocks(source, [{ language: SCRIPT, piece }], interest).flatMap(({ requests, fields }) => {
    // The response of the made request, which is the first one, is that of the request in the collection.
    const made = requests[0]?.id;
    return fields.flatMap((field): FieldFact[] => {
      const { owner } = field;
      if (owner.kind !== "response" || owner.requests.some((one) => one !== made)) return [];
      // Code that is not in the file has no length there.
      const trace = field.trace.filter(({ place: { start, end } }) => start < end);
      return [{ ...field, trace, owner: { ...owner, requests: [id] } }];
    });
  });
}

function scriptsIn(source: SourceText): ItemScript[] {
  const parsed = parseJson(PlacedText.of(source));
  return parsed.ok
    ? parsed.roots.flatMap((root) => scriptsOf(asObject(valueAt(root, "collection")) ?? root))
    : [];
}

function scriptsOf(folder: JsonValue): ItemScript[] {
  return asList(valueAt(folder, "item")).flatMap((item): ItemScript[] => {
    const request = valueAt(item, "request");
    if (!request) return scriptsOf(item);
    return asList(valueAt(item, "event"))
      .filter((event) => stringAt(event, "listen") === "test")
      .map((event) => ({
        request: placeOf(request).start,
        code: pieceOfText(valueAt(event, "script", "exec"), "\n"),
      }));
  });
}
