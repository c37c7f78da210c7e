import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { StringFact } from "../../facts/string.js";
import type { Interest } from "../interest.js";
import type { ModuleHost } from "../module-host.js";
import { writtenString } from "../plain/scan.js";
import { isCustomResource } from "./custom-resource.js";
import { EmbeddedDocuments } from "./embedded.js";
import { fieldFacts } from "./fields.js";
import { describesVersionedApi } from "./openapi.js";
import { parseJson, type Comment, type Parsed } from "./parse.js";
import { PlacedText } from "./placed-text.js";
import { findRecordings } from "./recordings/find.js";
import { stringFacts } from "./strings.js";

/** Larger files are read as text only: their tree would take more memory than a run should. */
const MAX_LENGTH = 32_000_000;

/**
 * Reads the facts of a JSON text: properties, recorded requests and strings of interest, also in strings that contain
 * JSON. Returns a problem if it cannot be parsed.
 *
 * @param host the other files of the repository, for variables that collections of requests have there
 */
export function analyzeJson(
  source: SourceText,
  interest: Interest,
  _limits?: unknown,
  host?: ModuleHost,
): FileFacts | Problem {
  const { path, text } = source;
  if (text.length > MAX_LENGTH) {
    const message = `larger than ${MAX_LENGTH / 1e6} million characters, searched as plain text`;
    return { path, kind: "too-large", message };
  }
  const parsed = parseJson(PlacedText.of(source));
  if (!parsed.ok) {
    const line = parsed.offset === undefined ? {} : { line: source.position(parsed.offset).line };
    return { path, kind: parsed.kind, message: parsed.message, ...line };
  }
  try {
    return factsOf(source, parsed, interest, host);
  } catch (error) {
    // Documents in strings of documents may nest too deeply together.
    if (!(error instanceof RangeError)) throw error;
    return { path, kind: "too-deep", message: "has too many nested levels, searched as plain text" };
  }
}

function factsOf(
  { path, text }: SourceText,
  { roots, comments }: Extract<Parsed, { readonly ok: true }>,
  interest: Interest,
  host: ModuleHost | undefined,
): FileFacts {
  const embedded = new EmbeddedDocuments(interest);
  const recordings = findRecordings(roots, interest, embedded, host);
  const sources = { interest, embedded, owners: recordings.owners };
  const own = roots.filter((root) => !isCustomResource(root));
  return {
    path,
    language: "json",
    reading: "syntax",
    requests: recordings.requests,
    fields: describesVersionedApi(roots[0], interest) ? [] : fieldFacts(own, stemOf(path), sources),
    strings: [
      ...stringFacts(roots, interest, embedded, recordings.answers),
      ...recordings.strings,
      ...comments.flatMap((comment) => stringsInComment(path, text, comment, interest)),
    ],
    comparisons: [],
    escapes: [],
    comments: comments.map(({ start, end }) => ({
      text: textOf(text.slice(start, end)),
      span: { start, end },
    })),
    problems: [],
  };
}

/** The text between the delimiters of a comment. */
function textOf(comment: string): string {
  return comment.startsWith("/*") ? comment.slice(2, -2) : comment.slice(2);
}

/** In a comment a property name alone is only talk. */
function stringsInComment(
  path: string,
  text: string,
  { start, end }: Comment,
  interest: Interest,
): StringFact[] {
  const comment = text.slice(start, end);
  if (!interest.mayHold(comment)) return [];
  return interest
    .scan(comment)
    .filter(({ what }) => what !== "name")
    .map((match) => writtenString({ path, text: comment }, match, "comment", start));
}

/** `deploy/atlas-cluster.json` → `atlas-cluster`: what a team calls the document. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
