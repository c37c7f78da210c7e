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

/** A script of a collection, of a folder of it or of one request. */
interface CollectionScript {
  /** The offsets in the file of the requests after which it runs; none for a script that runs before them. */
  readonly requests: readonly number[];
  readonly code: Piece;
}

/**
 * The variables of a script: `pm`, and `responseBody` in older ones. Inside of the braces, it may have its own with
 * these names.
 * https://learning.postman.com/docs/tests-and-scripts/write-scripts/postman-sandbox-api-reference/
 */
const [BEFORE, AFTER] = [
  `const _sent = await fetch("/"); const _answer = await _sent.json(); const responseBody = await _sent.text();
const pm = { ..._sandbox, sendRequest: postman.sendRequest, response: { ..._sandbox, json: () => _answer, text: () => responseBody } };
{
`,
  "\n}",
];

const SCRIPT: BlockLanguage = {
  ...languageNamed("javascript")!,
  forms: [{ entry: javascriptFrontend, ending: ".mjs", around: [BEFORE, AFTER] }],
  isMade: true,
};

/** Adds what the scripts of a Postman collection send, and what they read of the responses to the requests in it. */
export function withCollectionScripts(source: SourceText, facts: FileFacts, interest: Interest): FileFacts {
  const ids = new Map(facts.requests.map(({ id, site }) => [site.start, id]));
  const scripts = scriptsIn(source);
  const read = scripts.flatMap(({ requests, code }, index) => {
    const own = requests.flatMap((one) => ids.get(one) ?? []);
    return factsOfBlocks(source, [{ language: SCRIPT, piece: code }], interest).map((one) =>
      ofCollection(one, own, `script ${index}:`),
    );
  });
  if (read.length === 0) return facts;
  return {
    ...facts,
    requests: [...facts.requests, ...read.flatMap(({ requests }) => requests)],
    fields: [...facts.fields, ...read.flatMap(({ fields }) => fields)],
  };
}

/**
 * Returns what a script sends by itself, and what it reads of responses.
 *
 * @param own the requests of the collection after which it runs
 *
 * @param prefix makes the names of its requests differ from others in the file
 */
function ofCollection(
  { requests, fields }: FileFacts,
  own: readonly string[],
  prefix: string,
): Pick<FileFacts, "requests" | "fields"> {
  // The response of the made request is that of the requests in the collection.
  const made = requests.find(({ client }) => client === "fetch")?.id;
  return {
    requests: requests
      .filter(({ client }) => client === "postman")
      .map((one) => ({ ...one, id: `${prefix}${one.id}` })),
    fields: fields.flatMap((field): FieldFact[] => {
      const { owner } = field;
      if (owner.kind !== "response" && owner.kind !== "request") return [];
      const of = owner.requests.flatMap((one) => (one === made ? own : [`${prefix}${one}`]));
      // Code that is not in the file has no length there.
      const trace = field.trace.filter(({ place: { start, end } }) => start < end);
      return of.length === 0 ? [] : [{ ...field, trace, owner: { ...owner, requests: of } }];
    }),
  };
}

function scriptsIn(source: SourceText): CollectionScript[] {
  const parsed = parseJson(PlacedText.of(source));
  return parsed.ok
    ? parsed.roots.flatMap((root) => scriptsOf(asObject(valueAt(root, "collection")) ?? root))
    : [];
}

/** Returns the scripts of a collection, a folder or a request, and of all that is in it. */
function scriptsOf(owner: JsonValue): CollectionScript[] {
  const below = requestsIn(owner);
  const own = asList(valueAt(owner, "event")).flatMap((event): CollectionScript[] => {
    const code = pieceOfText(valueAt(event, "script", "exec"), "\n");
    const requests = stringAt(event, "listen") === "test" ? below : [];
    return requests.length > 0 || code.text.includes("sendRequest") ? [{ requests, code }] : [];
  });
  return [...own, ...asList(valueAt(owner, "item")).flatMap(scriptsOf)];
}

function requestsIn(owner: JsonValue): number[] {
  const request = valueAt(owner, "request");
  return request ? [placeOf(request).start] : asList(valueAt(owner, "item")).flatMap(requestsIn);
}
