import type { Edit } from "../core/finding.js";
import type { Span } from "../core/span.js";
import type { EmbeddedJson, Payload, PayloadEntry, PayloadSource } from "../facts/payload.js";
import type { ConvertOptions } from "../fix/cluster/conversion.js";
import type { TextEdit } from "../fix/payload/rewrite.js";
import { readLiteral } from "../frontends/javascript/editing/body/read-literal.js";
import { readJsonPayloads } from "../frontends/json/editing/read-payload.js";
import { convertSources, type TextConversion } from "./json.js";

export type LiteralConversion =
  | (Extract<TextConversion, { ok: true }> & { readonly edits: readonly Edit[] })
  | Extract<TextConversion, { ok: false }>;

/**
 * Converts the cluster in an object literal, or in JSON in a string or template, of code. Expressions are copied as
 * they are written; those with side effects are still evaluated once.
 *
 * @param source `text` is without a byte-order mark
 * @param span of the literal
 */
export function convertClusterLiteral(
  source: { readonly path: string; readonly text: string },
  span: Span,
  options: ConvertOptions,
): LiteralConversion {
  const read = readLiteral(source.path, source.text, span);
  if (read.kind === "refused") return { ok: false, blockers: [read.reason] };
  const converted =
    read.kind === "literal"
      ? convertSources([read.source], options)
      : convertEmbedded(read.embedded, options);
  if (!converted.ok) return converted;
  return { ...converted, edits: converted.edits.map((edit) => ({ path: source.path, ...edit })) };
}

/** Converts JSON in a string. */
export function convertEmbedded(embedded: EmbeddedJson, options: ConvertOptions): TextConversion {
  const read = readJsonPayloads(embedded.text);
  if (!read.ok) return { ok: false, blockers: [`The text ${read.message}: convert it where it is made.`] };
  const converted = convertSources(
    read.documents.map((document) => withHoles(document, embedded)),
    options,
  );
  if (!converted.ok) return converted;
  const edits = converted.edits.map((edit): TextEdit => ({
    ...embedded.locate(edit),
    text: embedded.written(edit.text),
  }));
  return { ...converted, edits };
}

/** The document with the expressions that code fills in. */
function withHoles(source: PayloadSource, embedded: EmbeddedJson): PayloadSource {
  const opaque = (value: string, span: Span | undefined): Payload => {
    const pure = embedded.isPure(value);
    return { kind: "opaque", hasEffects: !pure, isCopyable: pure, ...(span ? { span } : {}) };
  };
  const visit = (payload: Payload): Payload => {
    if (payload.kind === "list") return { ...payload, items: payload.items.map(visit) };
    if (payload.kind === "object") return { ...payload, entries: payload.entries.map(entryOf) };
    return payload.kind === "text" && embedded.hasHole(payload.value)
      ? opaque(payload.value, payload.span)
      : payload;
  };
  const entryOf = (entry: PayloadEntry): PayloadEntry => {
    if (entry.kind !== "member") return entry;
    const value = visit(entry.value);
    if (!embedded.hasHole(entry.key)) return { ...entry, value };
    const key = opaque(entry.key, entry.keySpan) as Extract<Payload, { kind: "opaque" }>;
    return { kind: "unread", form: "computed key", key, value, ...(entry.span ? { span: entry.span } : {}) };
  };
  return { ...source, root: visit(source.root) };
}
